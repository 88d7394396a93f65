import * as Effect from "effect/Effect"
import type { WalletChange } from "../../../services/Chains.ts"
import type { Account } from "../../../src/connections/opening/model.ts"
import { isMethodMissing } from "../../../src/core/readRpcError.ts"
import { AnswerInvalid, type UnknownFailure } from "../../../src/errors/index.ts"
import { InvalidParamsRpcError, UnauthorizedProviderError } from "../../../src/errors/rpc.ts"
import {
  type BitcoinMessage,
  type BitcoinPsbt,
  type BitcoinTransfer,
  bitcoinChains,
  paymentFirst,
  type SignedPsbt,
  type SignInput,
} from "../../../src/namespaces/model/bitcoinProvider.ts"
import { isRecord, typeMismatch } from "../../../src/options/guards.ts"
import type { CaipNetworkId, Network } from "../../../src/options/networks.ts"
import { notifyAll } from "../../shared/notifyAll.ts"
import type { Background } from "../namespaceAdapter.ts"
import type { Library } from "./psbt.ts"
import { decodeResponse } from "./wallets/decode.ts"
import type { BitcoinFailure, BitcoinWallet, Granted, OnChain, ReadPsbt, WalletEvent } from "./wallets/wallet.ts"

export interface ConnectedWalletDeps {
  readonly library: Effect.Effect<Library, UnknownFailure>
  /** Returns the networks that the modal currently offers. */
  readonly networks: () => readonly Network[]
  readonly background: Background
}

/** A wallet's network and the accounts it grants there. Every address is valid on that network. */
export interface WalletStatus {
  readonly caipNetworkId: CaipNetworkId
  readonly accounts: readonly Account[]
}

/** Errors of a wallet call, or of loading the code for it. */
export type ConnectedWalletFailure = BitcoinFailure | UnknownFailure

export type ConnectedWallet = ReturnType<typeof connectWallet>

/** Wraps a wallet of any API with its known state, and checks every response. */
export const connectWallet = (wallet: BitcoinWallet, { library, networks, background }: ConnectedWalletDeps) => {
  const followers = new Set<(change: WalletChange) => void>()
  let standing: WalletStatus | undefined
  /** The wallet's last known network, kept even while no account is granted. */
  let chain: CaipNetworkId | undefined
  let known: Library | undefined
  /** Increases with each event, refresh and disconnection, so outdated responses are recognized. */
  let requests = 0
  let reasons = 0
  let stopListening = () => {}

  /** Listens to the wallet. Each call returns a function, and listening ends once all of these functions have been called. */
  const listen = () => {
    if (reasons++ === 0) stopListening = wallet.listen(onEvent)
    return () => {
      if (--reasons === 0) stopListening()
    }
  }

  const emit = (change: WalletChange) => {
    notifyAll(followers, change)
  }
  /** Updates the state and notifies the followers of what changed. */
  const accept = (next: WalletStatus) => {
    const before = standing
    standing = next
    if (chain !== next.caipNetworkId) emit({ type: "chain", caipNetworkId: next.caipNetworkId })
    chain = next.caipNetworkId
    if (JSON.stringify(before?.accounts) !== JSON.stringify(next.accounts))
      emit({ type: "accounts", accounts: next.accounts })
    return next
  }
  const asleep = () => {
    standing = undefined
    emit({ type: "accounts", accounts: [] })
  }

  const on = (caipNetworkId: CaipNetworkId): OnChain =>
    networks().find((network) => network.caipNetworkId === caipNetworkId) ?? {
      caipNetworkId,
      testnet: caipNetworkId !== bitcoinChains.mainnet,
    }
  const those = ({ isAddressOn }: Library, accounts: readonly Account[], network: OnChain) =>
    paymentFirst(accounts.filter(({ address }) => isAddressOn(address, network)))

  /**
   * Returns the network that the wallet reports. Without a report, returns the first network on which one of its addresses is valid,
   * starting with `wanted`, or `wanted` if there is none.
   */
  const placed = (lib: Library, granted: Granted, wanted: OnChain): OnChain => {
    if (granted.chain) return on(granted.chain)
    const { mainnet, testnet } = bitcoinChains
    const places = [wanted, ...networks().filter(isBitcoin), on(mainnet), on(testnet)]
    return places.find((place) => those(lib, granted.accounts, place).length > 0) ?? wanted
  }
  const opened = Effect.tap(library, (lib) =>
    Effect.sync(() => {
      known = lib
    }),
  )
  const settled = (lib: Library, granted: Granted, wanted: OnChain) =>
    Effect.suspend(() => {
      const place = placed(lib, granted, wanted)
      const accounts = those(lib, granted.accounts, place)
      if (accounts.length === 0) return amiss(`addresses of ${place.caipNetworkId}`, granted.accounts)
      return Effect.succeed(accept({ caipNetworkId: place.caipNetworkId, accounts }))
    })
  /** Applies the wallet's response. If an event arrives while the library loads, the response is outdated and requested again. */
  const taken = (request: Effect.Effect<Granted, BitcoinFailure>, wanted: OnChain) =>
    Effect.acquireUseRelease(
      Effect.sync(listen),
      () =>
        Effect.gen(function* () {
          const granted = yield* request
          const then = requests
          const lib = yield* opened
          if (then === requests) return yield* settled(lib, granted, wanted)
          const now = Effect.catch(wallet.granted(wanted), (error) =>
            isMethodMissing(error) ? Effect.succeed(granted) : Effect.fail(error),
          )
          return yield* settled(lib, yield* now, wanted)
        }),
      (stop) => Effect.sync(stop),
    )

  /** Returns the network to name in a request: the wallet's last known network, or else the first Bitcoin network that the modal offers. */
  const likely = () => on(chain ?? networks().find(isBitcoin)?.caipNetworkId ?? bitcoinChains.mainnet)
  /** Requests the wallet's current state. If the request fails, the wallet counts as locked. */
  const again = Effect.gen(function* () {
    const requested = ++requests
    const wanted = likely()
    const standing = Effect.gen(function* () {
      const granted = yield* wallet.granted(wanted)
      const lib = yield* opened
      if (requested === requests) yield* settled(lib, granted, wanted)
    })
    yield* Effect.catch(standing, () => Effect.sync(() => requested === requests && asleep()))
  })
  /** Refreshes the state if there are followers to notify. */
  const refresh = () => {
    if (followers.size > 0) background(again)
  }
  const onEvent = (news: WalletEvent) => {
    requests++
    switch (news.type) {
      case "disconnect":
        standing = undefined
        return emit(news)
      case "stale":
        return refresh()
      case "chain": {
        if (chain === news.caipNetworkId) return
        chain = news.caipNetworkId as CaipNetworkId
        emit(news)
        if (standing && known && those(known, standing.accounts, on(chain)).length > 0)
          standing = { ...standing, caipNetworkId: chain }
        else if (standing) refresh()
        return
      }
      case "accounts": {
        if (news.accounts.length === 0) return asleep()
        const detailed = news.accounts.map((account) => ({
          ...standing?.accounts.find(({ address }) => address === account.address),
          ...account,
        }))
        const accounts = known && chain ? those(known, detailed, on(chain)) : []
        // The accounts are on another chain than the last known one, so they have to be requested from the wallet.
        if (accounts.length === 0 || !chain) return refresh()
        accept({ caipNetworkId: chain, accounts })
      }
    }
  }

  /** Returns the account of a granted address and its network. Fails with UnauthorizedProviderError if the address is not granted. */
  const granted = (address: unknown) =>
    Effect.suspend(() => {
      const account = standing?.accounts.find((one) => one.address === address)
      return standing && account
        ? Effect.succeed({ account, network: on(standing.caipNetworkId) })
        : Effect.fail(new UnauthorizedProviderError("The wallet does not grant this address"))
    })

  return {
    standing: () => standing,
    connect: (network: Network) => taken(wallet.connect(network), network),
    /** Requests the granted accounts without a prompt. A wallet that cannot do this keeps its state from this visit. */
    reconnect: (network: Network) =>
      Effect.catch(taken(wallet.granted(network), network), (error) =>
        standing && isMethodMissing(error) ? Effect.succeed(standing) : Effect.fail(error),
      ),
    switchTo: (network: Network) => taken(wallet.switchTo(network), network),
    disconnect: Effect.suspend(() => {
      requests++
      standing = undefined
      return wallet.disconnect
    }),

    /** Requests the wallet's state and reports it to the followers even if it has not changed, because they may not know it yet. */
    catchUp: Effect.suspend(() => {
      const wanted = likely()
      const before = { chain, accounts: JSON.stringify(standing?.accounts) }
      return Effect.tap(taken(wallet.granted(wanted), wanted), ({ caipNetworkId, accounts }) =>
        Effect.sync(() => {
          if (before.chain === caipNetworkId) emit({ type: "chain", caipNetworkId })
          if (before.accounts === JSON.stringify(accounts)) emit({ type: "accounts", accounts })
        }),
      )
    }),

    /** Adds a follower, which is called with each change of the wallet. Returns a function that removes the follower. */
    follow: (follower: (change: WalletChange) => void) => {
      const stop = listen()
      followers.add(follower)
      return () => {
        if (followers.delete(follower)) stop()
      }
    },
    /** Requests the wallet's current state in the background and notifies the followers. Does nothing without followers. */
    refresh,

    accounts: Effect.gen(function* () {
      const [first] = standing?.accounts ?? []
      const { network } = yield* granted(first?.address)
      if (first && wallet.accounts) yield* taken(wallet.accounts(first.address, network), network)
      return standing?.accounts ?? []
    }),

    signMessage: (input: BitcoinMessage) =>
      Effect.gen(function* () {
        const { network } = yield* granted(field(input, "address"))
        if (typeof input.message !== "string") return yield* wrong("a text")
        const { readSignature } = yield* library
        return yield* decodeResponse("signature", yield* wallet.signMessage(input, network), readSignature)
      }),

    signPsbt: (input: BitcoinPsbt): Effect.Effect<SignedPsbt, ConnectedWalletFailure> =>
      Effect.gen(function* () {
        const { readPsbt } = yield* library
        const psbt = readPsbt(field(input, "psbt"))
        if (!psbt) return yield* wrong("a PSBT in base64")
        const signInputs = readInputs(field(input, "signInputs"), psbt)
        if (!signInputs) return yield* wrong("inputs of the PSBT, each with an address")
        const [{ network }] = yield* Effect.all([
          granted(signInputs[0].address),
          ...signInputs.map(({ address }) => granted(address)),
        ])
        const broadcast = field(input, "broadcast") === true

        const response = yield* wallet.signPsbt({ psbt, signInputs, broadcast }, network)
        const signed = yield* decodeResponse("PSBT", response.psbt, readPsbt)
        if (signed.unsigned !== psbt.unsigned) return yield* amiss("PSBT of the same transaction", response.psbt)
        if (!signInputs.every(({ index }) => signed.signed.has(index)))
          return yield* amiss("signed PSBT", response.psbt)
        return { psbt: signed.base64, ...(broadcast && { txid: yield* txid(response.txid) }) }
      }),

    sendTransfer: (input: BitcoinTransfer) =>
      Effect.gen(function* () {
        const payer = standing?.accounts.find(({ type }) => type === "payment") ?? standing?.accounts[0]
        const { network } = yield* granted(payer?.address)
        const { isAddressOn } = yield* library
        const [recipient, amount] = [field(input, "recipient"), field(input, "amount")]
        if (typeof recipient !== "string" || !isAddressOn(recipient, network))
          return yield* wrong(`an address of ${network.caipNetworkId}`)
        if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount <= 0)
          return yield* wrong("a whole number of satoshis above 0")
        return yield* txid(yield* wallet.sendTransfer({ recipient, amount, from: payer?.address ?? "" }, network))
      }),
  }
}

const isBitcoin = ({ chainNamespace }: Network) => chainNamespace === "bip122"

const field = (of: unknown, name: string) => (isRecord(of) ? of[name] : undefined)

/**
 * Reads the inputs that a site requests signatures for. Returns `undefined` if the list is empty or invalid, or an index is not in the
 * PSBT.
 */
const readInputs = (value: unknown, { inputs }: ReadPsbt): readonly [SignInput, ...SignInput[]] | undefined => {
  if (!Array.isArray(value)) return undefined
  const read = value.flatMap((entry: unknown): readonly SignInput[] => {
    if (!isRecord(entry) || typeof entry.address !== "string") return []
    const { index, address, sighashTypes: types } = entry
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= inputs) return []
    if (types !== undefined && !(Array.isArray(types) && types.every(Number.isInteger))) return []
    return [{ index, address, ...(types && { sighashTypes: types as readonly number[] }) }]
  })
  const [first, ...rest] = read
  return first && read.length === value.length ? [first, ...rest] : undefined
}

const amiss = (what: string, value: unknown) => Effect.fail(new AnswerInvalid(typeMismatch(what, value)))

const wrong = (what: string) => Effect.fail(new InvalidParamsRpcError(`Expected ${what}`))

const txid = (value: unknown) =>
  decodeResponse("transaction id", value, (id) =>
    typeof id === "string" && /^[0-9a-f]{64}$/i.test(id) ? id.toLowerCase() : undefined,
  )
