import * as Effect from "effect/Effect"
import { InvalidParamsRpcError, type RpcFailure } from "../../../src/errors/rpc.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { readMessage, siwxText } from "../../../src/siwx/model/message.ts"
import { toHex } from "../../chains/evm/quantity.ts"
import type { Fields } from "../keys/evm.ts"
import { keyOf, type TestKey } from "../keys/testKeys.ts"
import type { Question } from "./prompts.ts"

/** A request to an EVM wallet on a chain, and the functions needed to respond to it. */
export interface Signing {
  readonly method: string
  readonly params: readonly unknown[]
  readonly chain: number
  /** Prompts to sign with an account. Returns the account's key once approved. */
  readonly signer: (address: string, question?: Question) => Effect.Effect<TestKey, RpcFailure>
  /** Runs transactions one after the other, because a transaction's nonce depends on those before it. */
  readonly inTurn: <A>(sending: Effect.Effect<A, RpcFailure>) => Effect.Effect<A, RpcFailure>
  /** Sends a request to a node of the chain. */
  readonly node: (method: string, params: readonly unknown[]) => Effect.Effect<unknown, RpcFailure>
}

/** Returns the response to a method that signs with a key. Returns `undefined` for other methods. */
export const respondToSigning = (request: Signing): Effect.Effect<unknown, RpcFailure> | undefined => {
  const { method, params, signer } = request
  const [first, second] = params
  switch (method) {
    case "personal_sign":
      return Effect.flatMap(signer(String(second)), (key) =>
        signed(({ signMessage }) => signMessage(key, String(first))),
      )
    case "eth_signTypedData_v4": {
      const data = readTypedData(second)
      if (!data) return invalid("Expected typed data (EIP-712)")
      if (data.chainId !== undefined && Number(data.chainId) !== request.chain)
        return invalid(`The typed data is for chain ${data.chainId}, the wallet is on ${request.chain}`)
      return Effect.flatMap(signer(String(first)), (key) =>
        signed(({ signTypedData }) => signTypedData(key, data.typed)),
      )
    }
    case "eth_signTransaction":
    case "eth_sendTransaction": {
      if (!isRecord(first)) return invalid("Expected a transaction")
      const sends = method === "eth_sendTransaction"
      return Effect.flatMap(signer(String(first.from), sends ? "send" : "sign"), (key) =>
        sends ? send(key, first, request) : signedTransaction(key, first, request),
      )
    }
    default:
      return undefined
  }
}

/** Signs a transaction and sends it, by default to the chain's node. Returns the transaction's hash. */
export const send = (
  key: TestKey,
  transaction: Fields,
  {
    submission = "eth_sendRawTransaction",
    ...on
  }: Pick<Signing, "chain" | "node" | "inTurn"> & { readonly submission?: string },
): Effect.Effect<unknown, RpcFailure> =>
  on.inTurn(Effect.flatMap(signedTransaction(key, transaction, on), (raw) => on.node(submission, [raw])))

/** Method of the world's bundler that sends a transaction whose fee a paymaster pays. Real nodes do not have this method. */
export const sendSponsored = "portico_sendSponsored"

/** Runs signing code, which loads on first use. Fails with InvalidParamsRpcError if `by` rejects. */
export const signed = <A>(by: (keys: typeof import("../keys/evm.ts")) => Promise<A>): Effect.Effect<A, RpcFailure> =>
  Effect.tryPromise({
    try: async () => by(await import("../keys/evm.ts")),
    catch: (cause) => new InvalidParamsRpcError(cause instanceof Error ? cause.message : "", { cause }),
  })

/** Signs a message with an account of the world, without a prompt. */
export const signedWith = (address: string, message: string): Effect.Effect<string, RpcFailure> => {
  const key = keyOf(address)
  return key ? signed(({ signMessage }) => signMessage(key, message)) : invalid("No such account")
}

/** Composes and signs the message of `signInWithEthereum` (ERC-7846) with an account of the world, without a prompt. */
export const signInWith = (address: string, fields: Fields): Effect.Effect<unknown, RpcFailure> => {
  const data = readMessage({
    version: "1",
    ...fields,
    accountAddress: address,
    chainId: `eip155:${Number(fields.chainId)}`,
  })
  if (!data || !Number.isSafeInteger(Number(fields.chainId))) return invalid("Expected signInWithEthereum")
  const message = siwxText(data)
  return Effect.map(signedWith(address, message), (signature) => ({ message, signature }))
}

/** Adds missing fields to a transaction, such as nonce, gas and fees, and signs it. Fails if the transaction is for another chain. */
const signedTransaction = (key: TestKey, given: Fields, { chain, node }: Pick<Signing, "chain" | "node">) =>
  Effect.gen(function* (): Effect.fn.Return<string, RpcFailure> {
    if (given.chainId !== undefined && Number(given.chainId) !== chain)
      return yield* invalid(`The transaction is for chain ${given.chainId}, the wallet is on ${chain}`)
    const nonce = given.nonce ?? (yield* node("eth_getTransactionCount", [given.from, "pending"]))
    const gas = given.gas ?? given.gasLimit ?? (yield* node("eth_estimateGas", [given]))
    const filled = { ...given, nonce, gas, chainId: toHex(chain) }
    if (given.gasPrice !== undefined || given.maxFeePerGas !== undefined)
      return yield* signed((keys) => keys.signTransaction(key, filled))
    if (given.type === "0x0" || given.type === "0x1") {
      const gasPrice = yield* node("eth_gasPrice", [])
      return yield* signed((keys) => keys.signTransaction(key, { ...filled, gasPrice }))
    }
    const [price, tip] = yield* Effect.all([node("eth_gasPrice", []), node("eth_maxPriorityFeePerGas", [])])
    const fees = {
      maxFeePerGas: toHex(2n * BigInt(String(price))),
      maxPriorityFeePerGas: given.maxPriorityFeePerGas ?? tip,
    }
    return yield* signed((keys) => keys.signTransaction(key, { ...filled, ...fees }))
  })

const readTypedData = (given: unknown): { readonly typed: object; readonly chainId: unknown } | undefined => {
  try {
    const typed: unknown = typeof given === "string" ? JSON.parse(given) : given
    if (!isRecord(typed) || !isRecord(typed.types) || typeof typed.primaryType !== "string" || !isRecord(typed.message))
      return undefined
    return { typed, chainId: isRecord(typed.domain) ? typed.domain.chainId : undefined }
  } catch {
    return undefined
  }
}

const invalid = (message: string) => Effect.fail(new InvalidParamsRpcError(message))
