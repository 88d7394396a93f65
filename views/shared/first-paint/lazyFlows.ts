import type * as SocialFlows from "../../../src/embedded/operations/social.ts"
import type { Route } from "../../../src/navigation/first-paint/model/routes.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import type { Flow } from "../../../src/runtime/flow.ts"

// Loaders of the flows of the shell and the first view, which can then render before the engine is loaded. Other views import their flows
// directly.

export const opening = () => import("../../../src/navigation/opening/flows.ts")

/** Flow: shows a view on top of the current one. */
export const goTo = (route: Route) => async (): Promise<Flow> => (await opening()).goTo(route)

/** Flow: goes back to the previous view. */
export const goBack = async (): Promise<Flow> => (await opening()).goBack()

/** Flow: closes the modal at the visitor's request, or shakes the card if the view may not be closed. */
export const leave = async (): Promise<Flow> => (await import("../../../src/connections/opening/flows.ts")).leave()

/** Flow: cancels the sign-in. */
export const cancelSignIn = async (): Promise<Flow> =>
  (await import("../../../src/siwx/flows/cancelSignIn.ts")).cancelSignIn()

/** Flow: loads the wallet lists of the Connect view. */
export const refreshWallets = async (): Promise<Flow> =>
  (await import("../../../src/wallets/opening/flows.ts")).refreshWallets()

/** Flow: loads the wallet lists, again whenever the browser is back online, until the directory has responded. */
export const keepWallets = async (): Promise<Flow> =>
  (await import("../../../src/wallets/opening/flows.ts")).keepWallets()

/** Flow: opens the help page about wallets. */
export const explainWallets = async (): Promise<Flow> => (await import("../../../src/help/flows.ts")).explainWallets()

/** Flow: opens the help page about networks. */
export const explainNetworks = async (): Promise<Flow> => (await import("../../../src/help/flows.ts")).explainNetworks()

/** Flow: starts an email login. */
export const sendEmail = (email: string, namespace?: Namespace) => async (): Promise<Flow> =>
  (await import("../../../src/embedded/operations/email.ts")).sendEmail(email, namespace)

/** Flow: reports to analytics that the visitor begins an email login. */
export const selectEmail = async (): Promise<Flow> =>
  (await import("../../../src/embedded/operations/email.ts")).selectEmail

/** Flow: starts a social login in a pop-up that the click has opened. */
export const logInWith =
  (...login: Parameters<typeof SocialFlows.logInWith>) =>
  async (): Promise<Flow> =>
    (await import("../../../src/embedded/operations/social.ts")).logInWith(...login)

/** Flow: reports a bug. */
export const report = (bug: unknown) => async (): Promise<Flow> =>
  (await import("../../../src/telemetry/flows.ts")).report(bug)
