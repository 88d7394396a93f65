// @vitest-environment happy-dom
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Transaction } from "@solana/web3.js"
import nacl from "tweetnacl"
import { discover } from "../../../../layers/chains/solana/discovery.ts"
import { providerOf } from "../../../../layers/chains/solana/provider.ts"
import { toBase58 } from "../../../../layers/chains/solana/transaction.ts"
import type { SolanaChange } from "../../../../src/namespaces/model/solanaProvider.ts"
import { solana } from "../../../../src/options/networks.ts"
import {
  addressOf,
  fakeSolanaWallet,
  first,
  isSigned,
  registerOnWindow,
  siteOf,
  tagOf,
  transfer,
  transferWire,
  versionedTransfer,
} from "../fakeSolanaWallet.ts"

/** Coinbase's in-page provider, true to the original: transaction objects of web3.js in and out, arrays of numbers inside. */
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
  const provider = providerOf(found(coinbase.theirs).find("coinbaseWallet") ?? {}, () => solana)
  return { ...coinbase, provider, ...siteOf(provider) }
}
const connected = async () => {
  const made = provided()
  await made.provider.features["standard:connect"].connect()
  return made
}

afterEach(() => {
  Reflect.deleteProperty(window, "coinbaseSolana")
})

describe("Coinbase's in-page Solana provider", () => {
  it("is an injected wallet, with the directory's ID for it", () => {
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

  it.each([undefined, null, 7, {}, { connect: true }])("is missing if the page has %j", (theirs) => {
    const wallets = found(theirs)

    assert.deepStrictEqual(wallets.list(), [])
    assert.strictEqual(wallets.find("coinbaseWallet"), undefined)
  })

  it("gives way to a Wallet Standard wallet of the same name", () => {
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

  it("serves mainnet only, and prompts on connect but never on reconnect", async () => {
    const { provider, asked } = provided()
    const { connect } = provider.features["standard:connect"]
    const silent = await tagOf(connect({ silent: true }))
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

  it("signs messages, signs one or several transactions, and sends, with every form of a transaction", async () => {
    const { signMessage, sign, send } = await connected()
    const message = new TextEncoder().encode("Grüße")
    const one = await sign({ transaction: transfer() })
    const two = await sign({ transaction: transfer() }, { transaction: transferWire() })

    assert.isTrue(nacl.sign.detached.verify(message, await signMessage(message), first.publicKey.toBytes()))
    assert.deepStrictEqual([...one, ...two].map(isSigned), [true, true, true])
    assert.lengthOf(await send({ transaction: transfer() }), 64)
  })

  it("accepts a signature that the wallet puts into the given object, even a versioned one", async () => {
    const { theirs, sign } = await connected()
    Object.assign(theirs, {
      signTransaction: async (transaction: ReturnType<typeof versionedTransfer>) => {
        const signature = nacl.sign.detached(transaction.message.serialize(), first.secretKey)
        transaction.addSignature(first.publicKey, signature)
        return transaction
      },
    })

    assert.deepStrictEqual((await sign({ transaction: versionedTransfer() })).map(isSigned), [true])
  })

  it("emits its disconnect until unsubscribed", () => {
    const { provider, emit, listeners } = provided()
    const heard: SolanaChange[] = []
    const stop = provider.features["standard:events"].on("change", (change) => heard.push(change))
    emit("disconnect")
    stop()

    assert.deepStrictEqual(heard, [{ accounts: [] }])
    assert.strictEqual(listeners.size, 0)
  })

  type Method = "signMessage" | "signTransaction" | "signAndSendTransaction"
  const wrong: readonly (readonly [method: Method, answer: unknown])[] = [
    ["signMessage", new Error("no")],
    ["signMessage", { signature: "text" }],
    ["signTransaction", undefined],
    ["signTransaction", { serialize: () => "text" }],
    ["signAndSendTransaction", { signature: "0OIl" }],
    ["signAndSendTransaction", {}],
  ]
  it.each(wrong)("fails with a typed error if %s returns %o", async (method, answer) => {
    const { theirs, signMessage, sign, send } = await connected()
    Object.assign(theirs, { [method]: async () => answer })
    const asked = {
      signMessage: () => signMessage(new Uint8Array(1)),
      signTransaction: () => sign({ transaction: transfer() }),
      signAndSendTransaction: () => send({ transaction: transfer() }),
    }[method]

    assert.strictEqual(await tagOf(asked()), "AnswerInvalid")
  })
})
