import { textLimits } from "./display.ts"

/**
 * Returns the URL if an image may be loaded from it: http or https without credentials, or image data. Returns `undefined` for anything
 * else, and for a URL that is too long.
 */
export const safeImageUrl = (url: unknown): string | undefined => {
  if (typeof url !== "string") return undefined
  if (/^data:image\/[a-z0-9.+-]+[;,]/i.test(url)) return url.length <= textLimits.dataImage ? url : undefined
  return webUrl(url)
}

/**
 * Returns the URL if it is an http or https URL without credentials. Returns `undefined` for anything else, and for a URL that is too long.
 */
export const webUrl = (url: unknown): string | undefined => {
  const parsed = parseUrl(url)
  return parsed && /^https?:$/.test(parsed.protocol) && !(parsed.username + parsed.password) ? parsed.href : undefined
}

/**
 * Returns the URL if `webUrl` accepts it, or if it is an app link with an allowed scheme. Returns `undefined` for anything else, and for a
 * URL that is too long.
 */
export const safeLink = (url: unknown): string | undefined => {
  const parsed = parseUrl(url)
  if (!parsed) return undefined
  return isAppScheme(parsed.protocol.slice(0, -1)) ? parsed.href : webUrl(url)
}

/**
 * Whether a URL scheme, in lower case and without its colon, may belong to a wallet app. False for schemes of the web, browsers, the
 * operating system, calls, remote access and payments.
 */
export const isAppScheme = (scheme: string): boolean => /^[a-z][a-z0-9+.-]*$/.test(scheme) && !taken.test(scheme)

const taken =
  /^(.*(script|ssh|html|edge)|data|blob|file(system)?|about|intent|https?|wss?|s?ftps?|smb|nfs|afp|rdp|vnc|ldap|tel(net|prompt)?|facetime.*|callto|sips?|[sm]ms(to)?|mailto|jar|res(ource)?|content|shell|itms.*|bitcoin|ethereum|solana|(ms|app|x-apple|chrome|moz|safari|view|search|android)\b.*)$/

const parseUrl = (url: unknown): URL | undefined => {
  if (typeof url !== "string" || url.length > textLimits.url) return undefined
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}
