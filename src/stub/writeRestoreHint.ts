import { hintKey } from "./restoreHint.ts"

/** Stores whether there is a connection to restore, for the stub on the next visit. */
export const writeRestoreHint = (id: string, connected: boolean): void => {
  try {
    localStorage.setItem(hintKey(id), connected ? "1" : "0")
  } catch {
    // Without storage, no connection can be restored, so no hint is needed.
  }
}
