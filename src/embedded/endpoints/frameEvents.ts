import * as Schema from "effect/Schema"
import { integerFrom, optionalOr, record, shownName, textThat } from "../../core/opening/schema.ts"
import { isKnownMethod } from "../model/frameMethods.ts"

/**
 * Event that the page posts to the embedded wallet's frame as `@w3m-app/NAME`. The frame responds with `@w3m-frame/NAME_SUCCESS` or with
 * `@w3m-frame/NAME_ERROR` and `{ message }` (specification section 7; the shapes are those of the frame's protocol). Both directions are
 * validated: an invalid request is not sent, and an invalid response fails the request.
 */
export interface FrameEvent<Input, Output> {
  readonly name: string
  readonly payload: Schema.Decoder<Input>
  readonly response: Schema.Decoder<Output>
  /**
   * Whether the request time limit applies to the response. Specification section 9 does not say which events have this limit. Here only
   * those of an email or redirect login have it, because some others wait longer for the visitor.
   */
  readonly limited: boolean
  /** Whether aborting all pending requests aborts this one too. */
  readonly aborts: boolean
}

/** Response whose content is ignored. */
const nothing = Schema.Unknown
const none = Schema.Undefined

const event = <Input, Output>(
  name: string,
  payload: Schema.Decoder<Input>,
  response: Schema.Decoder<Output>,
  { limited = false, aborts = true } = {},
): FrameEvent<Input, Output> => ({ name, payload, response, limited, aborts })

const numberOrText = Schema.Union([Schema.Finite, Schema.String])

/** Chain as the frame names it: an EVM chain ID, a CAIP-2 ID, or only the reference of one. */
const chainId = Schema.Union([
  integerFrom(1),
  textThat((text) => /^([-a-z0-9]{3,8}:)?[-\w]{1,32}$/i.test(text), "chain id"),
])

/** Whether `text` is a plausible email address: a local part, an at sign and a domain with a dot, 254 characters at most (RFC 5321). */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>"(),:;\\[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(text)

const email = textThat(isEmail, "e-mail address")

/** Whether `text` is a one-time code: six digits. */
export const isCode = (text: string): boolean => /^\d{6}$/.test(text)

const code = Schema.Struct({
  otp: textThat(isCode, "six digits"),
})

/** Account types of the embedded wallet (specification section 3, User). */
const accountType = Schema.Literals(["eoa", "smartAccount"])
const accounts = Schema.Array(Schema.Struct({ address: Schema.NonEmptyString, type: accountType }))

/** Message to sign at login, before the account's address is known. */
const siwxMessage = Schema.Struct({
  serializedMessage: Schema.optionalKey(Schema.String),
  accountAddress: Schema.String,
  chainId: Schema.String,
  notBefore: Schema.optionalKey(Schema.String),
  domain: Schema.String,
  uri: Schema.String,
  version: Schema.Literals(["1"]),
  nonce: Schema.String,
  statement: Schema.optionalKey(Schema.String),
  resources: Schema.optionalKey(Schema.Array(Schema.String)),
  requestId: Schema.optionalKey(Schema.String),
  issuedAt: Schema.optionalKey(Schema.String),
  expirationTime: Schema.optionalKey(Schema.String),
})

/** Logged-in user, as the frame reports it. */
const user = Schema.Struct({
  // `email` and `userName` are shown to the visitor, so invalid values are dropped.
  email: optionalOr(email),
  address: Schema.NonEmptyString,
  chainId,
  smartAccountDeployed: Schema.optional(Schema.Boolean),
  accounts: Schema.optional(accounts),
  preferredAccountType: Schema.optional(accountType),
  userName: optionalOr(shownName),
  signature: Schema.optional(Schema.String),
  message: Schema.optional(Schema.String),
  siwxMessage: Schema.optional(siwxMessage),
})
export type FrameUser = typeof user.Type

/** Social providers that log in by redirect. Farcaster has a link of its own instead. */
export const redirecting = ["google", "github", "apple", "facebook", "x", "discord"] as const

export const connectEmail = event(
  "CONNECT_EMAIL",
  Schema.Struct({ email }),
  Schema.Struct({ action: Schema.Literals(["VERIFY_DEVICE", "VERIFY_OTP", "CONNECT"]) }),
  { limited: true },
)
export const connectDevice = event("CONNECT_DEVICE", none, nothing, { limited: true })
export const connectOtp = event("CONNECT_OTP", code, nothing, { limited: true })
export const connectSocial = event(
  "CONNECT_SOCIAL",
  Schema.Struct({
    uri: Schema.String,
    preferredAccountType: Schema.optionalKey(accountType),
    chainId: Schema.optionalKey(chainId),
    siwxMessage: Schema.optionalKey(siwxMessage),
    rpcUrl: Schema.optionalKey(Schema.String),
  }),
  user,
  { limited: true },
)
export const socialRedirectUri = event(
  "GET_SOCIAL_REDIRECT_URI",
  Schema.Struct({ provider: Schema.Literals(redirecting) }),
  Schema.Struct({ uri: Schema.String }),
  { limited: true },
)
export const farcasterUri = event("GET_FARCASTER_URI", none, Schema.Struct({ url: Schema.String }), { aborts: false })
export const connectFarcaster = event("CONNECT_FARCASTER", none, Schema.Struct({ userName: shownName }))
export const getUser = event(
  "GET_USER",
  Schema.Struct({
    chainId: Schema.optionalKey(chainId),
    preferredAccountType: Schema.optionalKey(accountType),
    socialUri: Schema.optionalKey(Schema.String),
    siwxMessage: Schema.optionalKey(siwxMessage),
    rpcUrl: Schema.optionalKey(Schema.String),
  }),
  user,
)
export const signOut = event("SIGN_OUT", none, nothing)
/** Asks whether the visitor is logged in. The layer of the frame, which persists the session token, adds the token to the request. */
export const isConnected = event(
  "IS_CONNECTED",
  Schema.Struct({ token: Schema.optionalKey(Schema.String) }),
  Schema.Struct({ isConnected: Schema.Boolean }),
)
export const getChainId = event("GET_CHAIN_ID", none, Schema.Struct({ chainId }))
export const switchNetwork = event(
  "SWITCH_NETWORK",
  Schema.Struct({ chainId, rpcUrl: Schema.optionalKey(Schema.String) }),
  Schema.Struct({ chainId }),
)
export const smartAccountNetworks = event(
  "GET_SMART_ACCOUNT_ENABLED_NETWORKS",
  none,
  Schema.Struct({ smartAccountEnabledNetworks: Schema.Array(Schema.Finite) }),
)
export const setPreferredAccount = event(
  "SET_PREFERRED_ACCOUNT",
  Schema.Struct({ type: accountType }),
  Schema.Struct({ type: accountType, address: Schema.String }),
)
export const updateEmail = event(
  "UPDATE_EMAIL",
  Schema.Struct({ email }),
  Schema.Struct({ action: Schema.Literals(["VERIFY_PRIMARY_OTP", "VERIFY_SECONDARY_OTP"]) }),
)
export const updateEmailPrimaryOtp = event("UPDATE_EMAIL_PRIMARY_OTP", code, nothing)
export const updateEmailSecondaryOtp = event("UPDATE_EMAIL_SECONDARY_OTP", code, Schema.Struct({ newEmail: email }))
export const syncTheme = event(
  "SYNC_THEME",
  Schema.Struct({
    themeMode: Schema.optionalKey(Schema.Literals(["light", "dark"])),
    themeVariables: Schema.optionalKey(record(numberOrText)),
    w3mThemeVariables: Schema.optionalKey(record(Schema.String)),
  }),
  nothing,
)
export const syncDappData = event(
  "SYNC_DAPP_DATA",
  Schema.Struct({
    metadata: Schema.optionalKey(
      Schema.Struct({
        name: Schema.String,
        description: Schema.String,
        url: Schema.String,
        icons: Schema.Array(Schema.String),
      }),
    ),
    sdkVersion: Schema.optionalKey(Schema.String),
    sdkType: Schema.optionalKey(Schema.String),
    projectId: Schema.String,
  }),
  nothing,
)
/** Reloads the frame's page, which aborts its prompts to the visitor. The frame reports when it is ready again. */
export const reload = event("RELOAD", none, nothing, { aborts: false })
/** Request to the embedded wallet with a known method. The response depends on the method. */
export const rpcRequest = event(
  "RPC_REQUEST",
  Schema.Struct({
    method: textThat(isKnownMethod, "known method"),
    params: Schema.Unknown,
    chainId: Schema.optionalKey(chainId),
    chainNamespace: Schema.optionalKey(Schema.Literals(["eip155", "solana", "polkadot", "bip122", "cosmos"])),
    rpcUrl: Schema.optionalKey(Schema.String),
  }),
  Schema.Unknown,
)
/** Name of the message that aborts RPC requests. The frame does not respond to it. */
export const rpcAbort = "RPC_ABORT"
