// @vitest-environment happy-dom

import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { discover } from "../../layers/chains/bitcoin/page.ts"
import { Chains, type WalletChange } from "../../services/Chains.ts"
import { type BitcoinProvider, bitcoinChains } from "../../src/domain/bitcoin.ts"
import { bitcoin, bitcoinTestnet, type CaipNetworkId, type Network } from "../../src/domain/networks.ts"
import type { Connector } from "../../src/domain/wallets.ts"
import { breath, settled } from "../contracts/settled.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { satsConnectWallet } from "../real/parts/bitcoinApis.ts"
import { holder } from "../real/parts/bitcoinHolder.ts"
import { keysOf } from "../real/parts/bitcoinKeys.ts"
import { unsignedPsbt } from "../real/parts/bitcoinPsbt.ts"
import { liveBitcoin, onWindow } from "./bitcoin/live.ts"

const [payment, ordinals] = keysOf(0, "mainnet")
const [testPayment] = keysOf(0, "test")
const icon = "data:image/svg+xml,<svg/>"

describe("What passes for a Bitcoin wallet", () => {
  const request = async () => ({})
  const lists: readonly (readonly [title: string, put: () => readonly (() => void)[], names: readonly string[]])[] = [
    ["no wallet", () => [], []],
    ["a list that is a text", () => [onWindow("btc_providers", "wallets")], []],
    ["a list that throws when read", () => [onWindow("btc_providers", throwingProxy([]))], []],
    ["a list that cannot even be got", () => [throwingOnWindow("btc_providers")], []],
    [
      "entries that are nothing, texts, without a name or an object, or that throw",
      () => [
        onWindow("here", { request }),
        onWindow("text", "wallet"),
        listed(
          null,
          "wallet",
          7,
          {},
          { id: "here" },
          { id: "here", name: "" },
          { id: "here", name: "\u202e\u0000" },
          { id: "nowhere", name: "Nowhere" },
          { id: "text", name: "Text" },
          { id: "here.request.call", name: "Deep" },
          { id: "", name: "The page" },
          throwingProxy({ id: "here", name: "Thrower" }),
        ),
      ],
      [],
    ],
    [
      "one that lists itself twice, with the same id, name or object",
      () => [
        onWindow("one", { request }),
        onWindow("other", { request }),
        onWindow("third", { request }),
        onWindow("alias", Reflect.get(window, "one")),
        listed(
          { id: "one", name: "One" },
          { id: "one", name: "One again" },
          { id: "other", name: "One" },
          { id: "alias", name: "Alias" },
          { id: "third", name: "One Wallet" },
        ),
      ],
      ["One"],
    ],
    [
      "one that takes the relay's place, or the embedded wallet's",
      () => [
        onWindow("walletConnect", { request }),
        onWindow("ID_AUTH", { request }),
        listed({ id: "walletConnect", name: "A" }, { id: "ID_AUTH", name: "B" }),
      ],
      [],
    ],
    [
      "a name as long as a page, with marks that hide text",
      () => [onWindow("long", { request }), listed({ id: "long", name: `\u202eevil\u0007${"x".repeat(9_000)}` })],
      [`evil${"x".repeat(60)}…`],
    ],
    ["known places that hold something else", () => [...elsewhere().map(([name, value]) => onWindow(name, value))], []],
    [
      "known places that throw",
      () => [
        onWindow("LeatherProvider", throwingProxy({ request })),
        onWindow("okxwallet", throwingProxy({})),
        onWindow("bitkeep", throwingProxy({})),
        throwingOnWindow("unisat"),
      ],
      [],
    ],
  ]
  it.effect.each(lists)("%s", function* ([, put, names]) {
    yield* Effect.acquireRelease(Effect.sync(put), (away) => Effect.sync(() => away.map((one) => one())))
    const told: (readonly Connector[])[] = []
    yield* Effect.provide(
      Effect.gen(function* () {
        yield* settled((yield* Chains).discover("bip122", (connectors) => told.push(connectors)))
      }),
      yield* Layer.build(liveBitcoin()),
    )

    assert.deepStrictEqual(
      told.at(-1)?.map(({ name }) => name),
      [...names],
    )
  })

  it.effect("only a picture is shown of its picture", function* () {
    yield* put("one", { request })
    yield* put("btc_providers", [{ id: "one", name: "One", icon: "javascript:alert(1)" }])
    const [connector] = yield* connectors

    assert.deepStrictEqual(connector, { id: "one", name: "One", type: "ANNOUNCED", chain: "bip122" })
  })

  it.effect("an object that an extension replaces is the wallet from then on", function* () {
    const wallets = yield* Effect.acquireRelease(Effect.sync(discover), ({ stop }) => Effect.sync(stop))
    const unisatOf = (address: string) => ({
      requestAccounts: async () => [address],
      getNetwork: async () => "livenet",
    })
    const found: unknown[] = []
    for (const { address } of [payment, ordinals]) {
      yield* put("unisat", unisatOf(address))
      const { connect } = wallets.find("unisat") ?? {}
      found.push(connect && (yield* connect(bitcoin)).accounts.map((account) => account.address))
      assert.strictEqual(wallets.find("unisat"), wallets.find("unisat"))
    }
    Reflect.deleteProperty(window, "unisat")

    assert.deepStrictEqual(found, [[payment.address], [ordinals.address]])
    assert.strictEqual(wallets.find("unisat"), undefined)
  })

  it.effect("a wallet that comes later is told of", function* () {
    const told: (readonly Connector[])[] = []
    const context = yield* Layer.build(liveBitcoin())
    yield* Effect.provide(
      Effect.flatMap(Chains, (chains) => settled(chains.discover("bip122", (found) => told.push(found)))),
      context,
    )
    yield* put("unisat", { requestAccounts: request })
    for (let turn = 0; turn < 200 && told.length < 2; turn++) yield* pause

    assert.deepStrictEqual(
      told.map((found) => found.map(({ id }) => id)),
      [[], ["unisat"]],
    )
  })
})

describe("What a Bitcoin wallet grants", () => {
  const good = (...addresses: readonly object[]) => ({
    result: { addresses, network: { bitcoin: { name: "Mainnet" } } },
  })
  const [first, second] = [
    { address: payment.address, purpose: "payment", publicKey: payment.publicKey },
    { address: ordinals.address, purpose: "ordinals", publicKey: ordinals.publicKey },
  ]
  const ofTest = { address: testPayment.address, purpose: "payment" }
  const answers: readonly (readonly [
    title: string,
    said: unknown,
    addresses: readonly string[],
    on?: Network | undefined,
  ])[] = [
    ["both accounts", good(first, second), [payment.address, ordinals.address], bitcoin],
    ["the ordinals account first", good(second, first), [payment.address, ordinals.address], bitcoin],
    ["one address for both purposes", good(first, { ...first, purpose: "ordinals" }), [payment.address], bitcoin],
    ["garbage beside a good one", good(null as never, "x" as never, { address: 7 }, first), [payment.address], bitcoin],
    [
      "another chain's address beside a good one",
      good({ ...second, address: `0x${"1".repeat(40)}` }, first),
      [payment.address],
      bitcoin,
    ],
    ["another chain's addresses only", good({ ...second, address: `0x${"1".repeat(40)}` }), []],
    ["a Solana address", good({ ...first, address: "BCgS5Fd2LZiBvU7cKFxrzEAWzfbhbamYgE4Sx1F5oXbg" }), []],
    ["an address with its chain before it", good({ ...first, address: `bitcoin:${payment.address}` }), []],
    ["an address whose checksum is wrong", good({ ...first, address: payment.address.replace(/.$/, "q") }), []],
    ["a Taproot address that is no point", good({ ...second, address: `bc1p${"q".repeat(58)}` }), []],
    ["addresses of another network than it says", good(ofTest), []],
    [
      "addresses of another network, and not where it stands",
      { result: { addresses: [ofTest] } },
      [testPayment.address],
      bitcoinTestnet,
    ],
    [
      "a network that the modal does not offer",
      { result: { addresses: [ofTest], network: { bitcoin: { name: "Testnet4" } } } },
      [testPayment.address],
      undefined,
    ],
    [
      "keys and paths that are none",
      good({ ...first, publicKey: "javascript:", path: "../" }),
      [payment.address],
      bitcoin,
    ],
    ["no purpose that we know", good({ ...first, purpose: "stacks" }), []],
    ["an empty list", good(), []],
    ["a text for the list", { result: { addresses: payment.address } }, []],
    ["an object for the list", { result: { addresses: { 0: first, length: 1 } } }, []],
    ["a text for the answer", "ok", []],
    ["nothing", undefined, []],
    ["null", null, []],
    ["no result", { jsonrpc: "2.0", id: 1 }, []],
    ["a result that is a text", { result: "ok" }, []],
    ["an answer that throws when read", throwingProxy({}), []],
    ["a result that throws when read", { result: throwingProxy({}) }, []],
    ["an account that throws when read", good(throwingProxy({}), first), [payment.address], bitcoin],
    ["an address that is an object", good({ ...first, address: { toString: () => payment.address } }), []],
  ]
  it.effect.each(answers)("%s", function* ([, said, addresses, on]) {
    const { chain } = yield* saying({ wallet_connect: () => said, wallet_changeNetwork: () => Promise.reject("no") })
    const outcome = yield* Effect.result(settled(chain.connect({ connectorId, network: bitcoin })))

    if (addresses.length === 0) {
      assert.strictEqual(outcome._tag === "Failure" && outcome.failure.message, "Failed to connect")
      return
    }
    assert.isTrue(outcome._tag === "Success")
    if (outcome._tag === "Failure") return
    assert.deepStrictEqual(
      outcome.success.accounts.map(({ address }) => address),
      [...addresses],
    )
    assert.deepStrictEqual(
      outcome.success.accounts.map(({ type }) => type),
      ["payment", "ordinal"].slice(0, addresses.length) as never,
    )
    assert.strictEqual(outcome.success.caipNetwork, on)
    assert.strictEqual(outcome.success.elsewhere, on ? undefined : bitcoinChains.testnet4)
  })

  const thrown: readonly (readonly [title: string, error: unknown, message: string])[] = [
    ["-32000, sats-connect's rejection", { code: -32000, message: "x" }, "Connection rejected"],
    ["4001", { code: 4001 }, "Connection rejected"],
    ["words that say so", "User rejected the request", "Connection rejected"],
    ["-32002, which is no open prompt here", { code: -32002, message: "Access denied" }, "Failed to connect"],
    ["a text", "no", "Failed to connect"],
    ["undefined", undefined, "Failed to connect"],
    ["null", null, "Failed to connect"],
    ["a number", 7n, "Failed to connect"],
    ["something that throws when read", throwingProxy({}), "Failed to connect"],
  ]
  it.effect.each(thrown)("fails by a type of the catalogue after %s", function* ([, error, message]) {
    const ways = [() => Promise.reject(error), () => throwing(error), () => ({ error: error ?? "x" })]
    for (const way of ways) {
      const { chain } = yield* Effect.map(saying({ wallet_connect: way }), (made) => made)
      const failure = yield* Effect.flip(settled(chain.connect({ connectorId, network: bitcoin })))

      assert.strictEqual(failure.message, message)
    }
  })

  it.effect("a wallet that never answers holds nobody who leaves", function* () {
    const { chain } = yield* saying({ wallet_connect: () => new Promise(() => {}) })
    const waiting = yield* Effect.forkChild(chain.connect({ connectorId, network: bitcoin }))
    yield* TestClock.adjust("1 day")
    yield* breath
    const before = waiting.pollUnsafe()
    yield* Fiber.interrupt(waiting)

    assert.strictEqual(before, undefined)
    assert.isTrue(Exit.isFailure(yield* Fiber.await(waiting)))
  })

  it.effect("a wallet that has only the older question is asked by it", function* () {
    const { chain, asked } = yield* saying({ wallet_connect: undefined, getAddresses: () => good(first, second) })
    const { accounts } = yield* settled(chain.connect({ connectorId, network: bitcoin }))

    assert.strictEqual(accounts.length, 2)
    assert.deepStrictEqual(asked, ["wallet_connect", "getAddresses"])
  })
})

describe("What a Bitcoin wallet signs", () => {
  const psbt = unsignedPsbt([{ address: payment.address, satoshis: 9_000 }], ordinals.address)
  const another = unsignedPsbt([{ address: payment.address, satoshis: 9_000 }], ordinals.address, 8_000)
  const input = { psbt, signInputs: [{ index: 0, address: payment.address }] }
  const signedOf = (unsigned: string) =>
    Effect.promise(async () => {
      const person = holder()
      const bytes = (await person.signPsbt(Buffer.from(unsigned, "base64"), [{ index: 0 }], false)).psbt
      return Buffer.from(bytes)
    })

  const psbts: readonly (readonly [title: string, said: (signed: Buffer, other: Buffer) => unknown, good: boolean])[] =
    [
      ["base64", (signed) => ({ psbt: signed.toString("base64") }), true],
      ["hex in place of base64", (signed) => ({ psbt: signed.toString("hex") }), true],
      ["bytes in place of base64", (signed) => ({ psbt: new Uint8Array(signed) }), true],
      ["another transaction", (_, other) => ({ psbt: other.toString("base64") }), false],
      ["what it was sent, unsigned", () => ({ psbt }), false],
      ["half of it", (signed) => ({ psbt: signed.subarray(0, 60).toString("base64") }), false],
      ["base64 of something else", () => ({ psbt: "aGVsbG8=" }), false],
      ["base64 for URLs", (signed) => ({ psbt: signed.toString("base64url") }), true],
      ["a text", () => ({ psbt: "signed" }), false],
      ["an empty text", () => ({ psbt: "" }), false],
      ["an object", () => ({ psbt: {} }), false],
      ["an array of numbers", (signed) => ({ psbt: [...signed] }), false],
      ["no field", () => ({}), false],
      ["a text for the answer", () => "ok", false],
      ["null", () => null, false],
      ["an answer that throws when read", () => throwingProxy({}), false],
    ]
  it.effect.each(psbts)("a PSBT: %s", function* ([, said, good]) {
    const [signed, other] = [yield* signedOf(psbt), yield* signedOf(another)]
    const { provider } = yield* connectedTo({ signPsbt: () => ({ result: said(signed, other) }) })
    const outcome = yield* Effect.result(promised(() => provider.signPsbt(input)))

    assert.strictEqual(
      outcome._tag === "Success" ? outcome.success.psbt : outcome.failure._tag,
      good ? signed.toString("base64") : "AnswerInvalid",
    )
  })

  const texts: readonly (readonly [title: string, said: unknown, good: boolean])[] = [
    ["base64", "A".repeat(88), true],
    ["hex", "ab".repeat(65), true],
    ["bytes", new Uint8Array(65), true],
    ["an empty text", "", false],
    ["a word", "yes", false],
    ["less than a signature", "A".repeat(20), false],
    ["a number", 7, false],
    ["an object", {}, false],
    ["nothing", undefined, false],
    ["something that throws when read", throwingProxy({}), false],
  ]
  it.effect.each(texts)("a signature: %s", function* ([, signature, good]) {
    const { provider } = yield* connectedTo({ signMessage: () => ({ result: { signature } }) })
    const outcome = yield* Effect.result(
      promised(() => provider.signMessage({ message: "x", address: payment.address })),
    )

    assert.strictEqual(outcome._tag === "Failure" ? outcome.failure._tag : "good", good ? "good" : "AnswerInvalid")
  })

  const ids: readonly (readonly [title: string, said: unknown, good: boolean])[] = [
    ["64 hex digits", "AB".repeat(32), true],
    ["with 0x", `0x${"ab".repeat(32)}`, false],
    ["too short", "ab", false],
    ["nothing", undefined, false],
    ["an object", { toString: () => "ab".repeat(32) }, false],
  ]
  it.effect.each(ids)("a transaction's id: %s", function* ([, txid, good]) {
    const { provider } = yield* connectedTo({ sendTransfer: () => ({ result: { txid } }) })
    const outcome = yield* Effect.result(
      promised(() => provider.sendTransfer({ recipient: payment.address, amount: 1 })),
    )

    assert.strictEqual(
      outcome._tag === "Success" ? outcome.success : outcome.failure._tag,
      good ? "ab".repeat(32) : "AnswerInvalid",
    )
  })
})

describe("What a Bitcoin wallet tells by itself", () => {
  const accounts = (...addresses: readonly unknown[]) => ({ type: "accountChange", addresses })
  const known = [payment, ordinals].map(({ address, purpose }) => ({ address, purpose }))
  const events: readonly (readonly [title: string, event: string, said: unknown, changes: readonly WalletChange[]])[] =
    [
      [
        "accounts that are none",
        "accountChange",
        accounts({ address: "x", purpose: "payment" }),
        [{ is: "accounts", accounts: [] }],
      ],
      ["a text for accounts", "accountChange", { addresses: "x" }, [{ is: "accounts", accounts: [] }]],
      ["nothing at all", "accountChange", undefined, [{ is: "accounts", accounts: [] }]],
      ["an event that throws when read", "accountChange", throwingProxy({}), [{ is: "accounts", accounts: [] }]],
      ["the accounts that are known", "accountChange", accounts(...known), []],
      [
        "accounts of another chain",
        "accountChange",
        accounts({ address: `0x${"1".repeat(40)}`, purpose: "payment" }),
        [{ is: "accounts", accounts: [] }],
      ],
      [
        "accounts of another network than it stands on",
        "accountChange",
        accounts({ address: testPayment.address, purpose: "payment" }),
        [{ is: "accounts", accounts: [] }],
      ],
      ...["Nowhere", "mainnet", "bip122:000000000019d6689c085ae165831e93", 1, "0x1", null].map(
        (name) =>
          [
            `a network by the name ${name}`,
            "networkChange",
            { bitcoin: { name } },
            [{ is: "accounts", accounts: [] }],
          ] as const,
      ),
      ["the network that it stands on", "networkChange", { bitcoin: { name: "Mainnet" }, addresses: known }, []],
      ["an event that nobody knows", "weather", accounts(), []],
      ["the end", "disconnect", undefined, [{ is: "accounts", accounts: [] }, { is: "disconnect" }]],
    ]
  it.effect.each(events)("%s", function* ([, event, said, expected]) {
    const { chain, emit } = yield* connectedTo({ wallet_getAccount: () => ({ error: { code: -32002 } }) })
    const changes: WalletChange[] = []
    yield* chain.follow(connectorId, (change) => changes.push(change))
    emit(event, said)
    for (let turn = 0; turn < 5; turn++) yield* breath

    assert.deepStrictEqual(changes, [...expected])
  })

  const chains: readonly (readonly [said: unknown, on: CaipNetworkId])[] = [
    [{ enum: "BITCOIN_TESTNET" }, bitcoinChains.testnet],
    [{ enum: "BITCOIN_TESTNET4" }, bitcoinChains.testnet4],
    [{ enum: "BITCOIN_MAINNET" }, bitcoinChains.mainnet],
    ...["BITCOIN_NOWHERE", "0x1", 1, null, {}, undefined].map(
      (name) => [{ enum: name }, bitcoinChains.mainnet] as const,
    ),
    ...["BITCOIN_TESTNET", "0x1", 1, null, undefined, throwingProxy({})].map(
      (said) => [said, bitcoinChains.mainnet] as const,
    ),
  ]
  it.effect.each(chains.map(([said, on], row) => ({ row, said, on })))(
    "a UniSat wallet's chain, row $row: what names none is asked for",
    function* ({ said, on }) {
      const heard = new Map<string, (said: unknown) => void>()
      yield* put("unisat", {
        requestAccounts: async () => [payment.address],
        getAccounts: async () => [on === bitcoinChains.mainnet ? payment.address : testPayment.address],
        getChain: async () => ({ enum: "BITCOIN_MAINNET" }),
        on: (event: string, listener: (said: unknown) => void) => heard.set(event, listener),
        removeListener: () => {},
      })
      const chain = yield* Effect.provide(
        Effect.flatMap(Chains, (all) => settled(all.get("bip122"))),
        yield* Layer.build(liveBitcoin()),
      )
      yield* settled(chain.connect({ connectorId: "unisat", network: bitcoin }))
      const changes: WalletChange[] = []
      yield* chain.follow("unisat", (change) => changes.push(change))
      heard.get("chainChanged")?.(said)
      for (let turn = 0; turn < 5; turn++) yield* breath

      const moved = changes.flatMap((change) => (change.is === "chain" ? [change.caipNetworkId] : []))
      assert.deepStrictEqual(moved, on === bitcoinChains.mainnet ? [] : [on])
    },
  )

  it.effect("stops hearing with the scope, also where stopping throws", function* () {
    const { chain, emit } = yield* connectedTo({}, () => throwing(new Error("hostile")))
    const changes: WalletChange[] = []
    yield* Effect.scoped(chain.follow(connectorId, (change) => changes.push(change)))
    emit("disconnect", undefined)
    yield* breath

    assert.deepStrictEqual(changes, [])
  })
})

const connectorId = "Hostile"

/** A sats-connect wallet that answers as it is told, else as a good one does; a method that is undefined it does not have. */
const saying = (answers: Readonly<Record<string, ((params: unknown) => unknown) | undefined>>, stop?: () => void) =>
  Effect.gen(function* () {
    const good = satsConnectWallet(holder())
    const asked: string[] = []
    yield* put(connectorId, {
      request: (method: string, params: unknown) => {
        asked.push(method)
        if (!Object.hasOwn(answers, method)) return good.request(method, params)
        return answers[method] ? answers[method](params) : { error: { code: -32601, message: "Method not found" } }
      },
      addListener: (listener: { readonly eventName: string; readonly cb: (said: unknown) => void }) => {
        const off = good.addListener(listener)
        return stop ?? off
      },
    })
    yield* put("btc_providers", [{ id: connectorId, name: "Hostile", icon }])
    const chain = yield* Effect.provide(
      Effect.flatMap(Chains, (chains) => settled(chains.get("bip122"))),
      yield* Layer.build(liveBitcoin()),
    )
    const emit = (eventName: string, said: unknown) => {
      for (const listener of [...good.listeners]) if (listener.eventName === eventName) listener.cb(said)
    }
    return { chain, asked, emit }
  })

const connectedTo = (...given: Parameters<typeof saying>) =>
  Effect.gen(function* () {
    const said = yield* saying(...given)
    yield* settled(said.chain.connect({ connectorId, network: bitcoin }))
    return { ...said, provider: (yield* settled(said.chain.provider(connectorId))) as BitcoinProvider }
  })

const connectors = Effect.gen(function* () {
  let told: readonly Connector[] = []
  const context = yield* Layer.build(liveBitcoin())
  yield* Effect.provide(
    Effect.flatMap(Chains, (chains) =>
      settled(
        chains.discover("bip122", (found) => {
          told = found
        }),
      ),
    ),
    context,
  )
  return told
})

const put = (name: string, value: unknown) =>
  Effect.acquireRelease(
    Effect.sync(() => onWindow(name, value)),
    (away) => Effect.sync(away),
  )

const listed = (...entries: readonly unknown[]) => onWindow("btc_providers", entries)

const throwingOnWindow = (name: string) => {
  Object.defineProperty(window, name, { configurable: true, get: () => throwing(new Error("hostile")) })
  return () => void Reflect.deleteProperty(window, name)
}

const elsewhere = (): readonly (readonly [string, unknown])[] => [
  ["LeatherProvider", "leather"],
  ["okxwallet", { bitcoin: true }],
  ["bitkeep", { unisat: null }],
  ["binancew3w", 7],
  ["unisat", { requestAccounts: true }],
  ["XverseProviders", Object.fromEntries([["BitcoinProvider", "wallet"]])],
]

const promised = <A>(ask: () => Promise<A>) =>
  settled(Effect.tryPromise({ try: ask, catch: (error) => error as { readonly _tag: string } }))

const pause = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))

function throwing(error: unknown): never {
  throw error
}

function throwingProxy<A extends object>(target: A): A {
  const hostile = () => throwing(new Error("hostile"))
  return new Proxy(target, { get: hostile, has: hostile, ownKeys: hostile, getPrototypeOf: hostile })
}
