import * as Effect from "effect/Effect"
import { getAddress, isHash } from "viem/utils"
import type { Transfers } from "../../../services/Chains.ts"
import { isEvmAddress } from "../../../src/core/addresses.ts"
import { maxSendable } from "../../../src/core/amounts.ts"
import {
  type AdapterNotFound,
  AnswerInvalid,
  InsufficientFunds,
  ReceiverInvalid,
  SendUnclear,
  TokenNotFound,
  TransactionDiffers,
} from "../../../src/errors/index.ts"
import { typeMismatch } from "../../../src/options/guards.ts"
import { sending as times } from "../../../src/send/limits.ts"
import { feeProblem } from "../../../src/send/model/fees.ts"
import { capabilitiesOf } from "./capabilities.ts"
import { chainOf, requestWallet } from "./eip1193.ts"
import { callOf, makesTransfer, readCall, toTransaction } from "./erc20.ts"
import type { Eip1193 } from "./first-paint/eip6963.ts"
import { type Gas, gasFields, type Nodes, requestDataFee, requestGasPrices, transferGas } from "./gas.ts"
import { decodeQuantity, toHex } from "./quantity.ts"
import { readBalance, readToken, readWithheld } from "./tokenReads.ts"
import { outcomeOf } from "./transferOutcome.ts"

/** Returns the transfer functions of EVM chains. `here` returns the provider of a connector. */
export const transfersOf = (
  rpc: Nodes,
  here: (connectorId: string) => Effect.Effect<Eip1193, AdapterNotFound>,
): Required<Omit<Transfers, "resolve">> => ({
  receiver: Effect.fn("evm.receiver")(function* ({ network, address }) {
    if (!isPrefixed(address)) return { valid: false, spelled: false, used: false, program: false }
    const request = (method: string) => rpc.request({ network, method, params: [address, "latest"] })
    const [code, count, balance] = yield* Effect.all(
      [
        request("eth_getCode"),
        decodeQuantity(request("eth_getTransactionCount")),
        decodeQuantity(request("eth_getBalance")),
      ],
      { concurrency: "unbounded" },
    )
    // An account that delegates to a contract (EIP-7702) is still controlled by its key.
    const program = typeof code === "string" && code.length > 2 && !code.startsWith("0xef0100")
    return {
      valid: true,
      spelled: isEvmAddress(address, (lower) => getAddress(lower)),
      used: program || count > 0n || balance > 0n,
      program,
    }
  }),

  token: Effect.fn("evm.token")(function* ({ network, address }) {
    if (!isPrefixed(address)) return yield* Effect.fail(new TokenNotFound())
    return yield* readToken(rpc, network, address)
  }),

  prepare: Effect.fn("evm.prepare")(function* (transfer) {
    const { network, from, to, token } = transfer
    if (!isPrefixed(to) || !isEvmAddress(to, (lower) => getAddress(lower)))
      return yield* Effect.fail(new ReceiverInvalid())
    if (token.address !== undefined && token.address.toLowerCase() === to.toLowerCase())
      return yield* Effect.fail(new ReceiverInvalid())
    const all = transfer.amount === "max"
    const [native, held, prices, beside] = yield* Effect.all(
      [
        decodeQuantity(rpc.request({ network, method: "eth_getBalance", params: [from, "latest"] })),
        token.address === undefined ? Effect.succeed(undefined) : readBalance(rpc, network, token.address, from),
        requestGasPrices(rpc, network, all && token.address === undefined),
        requestDataFee(rpc, network),
      ],
      { concurrency: "unbounded" },
    )
    const has = held ?? native
    const wanted = transfer.amount === "max" ? has : transfer.amount
    if (wanted > has || (all && has === 0n)) return yield* Effect.fail(new InsufficientFunds("amount"))

    // The amount of a whole balance depends on the fee, so gas is estimated for 1 wei, which takes the same gas.
    const call = callOf(to, all && token.address === undefined ? 1n : wanted, token.address)
    const used = yield* decodeQuantity(
      rpc.request({ network, method: "eth_estimateGas", params: [toTransaction(from, call)] }),
    )
    const limit = used === transferGas ? used : (used * times.gasMargin) / 100n
    const gas: Gas = { limit, ...prices }
    const fee = transfer.paymaster ? 0n : limit * gas.maxFeePerGas + beside
    const problem = feeProblem({ chainId: Number(network.id), ...prices })
    if (problem) return yield* Effect.fail(problem)

    const amount = token.address === undefined && all ? maxSendable(native, fee) : wanted
    const left = token.address === undefined ? native - amount : native
    if (left < fee || (all && amount === 0n)) return yield* Effect.fail(new InsufficientFunds("fee"))
    const withheld =
      token.address === undefined ? 0n : yield* readWithheld(rpc, network, from, to, amount, token.address)
    return { ...transfer, amount, fee, deposit: 0n, withheld, held: has, plan: gas }
  }),

  send: Effect.fn("evm.send")(function* (prepared, given) {
    const { connectorId, network, from, to, amount, token } = prepared
    const provider = (given as Eip1193 | undefined) ?? (yield* here(connectorId))
    if (prepared.paymaster) {
      const call = callOf(to, amount, token.address)
      if (!makesTransfer(call, prepared)) return yield* Effect.fail(new TransactionDiffers())
      if ((yield* chainOf(provider)) !== Number(network.id)) return yield* Effect.fail(new TransactionDiffers())
      const capabilities = { paymasterService: prepared.paymaster }
      return yield* capabilitiesOf(provider).sendCalls({ network, from, calls: [call], capabilities })
    }
    const gas = prepared.plan as Gas
    const request = {
      ...toTransaction(from, callOf(to, amount, token.address)),
      ...gasFields(gas),
      chainId: toHex(network.id),
    }
    if (!makesTransfer(readCall(request), prepared)) return yield* Effect.fail(new TransactionDiffers())
    // A wallet that has switched since the transfer was prepared would send the transaction on another network.
    if ((yield* chainOf(provider)) !== Number(network.id)) return yield* Effect.fail(new TransactionDiffers())
    const id = yield* requestWallet(provider, "eth_sendTransaction", [request])
    if (typeof id === "string" && isHash(id)) return id
    return yield* Effect.fail(new SendUnclear({ cause: new AnswerInvalid(typeMismatch("transaction hash", id)) }))
  }),

  outcome: outcomeOf(rpc, here),
})

/**
 * Whether `text` is an address with the 0x prefix. Specification section 5 makes the prefix optional for recognizing an address, but nodes
 * and wallets require it.
 */
const isPrefixed = (text: string) => text.startsWith("0x") && isEvmAddress(text)
