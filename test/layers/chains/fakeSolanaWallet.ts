import {
  Keypair,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedMessage,
  VersionedTransaction,
} from "@solana/web3.js"
import nacl from "tweetnacl"
import { UserRejectedRequestError } from "../../../src/errors/rpc.ts"
import type { SolanaProvider, SolanaTransactionInput } from "../../../src/namespaces/model/solanaProvider.ts"

/** A scriptable Wallet Standard wallet. It approves everything; a test can replace any of its methods. */
export interface FakeSolanaWallet {
  /** The object it registers. */
  readonly wallet: Record<string, unknown> & { readonly features: Record<string, Record<string, unknown>> }
  /** Names of the calls in order, such as `solana:signMessage`. */
  readonly asked: string[]
  /** The inputs of every call of a feature. */
  inputsOf(feature: string): readonly (readonly unknown[])[]
  readonly state: FakeSolanaState
  /** Emits a change to the page's listeners. */
  emit(properties: object): void
  listeners(): number
  /** Registers it, now and on request. Returns a function that unregisters it. */
  register(): () => void
}

export interface FakeSolanaState {
  /** The selected first. */
  accounts: readonly Keypair[]
  granted: boolean
  prompts: "approve" | "reject" | "hang"
}

/** Two accounts, from constant seeds. */
export const [first, second] = [1, 2].map((seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed))) as [
  Keypair,
  Keypair,
]

export const addressOf = ({ publicKey }: Keypair): string => publicKey.toBase58()

/** The wallet's object for an account. */
export const accountOf = (keypair: Keypair, chains: readonly string[] = allChains) => ({
  address: addressOf(keypair),
  publicKey: keypair.publicKey.toBytes(),
  chains,
  features: ["solana:signMessage", "solana:signTransaction", "solana:signAndSendTransaction"],
})

export const name = "Lantern"
export const icon = "data:image/svg+xml;base64,PHN2Zy8+"
export const allChains = ["solana:mainnet", "solana:devnet"]

/** A wallet in this state. `otherwise` replaces methods of its features, by name. */
export const fakeSolanaWallet = (
  given: Partial<FakeSolanaState> = {},
  otherwise: Readonly<Record<string, (...inputs: never[]) => unknown>> = {},
): FakeSolanaWallet => {
  const state: FakeSolanaState = { accounts: [first, second], granted: false, prompts: "approve", ...given }
  const asked: { readonly feature: string; readonly inputs: readonly unknown[] }[] = []
  const listeners = new Set<(properties: object) => void>()
  const own = new Map<string, ReturnType<typeof accountOf>>()
  const accounts = () =>
    (state.granted ? state.accounts : []).map((keypair) => {
      const known = own.get(addressOf(keypair)) ?? accountOf(keypair)
      own.set(addressOf(keypair), known)
      return known
    })
  const emit = (properties: object) => {
    for (const listener of [...listeners]) listener(properties)
  }
  const grant = (granted: boolean) => {
    state.granted = granted
    emit({ accounts: accounts() })
  }
  const prompted = async <A>(then: () => A): Promise<A> => {
    if (state.prompts === "hang") return new Promise(() => {})
    if (state.prompts === "reject") throw new UserRejectedRequestError("User rejected the request.")
    return then()
  }
  /** Like real wallets, it identifies its own account objects by reference. */
  const keypairOf = ({ account }: { readonly account: unknown }): Keypair => {
    const keypair = state.accounts.find((one) => own.get(addressOf(one)) === account)
    if (!keypair || !state.granted) throw new Error("invalid account")
    return keypair
  }
  const signed = (input: { readonly account: unknown; readonly transaction: Uint8Array }) => {
    const transaction = VersionedTransaction.deserialize(input.transaction)
    transaction.sign([keypairOf(input)])
    return transaction
  }
  const method =
    (feature: string, answer: (...inputs: never[]) => unknown) =>
    async (...inputs: readonly unknown[]) => {
      asked.push({ feature, inputs })
      return answer(...(inputs as never[]))
    }

  const wallet: FakeSolanaWallet["wallet"] = {
    version: "1.0.0",
    name,
    icon,
    chains: allChains,
    get accounts() {
      return accounts()
    },
    features: {
      "standard:connect": {
        version: "1.0.0",
        connect: method("standard:connect", async (input?: { readonly silent?: boolean }) => {
          if (!state.granted && !input?.silent) await prompted(() => grant(true))
          return { accounts: accounts() }
        }),
      },
      "standard:disconnect": { version: "1.0.0", disconnect: method("standard:disconnect", () => grant(false)) },
      "standard:events": {
        version: "1.0.0",
        on: (_: string, listener: (properties: object) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      "solana:signMessage": {
        version: "1.1.0",
        signMessage: method("solana:signMessage", (...inputs: readonly { account: unknown; message: Uint8Array }[]) =>
          prompted(() =>
            inputs.map((input) => ({
              signedMessage: input.message,
              signature: nacl.sign.detached(input.message, keypairOf(input).secretKey),
            })),
          ),
        ),
      },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: method("solana:signTransaction", (...inputs: Parameters<typeof signed>[0][]) =>
          prompted(() => inputs.map((input) => ({ signedTransaction: signed(input).serialize() }))),
        ),
      },
      "solana:signAndSendTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signAndSendTransaction: method("solana:signAndSendTransaction", (...inputs: Parameters<typeof signed>[0][]) =>
          prompted(() => inputs.map((input) => ({ signature: signed(input).signatures[0] }))),
        ),
      },
    },
  }

  for (const feature of Object.values(wallet.features))
    for (const [method, replaced] of Object.entries(otherwise)) if (method in feature) feature[method] = replaced

  return {
    wallet,
    get asked() {
      return asked.map(({ feature }) => feature)
    },
    inputsOf: (feature) => asked.filter((one) => one.feature === feature).map(({ inputs }) => inputs),
    state,
    emit,
    listeners: () => listeners.size,
    register: () => registerOnWindow(wallet),
  }
}

/** Registers any objects by the Wallet Standard, now and on request. Returns a function that unregisters them. */
export const registerOnWindow = (...wallets: readonly unknown[]): (() => void) => {
  const undo: (() => void)[] = []
  const callback = ({ register }: { readonly register: (...wallets: readonly unknown[]) => () => void }) => {
    undo.push(register(...wallets))
  }
  const ready = (event: Event) => callback((event as CustomEvent).detail)
  window.addEventListener("wallet-standard:app-ready", ready)
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: callback }))
  return () => {
    window.removeEventListener("wallet-standard:app-ready", ready)
    for (const take of undo) take()
  }
}

/** Whether a wire transaction has a valid signature of each of its signers, by web3.js and tweetnacl. */
export const isSigned = (wire: Uint8Array): boolean => {
  const { message, signatures } = VersionedTransaction.deserialize(wire)
  const bytes = VersionedMessage.deserialize(message.serialize()).serialize()
  return signatures.every((signature, index) =>
    nacl.sign.detached.verify(bytes, signature, message.staticAccountKeys[index]?.toBytes() ?? new Uint8Array(32)),
  )
}

export const recentBlockhash = "EETubP5AKHgjPAhzPAFcb8BAY1hMH639CWCFTqi3hq1k"

/** A transfer of one lamport from one account to the other, and its unsigned transaction in web3.js 1.x. */
export const transferInstruction = (from = first) => {
  const to = from === first ? second : first
  return SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports: 1 })
}
export const transfer = (from = first) =>
  new Transaction({ feePayer: from.publicKey, recentBlockhash }).add(transferInstruction(from))

/** The transfer as wire bytes, and as a versioned transaction. */
export const transferWire = () => transfer().serialize({ requireAllSignatures: false, verifySignatures: false })
export const versionedTransfer = () =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: first.publicKey,
      recentBlockhash,
      instructions: [transferInstruction()],
    }).compileToV0Message(),
  )

/** A site's requests to a provider by its features. Rejects if one is missing. */
export const siteOf = ({ features }: SolanaProvider) => ({
  signMessage: async (message: Uint8Array) => {
    const [signed] = await present(features["solana:signMessage"]).signMessage({ message })
    return signed?.signature ?? new Uint8Array()
  },
  sign: async (...inputs: readonly SolanaTransactionInput[]) => {
    const signed = await present(features["solana:signTransaction"]).signTransaction(...inputs)
    return signed.map(({ signedTransaction }) => signedTransaction)
  },
  send: async (input: SolanaTransactionInput) => {
    const [sent] = await present(features["solana:signAndSendTransaction"]).signAndSendTransaction(input)
    return sent?.signature ?? new Uint8Array()
  },
})

const present = <A>(feature: A | undefined): A => {
  if (feature === undefined) throw new Error("no such feature")
  return feature
}

/** The tag of the error that a promise rejects with. */
export const tagOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "resolved",
    ({ _tag }) => _tag,
  )
