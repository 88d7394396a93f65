import * as Schema from "effect/Schema"
import { isKnownMethod } from "./frameMethods.ts"

/**
 * An event that the page posts to the embedded wallet's frame as `@w3m-app/NAME`, with what it carries, and what the frame's
 * `@w3m-frame/NAME_SUCCESS` answers; `@w3m-frame/NAME_ERROR` answers `{ message }` (section 7; the shapes are those of the frame's
 * protocol). Both are decoded: what the page would send wrongly is not sent, what the frame sends wrongly fails.
 */
export interface FrameEvent<Input, Answer> {
  readonly name: string
  readonly payload: Schema.ConstraintDecoder<Input>
  readonly answer: Schema.ConstraintDecoder<Answer>
  /** Whether the answer is waited for no longer than a request's limit. */
  readonly limited: boolean
  /** Whether giving everything up gives this up too. */
  readonly aborts: boolean
}

/** Frame's answer that says nothing. */
const nothing = Schema.Unknown
const none = Schema.Undefined

const event = <Input, Answer>(
  name: string,
  payload: Schema.ConstraintDecoder<Input>,
  answer: Schema.ConstraintDecoder<Answer>,
  { limited = false, aborts = true } = {},
): FrameEvent<Input, Answer> => ({ name, payload, answer, limited, aborts })

/** A chain as the frame names it: the number of an EVM chain, or a CAIP-2 id. */
const chainId = Schema.Union([Schema.Finite, Schema.String])

/** An e-mail address that can be one: something, an at sign, a domain with a dot, 254 characters at most (RFC 5321). */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>"(),:;\\[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(text)

const email = Schema.String.pipe(Schema.check(Schema.makeFilter(isEmail, { expected: "e-mail address" })))

/** A one-time code: six digits. */
export const isCode = (text: string): boolean => /^\d{6}$/.test(text)

const code = Schema.Struct({
  otp: Schema.String.pipe(Schema.check(Schema.makeFilter(isCode, { expected: "six digits" }))),
})

/** An account of the embedded wallet (section 3, User). */
const accountType = Schema.Literals(["eoa", "smartAccount"])
const accounts = Schema.Array(Schema.Struct({ address: Schema.NonEmptyString, type: accountType }))

/** What is to be signed at login; the account's address is not known yet. */
const siwxMessage = Schema.Struct({
  serializedMessage: Schema.optionalKey(Schema.String),
  accountAddress: Schema.String,
  chainId: Schema.String,
  notBefore: Schema.optionalKey(Schema.String),
  domain: Schema.String,
  uri: Schema.String,
  version: Schema.Literal("1"),
  nonce: Schema.String,
  statement: Schema.optionalKey(Schema.String),
  resources: Schema.optionalKey(Schema.Array(Schema.String)),
  requestId: Schema.optionalKey(Schema.String),
  issuedAt: Schema.optionalKey(Schema.String),
  expirationTime: Schema.optionalKey(Schema.String),
})

/** Who is logged in, as the frame says it. */
const user = Schema.Struct({
  email: Schema.optional(Schema.NullOr(Schema.String)),
  address: Schema.NonEmptyString,
  chainId,
  smartAccountDeployed: Schema.optional(Schema.Boolean),
  accounts: Schema.optional(accounts),
  preferredAccountType: Schema.optional(accountType),
  userName: Schema.optional(Schema.NullOr(Schema.String)),
  signature: Schema.optional(Schema.String),
  message: Schema.optional(Schema.String),
  siwxMessage: Schema.optional(siwxMessage),
})
export type FrameUser = typeof user.Type

/** Socials whose login goes over a redirect; Farcaster's goes over a link of its own. */
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
export const connectFarcaster = event("CONNECT_FARCASTER", none, Schema.Struct({ userName: Schema.String }))
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
/** The session's token is added where it is kept: by the frame's leaf. */
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
export const updateEmailSecondaryOtp = event(
  "UPDATE_EMAIL_SECONDARY_OTP",
  code,
  Schema.Struct({ newEmail: Schema.String }),
)
export const syncTheme = event(
  "SYNC_THEME",
  Schema.Struct({
    themeMode: Schema.optionalKey(Schema.Literals(["light", "dark"])),
    themeVariables: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
    w3mThemeVariables: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
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
/** The frame's page begins anew: what it asked the visitor is given up. It is ready when it says so again. */
export const reload = event("RELOAD", none, nothing, { aborts: false })
/** A request to the embedded wallet, of a method that it knows; whatever it answers is the method's own. */
export const rpcRequest = event(
  "RPC_REQUEST",
  Schema.Struct({
    method: Schema.String.pipe(Schema.check(Schema.makeFilter(isKnownMethod, { expected: "known method" }))),
    params: Schema.Unknown,
    chainId: Schema.optionalKey(chainId),
    chainNamespace: Schema.optionalKey(Schema.Literals(["eip155", "solana", "polkadot", "bip122", "cosmos"])),
    rpcUrl: Schema.optionalKey(Schema.String),
  }),
  Schema.Unknown,
)
/** Told, not asked: the frame answers nothing. */
export const rpcAbort = "RPC_ABORT"
