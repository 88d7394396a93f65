import * as Effect from "effect/Effect"
import type { RelayChange, RelayProvider, RelaySession } from "../../services/Relay.ts"
import { ConnectFailed, type RelayError, SwitchNotApproved } from "../../src/errors/index.ts"
import type { RpcFailure } from "../../src/errors/rpc.ts"
import type { NetworkNamespace } from "../../src/options/namespaces.ts"
import type { CaipNetworkId } from "../../src/options/networks.ts"
import { addressesOn } from "../demo/accounts.ts"
import type { DemoWallet } from "../demo/wallets/wallet.ts"
import type { World } from "../demo/world.ts"
import { providerOf } from "./client/provider.ts"

/** Dependencies of a namespace of the phone's session, in addition to the world. */
export interface Beside {
  readonly namespace: NetworkNamespace
  /** The session. Fails with NotConnectedYet if there is none, or with TopicExpired if it has expired. */
  readonly valid: Effect.Effect<RelaySession, RelayError>
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
  readonly emit: (change: RelayChange) => void
  /** Returns the wallet's response to a request on a network. */
  readonly respond: (
    method: string,
    params: unknown,
    caipNetworkId: CaipNetworkId,
  ) => Effect.Effect<unknown, RpcFailure>
}

/** Provider of one namespace of the phone's session. */
export interface ServedNamespace extends ReturnType<typeof providerOf> {
  /** Returns a session's addresses on the namespace's current network. */
  readonly addressesIn: (session: RelaySession) => readonly string[]
}

/**
 * Creates the provider of a namespace other than EVM in the phone's session. The phone has no current network in such a namespace, so the
 * page chooses one of the approved networks.
 */
export const beside = ({ phone, faults }: World, { namespace, valid, run, emit, respond }: Beside): ServedNamespace => {
  /** Network that the page has chosen. Valid only in the session with this topic. */
  let chosen: { readonly topic: string; readonly id: CaipNetworkId } | undefined
  let requests = 0
  const approvedIn = ({ approvedCaipNetworkIds }: RelaySession) =>
    approvedCaipNetworkIds.filter((id): id is CaipNetworkId => id.startsWith(`${namespace}:`))
  const standingIn = (session: RelaySession) => {
    const approved = approvedIn(session)
    const there =
      approved.find((id) => session.topic === chosen?.topic && id === chosen.id) ??
      approved[0] ??
      (`${namespace}:` as CaipNetworkId)
    return {
      caipNetworkId: there,
      addresses: phoneAddresses(phone, namespace, there),
      approved,
      methods: new Set(session.methods),
    }
  }

  const made = providerOf(namespace, {
    request: ({ method, params }, on) =>
      run(
        Effect.gen(function* () {
          yield* Effect.mapError(faults.pass("relay"), (cause) => new ConnectFailed({ cause }))
          const session = yield* valid
          emit({ type: "requested", topic: session.topic, id: ++requests, method })
          const { caipNetworkId } = standingIn(session)
          return yield* respond(method, params, (on as CaipNetworkId | undefined) ?? caipNetworkId)
        }),
      ),
    status: () => run(Effect.map(valid, standingIn)),
    setDefaultChain: (id) =>
      run(
        Effect.flatMap(valid, (session) => {
          if (!approvedIn(session).includes(id)) return Effect.fail(new SwitchNotApproved(id.split(":")[1] ?? id))
          chosen = { topic: session.topic, id }
          emit({ type: "wallet", namespace, change: { type: "chain", caipNetworkId: id } })
          return Effect.void
        }),
      ),
  } satisfies Pick<RelayProvider, "request" | "status" | "setDefaultChain">)
  return { ...made, addressesIn: (session) => standingIn(session).addresses }
}

/** Returns the phone's addresses on a network, the selected one first. Empty while it is locked. */
export const phoneAddresses = (
  phone: DemoWallet,
  namespace: NetworkNamespace,
  network: CaipNetworkId,
): readonly string[] => {
  const { locked, addresses } = phone.state()
  if (locked) return []
  const known = namespace === phone.namespace ? addresses : phone.also(namespace)
  return known.flatMap((address) => addressesOn(address, network))
}
