import { computed } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Chains } from "../../services/Chains.ts"
import type { Namespace } from "../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { processEvents } from "../runtime/eventQueue.ts"
import { followSignals } from "../runtime/followSignals.ts"
import { loadThen } from "../runtime/lazy.ts"
import { type Connector, mergeConnectors } from "../wallets/first-paint/model/connector.ts"
import { walletConnectConnector } from "../wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../wallets/first-paint/state/wallets.ts"

/**
 * Keeps the list of this page's wallets up to date until the scope closes, for the namespaces of the site's networks. Drops the account of
 * a namespace once all its networks are removed. When this returns, wallets whose adapter is already loaded are listed. The embedded wallet
 * is listed only if a login to it is enabled, and WalletConnect unless it is turned off.
 */
export const discoverWallets = Effect.gen(function* () {
  const { core, options } = yield* CurrentModal
  const { installed } = yield* slicesOf(wallets)
  const chains = yield* Chains
  const scope = yield* Effect.scope
  const found = new Map<Namespace, Looking>()
  const namespaces = computed(() =>
    [...new Set(core.networks.value.map(({ chainNamespace }) => chainNamespace))].join(),
  )
  const wanted = () =>
    namespaces
      .peek()
      .split(",")
      .filter((name): name is Namespace => name !== "")

  const updateInstalled = () => {
    const relayed = options.enableWalletConnect ? [walletConnectConnector] : []
    const { email, socials } = core.remoteFeatures.peek()
    const logins = email || (socials !== false && socials.length > 0)
    const connectors = wanted()
      .flatMap((namespace) => found.get(namespace)?.connectors ?? [])
      .filter(({ type }) => logins || type !== "AUTH")
    installed.value = [...relayed, ...mergeConnectors(connectors)]
  }
  const look = Effect.fnUntraced(function* (namespace: Namespace) {
    const discovery: Looking = { own: Scope.forkUnsafe(scope), connectors: [] }
    found.set(namespace, discovery)
    const looked = chains.discover(namespace, (connectors) => {
      discovery.connectors = connectors
      updateInstalled()
    })
    // The adapter may have to be loaded first, which must not delay start-up.
    yield* Effect.forkIn(Scope.provide(looked, discovery.own), discovery.own, { startImmediately: true })
  })
  let followed: string | undefined
  const follow = Effect.gen(function* () {
    if (followed === namespaces.peek()) return
    followed = namespaces.peek()
    const now = wanted()
    for (const [namespace, { own }] of found) {
      if (now.includes(namespace)) continue
      found.delete(namespace)
      yield* Scope.close(own, Exit.void)
      yield* loadThen(
        () => import("../connections/steps/resetAccount.ts"),
        ({ dropAccount }) => dropAccount(namespace),
      )
    }
    for (const namespace of now) if (!found.has(namespace)) yield* look(namespace)
    updateInstalled()
  })

  yield* follow
  yield* followSignals(() => {
    void core.remoteFeatures.value
    updateInstalled()
  })
  yield* Effect.forkScoped(
    processEvents(
      (changed: (now: string) => void) => followSignals(() => changed(namespaces.value)),
      () => follow,
    ),
  )
})

/** Running discovery of a namespace's wallets. */
interface Looking {
  readonly own: Scope.Closeable
  connectors: readonly Connector[]
}
