import * as Schema from "effect/Schema"
import { endpoint } from "./endpoint.ts"
import { type ApiError, CodeRefused, HttpStatus, OtpNotSent, OtpRequired, UnknownFailure } from "./errors.ts"
import { isRecord } from "./input.ts"
import { lenient } from "./schema.ts"
import type { SiwxSession, WalletInfo } from "./siwx.ts"

/** Who asks, by the token that `authenticate` gave. */
export interface Bearer {
  readonly token: string
}

/** What was signed, with which wallet, and what it hangs on: the token of its nonce, and the id of a confirmed e-mail address. */
export interface Authentication extends SiwxSession {
  readonly nonceToken: string
  readonly otp: string | undefined
  readonly clientId: string | undefined
  readonly walletInfo: WalletInfo
}

const unknown = (cause: ApiError) => new UnknownFailure({ cause })
const path = (key: string) => () => `/auth/v1/${key}`
const bearer = (token: string) => `Bearer ${token}`

/** One of two words could pretend to be other lines of the message. */
const nonce = Schema.String.pipe(
  Schema.check(Schema.makeFilter((text) => /^[\w-]{1,128}$/.test(text), { expected: "nonce" })),
)

/** A nonce, and the token that vouches for it. */
export const nonceRow = endpoint({
  name: "authNonce",
  host: "api",
  path: path("nonce"),
  query: (_: undefined) => ({}),
  answer: Schema.Struct({ nonce, token: Schema.String }),
  failure: unknown,
})

/** Takes a signed message for a session, a JWT. */
export const authenticateRow = endpoint({
  name: "authenticate",
  method: "POST",
  host: "api",
  path: path("authenticate"),
  headers: ({ nonceToken, otp }: Authentication) => ({ "x-nonce-jwt": bearer(nonceToken), "x-otp": otp }),
  body: ({ data, message, signature, clientId = null, walletInfo }) => ({
    ...{ data, message, signature, clientId, walletInfo },
  }),
  answer: Schema.Struct({ token: Schema.String }),
  failure: (cause) =>
    textOf(cause).includes("OTP is required") ? new OtpRequired({ cause }) : new UnknownFailure({ cause }),
})

/** Whose session a token stands for, with what is noted on the account if that is asked for. `exp` is in seconds since 1970. */
export const meRow = endpoint({
  name: "authMe",
  host: "api",
  path: path("me"),
  query: ({ withAccount }: Bearer & { readonly withAccount?: true }) => ({ includeAppKitAccount: withAccount }),
  headers: ({ token }) => ({ Authorization: bearer(token) }),
  answer: Schema.Struct({
    address: Schema.String,
    caip2Network: Schema.String,
    uri: Schema.String,
    domain: Schema.String,
    nonce: Schema.String,
    exp: lenient(Schema.Number, (exp) => exp),
    appKitAccount: lenient(Schema.Struct({ metadata: lenient(Schema.Record(Schema.String, Schema.Unknown)) })),
  }),
  failure: unknown,
})

/** Notes plain data on the account of a session, in place of what was noted before. */
export const accountMetadataRow = endpoint({
  name: "authAccountMetadata",
  method: "PUT",
  host: "api",
  path: path("account-metadata"),
  headers: ({ token }: Bearer & { readonly metadata: object }) => ({ Authorization: bearer(token) }),
  body: ({ metadata }) => ({ metadata }),
  answer: Schema.Unknown,
  failure: unknown,
})

/** Has a code mailed; null where the address needs none. `account` is a CAIP-10 id. */
export const otpRow = endpoint({
  name: "authOtp",
  method: "POST",
  host: "api",
  path: path("otp"),
  body: ({ email, account }: { readonly email: string; readonly account: string }) => ({ email, account }),
  answer: Schema.Struct({ uuid: Schema.NullOr(Schema.String) }),
  failure: (cause) => new OtpNotSent({ cause }),
})

/** Hands a mailed code in. */
export const confirmOtpRow = endpoint({
  name: "authOtpConfirm",
  method: "PUT",
  host: "api",
  path: path("otp"),
  headers: ({ uuid }: { readonly uuid: string; readonly code: string }) => ({ "x-otp": uuid }),
  body: ({ code }) => ({ code }),
  answer: Schema.Unknown,
  failure: (cause) =>
    cause instanceof HttpStatus && cause.status < serverErrors
      ? new CodeRefused({ cause })
      : new UnknownFailure({ cause }),
})

const serverErrors = 500

/** What a refusal says. */
const textOf = ({ cause }: ApiError): string => (isRecord(cause) && typeof cause.text === "string" ? cause.text : "")
