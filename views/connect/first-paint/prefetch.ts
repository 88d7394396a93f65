import type { Flow } from "../../../src/runtime/flow.ts"
import { opening } from "../../shared/first-paint/lazyFlows.ts"

/** Loads the view of a browser wallet's connection attempt. */
const external = () => import("../ConnectingExternal.tsx")

/** Loads the view and flows for a click on an installed wallet. Resolves with the flow that loads the adapters. */
export const prefetchInstalledAdapters = async (): Promise<Flow> => {
  const [flows] = await Promise.all([import("../../../src/wallets/flows/prefetchAdapters.ts"), external(), opening()])
  return flows.prefetchInstalledAdapters()
}

/** Loads the QR code view. */
const scan = () => import("../../walletConnect/ConnectingWalletConnect.tsx")

/** Prefetches the views that a click on a wallet opens. Ignores failures. */
export const prefetch = (): void => {
  for (const load of [external, scan]) load().catch(() => undefined)
}
