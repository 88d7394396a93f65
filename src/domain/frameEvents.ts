import * as v from "valibot"
import { isKnownMethod } from "./frameMethods.ts"
import { filled, finite, lenient, list, object, record, type Schema, shownName, textThat } from "./schema.ts"

/**
 * An event that the page posts to the embedded wallet's frame as `@w3m-app/NAME`, with what it carries, and what the frame's
 * `@w3m-frame/NAME_SUCCESS` answers; `@w3m-frame/NAME_ERROR` answers `{ message }` (section 7; the shapes are those of the frame's
 * protocol). Both are decoded: what the page would send wrongly is not sent, what the frame sends wrongly fails.
 */
export interface FrameEvent<Input, Answer> {
  readonly name: string
  readonly payload: Schema<Input>
  readonly answer: Schema<Answer>
  /** Whether the answer is waited for no longer than a request's limit. */
  readonly limited: boolean
  /** Whether giving everything up gives this up too. */
  readonly aborts: boolean
}

/** Frame's answer that says nothing. */
const nothing = v.unknown()
const none = v.custom<undefined>((said) => said === undefined, "undefined")

const event = <Input, Answer>(
  name: string,
  payload: Schema<Input>,
  answer: Schema<Answer>,
  { limited = false, aborts = true } = {},
): FrameEvent<Input, Answer> => ({ name, payload, answer, limited, aborts })

const numberOrText = v.custom<number | string>(
  (said) => typeof said === "string" || Number.isFinite(said),
  "number | string",
)

/** A chain as the frame names it: the number of an EVM chain, or a CAIP-2 id, or its second part alone. */
const chainId = v.custom<number | string>(
  (said) =>
    typeof said === "string"
      ? /^([-a-z0-9]{3,8}:)?[-\w]{1,32}$/i.test(said)
      : Number.isSafeInteger(said) && Number(said) > 0,
  "number | string",
)

/** An e-mail address that can be one: something, an at sign, a domain with a dot, 254 characters at most (RFC 5321). */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>"(),:;\\[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(text)

const email = textThat(isEmail, "e-mail address")

/** A one-time code: six digits. */
export const isCode = (text: string): boolean => /^\d{6}$/.test(text)

const code = object({
  otp: textThat(isCode, "six digits"),
})

/** An account of the embedded wallet (section 3, User). */
const accountType = v.picklist(["eoa", "smartAccount"])
const accounts = list(object({ address: filled, type: accountType }))

/** What is to be signed at login; the account's address is not known yet. */
const siwxMessage = object({
  serializedMessage: v.exactOptional(v.string()),
  accountAddress: v.string(),
  chainId: v.string(),
  notBefore: v.exactOptional(v.string()),
  domain: v.string(),
  uri: v.string(),
  version: v.picklist(["1"]),
  nonce: v.string(),
  statement: v.exactOptional(v.string()),
  resources: v.exactOptional(list(v.string())),
  requestId: v.exactOptional(v.string()),
  issuedAt: v.exactOptional(v.string()),
  expirationTime: v.exactOptional(v.string()),
})

/** Who is logged in, as the frame says it. */
const user = object({
  // Both are shown: what cannot be one is left out.
  email: lenient(email),
  address: filled,
  chainId,
  smartAccountDeployed: v.optional(v.boolean()),
  accounts: v.optional(accounts),
  preferredAccountType: v.optional(accountType),
  userName: lenient(shownName),
  signature: v.optional(v.string()),
  message: v.optional(v.string()),
  siwxMessage: v.optional(siwxMessage),
})
export type FrameUser = v.InferOutput<typeof user>

/** Socials whose login goes over a redirect; Farcaster's goes over a link of its own. */
export const redirecting = ["google", "github", "apple", "facebook", "x", "discord"] as const

export const connectEmail = event(
  "CONNECT_EMAIL",
  object({ email }),
  object({ action: v.picklist(["VERIFY_DEVICE", "VERIFY_OTP", "CONNECT"]) }),
  { limited: true },
)
export const connectDevice = event("CONNECT_DEVICE", none, nothing, { limited: true })
export const connectOtp = event("CONNECT_OTP", code, nothing, { limited: true })
export const connectSocial = event(
  "CONNECT_SOCIAL",
  object({
    uri: v.string(),
    preferredAccountType: v.exactOptional(accountType),
    chainId: v.exactOptional(chainId),
    siwxMessage: v.exactOptional(siwxMessage),
    rpcUrl: v.exactOptional(v.string()),
  }),
  user,
  { limited: true },
)
export const socialRedirectUri = event(
  "GET_SOCIAL_REDIRECT_URI",
  object({ provider: v.picklist(redirecting) }),
  object({ uri: v.string() }),
  { limited: true },
)
export const farcasterUri = event("GET_FARCASTER_URI", none, object({ url: v.string() }), { aborts: false })
export const connectFarcaster = event("CONNECT_FARCASTER", none, object({ userName: shownName }))
export const getUser = event(
  "GET_USER",
  object({
    chainId: v.exactOptional(chainId),
    preferredAccountType: v.exactOptional(accountType),
    socialUri: v.exactOptional(v.string()),
    siwxMessage: v.exactOptional(siwxMessage),
    rpcUrl: v.exactOptional(v.string()),
  }),
  user,
)
export const signOut = event("SIGN_OUT", none, nothing)
/** The session's token is added where it is kept: by the frame's leaf. */
export const isConnected = event(
  "IS_CONNECTED",
  object({ token: v.exactOptional(v.string()) }),
  object({ isConnected: v.boolean() }),
)
export const getChainId = event("GET_CHAIN_ID", none, object({ chainId }))
export const switchNetwork = event(
  "SWITCH_NETWORK",
  object({ chainId, rpcUrl: v.exactOptional(v.string()) }),
  object({ chainId }),
)
export const smartAccountNetworks = event(
  "GET_SMART_ACCOUNT_ENABLED_NETWORKS",
  none,
  object({ smartAccountEnabledNetworks: list(finite) }),
)
export const setPreferredAccount = event(
  "SET_PREFERRED_ACCOUNT",
  object({ type: accountType }),
  object({ type: accountType, address: v.string() }),
)
export const updateEmail = event(
  "UPDATE_EMAIL",
  object({ email }),
  object({ action: v.picklist(["VERIFY_PRIMARY_OTP", "VERIFY_SECONDARY_OTP"]) }),
)
export const updateEmailPrimaryOtp = event("UPDATE_EMAIL_PRIMARY_OTP", code, nothing)
export const updateEmailSecondaryOtp = event("UPDATE_EMAIL_SECONDARY_OTP", code, object({ newEmail: email }))
export const syncTheme = event(
  "SYNC_THEME",
  object({
    themeMode: v.exactOptional(v.picklist(["light", "dark"])),
    themeVariables: v.exactOptional(record(numberOrText)),
    w3mThemeVariables: v.exactOptional(record(v.string())),
  }),
  nothing,
)
export const syncDappData = event(
  "SYNC_DAPP_DATA",
  object({
    metadata: v.exactOptional(
      object({
        name: v.string(),
        description: v.string(),
        url: v.string(),
        icons: list(v.string()),
      }),
    ),
    sdkVersion: v.exactOptional(v.string()),
    sdkType: v.exactOptional(v.string()),
    projectId: v.string(),
  }),
  nothing,
)
/** The frame's page begins anew: what it asked the visitor is given up. It is ready when it says so again. */
export const reload = event("RELOAD", none, nothing, { aborts: false })
/** A request to the embedded wallet, of a method that it knows; whatever it answers is the method's own. */
export const rpcRequest = event(
  "RPC_REQUEST",
  object({
    method: textThat(isKnownMethod, "known method"),
    params: v.unknown(),
    chainId: v.exactOptional(chainId),
    chainNamespace: v.exactOptional(v.picklist(["eip155", "solana", "polkadot", "bip122", "cosmos"])),
    rpcUrl: v.exactOptional(v.string()),
  }),
  v.unknown(),
)
/** Told, not asked: the frame answers nothing. */
export const rpcAbort = "RPC_ABORT"
