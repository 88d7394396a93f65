import * as Schema from "effect/Schema"
import { endpoint } from "../core/opening/endpoint.ts"
import { optionalOr, record, textThat } from "../core/opening/schema.ts"
import { type ApiError, CodeRefused, HttpStatus, OtpNotSent, OtpRequired, UnknownFailure } from "../errors/index.ts"
import { isRecord } from "../options/guards.ts"
import type { SiwxSession, WalletInfo } from "./model/message.ts"

/** Credentials: the token returned by `authenticate`. */
export interface Bearer {
  readonly token: string
}

/** Signed message, the wallet that signed it, the token of its nonce, and the ID of a confirmed email address. */
export interface Authentication extends SiwxSession {
  readonly nonceToken: string
  readonly otp: string | undefined
  readonly clientId: string | undefined
  readonly walletInfo: WalletInfo
}

const unknown = (cause: ApiError) => new UnknownFailure({ cause })
const path = (key: string) => () => `/auth/v1/${key}`
const bearer = (token: string) => `Bearer ${token}`

/** Nonce with only safe characters. Others could inject lines into the message. */
const nonce = textThat((text) => /^[\w-]{1,128}$/.test(text), "nonce")

/** Returns a nonce and the token that certifies it. */
export const nonceEndpoint = endpoint({
  name: "authNonce",
  host: "api",
  path: path("nonce"),
  query: (_: undefined) => ({}),
  response: Schema.Struct({ nonce, token: Schema.String }),
  failure: unknown,
})

/** Exchanges a signed message for a session token, a JWT. Fails with OtpRequired if an email address has to be confirmed first. */
export const authenticateEndpoint = endpoint({
  name: "authenticate",
  method: "POST",
  host: "api",
  path: path("authenticate"),
  headers: ({ nonceToken, otp }: Authentication) => ({ "x-nonce-jwt": bearer(nonceToken), "x-otp": otp }),
  body: ({ data, message, signature, clientId = null, walletInfo }) => ({
    ...{ data, message, signature, clientId, walletInfo },
  }),
  response: Schema.Struct({ token: Schema.String }),
  failure: (cause) =>
    textOf(cause).includes("OTP is required") ? new OtpRequired({ cause }) : new UnknownFailure({ cause }),
})

/** Returns the session of a token and, on request, the account's metadata. `exp` is in seconds since the Unix epoch. */
export const meEndpoint = endpoint({
  name: "authMe",
  host: "api",
  path: path("me"),
  query: ({ withAccount }: Bearer & { readonly withAccount?: true }) => ({ includeAppKitAccount: withAccount }),
  headers: ({ token }) => ({ Authorization: bearer(token) }),
  response: Schema.Struct({
    address: Schema.String,
    caip2Network: Schema.String,
    uri: Schema.String,
    domain: Schema.String,
    nonce: Schema.String,
    exp: optionalOr(Schema.Number),
    appKitAccount: optionalOr(Schema.Struct({ metadata: optionalOr(record(Schema.Unknown)) })),
  }),
  failure: unknown,
})

/** Replaces the metadata of a session's account with plain JSON data. */
export const accountMetadataEndpoint = endpoint({
  name: "authAccountMetadata",
  method: "PUT",
  host: "api",
  path: path("account-metadata"),
  headers: ({ token }: Bearer & { readonly metadata: object }) => ({ Authorization: bearer(token) }),
  body: ({ metadata }) => ({ metadata }),
  response: Schema.Unknown,
  failure: unknown,
})

/** Emails a code to an address. Returns the ID to submit the code with, or null if the address needs no code. `account` is a CAIP-10 ID. */
export const otpEndpoint = endpoint({
  name: "authOtp",
  method: "POST",
  host: "api",
  path: path("otp"),
  body: ({ email, account }: { readonly email: string; readonly account: string }) => ({ email, account }),
  response: Schema.Struct({ uuid: Schema.NullOr(Schema.String) }),
  failure: (cause) => new OtpNotSent({ cause }),
})

/** Submits an emailed code. Fails with CodeRefused if the service rejects it. */
export const confirmOtpEndpoint = endpoint({
  name: "authOtpConfirm",
  method: "PUT",
  host: "api",
  path: path("otp"),
  headers: ({ uuid }: { readonly uuid: string; readonly code: string }) => ({ "x-otp": uuid }),
  body: ({ code }) => ({ code }),
  response: Schema.Unknown,
  failure: (cause) =>
    cause instanceof HttpStatus && cause.status < serverErrors
      ? new CodeRefused({ cause })
      : new UnknownFailure({ cause }),
})

const serverErrors = 500

/** Returns the text of an error response, or "" if there is none. */
const textOf = ({ cause }: ApiError): string => (isRecord(cause) && typeof cause.text === "string" ? cause.text : "")
