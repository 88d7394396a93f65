import * as Effect from "effect/Effect"
import type { Chain, Transfers } from "../../../services/Chains.ts"
import type { Frame } from "../../../services/Frame.ts"
import { embeddedConnectorId } from "../../../src/embedded/first-paint/model/embeddedConnector.ts"
import { AdapterNotFound, ConnectFailed, DisconnectFailed, type UnknownFailure } from "../../../src/errors/index.ts"
import type { Network } from "../../../src/options/networks.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"
import { loadOnce } from "../../shared/loadOnce.ts"
import type { AdapterModule } from "../namespaceAdapter.ts"

/** The methods of `Chain` that the embedded wallet implements. The namespace's adapter provides the others. */
export type EmbeddedWallet = Pick<
  Chain,
  "connect" | "reconnect" | "disconnect" | "forgetConnection" | "switchNetwork" | "watch" | "signMessage" | "provider"
>

/** Dependencies of the embedded wallet. */
export interface EmbeddedDeps {
  readonly frame: Frame["Service"]
  readonly networks: () => readonly Network[]
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
}

/** Loads the code of the embedded wallet in a namespace. */
export type EmbeddedModule = () => Promise<{ readonly embedded: (parts: EmbeddedDeps) => EmbeddedWallet }>

/**
 * Adds the embedded wallet to a namespace's adapter. Calls for the embedded wallet's connector go to its own code, which loads on first
 * use.
 */
export const routeByConnector = <Wallet>(
  code: AdapterModule<Wallet>,
  parts: Omit<EmbeddedDeps, "networks">,
  load: EmbeddedModule,
): AdapterModule<Wallet> => ({
  ...code,
  adapt: (given) => {
    const chain = code.adapt(given)
    const own = loadOnce(async () => (await load()).embedded({ ...parts, networks: given.networks }))
    const route =
      <Input extends { readonly connectorId: string }, A, E, F>(
        others: (input: Input) => Effect.Effect<A, E>,
        embedded: (wallet: EmbeddedWallet, input: Input) => Effect.Effect<A, E>,
        failed: (cause: UnknownFailure) => F,
      ) =>
      (input: Input): Effect.Effect<A, E | F> =>
        input.connectorId === embeddedConnectorId
          ? Effect.flatMap(Effect.mapError(own, failed), (wallet) => embedded(wallet, input))
          : others(input)
    const unconnected = (cause: UnknownFailure) => new ConnectFailed({ cause })
    const unknown = (cause: UnknownFailure) => new AdapterNotFound({ cause })

    return {
      ...chain,
      connect: route(chain.connect, (wallet, input) => wallet.connect(input), unconnected),
      reconnect: route(chain.reconnect, (wallet, input) => wallet.reconnect(input), unconnected),
      switchNetwork: route(chain.switchNetwork, (wallet, input) => wallet.switchNetwork(input), unknown),
      signMessage: route(chain.signMessage, (wallet, input) => wallet.signMessage(input), unknown),
      ...(chain.sendTransaction && {
        sendTransaction: (input) =>
          input.connectorId === embeddedConnectorId
            ? Effect.flatMap(Effect.mapError(own, unknown), (wallet) =>
                Effect.flatMap(
                  wallet.provider(embeddedConnectorId),
                  (provider) => chain.sendTransaction?.(input, provider) ?? Effect.fail(new AdapterNotFound()),
                ),
              )
            : (chain.sendTransaction?.(input) ?? Effect.fail(new AdapterNotFound())),
      }),
      disconnect: (connectorId) =>
        connectorId === embeddedConnectorId
          ? Effect.flatMap(
              Effect.mapError(own, (cause) => new DisconnectFailed({ cause })),
              (wallet) => wallet.disconnect(connectorId),
            )
          : chain.disconnect(connectorId),
      forgetConnection: (connectorId) =>
        connectorId === embeddedConnectorId
          ? ignoreFailure(Effect.flatMap(own, (wallet) => wallet.forgetConnection?.(connectorId) ?? Effect.void))
          : (chain.forgetConnection?.(connectorId) ?? Effect.void),
      promptsToSwitch: (connectorId) =>
        connectorId !== embeddedConnectorId && (chain.promptsToSwitch?.(connectorId) ?? true),
      watch: (connectorId, changed) =>
        connectorId === embeddedConnectorId
          ? Effect.catch(
              Effect.flatMap(own, (wallet) => wallet.watch(connectorId, changed)),
              () => Effect.void,
            )
          : chain.watch(connectorId, changed),
      ...(chain.walletCapabilities && {
        walletCapabilities: (connectorId) =>
          connectorId === embeddedConnectorId
            ? Effect.flatMap(Effect.mapError(own, unknown), (wallet) =>
                Effect.flatMap(
                  wallet.provider(connectorId),
                  (provider) => chain.walletCapabilities?.(connectorId, provider) ?? Effect.fail(new AdapterNotFound()),
                ),
              )
            : (chain.walletCapabilities?.(connectorId) ?? Effect.fail(new AdapterNotFound())),
      }),
      ...(chain.transfers && { transfers: sendingBeside(chain.transfers, Effect.mapError(own, unknown)) }),
      provider: (connectorId) =>
        connectorId === embeddedConnectorId
          ? Effect.flatMap(Effect.mapError(own, unknown), (wallet) => wallet.provider(connectorId))
          : chain.provider(connectorId),
    }
  },
})

/** Wraps a namespace's transfers so `send` uses the embedded wallet's provider for transfers of the embedded wallet. */
const sendingBeside = (sending: Transfers, own: Effect.Effect<EmbeddedWallet, AdapterNotFound>): Transfers => {
  const given = (connectorId: string) =>
    connectorId === embeddedConnectorId
      ? Effect.flatMap(own, (wallet) => wallet.provider(connectorId))
      : Effect.succeed(undefined)
  return {
    ...sending,
    send: (prepared) => Effect.flatMap(given(prepared.connectorId), (provider) => sending.send(prepared, provider)),
  }
}
