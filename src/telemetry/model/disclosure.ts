import { textLimits } from "../../core/first-paint/display.ts"
import { socialNames } from "../../embedded/first-paint/model/socialLogins.ts"
import { isRecord } from "../../options/guards.ts"
import { allNamespaces } from "../../options/isNamespace.ts"
import { localDefaults } from "../../options/localFeatures.ts"
import { remoteDefaults } from "../../options/remoteFeatures.ts"
import type { AnalyticsEvent, EventName, EventProperties, Initialized, None, Properties } from "../opening/model.ts"
import { failuresOf } from "./failures.ts"
import { redact, redacted, redactNetwork, redactPath, redactToken, redactUrl } from "./redact.ts"

// Rules for data that may leave the page in an event or a report. The provider's analytics prescribes the names and properties of events.
// Each property has a declared shape here and is sent only in that shape; free text is redacted. The specification (section 7) requires the
// active account's address, its network, and transaction IDs, which are public on the chain.

/** Returns an event with each property in its declared shape. Other properties are dropped. */
export const disclosedEvent = ({ event, properties }: AnalyticsEvent): DisclosedEvent => ({
  event,
  ...(properties && { properties: Object.hasOwn(shapes, event) ? shaped(shapes[event], properties) : {} }),
})

/** Event whose properties may leave the page. */
export interface DisclosedEvent {
  readonly event: EventName
  readonly properties?: Properties
}

/** Reduces the page's URL to its origin and path. Hides parts of the path that are not plain words. */
export const disclosedPage = (url: string): string => {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${redactPath(pathname)}`
}

/** Returns `text` if it looks like the address of an account, or else `undefined`. */
export const disclosedAddress = (text: unknown): string | undefined =>
  typeof text === "string" && accountAddress.test(text) ? text : undefined

/**
 * Strips an error of the data that its message and stack quote. Keeps the types of the error and its causes, the redacted message, and the
 * locations in the stack.
 */
export const disclosedError = (error: unknown): EventProperties["INTERNAL_SDK_ERROR"] => {
  const { name, message, stack } =
    error instanceof Error ? error : { name: typeof error, message: String(error), stack: undefined }
  const errorType = redactToken(name)
  const errorMessage = redact(`${message}`).slice(0, textLimits.sentence)
  const causes = failuresOf(error)
    .slice(1)
    .map(({ tag, code }) => ` < ${[tag, code].filter((part) => part !== undefined).join(" ")}`)
  const frames = framesIn(`${stack ?? ""}`.replace(message, ""))
  return {
    errorType,
    errorMessage,
    stackTrace: frames.length > 0 ? [`${errorType}: ${errorMessage}${causes.join("")}`, ...frames].join("\n") : "",
    uncaught: true,
  }
}

/** Returns the text of a disclosed error, in the format that consoles use. */
export const textOf = ({ errorType, errorMessage, stackTrace }: EventProperties["INTERNAL_SDK_ERROR"]): string =>
  stackTrace || `${errorType}: ${errorMessage}`

/** Returns the locations in a stack: function names, and files by origin and path. */
const framesIn = (stack: string): readonly string[] =>
  stack
    .split("\n")
    .slice(0, mostFrames)
    .flatMap((line) => {
      // V8 writes `at run (https://site.example/app.js:1:2)`, others `run@https://site.example/app.js:1:2`.
      const [, run = "", file = "", place = ""] =
        /^\s+at (?:(.{0,200}) \()?(.{1,2000}?)((?::\d{1,9}){1,2})\)?$/.exec(line) ??
        /^(.{0,200}?)@([a-z-]{2,20}:\/\/.{1,2000}?)((?::\d{1,9}){1,2})$/.exec(line) ??
        []
      if (file === "") return []
      const named = functionName.test(run) && redact(run) === run ? run : redacted
      const at = `${URL.canParse(file) ? redactUrl(file) : redactPath(file)}${place}`
      return [run === "" ? `    at ${at}` : `    at ${named} (${at})`]
    })

const functionName = /^(?:async |new |get |set )?[\w$.<>]{1,80}(?: \[as [\w$]{1,40}\])?$/
const mostFrames = 30

/** Function that converts a value to the form that may leave the page. Returns `undefined` if no part of the value may. */
type Shape = (value: unknown) => unknown

const shaped = (shapes: Readonly<Record<string, Shape>>, properties: object): Properties =>
  Object.fromEntries(
    Object.entries(shapes).flatMap(([name, shape]) => {
      const value = shape((properties as Properties)[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )

const flag: Shape = (value) => (typeof value === "boolean" ? value : undefined)
const count: Shape = (value) => (Number.isSafeInteger(value) && Math.abs(Number(value)) < 10_000 ? value : undefined)
const textAs =
  (shown: (value: string) => string): Shape =>
  (value) =>
    typeof value === "string" ? shown(value) : undefined
const matching = (pattern: RegExp): Shape => textAs((value) => (pattern.test(value) ? value : redacted))
const oneOf = (...values: readonly string[]): Shape => textAs((value) => (values.includes(value) ? value : redacted))
const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) ? value.map(shape) : undefined
const record =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isRecord(value) ? shaped(fields, value) : undefined

/** Shape of a message of a wallet, a node, a service or an error. */
const message = textAs((value) => redact(value).slice(0, textLimits.sentence))
/** Shape of a message without digits, because it may quote all or part of the code that the visitor typed. */
const messageWithoutDigits = textAs((value) =>
  redact(value.replace(/\p{N}+/gu, redacted)).slice(0, textLimits.sentence),
)
/**
 * Shape of a name that a wallet reports. A truncated name is hidden, because its end may be the start of a secret, which patterns match
 * only as a whole.
 */
const name = textAs((value) => (value.endsWith(redacted) ? redacted : redact(value).slice(0, textLimits.name)))
const word: Shape = (value) => (value === undefined ? undefined : redactToken(value))
const network: Shape = (value) => (value === undefined ? undefined : redactNetwork(value))
const provider = oneOf(...Object.keys(socialNames))
const isSmartAccount = flag
const symbol = textAs((value) => (/^[\p{L}$₮.+-]{1,12}$/u.test(value) ? redact(value) : redacted))
const amount: Shape = (value) => (typeof value === "number" ? value : matching(/^\d{1,40}(?:\.\d{1,40})?$/)(value))
/** Shape of a transaction ID: hex, with or without 0x, or base58. */
const hash = matching(/^(?:(?:0x)?[\dA-Fa-f]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/)
const accountAddress = /^(?:0x[\dA-Fa-f]{40}|[1-9A-HJ-NP-Za-km-z]{25,44}|(?:bc|tb|bcrt)1[\da-z]{11,87})$/
const address = matching(accountAddress)
const asset = matching(/^(?:native|0x[\dA-Fa-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/)
const id = matching(/^[\w-]{1,64}$/)
const scheme = textAs((value) => /^[a-z][a-z\d+.-]{0,40}:/i.exec(value)?.[0] ?? redacted)

const onNetwork = { network, isSmartAccount }
const page = { isSmartAccount, address, projectId: id, cursor: word }
const swapped = {
  ...onNetwork,
  swapFromToken: symbol,
  swapToToken: symbol,
  swapFromAmount: amount,
  swapToAmount: amount,
}
const sent = { ...onNetwork, token: symbol, amount }
// The name that a visitor registers identifies the visitor.
const named = { isSmartAccount, ensName: () => redacted }
const source = oneOf("pay", "fund-from-exchange")
const configuration = record({ network, asset, amount, recipient: address })
const currentPayment = record({
  type: oneOf("wallet", "exchange"),
  exchangeId: word,
  status: word,
  result: hash,
})
const payment = { source, paymentId: id, configuration, currentPayment }
const none = {}

/** Shape of a feature: a flag, or a list of words. */
const feature: Shape = (value) => flag(value) ?? listOf(word)(value)
const featuresLike = (defaults: object) =>
  record(Object.fromEntries(Object.keys(defaults).map((key) => [key, feature])))
const isSet: Shape = (value) => value !== undefined

/** Shapes of the options in the first event. Other options, such as texts and URLs of the site, are not sent. */
const initialized: Readonly<Record<keyof Initialized, Shape>> = {
  projectId: id,
  networks: (value) => listOf((one) => redactNetwork(isRecord(one) ? one.caipNetworkId : undefined))(value),
  defaultNetwork: (value) => (isRecord(value) ? redactNetwork(value.caipNetworkId) : undefined),
  sdkType: matching(/^[a-z]{1,16}$/),
  sdkVersion: matching(/^[a-z\d,-]{1,40}-\d{1,3}(?:\.\d{1,3}){0,2}$/),
  features: featuresLike(localDefaults),
  remoteFeatures: featuresLike(remoteDefaults),
  askedFeatures: featuresLike(remoteDefaults),
  defaultAccountTypes: record(Object.fromEntries(allNamespaces.map((namespace) => [namespace, word]))),
  allWallets: oneOf("SHOW", "HIDE", "ONLY_MOBILE"),
  themeMode: oneOf("dark", "light", "system"),
  locale: matching(/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,2}$/i),
  siwx: isSet,
  siweConfig: isSet,
  enableEmbedded: flag,
  allowUnsupportedChain: flag,
  manualWCControl: flag,
  enableNetworkSwitch: flag,
  enableReconnect: flag,
  enableWalletConnect: flag,
  enableEIP6963: flag,
  enableCoinbase: flag,
  disableAppend: flag,
  basic: flag,
  experimental_preferUniversalLinks: flag,
  debug: flag,
}

type ShapesOf<P> = P extends None ? object : { readonly [Name in keyof P]-?: Shape }

const shapes: { readonly [Name in EventName]: ShapesOf<EventProperties[Name]> & Readonly<Record<string, Shape>> } = {
  MODAL_CREATED: none,
  CLICK_ALL_WALLETS: none,
  CLICK_WALLET_HELP: none,
  CLICK_NETWORK_HELP: none,
  CLICK_GET_WALLET: none,
  CLICK_NETWORKS: none,
  MODAL_OPEN: { connected: flag },
  MODAL_CLOSE: { connected: flag },
  INITIALIZE: initialized,
  SELECT_WALLET: { name, platform: oneOf("qrcode", "mobile", "desktop", "web", "browser"), displayIndex: count },
  // `search` is free text that the visitor typed or pasted.
  SEARCH_WALLET: { badge: oneOf("certified"), search: message },
  CONNECT_SUCCESS: { method: oneOf("qrcode", "mobile", "browser", "email"), name, reconnect: flag },
  CONNECT_ERROR: { message },
  // Only the scheme is sent, because a pairing URI lets any reader connect.
  CONNECT_PROXY_ERROR: { message, uri: scheme, mobile_link: scheme, name },
  DISCONNECT_SUCCESS: { namespace: oneOf("all", ...allNamespaces) },
  DISCONNECT_ERROR: { message },
  SWITCH_NETWORK: { network },
  CLICK_TRANSACTIONS: { isSmartAccount },
  ERROR_FETCH_TRANSACTIONS: page,
  LOAD_MORE_TRANSACTIONS: page,
  CLICK_SIGN_SIWX_MESSAGE: onNetwork,
  CLICK_CANCEL_SIWX: onNetwork,
  SIWX_AUTH_SUCCESS: onNetwork,
  SIWX_AUTH_ERROR: onNetwork,
  EMAIL_LOGIN_SELECTED: none,
  EMAIL_SUBMITTED: none,
  DEVICE_REGISTERED_FOR_EMAIL: none,
  EMAIL_VERIFICATION_CODE_SENT: none,
  EMAIL_VERIFICATION_CODE_PASS: none,
  EMAIL_VERIFICATION_CODE_FAIL: { message: messageWithoutDigits },
  EMAIL_EDIT: none,
  EMAIL_UPGRADE_FROM_MODAL: none,
  SOCIAL_LOGIN_STARTED: { provider },
  SOCIAL_LOGIN_SUCCESS: { provider, reconnect: flag },
  SOCIAL_LOGIN_ERROR: { provider, message },
  SOCIAL_LOGIN_REQUEST_USER_DATA: { provider },
  SOCIAL_LOGIN_CANCELED: { provider },
  SET_PREFERRED_ACCOUNT_TYPE: { network, accountType: word },
  CLICK_CONVERT: none,
  CLICK_SELECT_TOKEN_TO_SWAP: none,
  CLICK_SELECT_NETWORK_TO_SWAP: none,
  SELECT_WHAT_IS_A_BUY: none,
  OPEN_SWAP: onNetwork,
  OPEN_SEND: onNetwork,
  INITIATE_SWAP: swapped,
  SWAP_SUCCESS: swapped,
  SWAP_ERROR: { ...swapped, message },
  SWAP_APPROVAL_ERROR: { ...swapped, message },
  SEND_INITIATED: sent,
  SEND_SUCCESS: { ...sent, hash },
  SEND_ERROR: { ...sent, message },
  SELECT_BUY_CRYPTO: { isSmartAccount },
  SELECT_BUY_PROVIDER: { isSmartAccount, provider: word },
  OPEN_ENS_FLOW: { isSmartAccount },
  REGISTER_NAME_INITIATED: named,
  REGISTER_NAME_SUCCESS: named,
  REGISTER_NAME_ERROR: { ...named, error: message },
  // `disclosedError` has already redacted these properties.
  INTERNAL_SDK_ERROR: { errorType: word, errorMessage: message, stackTrace: textAs((value) => value), uncaught: flag },
  PAY_INITIATED: payment,
  PAY_SUCCESS: payment,
  PAY_ERROR: payment,
  PAY_MODAL_OPEN: { exchanges: listOf(word), configuration },
  PAY_EXCHANGE_SELECTED: { exchange: record({ id: word }), configuration, currentPayment, headless: flag, source },
}
