/** Message for the developer of a page that isolates itself. */
export const crossOriginIsolation =
  "This page is served with Cross-Origin-Opener-Policy: same-origin, so it cannot reach pop-ups. Use same-origin-allow-popups."

/**
 * Whether the page isolates itself with its Cross-Origin-Opener-Policy, so every window of another origin seems closed. Scripts cannot read
 * the policy, so the page's headers are requested again.
 */
export const withIsolationHint = async (): Promise<boolean> => {
  if (window.crossOriginIsolated) return true
  try {
    const { headers } = await fetch(location.href, { method: "HEAD", cache: "force-cache" })
    const policy = headers.get("cross-origin-opener-policy")?.trim() ?? ""
    return policy.startsWith("same-origin") && !policy.startsWith("same-origin-allow-popups")
  } catch {
    return false
  }
}
