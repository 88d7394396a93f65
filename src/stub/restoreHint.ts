/**
 * Whether local storage has a hint of a connection to restore: the one that the engine wrote (`writeRestoreHint.ts`) or, if it wrote none,
 * AppKit's. Returns false if local storage is blocked.
 */
export const hasRestoreHint = (id: string): boolean => {
  try {
    // Matches "1" and "connected". `null` becomes "null", which does not match.
    return /^[1c]/.test(
      (localStorage.getItem(hintKey(id)) ?? localStorage.getItem("@appkit/connection_status")) as string,
    )
  } catch {
    return false
  }
}

/** Local storage key of the hint. */
export const hintKey = (id: string) => `portico:${id}:restore`
