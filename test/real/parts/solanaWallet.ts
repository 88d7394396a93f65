import type { BrowserContext } from "@playwright/test"
import { Keypair, VersionedTransaction } from "@solana/web3.js"
import nacl from "tweetnacl"
import { type Person, person } from "./person.ts"
import { failure, forward, outcome } from "./rpc.ts"
import { inpageScript } from "./standardBundle.ts"

export interface SolanaWalletOptions {
  readonly accounts: readonly [Keypair, ...Keypair[]]
  /** The name of a chain in the Wallet Standard, as `solana:mainnet`, to its node's HTTP URL: the chains that the wallet serves. */
  readonly chains: Readonly<Record<string, string>>
}

export interface SolanaWallet {
  /** Answers its prompts, named by what was asked: "connect", "signMessage", "signTransaction", "signAndSendTransaction". */
  readonly person: Person
  /** What pages called, oldest first; a silent connect is "connect, silent". */
  readonly log: readonly string[]
  /** Whether the page may see accounts. */
  connected(): boolean
  /** Locks it: pages see no accounts until it is unlocked. */
  lock(): Promise<void>
  unlock(): Promise<void>
  /** Its user picks another account. */
  switchAccount(index: number): Promise<void>
  /** Its user takes the page's permission away. */
  disconnect(): Promise<void>
  /** From now on it signs this transaction (wire bytes) in place of whatever it is asked to sign. */
  swap(wire: Uint8Array): void
}

/** What it says of itself when it registers. */
export const about = {
  name: "Loopback",
  icon: "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxyZWN0IHdpZHRoPSI4IiBoZWlnaHQ9IjgiIGZpbGw9IiM2YjVhZDgiLz48L3N2Zz4=",
} as const

/** Two key pairs whose seeds say who they are. */
export const keypairs = [11, 12].map((seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed))) as [Keypair, Keypair]

/**
 * Puts a Solana wallet into every page of a context, by the Wallet Standard's own package, with a background here that holds the
 * keys and sends to the given nodes. Call it before the first navigation.
 */
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

  const visible = () => (permitted && !locked ? order.map(addressOf) : [])
  const tell = async () => {
    await Promise.all(context.pages().map((page) => page.evaluate(notify, visible()).catch(ignoreClosedPage)))
  }
  const decide = async (method: string) => {
    if (!(await user.decide(method))) throw failure(4001, "User rejected the request.")
  }
  const perform = async (method: string, { silent, address, bytes = [], chain = "", options }: Params) => {
    log.push(silent ? `${method}, silent` : method)
    if (method === "connect") {
      if (visible().length > 0 || silent) return visible()
      await decide(method)
      permitted = true
      locked = false
      return visible()
    }
    if (method === "disconnect") {
      permitted = false
      return tell()
    }
    const keypair = order.find((one) => addressOf(one) === address)
    if (!keypair || !visible().includes(addressOf(keypair))) throw failure(4100, "The account was not granted")
    await decide(method)
    if (method === "signMessage") return [...signMessage(keypair, Uint8Array.from(bytes))]
    if (chains[chain] === undefined) throw failure(4901, `The wallet is not on ${chain}`)
    const signed = signTransaction(keypair, swapped ?? Uint8Array.from(bytes))
    if (method === "signTransaction") return [...signed.serialize()]
    await send(chains[chain], signed.serialize(), options)
    return [...(signed.signatures[0] ?? [])]
  }

  await context.exposeFunction("solanaWalletRequest", (method: string, params: Params) =>
    outcome(perform(method, params)),
  )
  const stated = JSON.stringify({ ...about, chains: Object.keys(chains) })
  await context.addInitScript({
    content: `(() => { const solanaWallet = ${stated};\n${await inpageScript(new URL("solanaInpage.ts", import.meta.url))}\n})()`,
  })

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

/** Hands a signed transaction to a node; throws what the node says. */
export const send = (node: string, wire: Uint8Array, options: object = {}): Promise<unknown> =>
  forward(node, "sendTransaction", [Buffer.from(wire).toString("base64"), { ...options, encoding: "base64" }])

interface Params {
  readonly silent?: boolean
  readonly address?: string
  readonly bytes?: readonly number[]
  readonly chain?: string
  readonly options?: object
}

/** Runs in the page. */
const notify = (addresses: readonly string[]) =>
  (window as unknown as { solanaWalletNotify?: (addresses: readonly string[]) => void }).solanaWalletNotify?.(addresses)

const ignoreClosedPage = () => undefined
