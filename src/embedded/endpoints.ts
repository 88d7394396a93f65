import * as v from "valibot"
import {
  filled,
  finite,
  list,
  object,
  optionalOr,
  record,
  type Schema,
  shownName,
  textThat,
} from "../core/opening/schema.ts"
import { isKnownMethod } from "./model/frameMethods.ts"

/**
 * Event that the page posts to the embedded wallet's frame as `@w3m-app/NAME`. The frame responds with `@w3m-frame/NAME_SUCCESS` or with
 * `@w3m-frame/NAME_ERROR` and `{ message }` (section 7; the shapes are those of the frame's protocol). Both directions are validated: an
 * invalid request is not sent, an invalid response fails.
 */
export interface FrameEvent<Input, Answer> {
  readonly name: string
  readonly payload: Schema<Input>
  readonly answer: Schema<Answer>
  /** Whether the response is subject to the request time limit. */
  readonly limited: boolean
  /** Whether aborting all pending requests aborts this one too. */
  readonly aborts: boolean
}

/** Response without content. */
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

/** Chain as the frame names it: an EVM chain ID, a CAIP-2 ID, or only the reference of one. */
const chainId = v.custom<number | string>(
  (said) =>
    typeof said === "string"
      ? /^([-a-z0-9]{3,8}:)?[-\w]{1,32}$/i.test(said)
      : Number.isSafeInteger(said) && Number(said) > 0,
  "number | string",
)

/** Whether `text` is a plausible email address: a local part, an at sign and a domain with a dot, 254 characters at most (RFC 5321). */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>"(),:;\\[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(text)

const email = textThat(isEmail, "e-mail address")

/** Whether `text` is a one-time code: six digits. */
export const isCode = (text: string): boolean => /^\d{6}$/.test(text)

const code = object({
  otp: textThat(isCode, "six digits"),
})

/** Account types of the embedded wallet (section 3, User). */
const accountType = v.picklist(["eoa", "smartAccount"])
const accounts = list(object({ address: filled, type: accountType }))

/** Message to sign at login, before the account's address is known. */
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

/** Logged-in user, as the frame reports it. */
const user = object({
  // Both are shown to the visitor, so invalid values are dropped.
  email: optionalOr(email),
  address: filled,
  chainId,
  smartAccountDeployed: v.optional(v.boolean()),
  accounts: v.optional(accounts),
  preferredAccountType: v.optional(accountType),
  userName: optionalOr(shownName),
  signature: v.optional(v.string()),
  message: v.optional(v.string()),
  siwxMessage: v.optional(siwxMessage),
})
export type FrameUser = v.InferOutput<typeof user>

/** Socials that log in by redirect. Farcaster uses its own link. */
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
/** The frame's layer, which persists the session token, adds it. */
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
/** Reloads the frame's page, which aborts its prompts to the visitor. The frame is ready once it reports so again. */
export const reload = event("RELOAD", none, nothing, { aborts: false })
/** Request to the embedded wallet with a known method. The response depends on the method. */
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
/** One-way message. The frame does not respond. */
export const rpcAbort = "RPC_ABORT"
