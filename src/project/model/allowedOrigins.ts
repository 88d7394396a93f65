/** Origins that are always allowed (specification section 5): local ones, common preview hosts, and the provider's mobile secure hosts. */
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

/** Whether a page's origin matches the allowlist or a default ancestor. An empty list allows every origin. */
export const isOriginAllowed = (origin: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 || [...allowed, ...defaultAncestors].some((pattern) => matches(origin, pattern))

/**
 * Whether an origin matches a pattern. `*` matches one or more characters of a host, dots included. `:*` at the end matches any port or
 * none. A lone `*` matches every origin. A pattern without a scheme matches http and https.
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
    // The origin of a URL such as `capacitor://localhost` is `null`, like that of a sandboxed frame.
    .filter((origin) => origin !== "null")

/** Returns the warning about options that the project overrides, or `undefined` if there are none. */
export const overriddenWarning = (ignored: readonly string[]): string | undefined =>
  ignored.length > 0
    ? `[Portico Config Notice] Set by the project configuration, so ignored in your options: ${ignored.join(", ")}.`
    : undefined

/** Warning for a site whose `siwx` is replaced by the provider's sign-in. */
export const replacedWarning =
  "[Portico Config Notice] The project configuration enables the provider's sign-in, so the `siwx` option is ignored."
