import type { Flow } from "../runtime/flow.ts"
import type { WatchedName } from "../stub/context.ts"

/** Flows that run while a signal of their topic is watched. The state refers to them only by name, so it does not depend on flows. */
export const watchedFlows: { readonly [Name in WatchedName]: () => Promise<Flow> } = {
  account: async () => (await import("../account/flows.ts")).refreshAccount(),
  balances: async () => (await import("../balances/flows/tokens.ts")).refreshBalances(),
  multiWallet: async () => (await import("../connections/steps/requireMultiWallet.ts")).requireMultiWallet,
  nfts: async () => (await import("../balances/flows/nfts.ts")).refreshNfts(),
}
