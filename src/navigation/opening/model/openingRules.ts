import type { Namespace } from "../../../options/namespaces.ts"
import type { CaipNetworkId } from "../../../options/networks.ts"
import type { PaymentInput } from "../../../pay/model.ts"
import type { PublicView, Route, SwapArguments } from "../../first-paint/model/routes.ts"

/** Input of the opening rules (specification section 2). */
export interface Opening {
  /** Requested view. */
  readonly view?: Route
  /** Requested namespace, and the network to switch to in it. */
  readonly target?: { readonly namespace: Namespace; readonly network: CaipNetworkId }
  /** Active namespace. */
  readonly namespace: Namespace
  /** Whether a wallet is active in the requested namespace, or else in the active namespace. A locked wallet counts. */
  readonly connected: boolean
  readonly mobile: boolean
  /** Whether basic mode is on. */
  readonly basic: boolean
  /** Whether the site supplies the pairing URI: manual control is on, or the modal is opened with a URI. */
  readonly manual: boolean
}

/** Returns the first view of the modal: the result of the first opening rule that applies. */
export const firstRoute = (opening: Opening): Route => {
  const { view, target, namespace, connected, mobile, basic, manual } = opening
  if (target && target.namespace !== namespace) return { name: "SwitchNetwork", network: target.network }
  // Rule 2 says "basic wallet-connect mode, or manual control with no address". The missing address is interpreted as part of both, because
  // a connected visitor has nothing to scan and could otherwise never reach Account in basic mode.
  if ((basic || manual) && !connected) return { name: mobile ? "AllWallets" : "ConnectingWalletConnectBasic" }
  // Account shows nothing useful while disconnected, and offers no way to connect.
  if (view && (connected || view.name !== "Account")) return view
  if (connected) return { name: "Account" }
  return target ? { name: "Connect", namespace: target.namespace } : { name: "Connect" }
}

/** Returns the initial stack. Below a network switch is the view of rules 2 to 5, so going back leads there. */
export const firstStack = (opening: Opening): readonly Route[] => {
  const { target, namespace } = opening
  const first = firstRoute(opening)
  if (!target || target.namespace === namespace) return [first]
  return [firstRoute({ ...opening, namespace: target.namespace }), first]
}

/** Returns the route of a view that a site opens by name. Only Swap and Pay take arguments. */
export const publicRoute = (view: PublicView, given: SwapArguments | PaymentInput = {}): Route =>
  view === "Swap"
    ? { name: view, ...(given as SwapArguments) }
    : view === "Pay" && "amount" in given && "recipient" in given
      ? { name: view, payment: given }
      : { name: view }
