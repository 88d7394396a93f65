import type { NetworkNamespace } from "../../../src/options/namespaces.ts"
import type { Network } from "../../../src/options/networks.ts"

/** Methods, events and chains requested in one namespace (CAIP-25). */
export interface ProposedNamespace {
  readonly methods: string[]
  readonly events: string[]
  readonly chains: string[]
  /** RPC URLs, by chain ID without the namespace. */
  readonly rpcMap: Record<string, string>
}

/**
 * Returns the namespaces to propose, all optional, so a wallet may omit what it does not support. A network's older ID is included, for
 * wallets that know only the older one.
 */
export const optionalNamespaces = (networks: readonly Network[]): Record<string, ProposedNamespace> => {
  const requested: Record<string, ProposedNamespace> = {}
  for (const { chainNamespace, caipNetworkId, deprecatedCaipNetworkId, id, rpcUrls } of networks) {
    requested[chainNamespace] ??= { methods: [...methods[chainNamespace]], events: [...events], chains: [], rpcMap: {} }
    const { chains, rpcMap } = requested[chainNamespace]
    for (const one of [caipNetworkId, deprecatedCaipNetworkId]) if (one && !chains.includes(one)) chains.push(one)
    const [url] = rpcUrls.default.http
    if (url !== undefined) rpcMap[id] = url
  }
  return requested
}

/** Whether a method is only for wallets. Such a request is never sent to a node, because its operator could read the data to sign. */
export const isForWallets = (method: string): boolean =>
  method !== "eth_sendRawTransaction" && (allMethods.has(method) || method.startsWith("wallet_"))

const events = ["accountsChanged", "chainChanged"]

/** Methods to request from a wallet, by namespace (specification section 9: eth signing, send and wallet_* calls). */
const methods: Readonly<Record<NetworkNamespace, readonly string[]>> = {
  eip155: [
    "eth_accounts",
    "eth_requestAccounts",
    "eth_sendRawTransaction",
    "eth_sign",
    "eth_signTransaction",
    "eth_signTypedData",
    "eth_signTypedData_v3",
    "eth_signTypedData_v4",
    "eth_sendTransaction",
    "personal_sign",
    "wallet_switchEthereumChain",
    "wallet_addEthereumChain",
    "wallet_getPermissions",
    "wallet_requestPermissions",
    "wallet_registerOnboarding",
    "wallet_watchAsset",
    "wallet_scanQRCode",
    "wallet_getCallsStatus",
    "wallet_showCallsStatus",
    "wallet_sendCalls",
    "wallet_getCapabilities",
    "wallet_grantPermissions",
    "wallet_revokePermissions",
    "wallet_getAssets",
  ],
  solana: [
    "solana_signMessage",
    "solana_signTransaction",
    "solana_requestAccounts",
    "solana_getAccounts",
    "solana_signAllTransactions",
    "solana_signAndSendTransaction",
  ],
  bip122: ["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"],
}

const allMethods: ReadonlySet<string> = new Set(Object.values(methods).flat())
