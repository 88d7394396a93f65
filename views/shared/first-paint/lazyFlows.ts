import type * as SocialFlows from "../../../src/embedded/operations/social.ts"
import type { Route } from "../../../src/navigation/first-paint/model.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import type { Flow } from "../../../src/runtime/flow.ts"

// Flows of the shell and the first view. They load separately, so the shell and the first view can render before the engine is loaded.
// Other views import their flows directly.

export const opening = () => import("../../../src/navigation/opening/flows.ts")

/** Goes to a view. */
export const goTo = (route: Route) => async (): Promise<Flow> => (await opening()).goTo(route)

/** Goes back to the previous view. */
export const goBack = async (): Promise<Flow> => (await opening()).goBack()

/** Closes the modal at the visitor's request. */
export const leave = async (): Promise<Flow> => (await import("../../../src/connections/opening/flows.ts")).leave()

/** Cancels signing in. */
export const cancelSignIn = async (): Promise<Flow> =>
  (await import("../../../src/siwx/flows/cancelSignIn.ts")).cancelSignIn()

/** Loads the wallet lists of the Connect view. */
export const refreshWallets = async (): Promise<Flow> =>
  (await import("../../../src/wallets/opening/flows.ts")).refreshWallets()

/** Loads the wallet lists. Until that has succeeded, loads them again whenever the browser is back online. */
export const keepWallets = async (): Promise<Flow> =>
  (await import("../../../src/wallets/opening/flows.ts")).keepWallets()

/** Opens the help page about wallets. */
export const explainWallets = async (): Promise<Flow> => (await import("../../../src/help/flows.ts")).explainWallets()

/** Opens the help page about networks. */
export const explainNetworks = async (): Promise<Flow> => (await import("../../../src/help/flows.ts")).explainNetworks()

/** Starts an email login. */
export const sendEmail = (email: string, namespace?: Namespace) => async (): Promise<Flow> =>
  (await import("../../../src/embedded/operations/email.ts")).sendEmail(email, namespace)

/** Records that the visitor chose the email login. */
export const selectEmail = async (): Promise<Flow> =>
  (await import("../../../src/embedded/operations/email.ts")).selectEmail

/** Starts a social login in a pop-up that the click has opened. */
export const logInWith =
  (...login: Parameters<typeof SocialFlows.logInWith>) =>
  async (): Promise<Flow> =>
    (await import("../../../src/embedded/operations/social.ts")).logInWith(...login)

/** Reports a bug. */
export const report = (bug: unknown) => async (): Promise<Flow> =>
  (await import("../../../src/telemetry/flows.ts")).report(bug)
