import { isRecord } from "./input.ts"
import type { Namespace } from "./namespaces.ts"
import { chainNames } from "./signsIn.ts"
import { isSameAddress } from "./switching.ts"

/** What a sign-in message says (specification section 3; CAIP-122). `chainId` is a CAIP-2 id, times are ISO 8601. */
export interface SiwxMessageData {
  readonly accountAddress: string
  readonly chainId: string
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly nonce: string
  readonly notBefore?: string
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly requestId?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
}

/** What a message says before anybody knows whose it will be. */
export type SiwxRequest = Omit<SiwxMessageData, "accountAddress" | "chainId">

/** A message with the text that is signed. */
export interface SiwxMessage extends SiwxMessageData {
  toString(): string
}

/** A message that was signed: what it says, its text, and the signature as the namespace writes it. */
export interface SiwxSession {
  readonly data: SiwxMessageData
  readonly message: string
  readonly signature: string
}

/** A session that holds, and the e-mail address that its visitor gave for it. */
export interface HeldSession extends SiwxSession {
  readonly email?: string
}

/** With which wallet a message was signed, as the provider's sign-in is told. */
export type WalletInfo =
  | {
      readonly type: "walletconnect" | "extension" | "unknown"
      readonly name?: string | undefined
      readonly icon?: string | undefined
    }
  | { readonly type: "social"; readonly social: string; readonly identifier: string | undefined }

/** Whose session, and on which network (CAIP-2). */
export interface SiwxAccount {
  readonly chainId: string
  readonly accountAddress: string
}

type Later<A> = A | Promise<A>

/**
 * The option `siwx`: sign-in with a wallet signature. What a site leaves out is ours: a message of the standard's, sessions in the
 * browser, signatures checked on the page. A site that has a backend gives `createMessage` its nonce and keeps the sessions there.
 */
export interface SiwxConfig {
  /** A line that the message shows the visitor. */
  readonly statement?: string
  /** Whether a visitor who does not sign in is disconnected (default true). */
  getRequired?(): boolean
  /** Whether signing out of a wallet ends its sessions (default true). */
  readonly signOutOnDisconnect?: boolean
  createMessage?(input: SiwxAccount): Later<SiwxMessage>
  /** Rejects to refuse the signature. */
  addSession?(session: SiwxSession): Later<unknown>
  revokeSession?(chainId: string, accountAddress: string): Later<unknown>
  /** Takes what a wallet over the relay signed along with its approval, one session a network, that of the network in use first. */
  setSessions?(sessions: readonly SiwxSession[]): Later<unknown>
  getSessions?(chainId: string, accountAddress: string): Later<readonly SiwxSession[]>
}

/** The option `siweConfig`: the older form, for EVM accounts. Its one session is the backend's matter. */
export interface SiweConfig {
  readonly enabled?: boolean
  /** Whether a visitor who does not sign in is disconnected (default true). */
  readonly required?: boolean
  readonly signOutOnDisconnect?: boolean
  /** Whether a session of another address counts as none (default true). */
  readonly signOutOnAccountChange?: boolean
  /** Whether a session of another network counts as none (default true). */
  readonly signOutOnNetworkChange?: boolean
  getNonce(address?: string): Later<string>
  createMessage(input: SiweMessage): string
  verifyMessage(input: { readonly message: string; readonly signature: string }): Later<boolean>
  getSession(): Later<{ readonly address: string; readonly chainId: number } | null | undefined>
  signOut(): Later<unknown>
  getMessageParams?(): Later<Partial<Pick<SiweMessage, "domain" | "uri" | "statement">> | undefined>
}

/** What the older form makes a message of; `chainId` is EIP-155's number. */
export interface SiweMessage {
  readonly address: string
  readonly chainId: number
  readonly domain: string
  readonly uri: string
  readonly version: "1"
  readonly nonce: string
  readonly iat: string
  readonly statement?: string
}

/** The text of a message, line by line as CAIP-122 has it (for EVM: ERC-4361). */
export const siwxText = (data: SiwxMessageData): string => {
  const [namespace = "", reference = ""] = data.chainId.split(":")
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ["URI", data.uri],
    ["Version", data.version],
    ["Chain ID", reference],
    ["Nonce", data.nonce],
    ["Issued At", data.issuedAt],
    ["Expiration Time", data.expirationTime],
    ["Not Before", data.notBefore],
    ["Request ID", data.requestId],
  ]
  return [
    `${data.domain} wants you to sign in with your ${chainNames[namespace] ?? namespace} account:`,
    data.accountAddress,
    "",
    // One line: a statement of two could pretend to be the facts under it.
    ...(data.statement?.trim() ? [data.statement.replace(/\s+/g, " ").trim()] : []),
    "",
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    ...(data.resources?.length ? ["Resources:", ...data.resources.map((uri) => `- ${uri}`)] : []),
  ].join("\n")
}

/** The domain of an origin, which a message names. Throws for a page that has none, as in a sandboxed frame: nobody could tell who asks. */
export const hostOf = (origin: string): string => new URL(origin).host

/**
 * Whether a message speaks for the page of this host: it names the host, or a domain above it that has the same owner. A list of public
 * suffixes that cannot be loaded proves no owner.
 */
export const speaksFor = async ({ domain }: Pick<SiwxMessageData, "domain">, host: string): Promise<boolean> => {
  if (domain === host) return true
  if (!host.endsWith(`.${domain}`)) return false
  const suffixes = await import("./publicSuffixes.ts").catch(() => undefined)
  return suffixes?.haveOneOwner(domain, host) ?? false
}

/** A message without its text, which is made of it. */
export const withText = (data: SiwxMessageData): SiwxMessage => ({ ...data, toString: () => siwxText(data) })

/** Said while the site takes what a wallet signed with its approval (specification section 8). */
export const authenticating = "Authenticating..."

/** Whether a message is of an account, on its network. Only EVM addresses may differ in their letters' case. */
export const isOf = (data: SiwxAccount, { chainId, accountAddress }: SiwxAccount): boolean =>
  data.chainId === chainId && isSameAddress(chainId.split(":")[0] as Namespace, data.accountAddress, accountAddress)

/** Whether a session is of an account and holds now; a session without an end never ends. */
export const counts = ({ data }: SiwxSession, account: SiwxAccount, now: number): boolean =>
  isOf(data, account) &&
  !(data.expirationTime !== undefined && !(Date.parse(data.expirationTime) > now)) &&
  !(data.notBefore !== undefined && !(Date.parse(data.notBefore) <= now))

/** Reads sessions that come from storage or a backend. What is none is left out. */
export const readSessions = (value: unknown): readonly SiwxSession[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one.message !== "string" || typeof one.signature !== "string") return []
    const data = readMessage(one.data)
    return data ? [{ data, message: one.message, signature: one.signature }] : []
  })

/** Reads what a message says; nothing where something of it is missing or of the wrong type. */
export const readMessage = (value: unknown): SiwxMessageData | undefined => {
  if (!isRecord(value)) return undefined
  const texts = (keys: readonly string[]) =>
    Object.fromEntries(keys.flatMap((key) => (typeof value[key] === "string" ? [[key, value[key]]] : [])))
  const needed = texts(["accountAddress", "chainId", "domain", "uri", "version", "nonce"])
  if (Object.keys(needed).length < 6) return undefined
  const { resources } = value
  return {
    ...(needed as Pick<SiwxMessageData, "accountAddress" | "chainId" | "domain" | "uri" | "version" | "nonce">),
    ...texts(["notBefore", "statement", "requestId", "issuedAt", "expirationTime"]),
    ...(Array.isArray(resources) && { resources: resources.filter((one) => typeof one === "string") }),
  }
}
