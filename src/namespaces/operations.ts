import * as Effect from "effect/Effect"
import { Chains } from "../../services/Chains.ts"
import { restoreIn } from "../connections/flows/restore.ts"
import { resetAccount } from "../connections/steps/resetAccount.ts"
import { leaveAccount } from "../connections/steps/useAnother.ts"
import { AdapterRequired, InvalidInput } from "../errors/index.ts"
import { checkSetting } from "../options/checkOptions.ts"
import { invalidInput } from "../options/guards.ts"
import type { Namespace, NetworkNamespace } from "../options/namespaces.ts"
import type { Network, NetworkDescription } from "../options/networks.ts"
import { CurrentModal } from "../runtime/currentModal.ts"

/** Namespace with some of its networks. */
export interface NamespaceNetworks {
  readonly namespace: NetworkNamespace
  readonly networks: readonly (Network | NetworkDescription)[]
}

/**
 * Operation: adds networks of a namespace, discovers its wallets and restores its connections of the last visit. A network with a known ID
 * replaces the known one. Fails with InvalidInput if the list is empty, or a network is invalid or of another namespace, and with
 * AdapterNotFound if the namespace has no adapter or its code does not load.
 */
export const addNamespace = Effect.fn("addNamespace")(function* (input: NamespaceNetworks) {
  const { core } = yield* CurrentModal
  const added = yield* networksOf(input)
  yield* (yield* Chains).get(input.namespace)

  const known = core.networks.peek()
  const byId = (networks: readonly Network[]) => new Map(networks.map((network) => [network.caipNetworkId, network]))
  core.networks.value = [...byId([...known, ...added]).values()]
  yield* restoreIn(input.namespace)
})

/**
 * Operation: removes a namespace. The connections of the namespace are dropped, without contacting the wallets, and are not restored later.
 * Their sign-in sessions end, unless the site turns `signOutOnDisconnect` off. A WalletConnect session stays open for its other namespaces.
 * If the removed namespace was active, another one with networks becomes active. Fails with AdapterRequired if the modal has no network of
 * the namespace.
 */
export const removeNamespace = Effect.fn("removeNamespace")(function* (input: { readonly namespace: Namespace }) {
  const { core } = yield* CurrentModal
  const known = core.networks.peek()
  const wasActive = core.namespace.peek() === input.namespace
  const rest = known.filter(({ chainNamespace }) => chainNamespace !== input.namespace)
  if (rest.length === known.length) return yield* Effect.fail(new AdapterRequired())

  core.networks.value = rest
  if ((yield* resetAccount(input.namespace)) && wasActive) yield* leaveAccount()
})

/** Returns the networks to add. Fails with InvalidInput if the list is empty, or a network is invalid or of another namespace. */
const networksOf = Effect.fnUntraced(function* ({ namespace, networks }: NamespaceNetworks) {
  if (!Array.isArray(networks) || networks.length === 0)
    return yield* Effect.fail(new InvalidInput("Required", "networks"))
  return yield* Effect.forEach(networks as readonly unknown[], (network, index) =>
    Effect.flatMap(
      Effect.try({ try: () => checkSetting("network", network), catch: (cause) => cause as InvalidInput }),
      (sound) =>
        sound.chainNamespace === namespace
          ? Effect.succeed(sound)
          : Effect.fail(invalidInput(`'${namespace}'`, sound.chainNamespace, `networks.${index}.chainNamespace`)),
    ),
  )
})
