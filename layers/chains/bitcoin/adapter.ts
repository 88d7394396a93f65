import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Api } from "../../../services/Api.ts"
import type { Chain } from "../../../services/Chains.ts"
import { arrivalWait, disconnectWait, openPrompt, reconnectWait } from "../../../src/connections/limits.ts"
import type { Connection } from "../../../src/connections/opening/model.ts"
import { formatUnits } from "../../../src/core/amounts.ts"
import { isMethodMissing, isPending, isUnknownChain, isUserRejection } from "../../../src/core/readRpcError.ts"
import {
  AdapterNotFound,
  ChainNotSupported,
  ConnectFailed,
  ConnectionRejected,
  type SwitchError,
  SwitchNotApproved,
  UnknownFailure,
  UnsupportedChain,
} from "../../../src/errors/index.ts"
import type { BitcoinProvider } from "../../../src/namespaces/model/bitcoinProvider.ts"
import type { Network } from "../../../src/options/networks.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"
import { loadOnce } from "../../shared/loadOnce.ts"
import type { AdapterModule, ChainDeps } from "../namespaceAdapter.ts"
import { toConnectError } from "../shared/connectError.ts"
import { listenToConnector, waitForConnector } from "../shared/connectorObject.ts"
import { withPromptTimeout } from "../shared/promptTimeout.ts"
import {
  type ConnectedWallet,
  type ConnectedWalletFailure,
  connectWallet,
  type WalletStatus,
} from "./connectedWallet.ts"
import { discover } from "./discovery.ts"
import { providerOf } from "./provider.ts"
import type { BitcoinWallet } from "./wallets/wallet.ts"
import { walletConnect as overRelay } from "./wallets/walletConnect.ts"

/** Returns the Bitcoin adapter. Balances come from the provider's API, because Bitcoin nodes do not report the balance of an address. */
export const reading = (api: Api["Service"]): Required<AdapterModule<BitcoinWallet>> => ({
  discover,
  adapt: (parts) => adapt(parts, api),
})

/** Adapts Bitcoin wallets: browser wallets with any of the supported APIs, and the wallet over WalletConnect. */
const adapt = ({ wallets, relay, networks, background }: ChainDeps<BitcoinWallet>, api: Api["Service"]): Chain => {
  const library = loadOnce(() => import("./psbt.ts").then(({ open }) => open()))
  const links = new Map<string, Linked>()

  const linkTo = (connectorId: string, wallet: object, api: () => BitcoinWallet): Linked => {
    const known = links.get(connectorId)
    if (known?.wallet === wallet) return known
    const made = { wallet, link: connectWallet(api(), { library, networks, background }), provider: undefined }
    links.set(connectorId, made)
    return made
  }
  const overTheRelay = Effect.map(relay.provider("bip122"), (provider) =>
    linkTo(relayed, provider, () => overRelay(provider)),
  )
  const ofPage = (connectorId: string, wallet: BitcoinWallet) => linkTo(connectorId, wallet, () => wallet)

  const here = (connectorId: string) =>
    connectorId === relayed
      ? Effect.mapError(overTheRelay, (cause) => new AdapterNotFound({ cause }))
      : Effect.suspend(() => {
          const wallet = wallets.find(connectorId)
          return wallet ? Effect.succeed(ofPage(connectorId, wallet)) : Effect.fail(new AdapterNotFound())
        })
  const reached = (connectorId: string) =>
    connectorId === relayed
      ? Effect.mapError(overTheRelay, toConnectError)
      : Effect.map(waitForConnector(wallets, connectorId), (wallet) => ofPage(connectorId, wallet))

  const connection = (connectorId: string, { accounts, caipNetworkId }: WalletStatus): Connection => {
    const caipNetwork = networks().find((network) => network.caipNetworkId === caipNetworkId)
    return {
      namespace: "bip122",
      connectorId,
      accounts,
      ...(caipNetwork ? { caipNetwork } : { elsewhere: caipNetworkId }),
    }
  }

  return {
    namespace: "bip122",

    connect: Effect.fn("bitcoin.connect")(function* ({ connectorId, network }) {
      if (network.chainNamespace !== "bip122") return yield* Effect.fail(new ConnectFailed())
      const { link } = yield* reached(connectorId)

      const granted = Effect.catch(link.connect(network), (error) =>
        isPending(error) ? withPromptTimeout(waitForApproval(link, network), error) : Effect.fail(error),
      )
      const first = yield* Effect.mapError(granted, toConnectError)
      // If the wallet does not switch, it is connected on its current network. Its prompt may stay open.
      if (first.caipNetworkId !== network.caipNetworkId)
        yield* ignoreFailure(Effect.timeoutOption(link.switchTo(network), arrivalWait))
      const now = link.standing()
      return now ? connection(connectorId, now) : yield* Effect.fail(new ConnectFailed())
    }),

    reconnect: Effect.fn("bitcoin.reconnect")(function* ({ connectorId, network }) {
      if (connectorId === relayed && !(yield* Effect.mapError(relay.restore, toConnectError)))
        return yield* Effect.fail(new ConnectFailed())
      const { link } = yield* reached(connectorId)
      // Loads the library first, so the timeout covers only the wallet.
      yield* Effect.mapError(library, toConnectError)

      return yield* Effect.mapError(link.reconnect(network), toConnectError).pipe(
        Effect.map((standing) => connection(connectorId, standing)),
        Effect.timeoutOrElse({ duration: reconnectWait, orElse: () => Effect.fail(new ConnectFailed()) }),
      )
    }),

    disconnect: Effect.fn("bitcoin.disconnect")(function* (connectorId) {
      if (connectorId === relayed) return yield* relay.disconnect
      const wallet = wallets.find(connectorId)
      if (wallet)
        yield* ignoreFailure(Effect.timeoutOption(ofPage(connectorId, wallet).link.disconnect, disconnectWait))
    }),

    switchNetwork: Effect.fn("bitcoin.switchNetwork")(function* ({ connectorId, network }) {
      if (network.chainNamespace !== "bip122") return yield* Effect.fail(new UnsupportedChain())
      const { link } = yield* here(connectorId)

      const { caipNetworkId } = yield* Effect.mapError(link.switchTo(network), (error) => refusal(error, network))
      if (caipNetworkId !== network.caipNetworkId) return yield* Effect.fail(new SwitchNotApproved(network.id))
    }),

    // A session switches among its networks without a prompt.
    promptsToSwitch: (connectorId) => connectorId !== relayed,

    watch: (connectorId, changed) =>
      connectorId === relayed
        ? Effect.gen(function* () {
            const { link } = yield* overTheRelay
            yield* Effect.acquireRelease(
              Effect.sync(() => link.follow(changed)),
              (stop) => Effect.sync(stop),
            )
            // Reports changes from before the listener was added. The state comes from the session, without contacting the wallet.
            yield* link.catchUp
          }).pipe(ignoreFailure)
        : listenToConnector(wallets, connectorId, {
            listen: (wallet, later) => {
              const { link } = ofPage(connectorId, wallet)
              const stop = link.follow(changed)
              if (later) link.refresh()
              return stop
            },
            gone: () => changed({ type: "disconnect" }),
          }),

    signMessage: Effect.fn("bitcoin.signMessage")(function* ({ connectorId, address, message }) {
      const { link } = yield* here(connectorId)
      return yield* link.signMessage({ address, message })
    }),

    isSigned: (signed) =>
      Effect.tryPromise({
        try: async () => (await import("./verifySignature.ts")).isSigned(signed),
        catch: (cause) => new UnknownFailure({ cause }),
      }),

    balance: Effect.fn("bitcoin.balance")(function* ({ network, address }) {
      const { utxoEndpoint } = yield* Effect.tryPromise({
        try: () => import("../../../src/balances/endpoints/utxos.ts"),
        catch: (cause) => new UnknownFailure({ cause }),
      })
      const coins = yield* api.call(utxoEndpoint, { network, address })
      const satoshis = coins.reduce((sum, { value }) => sum + BigInt(value), 0n)
      return formatUnits(satoshis, network.nativeCurrency.decimals)
    }),

    identity: () => Effect.succeed({}),

    provider: Effect.fn("bitcoin.provider")(function* (connectorId) {
      const known = yield* here(connectorId)
      known.provider ??= providerOf(known.link, Effect.runPromiseWith(yield* Effect.context<never>()), background)
      return known.provider
    }),
  }
}

const relayed = "walletConnect"

/** A connector's wallet object, the connected wallet that wraps it, and the site's provider once it has been requested. */
interface Linked {
  readonly wallet: object
  readonly link: ConnectedWallet
  provider: BitcoinProvider | undefined
}

/** Waits for the approval of a prompt that is already open, by polling the granted accounts. Fails if the wallet has no method for that. */
const waitForApproval = (
  link: ConnectedWallet,
  network: Network,
): Effect.Effect<WalletStatus, ConnectedWalletFailure> =>
  link
    .reconnect(network)
    .pipe(
      Effect.retry({ schedule: Schedule.spaced(openPrompt.every), until: isMethodMissing }),
      Effect.delay(openPrompt.every),
    )

/** Maps the failure of a network switch to the error of the operation. */
const refusal = (error: ConnectedWalletFailure, network: Network): SwitchError => {
  const { cause } = error
  if (cause instanceof SwitchNotApproved || cause instanceof ChainNotSupported) return cause
  if (isUserRejection(error)) return new ConnectionRejected({ cause: error })
  if (isMethodMissing(error)) return new SwitchNotApproved(network.id, { cause: error })
  return isUnknownChain(error) ? new ChainNotSupported({ cause: error }) : new UnknownFailure({ cause: error })
}
