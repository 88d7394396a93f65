import { NETWORK, p2tr, p2wpkh, TEST_NETWORK } from "@scure/btc-signer"
import { pubECDSA, pubSchnorr } from "@scure/btc-signer/utils.js"
import { verifySignIn } from "@solana/wallet-standard-util"
import { PublicKey, SystemProgram, Transaction, VersionedTransaction } from "@solana/web3.js"
import { Effect } from "effect"
import nacl from "tweetnacl"
import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
  verifyMessage,
  verifyTypedData,
} from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { toHex } from "viem/utils"
import { describe, expect, it } from "vitest"
import { fromBase58, toBase58 } from "../../../layers/chains/solana/transaction.ts"
import { addressesOn, demoAccounts } from "../../../layers/demo/accounts.ts"
import { keyOf } from "../../../layers/demo/keys/testKeys.ts"
import { respondToBitcoinRelay } from "../../../layers/demo/relay/bitcoin.ts"
import { respondToSolanaRelay } from "../../../layers/demo/relay/solana.ts"
import { satsConnectWallet } from "../../../layers/demo/wallets/bitcoin.ts"
import { standardWallet } from "../../../layers/demo/wallets/solana.ts"
import { createWorld, type DemoWallet, type World } from "../../../layers/demo.ts"
import { bitcoin, bitcoinTestnet } from "../../../src/options/networks.ts"
import { judgedCount as count, type Draw, draws, textOf } from "../../fixtures/draws.ts"
import { isSignedBy, judge } from "../../real/parts/bitcoinJudge.ts"
import { unsignedPsbt } from "../../real/parts/bitcoinPsbt.ts"
import { recentBlockhash, second } from "../chains/fakeSolanaWallet.ts"
import { walletOf } from "./demoParts.ts"

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromise(effect)

const keyAt = (address: string): Uint8Array => {
  const key = keyOf(address)
  if (!key) throw new Error(`No key of ${address}`)
  return key
}

const decoded = (text: string): Uint8Array => fromBase58(text) ?? new Uint8Array()

/** Hex of random length, at most `most` bytes. */
const bytesOf = (draw: Draw, most: number): Hex =>
  `0x${Array.from({ length: draw.upTo(most) }, () => draw.upTo(255).toString(16).padStart(2, "0")).join("")}`

const addressOf = (draw: Draw): Hex => toHex(draw.whole(48), { size: 20 })

describe("Every account of the demo", () => {
  it("has the address of its test key", () => {
    for (const { address, bitcoin: others } of demoAccounts) {
      const key = keyAt(address)
      if (address.startsWith("0x")) expect(privateKeyToAccount(toHex(key)).address).toBe(address)
      else if (!others) expect(toBase58(nacl.sign.keyPair.fromSeed(key).publicKey)).toBe(address)
      else {
        const on = (network: typeof NETWORK) => [
          p2wpkh(pubECDSA(key), network).address,
          p2tr(pubSchnorr(key), undefined, network).address,
        ]
        expect(addressesOn(address, bitcoin.caipNetworkId)).toEqual(on(NETWORK))
        expect(addressesOn(address, bitcoinTestnet.caipNetworkId)).toEqual(on(TEST_NETWORK))
      }
    }
  })

  it("has its own key, shared by all its addresses", () => {
    const keys = demoAccounts.map(({ address }) => toHex(keyAt(address)))
    expect(new Set(keys).size).toBe(demoAccounts.length)
    for (const { address, bitcoin: others } of demoAccounts)
      for (const other of others ? [others.ordinals, ...others.test] : [address.toLowerCase()])
        if (others || address.startsWith("0x")) expect(keyOf(other)).toEqual(keyOf(address))
    expect(keyOf(`0x${"12".repeat(20)}`)).toBeUndefined()
  })
})

/** Fees and lists of a transaction of each type, in JSON-RPC form and as viem parses them. */
const transactions = {
  legacy: (draw: Draw) => {
    const gasPrice = draw.whole(12) + 1n
    return { fields: { gasPrice: toHex(gasPrice) }, expected: { gasPrice } }
  },
  eip2930: (draw: Draw) => {
    const gasPrice = draw.whole(12) + 1n
    const accessList = [{ address: addressOf(draw), storageKeys: [toHex(draw.whole(30), { size: 32 })] }]
    return { fields: { gasPrice: toHex(gasPrice), accessList }, expected: { gasPrice, accessList } }
  },
  eip1559: (draw: Draw) => {
    const fees = { maxFeePerGas: draw.whole(12) + 10n ** 13n, maxPriorityFeePerGas: draw.whole(9) + 1n }
    return { fields: inHex(fees), expected: fees }
  },
  eip7702: (draw: Draw) => {
    const fees = { maxFeePerGas: draw.whole(12) + 10n ** 13n, maxPriorityFeePerGas: draw.whole(9) + 1n }
    const [address, nonce] = [addressOf(draw), draw.upTo(99) + 1]
    const signature = {
      r: toHex(draw.whole(60) + 10n ** 70n, { size: 32 }),
      s: toHex(draw.whole(60) + 10n ** 70n, { size: 32 }),
    }
    const authorizationList = [{ address, chainId: toHex(1), nonce: toHex(nonce), yParity: "0x1", ...signature }]
    return {
      fields: { ...inHex(fees), authorizationList },
      expected: { ...fees, authorizationList: [{ address, chainId: 1, nonce, yParity: 1, ...signature }] },
    }
  },
}

const inHex = (fees: Readonly<Record<string, bigint>>) =>
  Object.fromEntries(Object.entries(fees).map(([name, value]) => [name, toHex(value)]))

type Class = readonly [name: string, of: (world: World) => DemoWallet]
const classes: readonly Class[] = [
  ["in the page", (world) => walletOf(world)],
  ["of the program that frames the page", (world) => walletOf(world, "example.latchkey")],
  ["on the phone", ({ phone }) => phone],
  ["in the secure frame", ({ secure }) => secure],
]

describe.each(classes)("The EVM wallet %s", (_, of) => {
  const world = createWorld({ wallets: { "example.latchkey": "approve" }, relay: { connect: "approve" } })
  const wallet = of(world)
  wallet.resume({ granted: true, chainId: 1 })
  const accounts = wallet.accounts() as readonly Hex[]
  const [address = "0x"] = accounts
  const ask = (method: string, ...params: readonly unknown[]) => run(wallet.request({ method, params })) as Promise<Hex>

  it("signs messages that viem verifies (EIP-191)", async () => {
    for (const draw of draws(count)) {
      const from = draw.oneOf(accounts)
      const message = textOf(draw)
      const signature = await ask("personal_sign", toHex(message), from)
      expect(await verifyMessage({ address: from, message, signature })).toBe(true)
      expect(await verifyMessage({ address: from, message: `${message}.`, signature })).toBe(false)
      const raw = bytesOf(draw, 40)
      expect(
        await verifyMessage({ address: from, message: { raw }, signature: await ask("personal_sign", raw, from) }),
      ).toBe(true)
    }
  })

  it("signs typed data that viem verifies (EIP-712)", async () => {
    for (const draw of draws(count)) {
      const from = draw.oneOf(accounts)
      const typed = typedData(draw)
      const text = JSON.stringify(typed, (_, value) => (typeof value === "bigint" ? value.toString() : value))
      const signature = await ask("eth_signTypedData_v4", from, draw.oneOf([text, JSON.parse(text)]))
      expect(await verifyTypedData({ ...typed, address: from, signature } as never)).toBe(true)
      const other = { ...typed, message: { ...typed.message, note: `${typed.message.note}.` } }
      expect(await verifyTypedData({ ...other, address: from, signature } as never)).toBe(false)
    }
  })

  it.each([
    ["for another chain", (typed: object) => ({ ...typed, domain: { chainId: 137 } })],
    ["without types", ({ types: _, ...typed }: Record<string, unknown>) => typed],
    ["with a value that does not fit its type", (typed: object) => ({ ...typed, message: { owner: "0x12" } })],
  ])("rejects typed data %s", async (_, change) => {
    const [draw] = draws(1) as [Draw]
    const typed = JSON.parse(
      JSON.stringify(typedData(draw), (_, value) => (typeof value === "bigint" ? `${value}` : value)),
    )
    await expect(ask("eth_signTypedData_v4", address, change(typed))).rejects.toMatchObject({ code: -32602 })
  })

  it.each(Object.keys(transactions) as (keyof typeof transactions)[])(
    "signs transactions of type %s, whose sender viem recovers",
    async (type) => {
      for (const draw of draws(count)) {
        const from = draw.oneOf(accounts)
        const { fields, expected } = transactions[type](draw)
        const common = { to: addressOf(draw), value: toHex(draw.whole(20)), data: bytesOf(draw, 40) }
        const [nonce, gas] = [draw.upTo(9_999), draw.whole(7) + 21_000n]
        const raw = await ask("eth_signTransaction", {
          from,
          ...common,
          ...fields,
          nonce: toHex(nonce),
          gas: toHex(gas),
        })
        expect(await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })).toBe(from)
        const read = parseTransaction(raw as TransactionSerialized)
        expect(read).toMatchObject({ type, chainId: 1, ...expected })
        expect([read.to, read.value ?? 0n, read.data ?? "0x", read.nonce ?? 0, read.gas]).toEqual([
          common.to,
          BigInt(common.value),
          common.data,
          nonce,
          gas,
        ])
      }
    },
  )

  it("sends what it has signed: the hash is that of the signed transaction, and nonces are consecutive", async () => {
    const transaction = { from: address, to: accounts.at(-1), value: "0x1" }
    const [first, second] = [
      await ask("eth_sendTransaction", transaction),
      await ask("eth_sendTransaction", transaction),
    ]
    const sent = await ask("eth_getTransactionByHash", second)
    expect(await ask("eth_getTransactionByHash", first)).toMatchObject({ from: address, nonce: "0x0", value: "0x1" })
    expect(sent).toMatchObject({ from: address, nonce: "0x1", chainId: "0x1" })
    const signed = await ask("eth_signTransaction", sent)
    expect(keccak256(signed)).toBe(second)
  })

  it("gives concurrent transactions different nonces", async () => {
    const transaction = { from: address, to: address, value: "0x2" }
    const hashes = await Promise.all([1, 2, 3].map(() => ask("eth_sendTransaction", transaction)))
    expect(new Set(hashes).size).toBe(3)
  })

  it("rejects a transaction for another chain, of an unknown type, or from another account", async () => {
    const payment = { from: address, to: address, value: "0x1" }
    for (const refused of [
      { ...payment, chainId: "0x89" },
      { ...payment, type: "0x3" },
      { ...payment, value: "much" },
    ])
      await expect(ask("eth_sendTransaction", refused)).rejects.toMatchObject({ code: -32602 })
    await expect(ask("eth_sendTransaction", { ...payment, from: `0x${"12".repeat(20)}` })).rejects.toMatchObject({
      code: 4100,
    })
  })
})

describe("A node of the demo", () => {
  it("rejects a transaction that is unsigned or for another chain", async () => {
    const world = createWorld()
    const wallet = walletOf(world)
    wallet.resume({ granted: true, chainId: 1 })
    const [from] = wallet.accounts()
    const raw = await run(wallet.request({ method: "eth_signTransaction", params: [{ from, to: from, value: "0x1" }] }))
    for (const refused of ["0x", "0x02c0", { from, to: from }])
      await expect(run(world.node("eip155:1", "eth_sendRawTransaction", [refused]))).rejects.toMatchObject({
        code: -32602,
      })
    await expect(run(world.node("eip155:137", "eth_sendRawTransaction", [raw]))).rejects.toMatchObject({ code: -32000 })
    expect(await run(world.node("eip155:1", "eth_sendRawTransaction", [raw]))).toBe(keccak256(raw as Hex))
  })
})

describe("The Solana wallet in the page", () => {
  const wallet = walletOf(createWorld(), "example.plover")
  wallet.resume({ granted: true })
  const [address = ""] = wallet.accounts()
  const publicKey = decoded(address)
  const account = { address, publicKey }
  const features = Reflect.get(standardWallet(wallet, run), "features") as Features

  it("signs messages that tweetnacl verifies", async () => {
    for (const draw of draws(count)) {
      const message = new TextEncoder().encode(textOf(draw))
      const [{ signature, signedMessage }] = await features["solana:signMessage"].signMessage({ account, message })
      expect(nacl.sign.detached.verify(signedMessage, signature, publicKey)).toBe(true)
      expect(nacl.sign.detached.verify(Uint8Array.of(...message, 1), signature, publicKey)).toBe(false)
    }
  })

  it("signs transactions that web3.js verifies, even with other signers", async () => {
    for (const draw of draws(count)) {
      const transaction = transferOf(address, draw)
      const { signTransaction } = features["solana:signTransaction"]
      const [{ signedTransaction }] = await signTransaction({ account, transaction: wireOf(transaction) })
      const expected = Transaction.from(signedTransaction)
      expect(expected.verifySignatures(false)).toBe(true)
      expected.partialSign(second)
      expect(expected.verifySignatures(true)).toBe(true)
      const { signAndSendTransaction } = features["solana:signAndSendTransaction"]
      const [{ signature }] = await signAndSendTransaction({ account, transaction: wireOf(transaction) })
      expect([...signature]).toEqual([...(VersionedTransaction.deserialize(signedTransaction).signatures[0] ?? [])])
    }
  })

  it("signs in with the requested message (Sign-In With Solana)", async () => {
    for (const draw of draws(count)) {
      const all = {
        domain: "site.example",
        address,
        statement: `Statement ${draw.upTo(99)}`,
        uri: "https://site.example/",
        version: "1",
        chainId: "mainnet",
        nonce: `nonce${draw.whole(12)}`,
        issuedAt: "2026-01-01T00:00:00.000Z",
        expirationTime: "2026-01-02T00:00:00.000Z",
        notBefore: "2026-01-01T00:00:00.000Z",
        requestId: "7",
        resources: ["https://one.example", "https://two.example"],
      }
      const input = Object.fromEntries(Object.entries(all).filter(() => draw.upTo(2) > 0))
      const [output] = await features["solana:signIn"].signIn(input)
      expect(verifySignIn(input, output as never)).toBe(true)
      expect(verifySignIn({ ...input, nonce: "another" }, output as never)).toBe(false)
    }
  })

  it("rejects a transaction that its account does not sign, and an unknown account", async () => {
    const { signTransaction } = features["solana:signTransaction"]
    const [draw] = draws(1) as [Draw]
    const foreign = wireOf(transferOf(second.publicKey.toBase58(), draw))
    await expect(signTransaction({ account, transaction: foreign })).rejects.toMatchObject({ code: -32602 })
    const other = { ...account, address: second.publicKey.toBase58() }
    await expect(signTransaction({ account: other, transaction: foreign })).rejects.toMatchObject({ code: 4100 })
  })
})

describe("The phone on Solana", () => {
  const { phone } = createWorld({ relay: { connect: "approve" } })
  phone.resume({ granted: true })
  const [pubkey = ""] = phone.also("solana")
  const ask = (method: string, params: object) => run(respondToSolanaRelay(phone, method, params)) as Promise<Answer>

  it("signs messages and transactions over the relay", async () => {
    for (const draw of draws(count)) {
      const message = new TextEncoder().encode(`${textOf(draw)}.`)
      const said = await ask("solana_signMessage", { pubkey, message: toBase58(message) })
      expect(nacl.sign.detached.verify(message, decoded(said.signature), decoded(pubkey))).toBe(true)
      const wires = [wireOf(transferOf(pubkey, draw)), wireOf(transferOf(pubkey, draw))]
      const given = wires.map((wire) => Buffer.from(wire).toString("base64"))
      const { transactions } = await ask("solana_signAllTransactions", { transactions: given })
      expect(transactions).toHaveLength(2)
      for (const signed of [
        ...transactions,
        (await ask("solana_signTransaction", { pubkey, transaction: given[0] })).transaction,
      ])
        expect(Transaction.from(Buffer.from(signed, "base64")).verifySignatures(false)).toBe(true)
    }
  })
})

describe("The Bitcoin wallet in the page", () => {
  const world = createWorld()
  const wallet = walletOf(world, "example.sheepshank")
  wallet.resume({ granted: true })
  const [known = ""] = wallet.accounts()
  const object = satsConnectWallet(wallet, run, world)
  const ask = async (method: string, params: object) => (await object.request(method, params)) as SatsAnswer

  it.each([
    ["its main addresses", 1, bitcoin],
    ["its test addresses", 2, bitcoinTestnet],
  ] as const)("signs messages with %s that bip322-js verifies", async (_, chainId, network) => {
    wallet.resume({ chainId })
    const [payment = "", ordinals = ""] = addressesOn(known, network.caipNetworkId)
    for (const draw of draws(count)) {
      const message = textOf(draw)
      for (const [address, protocol, length] of [
        [payment, "ECDSA", 65],
        [payment, undefined, 65],
        [payment, "BIP322", undefined],
        [ordinals, "BIP322", 66],
        [ordinals, undefined, 66],
      ] as const) {
        const { result } = await ask("signMessage", { address, message, ...(protocol && { protocol }) })
        expect([result?.address, isSignedBy(address, message, result?.signature ?? "")]).toEqual([address, true])
        expect(isSignedBy(address, `${message}.`, result?.signature ?? "")).toBe(false)
        if (length) expect(atob(result?.signature ?? "")).toHaveLength(length)
      }
    }
  })

  it("signs PSBTs that bitcore's interpreter accepts", async () => {
    wallet.resume({ chainId: 1 })
    const addresses = addressesOn(known, bitcoin.caipNetworkId)
    for (const draw of draws(count)) {
      const inputs = addresses.map((address) => ({ address, satoshis: 5_000 + draw.upTo(90_000) }))
      const psbt = unsignedPsbt(inputs, addresses[0] ?? "")
      const signInputs = Object.fromEntries(addresses.map((address, index) => [address, [index]]))
      const { result } = await ask("signPsbt", { psbt, signInputs, broadcast: false })
      expect(judge(result?.psbt ?? "")).toEqual(["", ""])
      expect(judge(result?.psbt ?? "", { tamper: true })).not.toContain("")
      expect(result?.txid).toBeUndefined()
    }
  })

  it("rejects inputs and messages for which it has no key", async () => {
    const foreign = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    const psbt = unsignedPsbt([{ address: foreign, satoshis: 5_000 }], known)
    expect(await ask("signPsbt", { psbt, signInputs: { [known]: [0] } })).toMatchObject({ error: { code: -32602 } })
    expect(await ask("signMessage", { address: foreign, message: "" })).toMatchObject({ error: { code: -32002 } })
    const [, ordinals = ""] = addressesOn(known, bitcoin.caipNetworkId)
    const byEcdsa = { address: ordinals, message: "", protocol: "ECDSA" }
    expect(await ask("signMessage", byEcdsa)).toMatchObject({ error: { code: -32602 } })
  })
})

describe("The phone on Bitcoin", () => {
  const world = createWorld({ relay: { connect: "approve" } })
  const { phone } = world
  phone.resume({ granted: true })
  const [account = ""] = phone.also("bip122")

  it("signs messages over the relay with both addresses", async () => {
    for (const address of addressesOn(account, bitcoin.caipNetworkId))
      for (const draw of draws(count)) {
        const params = { account, address, message: textOf(draw) }
        const said = (await run(
          respondToBitcoinRelay(phone, world, "signMessage", params, bitcoin.caipNetworkId),
        )) as Answer
        expect(isSignedBy(address, params.message, said.signature)).toBe(true)
      }
  })
})

interface Answer {
  readonly signature: string
  readonly transaction: string
  readonly transactions: readonly string[]
}
interface SatsAnswer {
  readonly result?: {
    readonly address: string
    readonly signature: string
    readonly psbt: string
    readonly txid?: string
  }
}
type Method<Output> = (input: object) => Promise<readonly [Output]>
interface Features {
  readonly "solana:signMessage": { readonly signMessage: Method<{ signature: Uint8Array; signedMessage: Uint8Array }> }
  readonly "solana:signTransaction": { readonly signTransaction: Method<{ signedTransaction: Uint8Array }> }
  readonly "solana:signAndSendTransaction": { readonly signAndSendTransaction: Method<{ signature: Uint8Array }> }
  readonly "solana:signIn": { readonly signIn: Method<object> }
}

/** A transfer that its payer and another account sign. */
const transferOf = (from: string, draw: Draw) => {
  const feePayer = new PublicKey(from)
  const pays = (fromPubkey: PublicKey) =>
    SystemProgram.transfer({ fromPubkey, toPubkey: second.publicKey, lamports: draw.upTo(1_000_000) })
  return new Transaction({ feePayer, recentBlockhash }).add(pays(feePayer), pays(second.publicKey))
}

const wireOf = (transaction: Transaction): Uint8Array =>
  new Uint8Array(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))

/** A permit-like message with nested types, arrays and every type of value. */
const typedData = (draw: Draw) => ({
  domain: {
    name: textOf(draw),
    version: "1",
    chainId: 1,
    verifyingContract: addressOf(draw),
    ...(draw.upTo(1) && { salt: toHex(draw.whole(30), { size: 32 }) }),
  },
  types: {
    Part: [
      { name: "to", type: "address" },
      { name: "share", type: "int64" },
    ],
    Permit: [
      { name: "owner", type: "address" },
      { name: "value", type: "uint256" },
      { name: "note", type: "string" },
      { name: "data", type: "bytes" },
      { name: "mark", type: "bytes4" },
      { name: "on", type: "bool" },
      { name: "parts", type: "Part[]" },
    ],
  },
  primaryType: "Permit",
  message: {
    owner: addressOf(draw),
    value: draw.whole(70),
    note: textOf(draw),
    data: bytesOf(draw, 60),
    mark: toHex(draw.upTo(2 ** 31), { size: 4 }),
    on: draw.upTo(1) === 1,
    parts: Array.from({ length: draw.upTo(3) }, () => ({ to: addressOf(draw), share: draw.upTo(1_000) - 500 })),
  },
})
