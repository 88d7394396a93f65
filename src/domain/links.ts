import { isAppScheme } from "./safe.ts"
import type { Wallet } from "./wallets.ts"

/** A link that hands a pairing code to a wallet (facts of the field), and what it begins with, for later requests. */
export interface WalletLink {
  readonly href: string
  /** The wallet's own part: a scheme with `://`, or the https address of its app. */
  readonly base: string
}

/** Where a link is opened. */
export interface LinkFrom {
  /** Universal links before an app's own scheme, where the wallet has one. */
  readonly preferUniversal?: boolean
  readonly os?: "ios" | "android" | "mac" | "other"
  readonly telegram?: boolean
}

/** The link to a wallet's app on this phone; nothing where the wallet has none that can be opened. */
export const appLinkOf = (
  { mobile_link, link_mode }: Pick<Wallet, "mobile_link" | "link_mode">,
  uri: string,
  { preferUniversal = false, os, telegram }: LinkFrom = {},
): WalletLink | undefined => {
  // Telegram on Android decodes it once more than others do.
  const code = telegram && os === "android" ? encodeURIComponent(uri) : uri
  const native = walletLink(mobile_link, code)
  const universal = link_mode !== undefined && isHttps(link_mode) ? walletLink(link_mode, code) : undefined
  return preferUniversal ? (universal ?? native) : (native ?? universal)
}

/** `{scheme}://wc?uri={code}` or `{https link}/wc?uri={code}`; `undefined` for any other scheme than `https:` or an app's own. */
export const walletLink = (link: string | undefined, code: string): WalletLink | undefined => {
  const base = link && (isHttps(link) ? link.replace(/\/+$/, "") : schemeOf(link))
  return base ? { base, href: `${withSlash(base)}wc?uri=${encodeURIComponent(code)}` } : undefined
}

/** The link that brings a wallet's app to the front for a request that it has been sent. */
export const requestLink = (base: string, { topic, id }: { readonly topic: string; readonly id: number }): string =>
  `${withSlash(base)}wc?requestId=${id}&sessionTopic=${topic}`

/** When a pairing code ends, in milliseconds since 1970; nothing where it does not say. */
export const codeExpiry = (uri: string): number | undefined => {
  const seconds = Number(/[?&]expiryTimestamp=(\d{1,12})(?:&|$)/.exec(uri)?.[1])
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined
}

/** Whether a method asks the wallet's holder something: the others are answered without a look at the app. */
export const asksHolder = (method: string): boolean =>
  !/^(wallet_get|eth_(accounts|chainId)$|\w*get_?Accounts?)/i.test(method)

/** An app's own scheme, made whole: `wallet`, `wallet:` and `wallet://` are one. */
const schemeOf = (link: string): string | undefined => {
  const base = link.includes("://") ? link : `${link.replaceAll(/[/:]/g, "")}://`
  const scheme = base.slice(0, base.indexOf(":")).toLowerCase()
  return isAppScheme(scheme) ? base : undefined
}

const withSlash = (base: string) => (base.endsWith("/") ? base : `${base}/`)

/** Over http an address could be read along the way, and the pairing code in it. */
const isHttps = (link: string) => /^https:\/\/[^\s]+$/i.test(link)
