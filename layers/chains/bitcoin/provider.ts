import * as Effect from "effect/Effect"
import type { WalletChange } from "../../../services/Chains.ts"
import type { BitcoinEvent, BitcoinProvider } from "../../../src/namespaces/model/bitcoinProvider.ts"
import { notifyAll } from "../../shared/notifyAll.ts"
import type { Background } from "../namespaceAdapter.ts"
import type { ConnectedWallet, ConnectedWalletFailure } from "./connectedWallet.ts"

/**
 * Returns the site's provider, a Promise-based interface to the connected wallet. Its methods reject with the original error. It emits
 * events until the modal is destroyed.
 */
export const providerOf = (
  link: ConnectedWallet,
  run: <A>(effect: Effect.Effect<A, ConnectedWalletFailure>) => Promise<A>,
  background: Background,
): BitcoinProvider => {
  const listeners = new Map<BitcoinEvent, Set<(value: unknown) => void>>()
  let following: ReturnType<Background> | undefined

  const onChange = (change: WalletChange) => {
    const [event, value] = eventOf(change)
    notifyAll(listeners.get(event) ?? [], value)
  }
  const follow = () => {
    const wanted = [...listeners.values()].some(({ size }) => size > 0)
    if (wanted) following ??= background(listening)
    else {
      following?.interruptUnsafe()
      following = undefined
    }
  }
  const listening = Effect.acquireUseRelease(
    Effect.sync(() => link.follow(onChange)),
    () => Effect.never,
    (stop) => Effect.sync(stop),
  )

  return {
    getAccountAddresses: () => run(link.accounts),
    signMessage: (input) => run(link.signMessage(input)),
    signPsbt: (input) => run(link.signPsbt(input)),
    sendTransfer: (input) => run(link.sendTransfer(input)),
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      follow()
    },
    removeListener: (event, listener) => {
      listeners.get(event)?.delete(listener)
      follow()
    },
  }
}

const eventOf = (change: WalletChange): readonly [BitcoinEvent, unknown] => {
  switch (change.type) {
    case "accounts":
      return ["accountsChanged", change.accounts]
    case "chain":
      return ["chainChanged", change.caipNetworkId]
    case "disconnect":
      return ["disconnect", undefined]
  }
}
