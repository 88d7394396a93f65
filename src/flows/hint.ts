import { hintKey } from "../restore.ts"

/** Notes whether there is a connection to bring back, for the stub of the next visit. */
export const hint = (id: string, connected: boolean): void => {
  try {
    localStorage.setItem(hintKey(id), connected ? "1" : "0")
  } catch {
    // Without storage nothing is restored, which is what the missing hint says.
  }
}
