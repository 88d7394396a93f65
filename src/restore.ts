/**
 * The hint that there is a connection to bring back: written by the engine, read by the stub before anything is loaded.
 * Local storage may be forbidden: then there is no hint.
 */
export const hint = {
  read: (id: string): boolean => {
    try {
      return globalThis.localStorage?.getItem(keyOf(id)) === "1"
    } catch {
      return false
    }
  },
  write: (id: string, connected: boolean): void => {
    try {
      if (connected) localStorage.setItem(keyOf(id), "1")
      else localStorage.removeItem(keyOf(id))
    } catch {
      // Without storage nothing is restored, which is what the missing hint says.
    }
  },
}

const keyOf = (id: string) => `portico:${id}:restore`
