/** Message for the developers of a page whose policy cuts it off from pop-ups. */
export const crossOriginIsolation =
  "This page is served with Cross-Origin-Opener-Policy: same-origin, so it cannot reach pop-ups. Use same-origin-allow-popups."

/**
 * Resolves with whether the page's Cross-Origin-Opener-Policy isolates it, so every cross-origin window seems closed. May request the
 * page's headers again, because scripts cannot read the policy. Resolves with `false` if that fails.
 */
export const isCrossOriginIsolated = async (): Promise<boolean> => {
  if (window.crossOriginIsolated) return true
  try {
    const { headers } = await fetch(location.href, { method: "HEAD", cache: "force-cache" })
    const policy = headers.get("cross-origin-opener-policy")?.trim() ?? ""
    return policy.startsWith("same-origin") && !policy.startsWith("same-origin-allow-popups")
  } catch {
    return false
  }
}
