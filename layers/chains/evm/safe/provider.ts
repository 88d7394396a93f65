import type SafeAppsSDK from "@safe-global/safe-apps-sdk"
import { safeText } from "../../../../src/core/first-paint/safeText.ts"
import { fromRpcError } from "../../../../src/core/readRpcError.ts"
import { InvalidInput } from "../../../../src/errors/index.ts"
import {
  InternalRpcError,
  InvalidParamsRpcError,
  ProviderDisconnectedError,
  UnauthorizedProviderError,
  UnsupportedChainIdError,
  UnsupportedProviderMethodError,
  UserRejectedRequestError,
} from "../../../../src/errors/rpc.ts"
import { isRecord } from "../../../../src/options/guards.ts"
import {
  decodeSafeSignature,
  decodeSafeTransaction,
  decodeSafeTxHash,
  type SafeInfo,
} from "../../../../src/wallets/schema/safe.ts"
import { safeHost } from "../../limits.ts"
import { readChainId } from "../eip1193.ts"
import type { Eip1193 } from "../first-paint/eip6963.ts"
import { toHex } from "../quantity.ts"

/**
 * Creates an EIP-1193 provider for a Safe, which has one account on one chain. The account is requested from the host each time, so a Safe
 * that no longer responds is noticed. Safe's own provider package is not used, because it depends on a large CommonJS library.
 */
export const providerOf = (sdk: SafeAppsSDK, info: () => Promise<SafeInfo>): Eip1193 => {
  const current = () => within(info())

  const own = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    switch (method) {
      case "eth_requestAccounts":
      case "eth_accounts":
        return [(await current()).address]
      case "eth_chainId":
        return toHex((await current()).chainId)
      case "net_version":
        return String((await current()).chainId)
      case "wallet_switchEthereumChain":
        return stays(await current(), params)
      case "personal_sign":
        return decoded(decodeSafeSignature(await forAccount(params[1], () => sdk.txs.signMessage(text(params[0])))))
      case "eth_signTypedData":
      case "eth_signTypedData_v4":
        return decoded(
          decodeSafeSignature(await forAccount(params[0], () => sdk.txs.signTypedMessage(typed(params[1]) as never))),
        )
      case "eth_sendTransaction": {
        const [tx = {}] = params.filter(isRecord)
        if (tx.chainId !== undefined && readChainId(tx.chainId) !== (await current()).chainId)
          throw new UnsupportedChainIdError(otherChain)
        return sentHash(await forAccount(tx.from, () => sdk.txs.send({ txs: [transaction(tx)], ...gasOf(tx) })))
      }
      case "wallet_sendCalls": {
        const [call = {}] = params.filter(isRecord)
        if (readChainId(call.chainId) !== (await current()).chainId) throw new UnsupportedChainIdError(otherChain)
        const calls = Array.isArray(call.calls) ? call.calls : []
        return { id: sentHash(await forAccount(call.from, () => sdk.txs.send({ txs: calls.map(transaction) }))) }
      }
      case "wallet_getCallsStatus":
        return statusOf(text(params[0]))
      case "wallet_getCapabilities":
        return { [toHex((await current()).chainId)]: { atomicBatch: { supported: true } } }
      case "eth_getTransactionByHash":
      case "eth_getTransactionReceipt":
        return mined(method, text(params[0]))
      case "eth_estimateGas":
        return within(sdk.eth.getEstimateGas(params[0] as never))
      case "eth_blockNumber": {
        const block: unknown = await within(sdk.eth.getBlockByNumber(["latest"] as never))
        return isRecord(block) ? block.number : undefined
      }
    }
    if (!Object.hasOwn(reads, method)) throw new UnsupportedProviderMethodError(`A Safe has no ${method}`)
    return read(method, params)
  }

  const read = (method: string, params: readonly unknown[]): Promise<unknown> =>
    // The library adds missing parameters to the list itself, so it receives a copy.
    within(sdk.eth[reads[method] as keyof SafeAppsSDK["eth"]]([...params] as never) as Promise<unknown>)

  /**
   * Prompts the Safe's owners. Rejects with UnauthorizedProviderError for any account but the Safe's. Has no timeout, because owners may
   * take long.
   */
  const forAccount = async <A>(account: unknown, request: () => Promise<A>): Promise<A> => {
    const { address } = await current()
    if (typeof account !== "string" || account.toLowerCase() !== address.toLowerCase())
      throw new UnauthorizedProviderError("No such account")
    return request().catch((error: unknown) => {
      throw error instanceof Error && refusal.test(error.message) ? new UserRejectedRequestError("") : error
    })
  }

  /** Looks up a transaction by its Safe transaction hash. Resolves with an empty object if the host does not know it or fails. */
  const findTransaction = async (hash: string) => {
    const found: unknown = await within(sdk.txs.getBySafeTxHash(hash)).catch(() => undefined)
    const transaction = decodeSafeTransaction(found)
    return transaction instanceof InvalidInput ? {} : transaction
  }
  const mined = async (method: string, hash: string) => {
    const { txHash, txStatus } = await findTransaction(hash)
    if (txStatus !== undefined && txHash === undefined) return null
    const found = await read(method, [txHash ?? hash])
    const name = method === "eth_getTransactionReceipt" ? "transactionHash" : "hash"
    return isRecord(found) ? { ...found, [name]: hash } : null
  }
  const statusOf = async (id: string) => {
    const { txHash, txStatus } = await findTransaction(id)
    const chainId = toHex((await current()).chainId)
    const status = statuses.get(txStatus) ?? 100
    const receipt = txHash ? await read("eth_getTransactionReceipt", [txHash]) : undefined
    return { version: "2.0.0", id, chainId, status, atomic: true, ...(isRecord(receipt) && { receipts: [receipt] }) }
  }

  return {
    request: async ({ method, params = [] }) => {
      try {
        return await own(method, params)
      } catch (error) {
        throw fromRpcError(error instanceof Error && !("code" in error) ? new Error(safeText(error.message)) : error)
      }
    },
  }
}

/** Methods that the host forwards to its node, with the library's names for them. */
const reads: Readonly<Record<string, string>> = {
  eth_call: "call",
  eth_gasPrice: "getGasPrice",
  eth_getBalance: "getBalance",
  eth_getBlockByHash: "getBlockByHash",
  eth_getBlockByNumber: "getBlockByNumber",
  eth_getCode: "getCode",
  eth_getLogs: "getPastLogs",
  eth_getStorageAt: "getStorageAt",
  eth_getTransactionByHash: "getTransactionByHash",
  eth_getTransactionCount: "getTransactionCount",
  eth_getTransactionReceipt: "getTransactionReceipt",
}

/** EIP-5792 status codes by Safe transaction status. Any other status is pending. */
const statuses: ReadonlyMap<unknown, number> = new Map([
  ["SUCCESS", 200],
  ["CANCELLED", 400],
  ["FAILED", 500],
])

/**
 * Waits for the response to a request that needs no approval. Rejects with ProviderDisconnectedError if it takes longer than
 * `safeHost.responseTimeout` ms.
 */
const within = async <A>(response: Promise<A>): Promise<A> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ProviderDisconnectedError("The Safe's host did not respond")),
      safeHost.responseTimeout,
    )
  })
  try {
    return await Promise.race([response, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Matches the messages of rejected requests, because the host reports no error codes. */
const refusal = /reject|declin|den(y|ied)|cancel/i

const otherChain = "The Safe is on another chain"

const stays = ({ chainId }: SafeInfo, [wanted]: readonly unknown[]) => {
  if (isRecord(wanted) && readChainId(wanted.chainId) === chainId) return null
  throw new UnsupportedProviderMethodError(otherChain)
}

/**
 * Reads the call of a transaction. Its data may be named `data` or `input`. Throws InvalidParamsRpcError if they differ, because the Safe
 * receives only one of them, or if there is no recipient.
 */
const transaction = (given: unknown) => {
  const { to, value, input = "0x", data = input } = isRecord(given) ? given : {}
  if (typeof to !== "string") throw new InvalidParamsRpcError("Expected a receiver")
  if (typeof data !== "string" || (isRecord(given) && given.input !== undefined && input !== data))
    throw new InvalidParamsRpcError("Expected one call data")
  return { to, value: value === undefined ? "0" : String(value), data }
}

const gasOf = ({ gas }: Readonly<Record<string, unknown>>) => {
  const safeTxGas = Number(gas)
  return Number.isSafeInteger(safeTxGas) ? { params: { safeTxGas } } : {}
}

const sentHash = (value: unknown): string => decoded(decodeSafeTxHash(value))

/** Returns a decoded response. Throws InternalRpcError if it is malformed. */
const decoded = <A>(response: A | InvalidInput): A => {
  if (response instanceof InvalidInput)
    throw new InternalRpcError("The Safe's host sent a malformed response", { cause: response })
  return response
}

const text = (given: unknown): string => {
  if (typeof given === "string") return given
  throw new InvalidParamsRpcError("Expected a text")
}

const typed = (given: unknown): unknown => {
  if (typeof given !== "string") return given
  try {
    return JSON.parse(given)
  } catch {
    throw new InvalidParamsRpcError("Expected typed data")
  }
}
