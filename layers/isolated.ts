/** What a page that isolates itself is told. */
export const isolation = "This page is served with Cross-Origin-Opener-Policy: same-origin and hears of no window"

/**
 * Whether the page isolates itself: it sees each window of another origin as closed. Scripts are not told the page's own policy; its
 * headers say it, asked for once more.
 */
export const isolated = async (): Promise<boolean> => {
  if (window.crossOriginIsolated) return true
  try {
    const { headers } = await fetch(location.href, { method: "HEAD", cache: "force-cache" })
    const policy = headers.get("cross-origin-opener-policy")?.trim() ?? ""
    return policy.startsWith("same-origin") && !policy.startsWith("same-origin-allow-popups")
  } catch {
    return false
  }
}
