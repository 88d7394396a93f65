import type { Route } from "../src/domain/route.ts"
import type { Flow } from "../src/engine.ts"

// The flows of the shell and of the first view. They come apart from these, so that both paint before the engine is there; any
// other view imports its flows.

const opening = () => import("../src/flows/open.ts")

/** Go to a view. */
export const goTo = (route: Route) => async (): Promise<Flow> => (await opening()).goTo(route)

/** Back to the view before this one. */
export const goBack = async (): Promise<Flow> => (await opening()).goBack()

/** The visitor asks to leave. */
export const leave = async (): Promise<Flow> => (await opening()).leave()

/** Fill the lists of the Connect view. */
export const refreshWallets = async (): Promise<Flow> => (await import("../src/flows/wallets.ts")).refreshWallets()

/** Fill them, and again when the line is back. */
export const keepWallets = async (): Promise<Flow> => (await import("../src/flows/wallets.ts")).keepWallets()

/** Tell what a wallet is. */
export const explainWallets = async (): Promise<Flow> => (await import("../src/flows/help.ts")).explainWallets()

/** Tell what a network is. */
export const explainNetworks = async (): Promise<Flow> => (await import("../src/flows/help.ts")).explainNetworks()

/** Tell of a bug. */
export const report = (bug: unknown) => async (): Promise<Flow> => (await import("../src/flows/report.ts")).report(bug)
