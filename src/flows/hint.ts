import { hintKey } from "../restore.ts"

/** Notes whether there is a connection to bring back, for the stub of the next visit. */
export const hint = (id: string, connected: boolean): void => {
  try {
    if (connected) localStorage.setItem(hintKey(id), "1")
    else localStorage.removeItem(hintKey(id))
  } catch {
    // Without storage nothing is restored, which is what the missing hint says.
  }
}
