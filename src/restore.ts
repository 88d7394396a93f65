/**
 * Whether there is a connection to bring back: what the engine has noted (`flows/hint.ts`) is read before anything is loaded. Local
 * storage may be forbidden: then there is no hint.
 */
export const hinted = (id: string): boolean => {
  try {
    return localStorage.getItem(hintKey(id)) === "1"
  } catch {
    return false
  }
}

/** Where the hint of a modal stands. */
export const hintKey = (id: string) => `portico:${id}:restore`
