import * as Effect from "effect/Effect"
import { Chains } from "../../services/Chains.ts"
import { AdapterRequired, InvalidInput } from "../domain/errors.ts"
import { expected } from "../domain/input.ts"
import type { Namespace, NetworkNamespace } from "../domain/namespaces.ts"
import type { Network, NetworkDescription } from "../domain/networks.ts"
import { checkSetting } from "../domain/options.ts"
import * as Kept from "../kept.ts"
import { Modal, use } from "../modal.ts"
import { nobody } from "../state/core.ts"
import { holding, returning } from "../state/returning.ts"
import { unfollow } from "./follow.ts"
import { keep } from "./keep.ts"
import { leaveAccount } from "./others.ts"
import { restoreIn } from "./restore.ts"
import { signedOut } from "./signedOut.ts"

/** A namespace, and some of its networks. */
export interface NamespaceNetworks {
  readonly namespace: NetworkNamespace
  readonly networks: readonly (Network | NetworkDescription)[]
}

/**
 * Operation: offer a namespace with these networks, all of them its own. Its wallets are looked for, and a connection that the last
 * visit left there is brought back. Fails with `AdapterNotFound` where no adapter serves it.
 */
export const addNamespace = Effect.fn("addNamespace")(function* (input: NamespaceNetworks) {
  const { core } = yield* Modal
  const added = yield* networksOf(input)
  yield* (yield* Chains).get(input.namespace)

  const known = core.networks.peek()
  const byId = (networks: readonly Network[]) => new Map(networks.map((network) => [network.caipNetworkId, network]))
  core.networks.value = [...byId([...known, ...added]).values()]
  yield* restoreIn(input.namespace)
})

/**
 * Operation: offer a namespace no more. Another one with networks is the one in use then. Whoever is connected there is not any more,
 * and is not brought back; the wallets are not asked, and a session over the relay lives on in its other namespaces.
 */
export const removeNamespace = Effect.fn("removeNamespace")(function* (input: { readonly namespace: Namespace }) {
  const { core } = yield* Modal
  const known = core.networks.peek()
  const inUse = core.namespace.peek() === input.namespace
  const rest = known.filter(({ chainNamespace }) => chainNamespace !== input.namespace)
  if (rest.length === known.length) return yield* Effect.fail(new AdapterRequired())

  core.networks.value = rest
  if ((yield* resetAccount(input.namespace)) && inUse) yield* leaveAccount()
})

/** Ends all connections of a namespace, here and for the next visit. Returns whether there was one. The site's preferred type of account stays. */
export const resetAccount = Effect.fn("resetAccount")(function* (namespace: Namespace) {
  const { core } = yield* Modal
  const held = yield* use(returning)
  const state = core.accounts[namespace]
  const { connections: ended } = state.peek()
  const holders = holding(namespace, state.peek(), held)
  for (const connectorId of holders) yield* unfollow({ namespace, connectorId })
  state.value = nobody
  const kept = yield* Kept.connections.read
  yield* Kept.connections.write((kept ?? []).filter((one) => one.namespace !== namespace))
  yield* keep
  yield* signedOut(ended)
  return holders.size > 0
})

/** The networks that are to be added, checked like those of the options. */
const networksOf = Effect.fnUntraced(function* ({ namespace, networks }: NamespaceNetworks) {
  if (!Array.isArray(networks) || networks.length === 0)
    return yield* Effect.fail(new InvalidInput("Required", "networks"))
  return yield* Effect.forEach(networks as readonly unknown[], (network, index) =>
    Effect.flatMap(
      Effect.try({ try: () => checkSetting("network", network), catch: (cause) => cause as InvalidInput }),
      (sound) =>
        sound.chainNamespace === namespace
          ? Effect.succeed(sound)
          : Effect.fail(expected(`'${namespace}'`, sound.chainNamespace, `networks.${index}.chainNamespace`)),
    ),
  )
})
