import * as Effect from "effect/Effect"
import { Chains } from "../../services/Chains.ts"
import { Siwx } from "../../services/Siwx.ts"
import { announceWait } from "../connections/limits.ts"
import { whileConnecting } from "../connections/steps/attempts.ts"
import { activateConnection, offerLateApproval } from "../connections/steps/connected.ts"
import { requestedAccountType } from "../connections/steps/requestedAccountType.ts"
import { NetworkNotFound, NoConnectorForConnection } from "../errors/index.ts"
import { quoted } from "../options/guards.ts"
import type { Namespace } from "../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { withWalletPrompt } from "../runtime/dialogDemotion.ts"
import { ignoreFailure, loadThen } from "../runtime/lazy.ts"
import { prompt } from "../runtime/prompt.ts"
import { untilSignal } from "../runtime/untilSignal.ts"
import { connectRelay } from "../walletConnect/operations.ts"
import { type Connector, findConnector, isLocal } from "../wallets/first-paint/model/connector.ts"
import { walletConnectId } from "../wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../wallets/first-paint/state/wallets.ts"
import { connectorFor } from "../wallets/model/connectorFor.ts"

/**
 * Wallet to connect: a connector ID, an rdns or a wallet ID. `namespace` selects one of the namespaces that the wallet supports. Without
 * it, the active one is preferred.
 */
export interface WalletChoice {
  readonly wallet: string
  readonly namespace?: Namespace
}

/**
 * Operation: connects a wallet, makes it active and persists the connection. `wallet` is a connector ID, an rdns or a wallet ID;
 * "walletConnect" connects through the relay and ignores `namespace`. For other wallets, `namespace` selects one that the wallet supports;
 * without it, the active one is preferred. Returns the connection once the wallet has approved it. Fails with NoConnectorForConnection if
 * no wallet announces that ID within 3 s, or if the wallet does not serve `namespace`. Also fails with it if several wallets on the page,
 * or with `namespace` several that serve it, claim the ID, because only the visitor can tell which one is genuine. Fails with
 * WalletConnectConnectorNotFound if WalletConnect is requested but turned off, with ConnectionRejected if the visitor rejects, and with
 * ConnectFailed or a more specific error if the wallet, the relay or the sign-in fails.
 */
export const connect = Effect.fnUntraced(function* (input: WalletChoice) {
  if (input.wallet === walletConnectId) return yield* connectRelay({})
  const found = yield* announced(input)
  const { installed } = yield* slicesOf(wallets)
  if (isAmbiguous(found, installed.peek(), input))
    return yield* Effect.fail(
      new NoConnectorForConnection(
        `Several wallets on this page claim to be ${quoted(input.wallet)}. Open the modal, so the visitor chooses one`,
      ),
    )
  return yield* connectChosen(input)
})

/** Connects a wallet as `connect` does, but also if several wallets claim its ID, because the visitor has chosen one. */
export const connectChosen = Effect.fn("connect")(function* (input: WalletChoice) {
  if (input.wallet === walletConnectId) return yield* connectRelay({})
  const { core } = yield* CurrentModal
  const wallet = yield* announced(input)
  const { installed } = yield* slicesOf(wallets)
  const active = core.namespace.peek()
  // The embedded wallet has a connector in each of its namespaces.
  const connector =
    wallet.type === "AUTH"
      ? (findConnector(installed.peek(), wallet.id, input.namespace ?? active) ?? wallet)
      : connectorFor(wallet, { id: input.wallet, namespace: input.namespace, active })
  if (!connector)
    return yield* Effect.fail(
      new NoConnectorForConnection(`${wallet.name} (${wallet.id}) does not serve ${input.namespace ?? active}`),
    )
  return yield* connectWith(connector, input.namespace ?? connector.chain)
})

const connectWith = Effect.fn("connectWith")(function* (connector: Connector, namespace: Namespace) {
  const { core } = yield* CurrentModal
  const selected = core.accounts[namespace].peek().caipNetworkId
  const networks = core.networks.peek().filter((network) => network.chainNamespace === namespace)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === selected) ?? networks[0]
  if (!network) return yield* Effect.fail(new NetworkNotFound(`The option \`networks\` has no network of ${namespace}`))
  const chain = yield* (yield* Chains).get(namespace)
  const { enabled: signsIn } = yield* Siwx
  const type = yield* requestedAccountType(connector.id, namespace)
  const connecting = Effect.gen(function* () {
    const inOne = signsIn && connector.type !== "AUTH"
    const signIn = inOne ? yield* loadThen(oneClick, ({ onePromptRequest }) => onePromptRequest(network)) : undefined
    const request = chain.connect({ connectorId: connector.id, network, ...type, ...(signIn && { signIn }) })
    const { signed, ...connection } = yield* withWalletPrompt(connector.id, request)
    if (!signed) return connection
    const untaken = yield* loadThen(oneClick, ({ acceptOneClickAuth }) =>
      acceptOneClickAuth([signed], networks, connection),
    )
    if (!untaken) return connection
    yield* ignoreFailure(chain.disconnect(connector.id))
    return yield* Effect.fail(untaken)
  })

  return yield* whileConnecting(
    namespace,
    prompt(`connect:${namespace}:${connector.id}`, {
      request: connecting,
      onApproved: activateConnection,
      onLateApproval: offerLateApproval,
    }),
  )
})

const oneClick = () => import("../siwx/steps/oneClickAuth.ts")

/**
 * Whether another wallet on the page may be the requested one, because it claims the requested ID or the found wallet's rdns. If the found
 * wallet has no rdns, a wallet of the same name counts. With `namespace`, only wallets that serve it count.
 */
const isAmbiguous = (
  found: Connector,
  installed: readonly Connector[],
  { wallet: walletId, namespace }: WalletChoice,
) => {
  const others = installed.filter((one) => one !== found && isLocal(one) && serves(one, namespace))
  const isClaimed = others.some((one) =>
    [one, ...(one.connectors ?? [])].some(({ id, info }) => id === walletId || info?.rdns === walletId),
  )
  const rdns = found.info?.rdns
  const isDisputed = found.disputed === true && serves(found, namespace)
  return isClaimed || (isDisputed && (rdns === undefined || others.some(({ info }) => info?.rdns === rdns)))
}

const serves = (wallet: Connector, namespace: Namespace | undefined): boolean =>
  namespace === undefined || [wallet, ...(wallet.connectors ?? [])].some(({ chain }) => chain === namespace)

const claims = ({ id, info, explorerId }: Connector, walletId: string): boolean =>
  id === walletId || info?.rdns === walletId || explorerId === walletId

/** Waits for a wallet that claims the ID. Prefers one that serves the requested namespace. */
const announced = Effect.fn("announced")(function* ({ wallet: id, namespace }: WalletChoice) {
  const { installed } = yield* slicesOf(wallets)
  const found = untilSignal(() => {
    const claimants = installed.value.filter((connector) =>
      [connector, ...(connector.connectors ?? [])].some((one) => claims(one, id)),
    )
    return claimants.find((one) => serves(one, namespace)) ?? claimants[0]
  })
  return yield* Effect.timeoutOrElse(found, {
    duration: announceWait,
    orElse: () =>
      Effect.fail(
        new NoConnectorForConnection(
          `No wallet on this page has the id ${quoted(id)}. There are: ${installed
            .peek()
            .map((one) => one.info?.rdns ?? one.id)
            .join(", ")}`,
        ),
      ),
  })
})
