import type { BrowserContext } from "@playwright/test"
import { Keypair, VersionedTransaction } from "@solana/web3.js"
import nacl from "tweetnacl"
import { installPageWallet, standard } from "./pageWallet.ts"
import { type Person, person } from "./person.ts"
import { failure, forward } from "./rpc.ts"

export interface SolanaWalletOptions {
  readonly accounts: readonly [Keypair, ...Keypair[]]
  /** Chains the wallet serves: Wallet Standard name, such as `solana:mainnet`, to its node's HTTP URL. */
  readonly chains: Readonly<Record<string, string>>
}

export interface SolanaWallet {
  /** Responds to its prompts: "connect", "signMessage", "signTransaction", "signAndSendTransaction". */
  readonly person: Person
  /** Calls of pages, oldest first; a silent connect is "connect, silent". */
  readonly log: readonly string[]
  /** Whether the page may see accounts. */
  connected(): boolean
  /** Locks it: pages see no accounts until it is unlocked. */
  lock(): Promise<void>
  unlock(): Promise<void>
  /** Its user selects another account. */
  switchAccount(index: number): Promise<void>
  /** Its user revokes the page's permission. */
  disconnect(): Promise<void>
  /** Makes it sign this transaction (wire format) from now on, whatever is requested. */
  swap(wire: Uint8Array | undefined): void
}

/** Two key pairs with fixed seeds. */
export const keypairs = [11, 12].map((seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed))) as [Keypair, Keypair]

interface Input {
  readonly account: { readonly address: string }
  readonly message: Uint8Array
  readonly transaction: Uint8Array
  readonly chain: string
  readonly options?: object
}

/** Adds a Wallet Standard wallet for Solana to every page of a context. Its background sends to the given nodes. */
export const installSolanaWallet = async (
  context: BrowserContext,
  { accounts, chains }: SolanaWalletOptions,
): Promise<SolanaWallet> => {
  const user = person()
  const log: string[] = []
  let order = [...accounts]
  let permitted = false
  let locked = false
  let swapped: Uint8Array | undefined

  const shown = () => ({
    accounts: (permitted && !locked ? order : []).map((keypair) => ({
      address: addressOf(keypair),
      publicKey: keypair.publicKey.toBytes(),
      chains: Object.keys(chains),
      features: ["solana:signMessage", "solana:signTransaction", "solana:signAndSendTransaction"],
    })),
  })
  const decide = async (method: string) => {
    if (!(await user.decide(method))) throw failure(4001, "User rejected the request.")
  }
  /** A feature that prompts the user for each input. */
  const asking = (method: string, more: object, act: (keypair: Keypair, input: Input) => unknown) => ({
    version: "1.0.0",
    ...more,
    [method]: async (...inputs: readonly Input[]) => {
      const outputs: unknown[] = []
      for (const input of inputs) {
        log.push(method)
        const keypair = order.find((one) => addressOf(one) === input.account.address)
        if (!keypair || !permitted || locked) throw failure(4100, "The account was not granted")
        await decide(method)
        outputs.push(await act(keypair, input))
      }
      return outputs
    },
  })
  const signed = (keypair: Keypair, { transaction, chain }: Input) => {
    if (chains[chain] === undefined) throw failure(4901, `The wallet is not on ${chain}`)
    return signTransaction(keypair, swapped ?? transaction)
  }
  const versions = { supportedTransactionVersions: ["legacy", 0] }
  const features = {
    "standard:connect": {
      version: "1.0.0",
      connect: async ({ silent = false }: { readonly silent?: boolean } = {}) => {
        log.push(silent ? "connect, silent" : "connect")
        if (shown().accounts.length === 0 && !silent) {
          await decide("connect")
          permitted = true
          locked = false
          await tell()
        }
        return shown()
      },
    },
    "standard:disconnect": {
      version: "1.0.0",
      disconnect: () => {
        log.push("disconnect")
        permitted = false
        return tell()
      },
    },
    "solana:signMessage": asking("signMessage", {}, (keypair, { message }) => ({
      signedMessage: message,
      signature: signMessage(keypair, message),
    })),
    "solana:signTransaction": asking("signTransaction", versions, (keypair, input) => ({
      signedTransaction: signed(keypair, input).serialize(),
    })),
    "solana:signAndSendTransaction": asking("signAndSendTransaction", versions, async (keypair, input) => {
      const transaction = signed(keypair, input)
      await send(chains[input.chain] ?? "", transaction.serialize(), input.options)
      return { signature: transaction.signatures[0] }
    }),
  }
  const notify = await installPageWallet(context, standard({ chains: Object.keys(chains), features }))
  const tell = () => notify("change", shown())

  return {
    person: user,
    log,
    connected: () => permitted,
    lock: () => {
      locked = true
      return tell()
    },
    unlock: () => {
      locked = false
      return tell()
    },
    switchAccount: (index) => {
      const [chosen] = order.splice(index, 1)
      if (chosen === undefined) throw new Error(`The wallet has no account ${index}`)
      order = [chosen, ...order]
      return tell()
    },
    disconnect: () => {
      permitted = false
      return tell()
    },
    swap: (wire) => {
      swapped = wire
    },
  }
}

export const addressOf = ({ publicKey }: Keypair): string => publicKey.toBase58()

/** An ed25519 signature, by tweetnacl. */
export const signMessage = ({ secretKey }: Keypair, message: Uint8Array): Uint8Array =>
  nacl.sign.detached(message, secretKey)

/** The transaction with the account's signature. */
export const signTransaction = (keypair: Keypair, wire: Uint8Array): VersionedTransaction => {
  const transaction = VersionedTransaction.deserialize(wire)
  transaction.addSignature(keypair.publicKey, signMessage(keypair, transaction.message.serialize()))
  return transaction
}

/** Sends a signed transaction to a node. Throws the node's error. */
export const send = (node: string, wire: Uint8Array, options: object = {}): Promise<unknown> =>
  forward(node, "sendTransaction", [Buffer.from(wire).toString("base64"), { ...options, encoding: "base64" }])
