import type { Namespace } from "../src/domain/namespaces.ts"
import type { Route } from "../src/domain/route.ts"
import type { Flow } from "../src/engine.ts"
import type * as SocialFlows from "../src/flows/social.ts"

// The flows of the shell and of the first view. They come apart from these, so that both paint before the engine is there; any
// other view imports its flows.

export const opening = () => import("../src/flows/open.ts")

/** Go to a view. */
export const goTo = (route: Route) => async (): Promise<Flow> => (await opening()).goTo(route)

/** Back to the view before this one. */
export const goBack = async (): Promise<Flow> => (await opening()).goBack()

/** The visitor asks to leave. */
export const leave = async (): Promise<Flow> => (await opening()).leave()

/** Not to sign in. */
export const cancelSignIn = async (): Promise<Flow> => (await import("../src/flows/siwx.ts")).cancelSignIn()

/** Fill the lists of the Connect view. */
export const refreshWallets = async (): Promise<Flow> => (await import("../src/flows/wallets.ts")).refreshWallets()

/** Fill them, and again when the line is back. */
export const keepWallets = async (): Promise<Flow> => (await import("../src/flows/wallets.ts")).keepWallets()

/** Tell what a wallet is. */
export const explainWallets = async (): Promise<Flow> => (await import("../src/flows/help.ts")).explainWallets()

/** Tell what a network is. */
export const explainNetworks = async (): Promise<Flow> => (await import("../src/flows/help.ts")).explainNetworks()

/** Log in by e-mail. */
export const sendEmail = (email: string, namespace?: Namespace) => async (): Promise<Flow> =>
  (await import("../src/flows/email.ts")).sendEmail(email, namespace)

/** The visitor begins to log in by e-mail. */
export const selectEmail = async (): Promise<Flow> => (await import("../src/flows/email.ts")).selectEmail

/** Log in by a social account, in a window that was opened in the click. */
export const logInWith =
  (...login: Parameters<typeof SocialFlows.logInWith>) =>
  async (): Promise<Flow> =>
    (await import("../src/flows/social.ts")).logInWith(...login)

/** Tell of a bug. */
export const report = (bug: unknown) => async (): Promise<Flow> => (await import("../src/flows/report.ts")).report(bug)
