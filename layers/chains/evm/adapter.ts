import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { stringToHex } from "viem/utils"
import type { Chain, Identity, WalletChange } from "../../../services/Chains.ts"
import { reconnectWait } from "../../../src/connections/limits.ts"
import type { Connection } from "../../../src/connections/opening/model.ts"
import { formatUnits } from "../../../src/core/amounts.ts"
import { isPending } from "../../../src/core/readRpcError.ts"
import {
  AdapterNotFound,
  AnswerInvalid,
  type ConnectError,
  ConnectFailed,
  SendUnclear,
  SwapUnverified,
  UnknownFailure,
  UnsupportedChain,
} from "../../../src/errors/index.ts"
import { ChainDisconnectedError } from "../../../src/errors/rpc.ts"
import { chainImageOf } from "../../../src/options/chainImageOf.ts"
import { typeMismatch } from "../../../src/options/guards.ts"
import type { Network } from "../../../src/options/networks.ts"
import type { SiwxRequest } from "../../../src/siwx/model/message.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"
import type { AdapterDeps } from "../namespaceAdapter.ts"
import type { PageWallets } from "../pageWallets.ts"
import { toConnectError } from "../shared/connectError.ts"
import { listenToConnector, waitForConnector } from "../shared/connectorObject.ts"
import { withPromptTimeout } from "../shared/promptTimeout.ts"
import { accountsOf, chainOf, followed, readAccounts, requestWallet, revokeGrant, waitForEvent } from "./eip1193.ts"
import type { Eip1193 } from "./first-paint/eip6963.ts"
import { lazyTransfers } from "./lazyTransfers.ts"
import { switchChain } from "./switchChain.ts"

/** Adapts EIP-1193 wallets: browser wallets and the wallet over WalletConnect. */
export const adapt = ({
  wallets,
  relay,
  rpc,
  networks,
  chainImages,
  routers,
}: AdapterDeps & { readonly wallets: PageWallets<Eip1193> }): Chain => {
  const here = (connectorId: string): Effect.Effect<Eip1193, AdapterNotFound> =>
    connectorId === relayed
      ? Effect.mapError(relay.provider("eip155"), (cause) => new AdapterNotFound({ cause }))
      : Effect.suspend(() => {
          const provider = wallets.find(connectorId)
          return provider ? Effect.succeed(provider) : Effect.fail(new AdapterNotFound())
        })

  const reached = (connectorId: string): Effect.Effect<Eip1193, ConnectError> =>
    connectorId === relayed
      ? Effect.mapError(relay.provider("eip155"), toConnectError)
      : waitForConnector(wallets, connectorId)

  const switchTo = (connectorId: string, provider: Eip1193, network: Network, waits: boolean) =>
    switchChain(provider, {
      network,
      icon: chainImageOf(chainImages, network),
      relayed: connectorId === relayed,
      waits,
    })

  let ens: typeof import("./ens.ts") | undefined

  const connection = (connectorId: string, addresses: readonly string[], chain: number | undefined): Connection => {
    const caipNetwork = networks().find(({ caipNetworkId }) => caipNetworkId === `eip155:${chain}`)
    return {
      namespace: "eip155",
      connectorId,
      accounts: accountsOf(addresses),
      ...(caipNetwork ? { caipNetwork } : chain !== undefined && { elsewhere: `eip155:${chain}` }),
    }
  }

  return {
    namespace: "eip155",

    connect: Effect.fn("evm.connect")(function* ({ connectorId, network, signIn }) {
      const provider = yield* reached(connectorId)

      const grant = signIn && connectorId !== relayed ? yield* grantedWith(provider, network, signIn) : undefined
      const addresses = grant?.addresses ?? (yield* grantedBy(provider))
      const signed = grant?.signed && { signed: grant.signed }
      const before = yield* chainOf(provider)
      if (before === Number(network.id) || network.chainNamespace !== "eip155")
        return { ...connection(connectorId, addresses, before), ...signed }
      // If the wallet does not switch, it is connected on its current network.
      yield* ignoreFailure(switchTo(connectorId, provider, network, false))
      // The wallet may have been locked during the switch, or its user may have selected another account.
      const now = yield* Effect.orElseSucceed(requestWallet(provider, "eth_accounts"), () => addresses)
      return { ...connection(connectorId, yield* someAccounts(now), yield* chainOf(provider)), ...signed }
    }),

    reconnect: Effect.fn("evm.reconnect")(function* ({ connectorId }) {
      if (connectorId === relayed && !(yield* Effect.mapError(relay.restore, toConnectError)))
        return yield* Effect.fail(new ConnectFailed())
      const provider = yield* reached(connectorId)

      const granted = Effect.mapError(requestWallet(provider, "eth_accounts"), toConnectError)
      return yield* Effect.all([Effect.flatMap(granted, someAccounts), chainOf(provider)]).pipe(
        Effect.map(([addresses, chain]) => connection(connectorId, addresses, chain)),
        Effect.timeoutOrElse({ duration: reconnectWait, orElse: () => Effect.fail(new ConnectFailed()) }),
      )
    }),

    disconnect: Effect.fn("evm.disconnect")(function* (connectorId) {
      if (connectorId === relayed) return yield* relay.disconnect
      const provider = wallets.find(connectorId)
      if (provider) yield* revokeGrant(provider)
    }),

    switchNetwork: Effect.fn("evm.switchNetwork")(function* ({ connectorId, network }) {
      if (network.chainNamespace !== "eip155") return yield* Effect.fail(new UnsupportedChain())
      yield* switchTo(connectorId, yield* here(connectorId), network, true)
    }),

    watch: (connectorId, changed) =>
      connectorId === relayed
        ? Effect.acquireRelease(
            Effect.map(here(connectorId), (provider) => ({ provider, stop: followed(provider, changed) })),
            ({ stop }) => Effect.sync(stop),
          ).pipe(
            Effect.tap(({ provider }) => caughtUp(provider, changed)),
            ignoreFailure,
          )
        : Effect.gen(function* () {
            const scope = yield* Effect.scope
            const fork = Effect.runForkWith(yield* Effect.context<never>())
            yield* listenToConnector(wallets, connectorId, {
              listen: (provider, later) => {
                const stop = followed(provider, changed)
                if (later) Fiber.runIn(fork(ignoreFailure(caughtUp(provider, changed))), scope)
                return stop
              },
              gone: () => changed({ type: "disconnect" }),
            })
          }),

    signMessage: Effect.fn("evm.signMessage")(function* ({ connectorId, address, message }) {
      const provider = yield* here(connectorId)

      const signature = yield* requestWallet(provider, "personal_sign", [stringToHex(message), address])
      if (typeof signature === "string" && /^0x([0-9a-f]{2})+$/i.test(signature)) return withUsualRecovery(signature)
      return yield* Effect.fail(new AnswerInvalid(typeMismatch("signature", signature)))
    }),

    sendTransaction: Effect.fn("evm.sendTransaction")(function* (
      { connectorId, network, from, to, data, value },
      own?: unknown,
    ) {
      const provider = own === undefined ? yield* here(connectorId) : (own as Eip1193)
      const standing = yield* chainOf(provider)
      if (standing !== Number(network.id)) return yield* Effect.fail(new ChainDisconnectedError())

      // Prevents a wallet that has switched by the time of approval from sending the transaction on another network.
      const chainId = `0x${standing.toString(16)}`
      const transaction = { from, to, data, value: `0x${value.toString(16)}`, chainId }
      const hash = yield* requestWallet(provider, "eth_sendTransaction", [transaction])
      if (typeof hash === "string" && /^0x[0-9a-f]{64}$/i.test(hash)) return hash
      return yield* Effect.fail(new SendUnclear({ cause: new AnswerInvalid(typeMismatch("transaction hash", hash)) }))
    }),

    isSigned: Effect.fn("evm.isSigned")(function* (signed) {
      const run = Effect.runPromiseWith(yield* Effect.context<never>())
      const { network } = signed
      return yield* Effect.tryPromise({
        try: async (signal) =>
          (await import("./verifySignature.ts")).isSigned(signed, (method, params) =>
            run(rpc.request({ network, method, params }), { signal }),
          ),
        catch: (cause) => new UnknownFailure({ cause }),
      })
    }),

    balance: Effect.fn("evm.balance")(function* ({ network, address }) {
      const wei = yield* rpc.request({ network, method: "eth_getBalance", params: [address, "latest"] })
      if (typeof wei === "string" && /^0x[0-9a-f]{1,64}$/i.test(wei))
        return formatUnits(BigInt(wei), network.nativeCurrency.decimals)
      return yield* Effect.fail(new AnswerInvalid(typeMismatch("hex quantity", wei)))
    }),

    identity: Effect.fn("evm.identity")(function* ({ address }) {
      const mainnet = networks().find(({ caipNetworkId }) => caipNetworkId === "eip155:1")
      if (!mainnet) return {}
      const run = Effect.runPromiseWith(yield* Effect.context<never>())

      return yield* Effect.tryPromise({
        try: async (signal): Promise<Identity> => {
          // Importing code defers the request even if it has loaded, and a deferred request misses the batch.
          ens ??= await import("./ens.ts")
          const { identityOf } = ens
          return identityOf(address, mainnet, (method, params) =>
            run(rpc.request({ network: mainnet, method, params }), { signal }),
          )
        },
        catch: (cause) => new UnknownFailure({ cause }),
      })
    }),

    transfers: lazyTransfers({ rpc, networks }, here),

    swaps: {
      check: (swap) =>
        Effect.tryPromise({
          try: async () => (await import("./swap/check.ts")).swappingOf(rpc, routers),
          catch: (cause) => new SwapUnverified({ cause: new UnknownFailure({ cause }) }),
        }).pipe(Effect.flatMap(({ check }) => check(swap))),
    },

    walletCapabilities: Effect.fn("evm.walletCapabilities")(function* (connectorId, own?: unknown) {
      const provider = own === undefined ? yield* here(connectorId) : (own as Eip1193)
      return yield* Effect.tryPromise({
        try: async () => (await import("./capabilities.ts")).capabilitiesOf(provider),
        catch: (cause) => new AdapterNotFound({ cause }),
      })
    }),

    provider: here,
  }
}

/** Replaces a recovery value of 0 or 1 with 27 or 28, because contracts reject 0 and 1. */
const withUsualRecovery = (signature: string) =>
  /^0x.{128}0[01]$/.test(signature) ? `${signature.slice(0, -2)}1${signature.endsWith("0") ? "b" : "c"}` : signature

const relayed = "walletConnect"

/**
 * Prompts for accounts and returns their addresses. If a prompt is already open, waits until the wallet reports its approval, and after a
 * time limit fails with the error of the request.
 */
const grantedBy = (provider: Eip1193): Effect.Effect<readonly string[], ConnectError> =>
  Effect.matchEffect(requestWallet(provider, "eth_requestAccounts"), {
    onSuccess: someAccounts,
    onFailure: (error) =>
      isPending(error)
        ? withPromptTimeout(
            waitForEvent(provider, { event: "accountsChanged", method: "eth_accounts", read: readSome }),
            toConnectError(error),
          )
        : Effect.fail(toConnectError(error)),
  })

/**
 * Prompts once for the accounts and a signed message. Returns `undefined` if the wallet cannot do both at once now, or the code fails to
 * load.
 */
const grantedWith = (provider: Eip1193, network: Network, signIn: SiwxRequest) =>
  Effect.flatMap(
    Effect.promise(() => import("./connectSigned.ts").catch(() => undefined)),
    (code) => code?.connectSigned(provider, network, signIn) ?? Effect.succeed(undefined),
  )

/** Reports the wallet's current chain and accounts, in case they changed before the listeners were added. Does not prompt. */
const caughtUp = (provider: Eip1193, changed: (change: WalletChange) => void) =>
  Effect.map(Effect.all([chainOf(provider), requestWallet(provider, "eth_accounts")]), ([chain, granted]) => {
    const addresses = readAccounts(granted)
    if (chain !== undefined) changed({ type: "chain", caipNetworkId: `eip155:${chain}` })
    if (addresses) changed({ type: "accounts", accounts: accountsOf(addresses) })
  })

const someAccounts = (value: unknown): Effect.Effect<readonly string[], ConnectFailed> => {
  const addresses = readSome(value)
  if (addresses) return Effect.succeed(addresses)
  return Effect.fail(new ConnectFailed({ cause: new AnswerInvalid(typeMismatch("EVM addresses", value)) }))
}

const readSome = (value: unknown) => {
  const addresses = readAccounts(value)
  return addresses && addresses.length > 0 ? addresses : undefined
}
