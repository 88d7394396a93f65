import * as Effect from "effect/Effect"
import type { Chain, Sending } from "../../../services/Chains.ts"
import type { Frame } from "../../../services/Frame.ts"
import { AdapterNotFound, ConnectFailed, DisconnectFailed, type UnknownFailure } from "../../../src/errors/index.ts"
import type { Network } from "../../../src/options/networks.ts"
import { authConnector } from "../../../src/wallets/first-paint/model/wallet.ts"
import { quietly } from "../../shared/ignoreFailure.ts"
import { once } from "../../shared/loadOnce.ts"
import type { Code } from "../namespaceAdapter.ts"

/** The part of a namespace's embedded wallet that works like other wallets. The rest of its namespace needs no wallet. */
export type SecureWallet = Omit<Chain, "namespace" | "isSigned" | "balance" | "identity" | "sending">

/** Dependencies of the embedded wallet. */
export interface SecureParts {
  readonly frame: Frame["Service"]
  readonly networks: () => readonly Network[]
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
}

/** Loads the code of the embedded wallet in a namespace. */
export type SecureCode = () => Promise<{ readonly secure: (parts: SecureParts) => SecureWallet }>

/** Adds the embedded wallet to the other wallets of a namespace. Its code loads on first use. */
export const besideSecure = <Wallet>(
  code: Code<Wallet>,
  parts: Omit<SecureParts, "networks">,
  load: SecureCode,
): Code<Wallet> => ({
  ...code,
  adapt: (given) => {
    const chain = code.adapt(given)
    const own = once(async () => (await load()).secure({ ...parts, networks: given.networks }))
    const asked =
      <Input extends { readonly connectorId: string }, A, E, F>(
        others: (input: Input) => Effect.Effect<A, E>,
        ours: (wallet: SecureWallet, input: Input) => Effect.Effect<A, E>,
        failed: (cause: UnknownFailure) => F,
      ) =>
      (input: Input): Effect.Effect<A, E | F> =>
        input.connectorId === authConnector
          ? Effect.flatMap(Effect.mapError(own, failed), (wallet) => ours(wallet, input))
          : others(input)
    const unconnected = (cause: UnknownFailure) => new ConnectFailed({ cause })
    const unknown = (cause: UnknownFailure) => new AdapterNotFound({ cause })

    return {
      ...chain,
      connect: asked(chain.connect, (wallet, input) => wallet.connect(input), unconnected),
      reconnect: asked(chain.reconnect, (wallet, input) => wallet.reconnect(input), unconnected),
      switchNetwork: asked(chain.switchNetwork, (wallet, input) => wallet.switchNetwork(input), unknown),
      signMessage: asked(chain.signMessage, (wallet, input) => wallet.signMessage(input), unknown),
      ...(chain.sendTransaction && {
        sendTransaction: (input) =>
          input.connectorId === authConnector
            ? Effect.flatMap(Effect.mapError(own, unknown), (wallet) =>
                Effect.flatMap(
                  wallet.provider(authConnector),
                  (provider) => chain.sendTransaction?.(input, provider) ?? Effect.fail(new AdapterNotFound()),
                ),
              )
            : (chain.sendTransaction?.(input) ?? Effect.fail(new AdapterNotFound())),
      }),
      disconnect: (connectorId) =>
        connectorId === authConnector
          ? Effect.flatMap(
              Effect.mapError(own, (cause) => new DisconnectFailed({ cause })),
              (wallet) => wallet.disconnect(connectorId),
            )
          : chain.disconnect(connectorId),
      ended: (connectorId) =>
        connectorId === authConnector
          ? quietly(Effect.flatMap(own, (wallet) => wallet.ended?.(connectorId) ?? Effect.void))
          : (chain.ended?.(connectorId) ?? Effect.void),
      asksToSwitch: (connectorId) => connectorId !== authConnector && (chain.asksToSwitch?.(connectorId) ?? true),
      follow: (connectorId, changed) =>
        connectorId === authConnector
          ? Effect.catch(
              Effect.flatMap(own, (wallet) => wallet.follow(connectorId, changed)),
              () => Effect.void,
            )
          : chain.follow(connectorId, changed),
      ...(chain.abilities && {
        abilities: (connectorId) =>
          connectorId === authConnector
            ? Effect.flatMap(Effect.mapError(own, unknown), (wallet) =>
                Effect.flatMap(
                  wallet.provider(connectorId),
                  (provider) => chain.abilities?.(connectorId, provider) ?? Effect.fail(new AdapterNotFound()),
                ),
              )
            : (chain.abilities?.(connectorId) ?? Effect.fail(new AdapterNotFound())),
      }),
      ...(chain.sending && { sending: sendingBeside(chain.sending, Effect.mapError(own, unknown)) }),
      provider: (connectorId) =>
        connectorId === authConnector
          ? Effect.flatMap(Effect.mapError(own, unknown), (wallet) => wallet.provider(connectorId))
          : chain.provider(connectorId),
    }
  },
})

/** Adds the embedded wallet to a namespace's transfers, as a provider like the others. */
const sendingBeside = (sending: Sending, own: Effect.Effect<SecureWallet, AdapterNotFound>): Sending => {
  const given = (connectorId: string) =>
    connectorId === authConnector
      ? Effect.flatMap(own, (wallet) => wallet.provider(connectorId))
      : Effect.succeed(undefined)
  return {
    ...sending,
    send: (prepared) => Effect.flatMap(given(prepared.connectorId), (provider) => sending.send(prepared, provider)),
  }
}
