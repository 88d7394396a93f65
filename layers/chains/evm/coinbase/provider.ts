import * as Effect from "effect/Effect"
import { fromRpcError } from "../../../../src/core/readRpcError.ts"
import { UnauthorizedProviderError, UnsupportedProviderMethodError } from "../../../../src/errors/rpc.ts"
import { isRecord } from "../../../../src/options/guards.ts"
import { notifyAll } from "../../../shared/notifyAll.ts"
import type { AdapterDeps, ChainDeps } from "../../namespaceAdapter.ts"
import { readChainId } from "../eip1193.ts"
import type { Eip1193 } from "../first-paint/eip6963.ts"
import type { CoinbaseOptions, Signer } from "./signer.ts"

/** Adds the provider of Coinbase Wallet to the browser wallets, under the connector ID `id`. */
export const reaching = (parts: ChainDeps<Eip1193>, id: string, options: CoinbaseOptions): ChainDeps<Eip1193> => {
  const provider = coinbase(options, parts)
  const { wallets } = parts
  return { ...parts, wallets: { ...wallets, find: (wanted) => (wanted === id ? provider : wallets.find(wanted)) } }
}

/**
 * Creates an EIP-1193 provider for Coinbase's smart wallet. The wallet runs on Coinbase's page, in a window that opens for prompts. Its
 * library loads on the first request. Requests to nodes go through `Rpc`, not to the nodes that the window names.
 */
export const coinbase = (
  options: CoinbaseOptions,
  { rpc, networks }: Pick<AdapterDeps, "rpc" | "networks">,
): Eip1193 => {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => notifyAll(listeners.get(event) ?? [], value)
  let signer: Promise<Signer> | undefined
  const opened = (): Promise<Signer> => {
    signer ??= import("./signer.ts").then(({ signerOf }) =>
      signerOf({ ...options, chainIds: networks().flatMap(({ id }) => (typeof id === "number" ? [id] : [])), emit }),
    )
    // If the code failed to load, the next call tries again.
    signer.catch(() => {
      signer = undefined
    })
    return signer
  }

  const own = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const { accounts, connect, request, leave } = await opened()
    if (method === "eth_accounts") return accounts()
    if (method === "eth_requestAccounts") return connect()
    if (method === "wallet_revokePermissions") return leave()
    const granted = await accounts()
    if (granted.length === 0) throw new UnauthorizedProviderError("Coinbase Wallet is not connected")
    if (theirs.has(method)) return request(method, params)
    const chainId = readChainId(await request("eth_chainId"))
    const network = networks().find(({ caipNetworkId }) => caipNetworkId === `eip155:${chainId}`)
    if (!network || !/^(eth|net|web3)_/.test(method))
      throw new UnsupportedProviderMethodError(`Coinbase's wallet has no ${method} here`)
    return Effect.runPromise(rpc.request({ network, method, params }))
  }

  return {
    request: async ({ method, params = [] }) => {
      try {
        return await own(method, params)
      } catch (error) {
        throw fromRpcError(isRecord(error) ? error : new Error(String(error)))
      }
    },
    on: (event: string, listener: (value: unknown) => void) => {
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(listener))
    },
    removeListener: (event: string, listener: (value: unknown) => void) => void listeners.get(event)?.delete(listener),
  }
}

/** Methods passed to the wallet, which responds itself or prompts in its window. */
const theirs: ReadonlySet<string> = new Set([
  "eth_chainId",
  "net_version",
  "eth_coinbase",
  "personal_sign",
  "eth_signTypedData",
  "eth_signTypedData_v3",
  "eth_signTypedData_v4",
  "eth_signTransaction",
  "eth_sendTransaction",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
  "wallet_watchAsset",
  "wallet_getCapabilities",
  "wallet_sendCalls",
  "wallet_showCallsStatus",
  "wallet_grantPermissions",
])
