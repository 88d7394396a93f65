import { isAppScheme } from "../../core/first-paint/safeUrl.ts"
import type { Wallet } from "../../wallets/first-paint/model/wallet.ts"

/** Link that passes a pairing URI to a wallet, and its base for later requests. */
export interface WalletLink {
  readonly href: string
  /** Part of the link that belongs to the wallet: a scheme with `://`, or the https URL of its app. */
  readonly base: string
}

/** Environment in which a link is opened. */
export interface LinkFrom {
  /** Whether to prefer universal links over an app's own scheme, if the wallet has both. */
  readonly preferUniversal?: boolean
  readonly os?: "ios" | "android" | "mac" | "other"
  readonly telegram?: boolean
}

/** Returns the link to a wallet's app on this phone, or `undefined` if it has none that can be opened. */
export const appLinkOf = (
  { mobile_link, link_mode }: Pick<Wallet, "mobile_link" | "link_mode">,
  uri: string,
  { preferUniversal = false, os, telegram }: LinkFrom = {},
): WalletLink | undefined => {
  // Telegram on Android decodes the link one more time than other apps.
  const code = telegram && os === "android" ? encodeURIComponent(uri) : uri
  const native = walletLink(mobile_link, code)
  const universal = link_mode !== undefined && isHttps(link_mode) ? walletLink(link_mode, code) : undefined
  return preferUniversal ? (universal ?? native) : (native ?? universal)
}

/**
 * Builds `{scheme}://wc?uri={uri}` or `{https link}/wc?uri={uri}`. Returns `undefined` if `link` is missing, or has any scheme other than
 * `https:` or an app's own.
 */
export const walletLink = (link: string | undefined, code: string): WalletLink | undefined => {
  const base = link && (isHttps(link) ? link.replace(/\/+$/, "") : schemeOf(link))
  return base ? { base, href: `${withSlash(base)}wc?uri=${encodeURIComponent(code)}` } : undefined
}

/** Builds the link that opens a wallet's app for a request already sent to it. */
export const requestLink = (base: string, { topic, id }: { readonly topic: string; readonly id: number }): string =>
  `${withSlash(base)}wc?requestId=${id}&sessionTopic=${topic}`

/** Returns the expiry of a pairing URI in ms since the Unix epoch, or `undefined` if it contains none. */
export const codeExpiry = (uri: string): number | undefined => {
  const seconds = Number(/[?&]expiryTimestamp=(\d{1,12})(?:&|$)/.exec(uri)?.[1])
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined
}

/** Whether a method may prompt the user of the wallet. Other methods do not need the app in the foreground. */
export const needsUserApproval = (method: string): boolean =>
  !/^(wallet_get|eth_(accounts|chainId)$|\w*get_?Accounts?)/i.test(method)

/**
 * Normalizes an app's own scheme: `wallet` and `wallet:` become `wallet://`. Returns `undefined` for any other text and for a scheme that an
 * app cannot have.
 */
const schemeOf = (link: string): string | undefined => {
  const [, scheme = "", path = "://"] = /^([^/:]+)(?::|(:\/\/.*))?$/.exec(link) ?? []
  return isAppScheme(scheme.toLowerCase()) ? `${scheme}${path}` : undefined
}

const withSlash = (base: string) => (base.endsWith("/") ? base : `${base}/`)

/** Whether a link uses https. Over http, others on the network could read the pairing URI. */
const isHttps = (link: string) => /^https:\/\/[^\s]+$/i.test(link)
