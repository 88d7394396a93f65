/** The view of a browser wallet's answer. */
export const external = async () => (await import("./ConnectingExternal.tsx")).ConnectingExternal

/** The view of a code to scan. */
export const scan = async () => (await import("./ConnectingWalletConnect.tsx")).ConnectingWalletConnect

/** Fetches the views that a press on Connect leads to, once a pointer or the focus comes near, so that the press is answered at once. */
export const warm = (): void => {
  for (const load of [external, scan]) load().catch(() => undefined)
}
