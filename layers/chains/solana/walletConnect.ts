import type { RelayProvider, RelayStatus } from "../../../services/Relay.ts"
import type { Network } from "../../../src/options/networks.ts"
import { elements, oneByOne, read } from "../shared/walletStandard.ts"
import { canonicalId } from "./networks.ts"
import { described, fromBase58, fromBase64, toBase58, toBase64, withSignature } from "./transaction.ts"

/** Wraps the wallet over WalletConnect as a Wallet Standard object, which reflects the session's state as of the last `refresh`. */
export const walletConnectWallet = (
  relay: RelayProvider,
  networks: () => readonly Network[],
): { readonly wallet: object; readonly refresh: () => Promise<RelayStatus> } => {
  let status: RelayStatus | undefined
  const refresh = async () => {
    status = await relay.status()
    return status
  }
  const accounts = (addresses: readonly string[] = status?.addresses ?? []) =>
    addresses.map((address) => ({ address, chains: status?.approved ?? [], features: [] }))
  const request = (method: string, chain: string | undefined, params: object) => {
    const network = networks().find(
      ({ caipNetworkId }) => chain !== undefined && canonicalId([chain], { caipNetworkId }),
    )
    return relay.request({ method, params }, network?.caipNetworkId)
  }
  const feature = (method: string, made: object) => (status?.methods.has(method) ? made : undefined)

  const signed = async ({ account: { address }, transaction, chain }: Sent) => {
    const params = { ...described(transaction), transaction: toBase64(transaction), pubkey: address }
    const response = await request("solana_signTransaction", chain, params)
    const whole = fromBase64(read(response, "transaction"))
    const signature = fromBase58(read(response, "signature"))
    return { signedTransaction: whole ?? (signature && withSignature(transaction, address, signature)) }
  }
  const signedAll = async (inputs: readonly Sent[]) => {
    const transactions = inputs.map(({ transaction }) => toBase64(transaction))
    const response = await request("solana_signAllTransactions", inputs[0]?.chain, { transactions })
    return elements(read(response, "transactions")).map((one) => ({ signedTransaction: fromBase64(one) }))
  }

  const wallet = {
    name: "WalletConnect",
    get chains() {
      return status?.approved ?? []
    },
    get accounts() {
      return accounts()
    },
    get features() {
      return {
        "standard:connect": {
          connect: async () => {
            await refresh()
            return { accounts: accounts() }
          },
        },
        "standard:events": {
          on: (_: "change", listener: (properties: object) => void) => {
            const onAccounts = (addresses: unknown) =>
              refresh().then(
                () => listener({ accounts: accounts(addresses as readonly string[]) }),
                () => undefined,
              )
            const ended = () => listener({ accounts: [] })
            relay.on("accountsChanged", onAccounts)
            relay.on("disconnect", ended)
            return () => {
              relay.removeListener("accountsChanged", onAccounts)
              relay.removeListener("disconnect", ended)
            }
          },
        },
        "solana:signMessage": feature("solana_signMessage", {
          signMessage: (...inputs: readonly Said[]) =>
            oneByOne(inputs, async ({ account: { address }, message }) => {
              const params = { message: toBase58(message), pubkey: address }
              const response = await request("solana_signMessage", undefined, params)
              return { signature: fromBase58(read(response, "signature")), signedMessage: message }
            }),
        }),
        "solana:signTransaction": feature("solana_signTransaction", {
          supportedTransactionVersions: ["legacy", 0],
          signTransaction: (...inputs: readonly Sent[]) =>
            inputs.length > 1 && status?.methods.has("solana_signAllTransactions")
              ? signedAll(inputs)
              : oneByOne(inputs, signed),
        }),
        "solana:signAndSendTransaction": feature("solana_signAndSendTransaction", {
          supportedTransactionVersions: ["legacy", 0],
          signAndSendTransaction: (...inputs: readonly Sent[]) =>
            oneByOne(inputs, async ({ account: { address }, transaction, chain, options }) => {
              const params = {
                transaction: toBase64(transaction),
                pubkey: address,
                ...(options && { sendOptions: options }),
              }
              const response = await request("solana_signAndSendTransaction", chain, params)
              return { signature: fromBase58(read(response, "signature")) }
            }),
        }),
      }
    },
  }
  return { wallet, refresh }
}

interface ByAccount {
  readonly account: { readonly address: string }
}
interface Said extends ByAccount {
  readonly message: Uint8Array
}
interface Sent extends ByAccount {
  readonly transaction: Uint8Array
  readonly chain?: string
  readonly options?: object
}
