/**
 * Whether there is a connection to bring back: what the engine has noted (`flows/hint.ts`) is read before anything is loaded; until it
 * has noted anything, what AppKit noted. Local storage may be forbidden: then there is no hint.
 */
export const hinted = (id: string): boolean => {
  try {
    // "1" or "connected": what is not there is no match.
    return /^[1c]/.test(
      (localStorage.getItem(hintKey(id)) ?? localStorage.getItem("@appkit/connection_status")) as string,
    )
  } catch {
    return false
  }
}

/** Where the hint of a modal stands. */
export const hintKey = (id: string) => `portico:${id}:restore`
