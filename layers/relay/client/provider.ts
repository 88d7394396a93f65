import type { RelayChange, RelayProvider, RelayProviderEvent } from "../../../services/Relay.ts"
import { ProviderDisconnectedError } from "../../../src/errors/rpc.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import { notifyAll } from "../../shared/notifyAll.ts"

/** Creates a provider for a namespace from these methods, and a function that makes it emit changes of the session. */
export const providerOf = (
  namespace: Namespace,
  methods: Pick<RelayProvider, "request" | "status" | "setDefaultChain">,
) => {
  const listeners: Record<RelayProviderEvent, Set<(value: unknown) => void>> = {
    accountsChanged: new Set(),
    chainChanged: new Set(),
    disconnect: new Set(),
  }
  const emit = (event: RelayProviderEvent, value: unknown) => {
    notifyAll(listeners[event], value)
  }

  const provider: RelayProvider = {
    ...methods,
    on: (event, listener) => void listeners[event]?.add(listener),
    removeListener: (event, listener) => void listeners[event]?.delete(listener),
  }

  const emitChange = (change: RelayChange) => {
    if (change.type === "ended" || change.type === "expired")
      return emit("disconnect", new ProviderDisconnectedError("The session has ended"))
    if (change.type !== "wallet" || change.namespace !== namespace) return
    if (change.change.type === "accounts")
      emit(
        "accountsChanged",
        change.change.accounts.map(({ address }) => address),
      )
    if (change.change.type === "chain") emit("chainChanged", chainOf(namespace, change.change.caipNetworkId))
  }

  return { provider, emitChange }
}

const chainOf = (namespace: Namespace, caipNetworkId: string) => {
  const reference = caipNetworkId.slice(namespace.length + 1)
  return namespace === "eip155" ? `0x${Number(reference).toString(16)}` : reference
}
