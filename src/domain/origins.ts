/** Origins that are always allowed (section 5): local ones, common preview hosts, and the provider's mobile secure hosts. */
export const defaultAncestors: readonly string[] = [
  "http://localhost:*",
  "https://localhost:*",
  "http://127.0.0.1:*",
  "https://127.0.0.1:*",
  "https://*.pages.dev",
  "https://*.vercel.app",
  "https://*.ngrok-free.app",
  "https://secure-mobile.walletconnect.com",
  "https://secure-mobile.walletconnect.org",
]

/** Whether a page's origin is one of the allowed ones or of the default ancestors. No list means that every origin is. */
export const isOriginAllowed = (origin: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 || [...allowed, ...defaultAncestors].some((pattern) => matches(origin, pattern))

/**
 * A pattern is an origin, of which `*` stands for any text that crosses no border: in the host for labels, for any port, or
 * for no port at all; by itself it stands for every origin. One without a scheme stands for either.
 */
const matches = (origin: string, pattern: string): boolean => {
  if (origin === pattern || pattern === "*") return true
  if (!pattern.includes("*")) return originsOf(pattern).includes(origin)
  const whole = pattern.includes("://") ? pattern : `*://${pattern}`
  const source = whole
    .replace(/\/+$/, "")
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/:\*$/, "(:\\d+)?")
    .replace(/^\*:/, "https?:")
    .replaceAll("*", "[^/:@?#]+")
  return new RegExp(`^${source}$`, "i").test(origin)
}

const originsOf = (pattern: string): readonly string[] =>
  (pattern.includes("://") ? [pattern] : [`https://${pattern}`, `http://${pattern}`])
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).origin)
