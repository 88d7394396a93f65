/** Links to a wallet's app that carry a pairing code (facts of the field: `{scheme}://wc?uri={code}`, `{https link}/wc?uri={code}`). */

/** The link by an app's own scheme; nothing where the wallet has none, or one that would run code. */
export const mobileLink = (link: string | undefined, uri: string): string | undefined => {
  if (!link) return undefined
  if (isHttp(link)) return universalLink(link, uri)
  const base = link.includes("://") ? link : `${link.replaceAll(/[/:]/g, "")}://`
  const scheme = base.slice(0, base.indexOf(":")).toLowerCase()
  if (!/^[a-z][a-z0-9+.-]*$/.test(scheme) || runsCode.has(scheme)) return undefined
  return `${base.endsWith("/") ? base : `${base}/`}wc?uri=${encodeURIComponent(uri)}`
}

/** The https link that the phone hands to the app; nothing where the wallet has none. */
export const universalLink = (link: string | undefined, uri: string): string | undefined =>
  link && isHttp(link) ? `${link.replace(/\/+$/, "")}/wc?uri=${encodeURIComponent(uri)}` : undefined

const isHttp = (link: string) => /^https?:\/\/[^\s]+$/i.test(link)

const runsCode: ReadonlySet<string> = new Set([
  "javascript",
  "data",
  "vbscript",
  "blob",
  "file",
  "about",
  "http",
  "https",
])
