import { Effect, Layer } from "effect"
import { layer } from "../../../layers/chains/registry.ts"
import * as noFrame from "../../../layers/frame/none.ts"
import type { Api } from "../../../services/Api.ts"
import { Chains, type WalletChange } from "../../../services/Chains.ts"
import type { Frame } from "../../../services/Frame.ts"
import { Relay, type RelayProvider } from "../../../services/Relay.ts"
import { Rpc } from "../../../services/Rpc.ts"
import { NotConnectedYet } from "../../../src/errors/index.ts"
import type { NetworkNamespace } from "../../../src/options/namespaces.ts"
import type { Network } from "../../../src/options/networks.ts"
import type { Connector } from "../../../src/wallets/first-paint/model/connector.ts"
import { settled } from "../../contracts/settled.ts"
import { noApi } from "../api/noApi.ts"

/** Environment of the live layer, besides the wallets of its page. */
export interface Around {
  readonly networks: readonly Network[]
  readonly request?: Rpc["Service"]["request"] | undefined
  readonly relay?: Relay["Service"] | undefined
  readonly api?: Layer.Layer<Api> | undefined
  /** Frame of the embedded wallet. By default, there is none. */
  readonly frame?: Layer.Layer<Frame> | undefined
}

/** A relay without a session. */
export const noRelay: Relay["Service"] = {
  connect: () => Effect.never,
  restore: Effect.succeed(undefined),
  disconnect: Effect.void,
  watch: () => Effect.void,
  provider: () => Effect.fail(new NotConnectedYet()),
  revive: Effect.void,
}

/** A relay with one session over this provider, until it is disconnected. */
export const relayWith = (provider: RelayProvider): Relay["Service"] => {
  let open = true
  const session = {
    topic: "topic",
    expiresAt: Number.MAX_SAFE_INTEGER,
    accounts: [],
    approvedCaipNetworkIds: [],
    methods: [],
    peer: { name: "Phone" },
  }
  return {
    ...noRelay,
    restore: Effect.sync(() => (open ? session : undefined)),
    provider: () => Effect.suspend(() => (open ? Effect.succeed(provider) : Effect.fail(new NotConnectedYet()))),
    disconnect: Effect.sync(() => {
      open = false
    }),
  }
}

/** The live layer of `Chains`. */
export const liveChains = ({
  networks,
  request = () => Effect.never,
  relay = noRelay,
  api = noApi,
  frame = noFrame.layer,
}: Around) =>
  layer({ networks: () => networks, chainImages: { 8453: "https://site.example/base.png" } }).pipe(
    Layer.provide([Layer.succeed(Rpc, { request }), Layer.succeed(Relay, relay), api, frame]),
  )

/** The lists of a namespace's connectors on such a page, from now on. */
export const discovered = Effect.fnUntraced(function* (namespace: NetworkNamespace, around: Around) {
  const lists: (readonly Connector[])[] = []
  const { discover } = yield* Effect.provide(Chains, yield* Layer.build(liveChains(around)))
  yield* settled(discover(namespace, (connectors) => lists.push(connectors)))
  return lists
})

/** A namespace's adapter on such a page, with its operations bound to one connector. */
export const chainOn = Effect.fnUntraced(function* (namespace: NetworkNamespace, connectorId: string, around: Around) {
  const { get } = yield* Effect.provide(Chains, yield* Layer.build(liveChains(around)))
  const chain = yield* settled(Effect.orDie(get(namespace)))
  return {
    chain,
    connect: (network: Network) => chain.connect({ connectorId, network }),
    reconnect: (network: Network) => chain.reconnect({ connectorId, network }),
    switchTo: (network: Network) => chain.switchNetwork({ connectorId, network }),
    sign: (message: string, address: string) => chain.signMessage({ connectorId, address, message }),
    disconnect: chain.disconnect(connectorId),
    provider: chain.provider(connectorId),
    /** The changes of the wallet from now on. */
    followed: Effect.gen(function* () {
      const changes: WalletChange[] = []
      yield* chain.watch(connectorId, (change) => changes.push(change))
      return changes
    }),
  }
})

/** Sets a property of the page until the scope closes. */
export const placed = (put: () => () => void) => Effect.acquireRelease(Effect.sync(put), (away) => Effect.sync(away))
