import { registerWallet } from "@wallet-standard/wallet"

/**
 * Runs in the page, before the site's own scripts: a wallet of the Wallet Standard, registered by the standard's own package and
 * joined to a background outside of the page, which holds the keys, by two functions on `window`.
 */
interface Wires {
  /** Page to background; put there by Playwright. */
  readonly solanaWalletRequest: (method: string, params: object) => Promise<Answer>
  /** Background to page: the addresses that the page may see now. */
  solanaWalletNotify: (addresses: readonly string[]) => void
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Put in front of this script when it is bundled. */
declare const solanaWallet: { readonly name: string; readonly icon: string; readonly chains: readonly string[] }

type Listener = (properties: object) => void
interface Input {
  readonly account: Account
  readonly message?: Uint8Array
  readonly transaction?: Uint8Array
  readonly chain?: string
  readonly options?: object
}

/** As real wallets do, it knows its accounts by identity. */
class Account {
  readonly chains = solanaWallet.chains
  readonly features = ["solana:signMessage", "solana:signTransaction", "solana:signAndSendTransaction"]
  readonly publicKey = new Uint8Array(32)
  readonly address: string
  constructor(address: string) {
    this.address = address
  }
}

if (window.top === window) {
  const wires = window as unknown as Wires
  const listeners = new Set<Listener>()
  let accounts: readonly Account[] = []

  const know = (addresses: readonly string[]) => {
    if (addresses.join() === accounts.map(({ address }) => address).join()) return
    accounts = addresses.map((address) => accounts.find((one) => one.address === address) ?? new Account(address))
    for (const listener of [...listeners]) listener({ accounts })
  }
  const ask = async (method: string, params: object): Promise<unknown> => {
    const { result, error } = await wires.solanaWalletRequest(method, params)
    if (error) throw Object.assign(new Error(error.message), { code: error.code })
    return result
  }
  const sign =
    (method: string, read: (answer: number[], input: Input) => object) =>
    async (...inputs: Input[]) => {
      const outputs: object[] = []
      for (const input of inputs) {
        if (!accounts.includes(input.account)) throw new Error("invalid account")
        const { account, message, transaction, chain, options } = input
        const bytes = [...(message ?? transaction ?? [])]
        outputs.push(read((await ask(method, { address: account.address, bytes, chain, options })) as number[], input))
      }
      return outputs
    }

  wires.solanaWalletNotify = know
  registerWallet({
    version: "1.0.0",
    ...solanaWallet,
    get accounts() {
      return accounts
    },
    features: {
      "standard:connect": {
        version: "1.0.0",
        connect: async (input?: { readonly silent?: boolean }) => {
          know((await ask("connect", { silent: input?.silent === true })) as readonly string[])
          return { accounts }
        },
      },
      "standard:disconnect": { version: "1.0.0", disconnect: () => ask("disconnect", {}) },
      "standard:events": {
        version: "1.0.0",
        on: (_: "change", listener: Listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      "solana:signMessage": {
        version: "1.1.0",
        signMessage: sign("signMessage", (answer, { message }) => ({
          signedMessage: message,
          signature: Uint8Array.from(answer),
        })),
      },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: sign("signTransaction", (answer) => ({ signedTransaction: Uint8Array.from(answer) })),
      },
      "solana:signAndSendTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signAndSendTransaction: sign("signAndSendTransaction", (answer) => ({ signature: Uint8Array.from(answer) })),
      },
    },
  } as unknown as Parameters<typeof registerWallet>[0])
}
