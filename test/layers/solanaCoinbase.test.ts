// @vitest-environment happy-dom
import { afterEach, assert, describe, it } from "@effect/vitest"
import { SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from "@solana/web3.js"
import nacl from "tweetnacl"
import { discover } from "../../layers/chains/solana/page.ts"
import { providerOf } from "../../layers/chains/solana/provider.ts"
import { toBase58 } from "../../layers/chains/solana/transaction.ts"
import { solana } from "../../src/domain/networks.ts"
import type { SolanaChange } from "../../src/domain/solana.ts"
import { addressOf, fakeSolanaWallet, first, isSigned, registerOnWindow, second } from "./fakeSolanaWallet.ts"

/** Coinbase's in-page provider as it is: transaction objects of web3.js in and out, arrays of numbers inside. */
const coinbaseSolana = () => {
  const listeners = new Map<string, () => void>()
  const asked: string[] = []
  const parsed = (transaction: { serialize(config: object): Uint8Array }) => {
    const signed = Transaction.from([...transaction.serialize({ verifySignatures: false })])
    signed.partialSign(first)
    return signed
  }
  const theirs = {
    publicKey: null as object | null,
    isConnected: false,
    connect: async () => {
      asked.push("connect")
      theirs.publicKey = first.publicKey
      theirs.isConnected = true
    },
    disconnect: async () => {
      asked.push("disconnect")
      theirs.publicKey = null
    },
    signMessage: async (message: Uint8Array) => ({ signature: nacl.sign.detached(message, first.secretKey) }),
    signTransaction: async (transaction: never) => parsed(transaction),
    signAllTransactions: async (transactions: readonly never[]) => transactions.map(parsed),
    signAndSendTransaction: async (transaction: never) => ({
      signature: toBase58(parsed(transaction).signature ?? new Uint8Array()),
    }),
    on: (event: string, listener: () => void) => void listeners.set(event, listener),
    removeListener: (event: string) => void listeners.delete(event),
  }
  return { theirs, asked, emit: (event: string) => listeners.get(event)?.(), listeners }
}

const found = (theirs: unknown) => {
  Object.assign(window, { coinbaseSolana: theirs })
  const wallets = discover()
  wallets.stop()
  return wallets
}
const provided = () => {
  const coinbase = coinbaseSolana()
  return { ...coinbase, provider: providerOf(found(coinbase.theirs).find("coinbaseWallet") ?? {}, () => solana) }
}

const transfer = (from = first) =>
  new Transaction({ feePayer: from.publicKey, recentBlockhash: addressOf(second) }).add(
    SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: second.publicKey, lamports: 1 }),
  )

afterEach(() => {
  Reflect.deleteProperty(window, "coinbaseSolana")
})

describe("Coinbase's in-page Solana provider", () => {
  it("is a wallet of this page, with the directory's id of the same wallet", () => {
    assert.deepStrictEqual(found(coinbaseSolana().theirs).list(), [
      {
        id: "coinbaseWallet",
        name: "Coinbase Wallet",
        type: "ANNOUNCED",
        chain: "solana",
        chains: [solana.caipNetworkId],
        info: { rdns: "com.coinbase.wallet" },
        explorerId: "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
      },
    ])
  })

  it.each([undefined, null, 7, {}, { connect: true }])("is not there where the page holds %j", (theirs) => {
    const wallets = found(theirs)

    assert.deepStrictEqual(wallets.list(), [])
    assert.strictEqual(wallets.find("coinbaseWallet"), undefined)
  })

  it("stands back behind a Wallet Standard wallet of the same name", () => {
    const { wallet } = fakeSolanaWallet()
    Object.assign(window, { coinbaseSolana: coinbaseSolana().theirs })
    const stop = registerOnWindow({ ...wallet, accounts: [], name: "Coinbase Wallet" })
    const wallets = discover()

    assert.deepStrictEqual(
      wallets.list().map(({ id }) => id),
      ["Coinbase Wallet"],
    )
    assert.strictEqual(wallets.find("coinbaseWallet"), undefined)
    wallets.stop()
    stop()
  })

  it("serves the main network only; prompts when asked to connect, and never silently", async () => {
    const { provider, asked } = provided()
    const { connect } = provider.features["standard:connect"]
    const silent = await connect({ silent: true }).catch(({ _tag }) => _tag)
    const { accounts } = await connect()

    assert.deepStrictEqual([...provider.chains], ["solana:mainnet"])
    assert.strictEqual(silent, "UnsupportedProviderMethodError")
    assert.deepStrictEqual((await connect({ silent: true })).accounts, accounts)
    assert.deepStrictEqual(
      accounts.map(({ address }) => address),
      [addressOf(first)],
    )
    assert.deepStrictEqual(asked, ["connect"])
    await provider.features["standard:disconnect"]?.disconnect()
    assert.deepStrictEqual([asked.at(-1), provider.accounts.length], ["disconnect", 0])
  })

  it("signs messages and transactions, one or several, and sends, whatever form the site has them in", async () => {
    const { provider } = provided()
    await provider.features["standard:connect"].connect()
    const { features } = provider
    const message = new TextEncoder().encode("Grüße")
    const [said] = (await features["solana:signMessage"]?.signMessage({ message })) ?? []
    const one = await features["solana:signTransaction"]?.signTransaction({ transaction: transfer() })
    const wire = transfer().serialize({ requireAllSignatures: false })
    const two = await features["solana:signTransaction"]?.signTransaction(
      { transaction: transfer() },
      { transaction: wire },
    )
    const [sent] =
      (await features["solana:signAndSendTransaction"]?.signAndSendTransaction({ transaction: transfer() })) ?? []

    assert.isTrue(nacl.sign.detached.verify(message, said?.signature ?? new Uint8Array(64), first.publicKey.toBytes()))
    assert.deepStrictEqual(
      [...(one ?? []), ...(two ?? [])].map(({ signedTransaction }) => isSigned(signedTransaction)),
      [true, true, true],
    )
    assert.lengthOf(sent?.signature ?? [], 64)
  })

  it("may put its signature into the very object that it was given, a versioned one too", async () => {
    const { provider, theirs } = provided()
    await provider.features["standard:connect"].connect()
    Object.assign(theirs, {
      signTransaction: async (transaction: {
        readonly message: { serialize(): Uint8Array }
        addSignature(key: object, signature: Uint8Array): void
      }) => {
        const signature = nacl.sign.detached(transaction.message.serialize(), first.secretKey)
        transaction.addSignature(first.publicKey, signature)
        return transaction
      },
    })
    const transaction = new VersionedTransaction(
      new TransactionMessage({
        payerKey: first.publicKey,
        recentBlockhash: addressOf(second),
        instructions: transfer().instructions,
      }).compileToV0Message(),
    )
    const [signed] = (await provider.features["solana:signTransaction"]?.signTransaction({ transaction })) ?? []

    assert.isTrue(isSigned(signed?.signedTransaction ?? new Uint8Array()))
  })

  it("tells that it has gone until it is told to stop", () => {
    const { provider, emit, listeners } = provided()
    const heard: SolanaChange[] = []
    const stop = provider.features["standard:events"].on("change", (change) => heard.push(change))
    emit("disconnect")
    stop()

    assert.deepStrictEqual(heard, [{ accounts: [] }])
    assert.strictEqual(listeners.size, 0)
  })

  const wrong: readonly (readonly [method: string, answer: unknown])[] = [
    ["signMessage", new Error("no")],
    ["signMessage", { signature: "text" }],
    ["signTransaction", undefined],
    ["signTransaction", { serialize: () => "text" }],
    ["signAndSendTransaction", { signature: "0OIl" }],
    ["signAndSendTransaction", {}],
  ]
  it.each(wrong)("has a typed failure where %s answers %o", async (method, answer) => {
    const { provider, theirs } = provided()
    await provider.features["standard:connect"].connect()
    Object.assign(theirs, { [method]: async () => answer })
    const { features } = provider
    const asked = {
      signMessage: () => features["solana:signMessage"]?.signMessage({ message: new Uint8Array(1) }),
      signTransaction: () => features["solana:signTransaction"]?.signTransaction({ transaction: transfer() }),
      signAndSendTransaction: () =>
        features["solana:signAndSendTransaction"]?.signAndSendTransaction({ transaction: transfer() }),
    }[method as "signMessage"]
    const error = await asked()?.then(
      () => "answered",
      ({ _tag }) => _tag,
    )

    assert.strictEqual(error, "AnswerInvalid")
  })
})
