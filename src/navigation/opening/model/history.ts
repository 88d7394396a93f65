import type { Route } from "../../first-paint/model/routes.ts"

/** Returns the stack after a push. Pushing the current view again is ignored, even with other data. */
export const push = (stack: readonly Route[], route: Route): readonly Route[] =>
  stack.at(-1)?.name === route.name ? stack : [...stack, route]

/**
 * Returns the stack after going back, or `close` if there is no previous view. Connect becomes Account while connected, and Account becomes
 * Connect once no wallet is active, not even a locked one.
 */
export const back = (stack: readonly Route[], connected: boolean, isInUse = connected): readonly Route[] | "close" => {
  const rest = stack.slice(0, -1)
  const top = rest.at(-1)
  if (top === undefined) return "close"
  if (top.name === "Connect" && connected) return [{ name: "Account" }]
  return top.name === "Account" && !isInUse ? [{ name: "Connect" }] : rest
}

/** Returns the stack after closing: Connect, or Account if connected in embedded mode. */
export const closeTo = (embedded: boolean, connected: boolean): readonly Route[] => [
  { name: embedded && connected ? "Account" : "Connect" },
]

/** Whether sign-in is required, and whether a session exists. */
export interface SignInState {
  readonly required: boolean
  readonly session: boolean
}

/**
 * Whether the visitor may close the modal at the current view. False on the sign and approve views while sign-in is required and no session
 * exists, and on an unsupported network. These views have a way out of their own.
 */
export const mayClose = (stack: readonly Route[], signIn: SignInState): boolean => {
  switch (stack.at(-1)?.name) {
    case "SIWXSignMessage":
    case "ApproveTransaction":
      return !signIn.required || signIn.session
    case "UnsupportedChain":
    case "SwitchNetwork":
      return !stack.some(({ name }) => name === "UnsupportedChain")
    default:
      return true
  }
}

/** Whether a view is part of signing in. */
export const isSignInView = (route: Route | undefined): boolean =>
  route?.name === "SIWXSignMessage" || closingDisconnects(route)

/** Whether closing this view abandons the sign-in, so the wallet is disconnected first. */
export const closingDisconnects = (route: Route | undefined): boolean =>
  route?.name === "DataCapture" || route?.name === "DataCaptureOtpConfirm"
