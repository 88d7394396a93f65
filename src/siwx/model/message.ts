import { isSameAccount } from "../../namespaces/model/namespaceTable.ts"
import { isRecord } from "../../options/guards.ts"
import { chainNameOf } from "../opening/model/signInNamespaces.ts"

/** Fields of a sign-in message (specification section 3; CAIP-122). `chainId` is a CAIP-2 ID, and times are in ISO 8601. */
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

/** Fields of a message that are known before the account is. */
export type SiwxRequest = Omit<SiwxMessageData, "accountAddress" | "chainId">

/** Message whose `toString` returns the text to sign. */
export interface SiwxMessage extends SiwxMessageData {
  toString(): string
}

/** Signed message: its fields, its text, and the signature in the namespace's format. */
export interface SiwxSession {
  readonly data: SiwxMessageData
  readonly message: string
  readonly signature: string
}

/** Valid session, and the email address that the visitor entered for it. */
export interface HeldSession extends SiwxSession {
  readonly email?: string
}

/** Wallet that signed a message, as reported to the provider's sign-in. */
export type WalletInfo =
  | {
      readonly type: "walletconnect" | "extension" | "unknown"
      readonly name?: string | undefined
      readonly icon?: string | undefined
    }
  | { readonly type: "social"; readonly social: string; readonly identifier: string | undefined }

/** Account and network (CAIP-2) of a session. */
export interface SiwxAccount {
  readonly chainId: string
  readonly accountAddress: string
}

type Later<A> = A | Promise<A>

/**
 * Option `siwx`: sign-in with a wallet signature. Anything the site omits falls back to a built-in default: a standard message, sessions
 * stored in the browser, signatures verified on the page. A site with a backend supplies the nonce in `createMessage` and stores the
 * sessions there.
 */
export interface SiwxConfig {
  /** Statement shown in the message. */
  readonly statement?: string
  /** Whether to disconnect visitors who do not sign in. Default: true. */
  getRequired?(): boolean
  /** Whether disconnecting a wallet ends its sessions. Default: true. */
  readonly signOutOnDisconnect?: boolean
  createMessage?(input: SiwxAccount): Later<SiwxMessage>
  /**
   * Stores the session of a new signature, for `getSessions` to return. If the function throws or its Promise rejects, the signature is
   * refused.
   */
  addSession?(session: SiwxSession): Later<unknown>
  revokeSession?(chainId: string, accountAddress: string): Later<unknown>
  /**
   * Receives the sessions that a wallet signed while approving a connection. Over WalletConnect, there is one per network, with the active
   * network's first. Otherwise there is one.
   */
  setSessions?(sessions: readonly SiwxSession[]): Later<unknown>
  getSessions?(chainId: string, accountAddress: string): Later<readonly SiwxSession[]>
}

/** Option `siweConfig`: the older form of `siwx`, for EVM accounts. The site's backend keeps a single session. */
export interface SiweConfig {
  /** Whether sign-in is on. Default: true. */
  readonly enabled?: boolean
  /** Whether to disconnect visitors who do not sign in. Default: true. */
  readonly required?: boolean
  /** Whether disconnecting a wallet ends its session. Default: true. */
  readonly signOutOnDisconnect?: boolean
  /** Whether a session of another address is ignored. Default: true. */
  readonly signOutOnAccountChange?: boolean
  /** Whether a session of another network is ignored. Default: true. */
  readonly signOutOnNetworkChange?: boolean
  getNonce(address?: string): Later<string>
  createMessage(input: SiweMessage): Later<string>
  verifyMessage(input: { readonly message: string; readonly signature: string }): Later<boolean>
  getSession(): Later<{ readonly address: string; readonly chainId: number } | null | undefined>
  signOut(): Later<unknown>
  getMessageParams?(): Later<Partial<Pick<SiweMessage, "domain" | "uri" | "statement">> | undefined>
}

/** Input of the older form's `createMessage`. `chainId` is the EIP-155 chain ID. */
export interface SiweMessage {
  /** Address with its checksum (EIP-55), as viem types it. */
  readonly address: `0x${string}`
  readonly chainId: number
  readonly domain: string
  readonly uri: string
  readonly version: "1"
  readonly nonce: string
  readonly iat: string
  readonly statement?: string
}

/** Returns the text of a message in the format of CAIP-122 (for EVM: ERC-4361). */
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
    `${data.domain} wants you to sign in with your ${chainNameOf(namespace)} account:`,
    data.accountAddress,
    "",
    // Reduced to one line, so a statement cannot imitate the fields below it.
    ...(data.statement?.trim() ? [data.statement.replace(/\s+/g, " ").trim()] : []),
    "",
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    ...(data.resources?.length ? ["Resources:", ...data.resources.map((uri) => `- ${uri}`)] : []),
  ].join("\n")
}

/**
 * Returns the host of an origin, with its port, as the message's domain. Throws if the page has no origin, as in a sandboxed frame, because
 * visitors could not identify the site.
 */
export const hostOf = (origin: string): string => new URL(origin).host

/**
 * Whether a message's domain belongs to the same site as the page's host: it is that host, or a parent domain with the same owner. If the
 * list of public suffixes cannot be loaded, only the host itself counts.
 */
export const isSameSite = async ({ domain }: Pick<SiwxMessageData, "domain">, host: string): Promise<boolean> => {
  if (domain === host) return true
  if (!host.endsWith(`.${domain}`)) return false
  const suffixes = await import("./publicSuffixes.ts").catch(() => undefined)
  return suffixes?.haveOneOwner(domain, host) ?? false
}

/** Returns a message with these fields and their text. */
export const withText = (data: SiwxMessageData): SiwxMessage => ({ ...data, toString: () => siwxText(data) })

/** Label shown while the site processes the messages that a wallet signed while approving a connection (specification section 8). */
export const authenticating = "Authenticating..."

/** Whether a message belongs to an account on its network. Hexadecimal addresses are compared without case. */
export const belongsTo = (data: SiwxAccount, { chainId, accountAddress }: SiwxAccount): boolean =>
  data.chainId === chainId && isSameAccount(chainId, data.accountAddress, accountAddress)

/** Whether a session belongs to an account and is valid now. Without an expiry, it stays valid. */
export const isValidNow = ({ data }: SiwxSession, account: SiwxAccount, now: number): boolean =>
  belongsTo(data, account) &&
  !(data.expirationTime !== undefined && !(Date.parse(data.expirationTime) > now)) &&
  !(data.notBefore !== undefined && !(Date.parse(data.notBefore) <= now))

/** Decodes sessions from storage or a backend. Malformed ones are dropped. Works without Schema, which start-up would have to load. */
export const readSessions = (value: unknown): readonly SiwxSession[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one.message !== "string" || typeof one.signature !== "string") return []
    const data = readMessage(one.data)
    return data ? [{ data, message: one.message, signature: one.signature }] : []
  })

/** Decodes the fields of a message. Returns `undefined` if a required one is missing or malformed. */
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
