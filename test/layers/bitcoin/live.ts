import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layer } from "../../../layers/chains/registry.ts"
import * as frame from "../../../layers/frame/none.ts"
import type { Api } from "../../../services/Api.ts"
import type { Chains } from "../../../services/Chains.ts"
import { Relay, type RelayProvider } from "../../../services/Relay.ts"
import { Rpc } from "../../../services/Rpc.ts"
import { NotConnectedYet } from "../../../src/domain/errors.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet, type Network } from "../../../src/domain/networks.ts"
import { noApi } from "../noApi.ts"

const networks: readonly Network[] = [bitcoin, bitcoinTestnet, bitcoinSignet]

/** The live leaf on a page that offers Bitcoin's networks; with a provider there is a relay session that has it. */
export const liveBitcoin = (relayed?: RelayProvider, api: Layer.Layer<Api> = noApi): Layer.Layer<Chains> =>
  layer({ networks: () => networks }).pipe(
    Layer.provide(Layer.succeed(Rpc, { request: () => Effect.never })),
    Layer.provide(
      Layer.succeed(Relay, {
        connect: () => Effect.never,
        restore: Effect.suspend(() => (relayed ? Effect.succeed(session) : Effect.succeed(undefined))),
        disconnect: Effect.sync(() => {
          relayed = undefined
        }),
        follow: () => Effect.void,
        provider: () => Effect.suspend(() => (relayed ? Effect.succeed(relayed) : Effect.fail(new NotConnectedYet()))),
        revive: Effect.void,
      }),
    ),
    Layer.provide(Layer.merge(api, frame.layer)),
  )

const session = {
  topic: "topic",
  expiresAt: Number.MAX_SAFE_INTEGER,
  accounts: [],
  approvedCaipNetworkIds: [],
  methods: [],
  peer: { name: "Phone" },
}

/** Puts something into the page until the answered function is called. */
export const onWindow = (name: string, value: unknown): (() => void) => {
  Reflect.set(window, name, value)
  return () => void Reflect.deleteProperty(window, name)
}
