import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import {
  InvalidParamsRpcError,
  type RpcFailure,
  UnauthorizedProviderError,
  UserRejectedRequestError,
} from "../../../src/errors/rpc.ts"
import { type BitcoinChain, bitcoinChains } from "../../../src/namespaces/model/bitcoinProvider.ts"
import { isRecord } from "../../../src/options/guards.ts"
import type { CaipNetworkId } from "../../../src/options/networks.ts"
import type { SatsConnect } from "../../chains/bitcoin/wallets/satsConnect.ts"
import { addressesOn } from "../accounts.ts"
import type * as Keys from "../keys/bitcoin.ts"
import type { TestKey } from "../keys/testKeys.ts"
import type { BitcoinTransaction, Output } from "../nodes/bitcoinTransaction.ts"
import type { Known } from "../nodes/nodeCall.ts"
import type { DemoWallet } from "./wallet.ts"

/** Returns the sats-connect object that a Bitcoin wallet injects. Its responses contain no public keys. */
export const satsConnectWallet = (
  wallet: DemoWallet,
  run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>,
  chains: Chains,
): SatsConnect => {
  const chain = (): BitcoinChain => chainNames[wallet.state().chainId - 1] ?? "mainnet"
  const addresses = () =>
    wallet
      .accounts()
      .slice(0, 1)
      .flatMap((account) => addressesOn(account, bitcoinChains[chain()]))
      .map((address, place) => ({ address, purpose: place === 0 ? "payment" : "ordinals" }))
  const network = () => ({ bitcoin: { name: names[chain()] }, stacks: { name: "mainnet" } })
  const account = () => {
    if (wallet.accounts().length === 0) throw new UnauthorizedProviderError("Access denied")
    return { addresses: addresses(), network: network() }
  }
  const signed = <A>(address: string, by: (keys: typeof Keys, key: TestKey) => A) =>
    run(signedBitcoin(wallet.signer(address), by))
  const numberOf = (name: unknown) => {
    const place = chainNames.findIndex((one) => names[one] === name)
    if (place < 0) throw { code: -32602, message: `Unknown network ${name}` }
    return place + 1
  }

  const perform = async (method: string, params: Params): Promise<unknown> => {
    switch (method) {
      case "wallet_connect": {
        const { network: name } = params
        await run(wallet.connect)
        if (name !== undefined) wallet.move(numberOf(name))
        return account()
      }
      case "wallet_getAccount":
        return account()
      case "wallet_disconnect":
        wallet.revoke()
        return null
      case "wallet_changeNetwork":
        await run(wallet.switchTo(numberOf(params.name)))
        return null
      case "signMessage": {
        const { address = "", message = "", protocol } = params
        const on = { caipNetworkId: bitcoinChains[chain()], protocol }
        return { address, signature: await signed(address, (keys, key) => keys.signMessage(key, address, message, on)) }
      }
      case "signPsbt": {
        const { psbt = "", signInputs = {}, broadcast = false } = params
        const [address = ""] = Object.keys(signInputs)
        const inputs = Object.values(signInputs).flat()
        return run(
          signAndSendPsbt(chains, wallet.signer(address), {
            psbt,
            inputs,
            broadcast,
            caipNetworkId: bitcoinChains[chain()],
          }),
        )
      }
      case "sendTransfer": {
        const [payment] = addresses()
        const from = payment?.address ?? ""
        const { recipients } = params
        return run(
          sendBitcoin(chains, wallet.signer(from), { from, recipients, caipNetworkId: bitcoinChains[chain()] }),
        )
      }
      default:
        throw { code: -32601, message: `The demo's wallet does not know ${method}` }
    }
  }

  return {
    request: async (method: string, params: object | null) => {
      try {
        return { jsonrpc: "2.0", id: method, result: await perform(method, params ?? {}) }
      } catch (error) {
        return { jsonrpc: "2.0", id: method, error: { code: codeOf(error), message: messageOf(error) } }
      }
    },
    addListener: ({ eventName, cb }: { readonly eventName: string; readonly cb: (value: object) => void }) =>
      wallet.listen((event) => {
        if (events[event] !== eventName) return
        cb({ type: eventName, addresses: addresses(), ...(event === "chainChanged" && network()) })
      }),
  }
}

/**
 * Signs with an account's key once the user approves. The signing code loads on first use. Fails with InvalidParamsRpcError if `by` throws.
 */
export const signedBitcoin = <A>(
  agreed: Effect.Effect<TestKey, RpcFailure>,
  by: (keys: typeof Keys, key: TestKey) => A,
): Effect.Effect<A, RpcFailure> =>
  Effect.flatMap(agreed, (key) =>
    Effect.flatMap(keys, (keys) => Effect.try({ try: () => by(keys, key), catch: unreadable })),
  )

/** Fee rate of the wallets' own transactions, in satoshis per virtual byte. */
const feeRate = 3n

/** Data of the chains to which a wallet sends transactions. */
type Chains = Pick<Known, "market" | "ledger">

/** Prompts the user, then signs a payment from the unspent outputs of one address and sends it. Returns the transaction's ID. */
export const sendBitcoin = (
  chains: Chains,
  agreed: Effect.Effect<TestKey, RpcFailure>,
  {
    from,
    recipients,
    caipNetworkId,
  }: {
    readonly from: string
    /** Unvalidated list of recipients, each with an address and an amount in satoshis. */
    readonly recipients: unknown
    readonly caipNetworkId: CaipNetworkId
  },
): Effect.Effect<{ readonly txid: string }, RpcFailure> =>
  Effect.gen(function* () {
    const payments = readPayments(recipients)
    if (!payments) return yield* Effect.fail(new InvalidParamsRpcError("Expected addresses, and whole amounts above 0"))
    const key = yield* agreed
    const { coinsOf } = yield* nodes
    const { signTransfer } = yield* keys
    const sign = (now: number) =>
      signTransfer(key, coinsOf(chains, caipNetworkId, from, now), payments, feeRate, caipNetworkId)
    return yield* sendSigned(chains, caipNetworkId, sign)
  })

/**
 * Reads the payments of a request. Returns `undefined` unless it is a list of at least one payment, each with an address and a positive
 * whole number of satoshis.
 */
const readPayments = (recipients: unknown): readonly Output[] | undefined => {
  if (!Array.isArray(recipients) || recipients.length === 0) return undefined
  const payments = recipients.flatMap((one: unknown) =>
    isRecord(one) && typeof one.address === "string" && isAmount(one.amount)
      ? [{ address: one.address, value: BigInt(one.amount) }]
      : [],
  )
  return payments.length === recipients.length ? payments : undefined
}

const isAmount = (amount: unknown): amount is number | string =>
  typeof amount === "number"
    ? Number.isSafeInteger(amount) && amount > 0
    : typeof amount === "string" && /^[1-9]\d{0,15}$/.test(amount)

/**
 * Prompts the user, then signs inputs of a base64 PSBT, and sends the transaction if `broadcast`. Returns the PSBT, and the ID of a sent
 * transaction.
 */
export const signAndSendPsbt = (
  chains: Chains,
  agreed: Effect.Effect<TestKey, RpcFailure>,
  request: {
    readonly psbt: string
    readonly inputs: readonly number[]
    readonly broadcast: boolean
    readonly caipNetworkId: CaipNetworkId
  },
): Effect.Effect<{ readonly psbt: string; readonly txid?: string }, RpcFailure> =>
  Effect.gen(function* () {
    const { psbt, transaction } = yield* signedBitcoin(agreed, ({ signPsbt }, key) =>
      signPsbt(key, request.psbt, request.inputs, request.broadcast, request.caipNetworkId),
    )
    return transaction ? { psbt, ...(yield* sendSigned(chains, request.caipNetworkId, () => transaction)) } : { psbt }
  })

/** Signs a transaction and sends it in the same task, so two transactions never spend the same outputs. */
const sendSigned = Effect.fnUntraced(function* (
  chains: Chains,
  caipNetworkId: CaipNetworkId,
  sign: (now: number) => BitcoinTransaction,
) {
  const { acceptBitcoin } = yield* nodes
  const now = yield* Clock.currentTimeMillis
  const transaction = yield* Effect.try({ try: () => sign(now), catch: unreadable })
  const accepted = acceptBitcoin(chains, caipNetworkId, transaction, now)
  if (accepted instanceof Error) return yield* Effect.fail(accepted)
  return { txid: chains.ledger.take(accepted).id }
})

const nodes = Effect.promise(() => import("../nodes/bitcoin.ts"))
const keys = Effect.promise(() => import("../keys/bitcoin.ts"))
const unreadable = (cause: unknown) => new InvalidParamsRpcError(cause instanceof Error ? cause.message : "", { cause })

interface Params {
  readonly network?: string
  readonly name?: string
  readonly address?: string
  readonly message?: string
  readonly protocol?: string
  readonly psbt?: string
  readonly signInputs?: Readonly<Record<string, readonly number[]>>
  readonly broadcast?: boolean
  readonly recipients?: unknown
}

/** The wallet's chains in the order of their demo chain IDs, which start at 1. */
const chainNames: readonly BitcoinChain[] = ["mainnet", "testnet", "signet"]
const names: { readonly [Chain in BitcoinChain]?: string } = {
  mainnet: "Mainnet",
  testnet: "Testnet",
  signet: "Signet",
}

const events = { accountsChanged: "accountChange", chainChanged: "networkChange", disconnect: "disconnect" } as const

/** Returns an error's code. sats-connect has codes of its own for some errors. */
const codeOf = (error: unknown) => {
  if (error instanceof UserRejectedRequestError) return -32000
  if (error instanceof UnauthorizedProviderError) return -32002
  return isRecord(error) && typeof error.code === "number" && error.code !== -32002 ? error.code : -32603
}
const messageOf = (error: unknown) => (isRecord(error) || error instanceof Error ? error.message : String(error))
