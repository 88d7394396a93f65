import type { Flow } from "../../src/engine.ts"
import { opening } from "../near.ts"

/** The view of a browser wallet's answer. */
export const external = () => import("./ConnectingExternal.tsx")

/** Fetch what a press on an installed wallet leads to. */
export const readyInstalled = async (): Promise<Flow> => {
  const [flows] = await Promise.all([import("../../src/flows/ready.ts"), external(), opening()])
  return flows.readyInstalled()
}

/** The view of a code to scan. */
export const scan = () => import("./ConnectingWalletConnect.tsx")

/** Fetches the views that a press on Connect leads to, once a pointer or the focus comes near, so that the press is answered at once. */
export const warm = (): void => {
  for (const load of [external, scan]) load().catch(() => undefined)
}
