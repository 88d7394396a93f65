import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Chain, WalletChange } from "../../../services/Chains.ts"
import type { RelayProvider } from "../../../services/Relay.ts"
import { disconnectWait, openPrompt, reconnectWait } from "../../../src/connections/limits.ts"
import type { Connection } from "../../../src/connections/opening/model.ts"
import { formatUnits } from "../../../src/core/amounts.ts"
import { isPending } from "../../../src/core/readRpcError.ts"
import {
  AdapterNotFound,
  AnswerInvalid,
  ChainNotSupported,
  type ConnectError,
  ConnectFailed,
  ConnectorSupportsNoChain,
  type RelayError,
  SwitchNotApproved,
  UnknownFailure,
  UnsupportedChain,
} from "../../../src/errors/index.ts"
import { UnsupportedProviderMethodError } from "../../../src/errors/rpc.ts"
import type { SolanaAccount, SolanaProvider } from "../../../src/namespaces/model/solanaProvider.ts"
import { typeMismatch } from "../../../src/options/guards.ts"
import type { CaipNetworkId, Network } from "../../../src/options/networks.ts"
import { decodeBalance } from "../../../src/send/schema/solanaNode.ts"
import { decodeResponse } from "../../shared/decodeResponse.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"
import type { AdapterDeps } from "../namespaceAdapter.ts"
import type { PageWallets } from "../pageWallets.ts"
import { toConnectError } from "../shared/connectError.ts"
import { listenToConnector, waitForConnector } from "../shared/connectorObject.ts"
import { withPromptTimeout } from "../shared/promptTimeout.ts"
import { callProvider } from "./callProvider.ts"
import { lazyTransfers } from "./lazyTransfers.ts"
import { providerOf, serves } from "./provider.ts"
import { toBase58 } from "./transaction.ts"
import { walletConnectWallet } from "./walletConnect.ts"

export { discover } from "./discovery.ts"

/**
 * Adapts Solana wallets of the Wallet Standard: browser wallets and the wallet over WalletConnect. Such a wallet has no current network,
 * because each request names one. The adapter keeps the active network, one that the wallet supports.
 */
export const adapt = ({
  wallets,
  relay,
  rpc,
  networks,
}: AdapterDeps & { readonly wallets: PageWallets<object> }): Chain => {
  const chosen = new Map<string, CaipNetworkId>()
  const providers = new WeakMap<object, SolanaProvider>()
  let session: { readonly relay: RelayProvider; readonly own: ReturnType<typeof walletConnectWallet> } | undefined

  const solanas = () => networks().filter(({ chainNamespace }) => chainNamespace === "solana")
  const networkOf = (id: string | undefined) => solanas().find(({ caipNetworkId }) => caipNetworkId === id)
  const made = (connectorId: string, wallet: object): SolanaProvider => {
    const provider = providers.get(wallet) ?? providerOf(wallet, () => networkOf(chosen.get(connectorId)))
    providers.set(wallet, provider)
    return provider
  }

  /** Returns the session's provider and wallet, and updates the active network to the session's. */
  const overRelay = Effect.gen(function* () {
    const provider = yield* relay.provider("solana")
    if (session?.relay !== provider) session = { relay: provider, own: walletConnectWallet(provider, networks) }
    const { own } = session
    const { caipNetworkId } = yield* callRelay(own.refresh)
    chosen.set(relayed, caipNetworkId)
    return { provider, wallet: made(relayed, own.wallet) }
  })
  const here = (connectorId: string): Effect.Effect<SolanaProvider, AdapterNotFound> => {
    if (connectorId === relayed)
      return Effect.mapBoth(overRelay, {
        onSuccess: ({ wallet }) => wallet,
        onFailure: (cause) => new AdapterNotFound({ cause }),
      })
    return Effect.suspend(() => {
      const wallet = wallets.find(connectorId)
      return wallet ? Effect.succeed(made(connectorId, wallet)) : Effect.fail(new AdapterNotFound())
    })
  }
  const reached = (connectorId: string): Effect.Effect<SolanaProvider, ConnectError> =>
    connectorId === relayed
      ? Effect.mapBoth(overRelay, { onSuccess: ({ wallet }) => wallet, onFailure: toConnectError })
      : Effect.map(waitForConnector(wallets, connectorId), (wallet) => made(connectorId, wallet))

  /** Returns the network on which to use a wallet: the first of `wanted`, or else of the modal's networks, that the wallet supports. */
  const placed = (wallet: SolanaProvider, ...wanted: readonly (string | undefined)[]) =>
    [...wanted.map(networkOf), ...solanas()].find((one) => one && serves(wallet, one))

  /**
   * Returns the connection with the granted accounts and makes `network` the active one. Fails with ConnectFailed if there are no accounts.
   */
  const connected = (connectorId: string, network: Network, accounts: readonly SolanaAccount[]) => {
    if (accounts.length === 0)
      return Effect.fail(new ConnectFailed({ cause: new AnswerInvalid(typeMismatch("Solana addresses", accounts)) }))
    chosen.set(connectorId, network.caipNetworkId)
    const connection: Connection = {
      namespace: "solana",
      connectorId,
      accounts: accounts.map(({ address }) => ({ address })),
      caipNetwork: network,
    }
    return Effect.succeed(connection)
  }

  return {
    namespace: "solana",

    connect: Effect.fn("solana.connect")(function* ({ connectorId, network: wanted }) {
      const wallet = yield* reached(connectorId)
      // A session already has a current network, which takes precedence.
      const before = connectorId === relayed ? chosen.get(relayed) : undefined
      const network = placed(wallet, before, wanted.caipNetworkId)
      if (!network) return yield* Effect.fail(new ConnectorSupportsNoChain())

      return yield* connected(connectorId, network, yield* grantedBy(wallet))
    }),

    reconnect: Effect.fn("solana.reconnect")(function* ({ connectorId, network: wanted }) {
      if (connectorId === relayed && !(yield* Effect.mapError(relay.restore, toConnectError)))
        return yield* Effect.fail(new ConnectFailed())
      const wallet = yield* reached(connectorId)
      const network = placed(wallet, chosen.get(connectorId), wanted.caipNetworkId)
      if (!network) return yield* Effect.fail(new ConnectorSupportsNoChain())

      const { connect } = wallet.features["standard:connect"]
      return yield* callProvider("reconnect", () => connect({ silent: true })).pipe(
        Effect.mapError(toConnectError),
        Effect.flatMap(({ accounts }) => connected(connectorId, network, accounts)),
        Effect.timeoutOrElse({ duration: reconnectWait, orElse: () => Effect.fail(new ConnectFailed()) }),
      )
    }),

    disconnect: Effect.fn("solana.disconnect")(function* (connectorId) {
      chosen.delete(connectorId)
      if (connectorId === relayed) return yield* relay.disconnect
      const wallet = wallets.find(connectorId)
      const { disconnect } = (wallet && made(connectorId, wallet).features["standard:disconnect"]) ?? {}
      if (!disconnect) return
      yield* callProvider("disconnect", disconnect).pipe(Effect.timeoutOption(disconnectWait), ignoreFailure)
    }),

    switchNetwork: Effect.fn("solana.switchNetwork")(function* ({ connectorId, network }) {
      if (network.chainNamespace !== "solana") return yield* Effect.fail(new UnsupportedChain())
      if (connectorId === relayed) {
        const { provider } = yield* Effect.mapError(overRelay, (cause) => new AdapterNotFound({ cause }))
        yield* Effect.mapError(
          callRelay(() => provider.setDefaultChain(network.caipNetworkId)),
          (cause) => (cause instanceof SwitchNotApproved ? cause : new UnknownFailure({ cause })),
        )
      } else if (!serves(yield* here(connectorId), network)) return yield* Effect.fail(new ChainNotSupported())
      chosen.set(connectorId, network.caipNetworkId)
    }),

    promptsToSwitch: () => false,

    watch: (connectorId, changed) => {
      const grants = (accounts: readonly SolanaAccount[] = []) =>
        changed({ type: "accounts", accounts: accounts.map(({ address }) => ({ address })) })
      const listen = (wallet: SolanaProvider) =>
        wallet.features["standard:events"].on("change", ({ accounts }) => accounts && grants(accounts))
      if (connectorId !== relayed)
        return listenToConnector(wallets, connectorId, {
          listen: (wallet, later) => {
            const provider = made(connectorId, wallet)
            const stop = listen(provider)
            if (later) grants(provider.accounts)
            return stop
          },
          gone: () => changed({ type: "disconnect" }),
        })
      const followed = Effect.map(overRelay, ({ provider, wallet }) => {
        reportStatus(chosen.get(relayed), wallet, changed)
        return [listen(wallet), moves(provider, changed)]
      })
      return ignoreFailure(
        Effect.acquireRelease(followed, (stops) =>
          Effect.sync(() => {
            for (const stop of stops) stop()
          }),
        ),
      )
    },

    signMessage: Effect.fn("solana.signMessage")(function* ({ connectorId, address, message }) {
      const { features } = yield* here(connectorId)
      const { signMessage } = features["solana:signMessage"] ?? {}
      if (!signMessage)
        return yield* Effect.fail(new UnsupportedProviderMethodError("The wallet does not sign messages"))

      const text = new TextEncoder().encode(message)
      const [signed] = yield* callProvider("signMessage", () => signMessage({ account: { address }, message: text }))
      return toBase58(signed?.signature ?? new Uint8Array())
    }),

    isSigned: ({ address, message, signature }) =>
      Effect.tryPromise({
        try: async () => (await import("./verifySignature.ts")).isSigned(address, message, signature),
        catch: (cause) => new UnknownFailure({ cause }),
      }),

    balance: Effect.fn("solana.balance")(function* ({ network, address }) {
      const params = [address, { commitment: "confirmed" }]
      const lamports = yield* decodeResponse(rpc.request({ network, method: "getBalance", params }), decodeBalance)
      return formatUnits(lamports, network.nativeCurrency.decimals)
    }),

    identity: () => Effect.succeed({}),

    transfers: lazyTransfers(rpc, here),

    provider: here,
  }
}

const relayed = "walletConnect"

/**
 * Prompts for accounts. If a prompt is already open, waits until the wallet reports or lists the granted accounts, and after a time limit
 * fails with the error of the request.
 */
const grantedBy = (wallet: SolanaProvider): Effect.Effect<readonly SolanaAccount[], ConnectError> =>
  Effect.matchEffect(
    callProvider("connect", () => wallet.features["standard:connect"].connect()),
    {
      onSuccess: ({ accounts }) => Effect.succeed(accounts),
      onFailure: (error) =>
        isPending(error)
          ? withPromptTimeout(Effect.raceFirst(reportedBy(wallet), shownBy(wallet)), toConnectError(error))
          : Effect.fail(toConnectError(error)),
    },
  )

const reportedBy = ({ features }: SolanaProvider) =>
  Effect.callback<readonly SolanaAccount[]>((resume) => {
    const stop = features["standard:events"].on("change", ({ accounts = [] }) => {
      if (accounts.length === 0) return
      stop()
      resume(Effect.succeed(accounts))
    })
    return Effect.sync(stop)
  })

/** Waits for accounts by polling the wallet's list, because even a silent request may prompt. */
const shownBy = (wallet: SolanaProvider): Effect.Effect<readonly SolanaAccount[]> =>
  Effect.sync(() => wallet.accounts).pipe(
    Effect.repeat({ schedule: Schedule.spaced(openPrompt.every), until: ({ length }) => length > 0 }),
    Effect.delay(openPrompt.every),
  )

/** Calls a method of the session that does not contact the wallet. */
const callRelay = <A>(call: () => Promise<A>): Effect.Effect<A, RelayError | SwitchNotApproved> =>
  Effect.tryPromise({
    try: call,
    catch: (thrown) =>
      thrown instanceof Error && "_tag" in thrown
        ? (thrown as RelayError | SwitchNotApproved)
        : new ConnectFailed({ cause: thrown }),
  })

/** Reports a session's current network and accounts, in case they changed before the listeners were added. */
const reportStatus = (
  id: CaipNetworkId | undefined,
  { accounts }: SolanaProvider,
  changed: (change: WalletChange) => void,
) => {
  if (id !== undefined) changed({ type: "chain", caipNetworkId: id })
  changed({ type: "accounts", accounts: accounts.map(({ address }) => ({ address })) })
}

/** Calls `changed` with each change of a session's network. Returns a function that stops the calls. */
const moves = (provider: RelayProvider, changed: (change: WalletChange) => void) => {
  const moved = (reference: unknown) => changed({ type: "chain", caipNetworkId: `solana:${reference}` })
  provider.on("chainChanged", moved)
  return () => provider.removeListener("chainChanged", moved)
}
