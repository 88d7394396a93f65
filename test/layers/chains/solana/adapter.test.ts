// @vitest-environment happy-dom

import { SystemProgram } from "@solana/web3.js"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import nacl from "tweetnacl"
import { fromBase58, toBase58 } from "../../../../layers/chains/solana/transaction.ts"
import type { WalletChange } from "../../../../services/Chains.ts"
import type { RpcCall } from "../../../../services/Rpc.ts"
import type { SolanaProvider } from "../../../../src/namespaces/model/solanaProvider.ts"
import { mainnet, type Network, solana, solanaDevnet, solanaTestnet } from "../../../../src/options/networks.ts"
import type { Connector } from "../../../../src/wallets/first-paint/model/connector.ts"
import { chainsContract, solanaCase } from "../../../contracts/chains.ts"
import { breath, settled } from "../../../contracts/settled.ts"
import { fails } from "../../../fixtures/fails.ts"
import { hanging, rejecting, throwing, throwingProxy } from "../../../fixtures/hostile.ts"
import { assert, describe, it } from "../../../fixtures/it.ts"
import { endless, taking } from "../../../fixtures/time.ts"
import { type Around, chainOn, discovered, liveChains, placed } from "../chainScene.ts"
import {
  accountOf,
  addressOf,
  allChains,
  type FakeSolanaWallet,
  fakeSolanaWallet,
  first,
  icon,
  name,
  registerOnWindow,
  second,
  siteOf,
  transfer,
} from "../fakeSolanaWallet.ts"

const around: Around = {
  networks: [mainnet, solana, solanaDevnet, solanaTestnet],
  request: () => Effect.succeed({ value: 1_204_000_000 }),
}

/** The adapter on a page with this wallet. */
const served = Effect.fnUntraced(function* (wallet?: FakeSolanaWallet, given: Partial<Around> = {}) {
  if (wallet) yield* placed(wallet.register)
  return yield* chainOn("solana", name, { ...around, ...given })
})

const connected = Effect.fnUntraced(function* (wallet: FakeSolanaWallet, network: Network = solana) {
  return yield* settled((yield* served(wallet)).connect(network))
})

/** Signs a transaction through the provider. Returns the chain for which the wallet was asked to sign. */
const signedFor = Effect.fnUntraced(function* (
  wallet: FakeSolanaWallet,
  page: Effect.Success<ReturnType<typeof served>>,
) {
  const provider = (yield* page.provider) as SolanaProvider
  yield* Effect.promise(() => siteOf(provider).sign({ transaction: transfer() }))
  const [input] = wallet.inputsOf("solana:signTransaction").at(-1) ?? []
  return (input as { readonly chain: string }).chain
})

const namesOf = (connectors: readonly Connector[]) => connectors.map((connector) => connector.name)

const plain = () => {
  const { wallet } = fakeSolanaWallet()
  return { name: wallet.name, icon: wallet.icon, chains: wallet.chains, features: wallet.features }
}
const renamed = (called: string) => ({ ...plain(), name: called })

/** A wallet with a field that throws when read. */
const throwingAt = (key: string) => Object.defineProperty(plain(), key, { get: throwing })

const accounts = (...addresses: readonly string[]): WalletChange => ({
  type: "accounts",
  accounts: addresses.map((address) => ({ address })),
})

describe("Chains, live, Solana", () => {
  chainsContract(
    Effect.gen(function* () {
      const wallet = fakeSolanaWallet()
      yield* placed(wallet.register)
      return {
        ...solanaCase,
        layer: liveChains(around),
        connectorId: name,
        addresses: [addressOf(first), addressOf(second)],
        networks: { home: solana, other: solanaDevnet, unknown: solanaTestnet },
        answer: (how) => {
          wallet.state.prompts = how
        },
        select: (address) => {
          const { accounts } = wallet.state
          wallet.state.accounts = [...accounts].sort((one) => (addressOf(one) === address ? -1 : 1))
          wallet.emit({ accounts: wallet.wallet.accounts })
        },
        moveTo: () => {},
        lock: () => {
          wallet.state.granted = false
          wallet.emit({ accounts: [] })
        },
      }
    }),
  )
})

describe("discovery", () => {
  const listed = (...wallets: readonly unknown[]) =>
    Effect.gen(function* () {
      yield* placed(() => registerOnWindow(...wallets))
      return (yield* discovered("solana", around)).at(-1) ?? []
    })

  it.effect("Connector: info.icon, of a Wallet Standard wallet", function* () {
    assert.deepStrictEqual(yield* listed(fakeSolanaWallet().wallet), [
      {
        id: name,
        name,
        type: "ANNOUNCED",
        chain: "solana",
        chains: [solana.caipNetworkId, solanaDevnet.caipNetworkId],
        info: { icon },
        imageUrl: icon,
      },
    ])
  })

  it.effect("lists wallets that load before or after the page, until they unregister", function* () {
    const early = yield* placed(() => registerOnWindow(renamed("Early")))
    const lists = yield* discovered("solana", around)
    const leave = registerOnWindow(renamed("Late"))
    leave()
    early()

    assert.deepStrictEqual(lists.map(namesOf), [["Early"], ["Early", "Late"], ["Early"], []])
  })

  it.effect("finds a wallet of the standard's own package", function* () {
    const { registerWallet } = yield* Effect.promise(() => import("@wallet-standard/wallet"))
    yield* placed(() => leaving(() => registerWallet(renamed("Of the package") as never)))

    assert.deepStrictEqual((yield* discovered("solana", around)).map(namesOf), [["Of the package"]])
  })

  it.effect("lists a wallet once if it registers twice, but both of two with one name", function* () {
    const { wallet } = fakeSolanaWallet()
    const impostor = fakeSolanaWallet().wallet
    const connectors = yield* listed(wallet, wallet, impostor, renamed("Other"))

    assert.deepStrictEqual(namesOf(connectors), [name, name, "Other"])
    assert.deepStrictEqual(
      connectors.map(({ id }) => id),
      [name, `${name}#2`, "Other"],
    )
  })

  const left: readonly (readonly [title: string, wallet: unknown])[] = [
    ["nothing", undefined],
    ["null", null],
    ["a text", "Lantern"],
    ["a function", () => {}],
    ["an empty object", {}],
    ["no name", renamed("")],
    ["an invisible name", renamed("\u200b\u202e")],
    ["the relay's own entry", renamed("WalletConnect")],
    ["the ID of the nameless browser wallet", renamed("injected")],
    ["only other chains", { ...plain(), chains: ["sui:mainnet", "bitcoin:mainnet"] }],
    ["chains that are not a list", { ...plain(), chains: "solana:mainnet" }],
    ["no features", { ...plain(), features: undefined }],
    ["no connect method", { ...plain(), features: {} }],
    ["a connect that is not a function", { ...plain(), features: { "standard:connect": { connect: true } } }],
    ["a proxy that throws when read", throwingProxy({})],
    ["a name that throws when read", throwingAt("name")],
    ["chains that throw when read", throwingAt("chains")],
    ["features that throw when read", throwingAt("features")],
  ]
  it.effect.each(left)("omits %s, and lists the others", function* ([, wallet]) {
    assert.deepStrictEqual(namesOf(yield* listed(wallet, renamed("Good"))), ["Good"])
  })

  const shown: readonly (readonly [title: string, wallet: object, connector: Partial<Connector>])[] = [
    ["Trust by its maker's name", renamed("Trust"), { id: "Trust Wallet", name: "Trust Wallet" }],
    ["a name truncated and sanitized", renamed(`\u202e${"x".repeat(200)}`), { name: `${"x".repeat(64)}…` }],
    ["no icon that runs code", { ...plain(), icon: "javascript:alert(1)" }, { name, imageUrl: undefined as never }],
    ["no icon that throws when read", throwingAt("icon"), { name, imageUrl: undefined as never }],
    ["a multi-chain wallet", { ...plain(), chains: ["sui:mainnet", "solana:devnet"] }, { chain: "solana" }],
  ]
  it.effect.each(shown)("shows %s", function* ([, wallet, connector]) {
    const [found] = yield* listed(wallet)

    for (const [key, value] of Object.entries(connector)) assert.strictEqual(found?.[key as keyof Connector], value)
  })

  it.effect("survives any event of the page's other scripts", function* () {
    const lists = yield* discovered("solana", around)
    for (const detail of [undefined, 7, {}, throwing, (api: { register: unknown }) => Reflect.set(api, "register", 1)])
      window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail }))
    registerOnWindow(renamed("Good"))()

    assert.deepStrictEqual(lists.map(namesOf), [[], ["Good"], []])
  })
})

describe("connect", () => {
  it.effect("prompts once, and only for the wallet's Solana accounts", function* () {
    const wallet = fakeSolanaWallet()
    const connection = yield* connected(wallet)

    assert.deepStrictEqual(wallet.asked, ["standard:connect"])
    assert.deepStrictEqual(connection.accounts, [{ address: addressOf(first) }, { address: addressOf(second) }])
    assert.strictEqual(connection.caipNetwork, solana)
  })

  const foreign = { address: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", publicKey: new Uint8Array(20) }
  const lists: readonly (readonly [title: string, said: unknown, address?: string])[] = [
    ["another chain's account among them", [{ ...foreign, chains: ["eip155:1"] }, accountOf(first)], addressOf(first)],
    ["an account without a chain", [accountOf(first, [])], addressOf(first)],
    ["an account twice", [accountOf(first), accountOf(first)], addressOf(first)],
    ["a public key of another account", [{ ...accountOf(first), publicKey: foreign.publicKey }], addressOf(first)],
    ["an address that throws when read", [throwingProxy({}), accountOf(second)], addressOf(second)],
    ["an account of Solana's form on another chain", [accountOf(first, ["sui:mainnet"])]],
    ["an address of another chain", [{ ...foreign, chains: allChains }]],
    ["an address of the right length that is not a key", [{ ...accountOf(first), address: "1".repeat(44) }]],
    ["an address with other letters", [{ ...accountOf(first), address: "0OIl".repeat(8) }]],
    ["nothing", []],
    ["a list that throws when read", throwingProxy([accountOf(first)])],
  ]
  it.effect.each(lists)("reads accounts: %s", function* ([, said, address]) {
    const outcome = yield* Effect.match(connected(fakeSolanaWallet({}, { connect: () => ({ accounts: said }) })), {
      onSuccess: (connection) => connection.accounts,
      onFailure: ({ message }) => message,
    })

    assert.deepStrictEqual(outcome, address ? [{ address }] : "Failed to connect")
  })

  it.effect("reads the accounts that a wallet shows if its response is empty", function* () {
    const wallet = fakeSolanaWallet({ granted: true }, { connect: () => undefined })

    assert.lengthOf((yield* connected(wallet)).accounts, 2)
  })

  const thrown: readonly (readonly [title: string, thrown: unknown, message: string])[] = [
    ["4001", { code: 4001, message: "User rejected the request." }, "Connection rejected"],
    ["words", new Error("User rejected the request"), "Connection rejected"],
    ["a text", "no", "Failed to connect"],
    ["undefined", undefined, "Failed to connect"],
    ["an error", new Error("boom"), "Failed to connect"],
    ["a proxy that throws when read", throwingProxy({}), "Failed to connect"],
  ]
  it.effect.each(thrown)("survives a wallet that throws %s", function* ([, error, message]) {
    const atOnce = () => {
      throw error
    }
    for (const connect of [rejecting(error), atOnce])
      assert.strictEqual((yield* Effect.flip(connected(fakeSolanaWallet({}, { connect })))).message, message)
  })

  it.effect("Error: 'The connector does not support any of the requested chains', without a prompt", function* () {
    const wallet = fakeSolanaWallet()
    wallet.wallet.chains = ["solana:localnet"]
    yield* fails(connected(wallet), { message: "The connector does not support any of the requested chains" })
    assert.deepStrictEqual(wallet.asked, [])
  })

  it.effect("falls back to a network that the wallet serves", function* () {
    assert.strictEqual((yield* connected(fakeSolanaWallet(), solanaTestnet)).caipNetwork, solana)
  })

  const names = ["solana:mainnet", solana.caipNetworkId, solana.deprecatedCaipNetworkId]
  it.effect.each(names)("accepts %s as mainnet", function* (chain) {
    const wallet = fakeSolanaWallet()
    wallet.wallet.chains = [chain]
    const page = yield* served(wallet)

    assert.strictEqual((yield* settled(page.connect(solana))).caipNetwork, solana)
    assert.strictEqual(yield* signedFor(wallet, page), chain)
  })

  describe("waiting for a prompt that is open already (-32002)", () => {
    const busy = () => fakeSolanaWallet({}, { connect: rejecting({ code: -32002 }) })

    it.effect("ends when the wallet announces its accounts", function* () {
      const wallet = busy()
      const { connect } = yield* served(wallet)
      const waiting = yield* Effect.forkChild(connect(solana))
      yield* breath
      wallet.emit({ accounts: [] })
      yield* breath
      assert.isUndefined(waiting.pollUnsafe())
      wallet.emit({ accounts: [accountOf(second)] })

      assert.deepStrictEqual((yield* Fiber.join(waiting)).accounts, [{ address: addressOf(second) }])
      assert.strictEqual(wallet.listeners(), 0)
    })

    it.effect("ends when the wallet shows accounts, without an event", function* () {
      const wallet = busy()
      const { connect } = yield* served(wallet)
      const waiting = yield* Effect.forkChild(connect(solana))
      yield* breath
      yield* TestClock.adjust("1 minute")
      yield* breath
      assert.isUndefined(waiting.pollUnsafe())
      wallet.state.granted = true

      assert.lengthOf((yield* settled(Fiber.join(waiting))).accounts, 2)
      assert.strictEqual(wallet.listeners(), 0)
    })

    it.effect("ends after two minutes with a failure, not a rejection", function* () {
      const wallet = busy()

      assert.strictEqual((yield* Effect.flip(connected(wallet)))._tag, "ConnectFailed")
      assert.strictEqual(wallet.listeners(), 0)
    })
  })

  it.effect("keeps the network if a wallet is asked again and rejects", function* () {
    const wallet = fakeSolanaWallet()
    const page = yield* served(wallet)
    yield* settled(page.connect(solana))
    Object.assign(wallet.state, { granted: false, prompts: "reject" })
    assert.strictEqual((yield* Effect.flip(settled(page.connect(solanaDevnet)))).message, "Connection rejected")
    Object.assign(wallet.state, { granted: true, prompts: "approve" })

    assert.strictEqual(yield* signedFor(wallet, page), "solana:mainnet")
  })

  it.effect("can be interrupted while a wallet never responds", function* () {
    yield* endless((yield* served(fakeSolanaWallet({ prompts: "hang" }))).connect(solana))
  })

  it.effect("waits up to 3 s for a wallet that registers late", function* () {
    const { connect } = yield* served()
    const waiting = yield* Effect.forkChild(connect(solana))
    yield* TestClock.adjust("2900 millis")
    const stop = fakeSolanaWallet().register()
    assert.strictEqual((yield* settled(Fiber.join(waiting))).connectorId, name)
    stop()

    assert.strictEqual((yield* Effect.flip(settled(connect(solana)))).message, "No connector found for connection")
  })
})

describe("reconnect", () => {
  it.effect("connects without a prompt", function* () {
    const wallet = fakeSolanaWallet({ granted: true })
    const { reconnect } = yield* served(wallet)
    yield* settled(reconnect(solanaDevnet))

    assert.deepStrictEqual(wallet.inputsOf("standard:connect"), [[{ silent: true }]])
  })

  it.effect("times out after 10 s if the wallet never responds", function* () {
    const { reconnect } = yield* served(fakeSolanaWallet({}, { connect: hanging }))

    assert.strictEqual((yield* taking(10_000, Effect.flip(reconnect(solana))))._tag, "ConnectFailed")
  })
})

describe("switchNetwork", () => {
  it.effect("does not prompt, and later requests are for the chosen network", function* () {
    const wallet = fakeSolanaWallet()
    const page = yield* served(wallet)
    yield* settled(page.connect(solana))
    yield* settled(page.switchTo(solanaDevnet))

    assert.strictEqual(yield* signedFor(wallet, page), "solana:devnet")
    assert.deepStrictEqual(wallet.asked, ["standard:connect", "solana:signTransaction"])
  })

  it.effect("Error: 'Unsupported chain': a network of another namespace", function* () {
    const { switchTo } = yield* served(fakeSolanaWallet({ granted: true }))
    yield* fails(settled(switchTo(mainnet)), { message: "Unsupported chain" })
  })
})

describe("disconnect", () => {
  it.effect("Disconnect waits at most 3000 ms, and is completed even if the wallet cannot", function* () {
    const silent = fakeSolanaWallet({}, { disconnect: hanging })
    const { disconnect } = yield* served(silent)
    yield* taking(3_000, disconnect)
    delete silent.wallet.features["standard:disconnect"]
    yield* settled(disconnect)
  })
})

describe("watch", () => {
  const changes: readonly (readonly [title: string, properties: unknown, heard: readonly WalletChange[]])[] = [
    ["another account", { accounts: [accountOf(second)] }, [accounts(addressOf(second))]],
    ["none", { accounts: [] }, [accounts()]],
    ["one of another chain only", { accounts: [accountOf(first, ["sui:mainnet"])] }, [accounts()]],
    ["other features", { features: {} }, []],
    ["garbage", { accounts: [7, {}] }, []],
    ["no list", { accounts: "none" }, []],
    ["nothing", undefined, []],
    ["a proxy that throws when read", throwingProxy({}), []],
  ]
  it.effect.each(changes)("reads accounts: %s", function* ([, properties, wanted]) {
    const wallet = fakeSolanaWallet({ granted: true })
    const heard = yield* (yield* served(wallet)).followed
    wallet.emit(properties as object)

    assert.deepStrictEqual(heard, wanted)
  })

  const hostile: readonly (readonly [title: string, feature: unknown])[] = [
    ["no events", undefined],
    ["no method to stop listening", { on: () => undefined }],
    ["a method to listen that throws", { on: throwing }],
    ["a method to stop that throws", { on: () => throwing }],
  ]
  it.effect.each(hostile)("ends when the scope closes for a wallet with %s", function* ([, feature]) {
    const wallet = fakeSolanaWallet({ granted: true })
    Reflect.set(wallet.wallet.features, "standard:events", feature)
    const { followed } = yield* served(wallet)

    assert.deepStrictEqual(yield* Effect.scoped(followed), [])
  })

  it.effect("watches the object that replaces a wallet's, and reports when none is left", function* () {
    const before = fakeSolanaWallet({ granted: true })
    const after = fakeSolanaWallet({ granted: true, accounts: [second] })
    const { followed } = yield* served()
    const leave = before.register()
    const heard = yield* followed
    leave()
    const leaveToo = after.register()
    before.emit({ accounts: [accountOf(first)] })
    after.emit({ accounts: [] })
    leaveToo()

    const gone = { type: "disconnect" } as const
    assert.deepStrictEqual(heard, [gone, accounts(addressOf(second)), accounts(), gone])
    assert.strictEqual(before.listeners(), 0)
  })

  it.effect("does not watch another wallet of the same name when the wallet disappears", function* () {
    const [own, other] = [fakeSolanaWallet({ granted: true }), fakeSolanaWallet({ granted: true, accounts: [second] })]
    const { connect, followed } = yield* served()
    const leave = registerOnWindow(own.wallet)
    yield* settled(connect(solana))
    const heard = yield* followed
    yield* placed(() => leaving(() => registerOnWindow(other.wallet)))
    leave()
    other.emit({ accounts: [accountOf(second)] })

    assert.deepStrictEqual(heard, [{ type: "disconnect" }])
  })

  it.effect("reports a disconnect when a wallet unregisters, and its accounts when it registers again", function* () {
    const wallet = fakeSolanaWallet({ granted: true, accounts: [first] })
    const { followed } = yield* served()
    const leave = wallet.register()
    const heard = yield* followed
    leave()
    wallet.register()()

    assert.deepStrictEqual(heard, [{ type: "disconnect" }, accounts(addressOf(first)), { type: "disconnect" }])
    assert.strictEqual(wallet.listeners(), 0)
  })
})

describe("signMessage", () => {
  const signed = Effect.fnUntraced(function* (wallet: FakeSolanaWallet, address = addressOf(first)) {
    const { connect, sign } = yield* served(wallet)
    yield* settled(connect(solana))
    return yield* settled(sign("Grüße\n", address))
  })

  it.effect("returns the signature in base58, which tweetnacl verifies", function* () {
    const signature = fromBase58(yield* signed(fakeSolanaWallet(), addressOf(second)))

    const message = new TextEncoder().encode("Grüße\n")
    assert.isTrue(nacl.sign.detached.verify(message, signature ?? new Uint8Array(), second.publicKey.toBytes()))
  })

  const good = { signedMessage: new Uint8Array(7), signature: new Uint8Array(64) }
  const answers: readonly (readonly [title: string, said: unknown])[] = [
    ["nothing", undefined],
    ["an empty list", []],
    ["two answers", [good, good]],
    ["one that is not in a list", good],
    ["a signature in base58", [{ ...good, signature: toBase58(good.signature) }]],
    ["a signature as numbers", [{ ...good, signature: [...good.signature] }]],
    ["a truncated signature", [{ ...good, signature: new Uint8Array(63) }]],
    ["a signature of other elements", [{ ...good, signature: new Uint16Array(64) }]],
    ["an object that imitates bytes", [{ ...good, signature: { length: 64, [Symbol.toStringTag]: "Uint8Array" } }]],
    ["no signature", [{ signedMessage: good.signedMessage }]],
    ["a response that throws when read", [throwingProxy(good)]],
  ]
  it.effect.each(answers)("rejects an invalid signature: %s", function* ([, said]) {
    yield* fails(signed(fakeSolanaWallet({}, { signMessage: () => said })), { _tag: "AnswerInvalid" })
  })

  it.effect("fails with a typed error for a response that throws when read", function* () {
    const wallet = fakeSolanaWallet({}, { signMessage: () => throwingProxy([good]) })

    assert.strictEqual((yield* Effect.flip(signed(wallet)))._tag, "UnknownRpcError")
  })

  it.effect("fails with a typed error if the wallet cannot sign, or the account was not granted", function* () {
    const mute = fakeSolanaWallet()
    delete mute.wallet.features["solana:signMessage"]
    const missing = yield* Effect.scoped(Effect.flip(signed(mute)))
    const stranger = yield* Effect.flip(signed(fakeSolanaWallet(), SystemProgram.programId.toBase58()))

    assert.strictEqual(missing._tag, "UnsupportedProviderMethodError")
    assert.strictEqual(stranger._tag, "UnauthorizedProviderError")
  })
})

describe("balance", () => {
  const invalid = [{ value: "1" }, { value: -1 }, { value: 1.5 }, { value: null }, 7, undefined]
  const answers: readonly (readonly [answer: unknown, balance: string])[] = [
    [{ context: { slot: 1 }, value: 0 }, "0"],
    [{ value: 1 }, "0.000000001"],
    [{ value: 1_204_000_000 }, "1.204"],
    ...invalid.map((answer) => [answer, "AnswerInvalid"] as const),
  ]
  it.effect.each(answers)("reads lamports of %j as %s", function* ([answer, balance]) {
    const calls: RpcCall[] = []
    const request = (call: RpcCall) => {
      calls.push(call)
      return Effect.succeed(answer)
    }
    const { chain } = yield* served(undefined, { request })
    const read = yield* Effect.match(settled(chain.balance({ network: solana, address: addressOf(first) })), {
      onSuccess: (text) => text,
      onFailure: ({ _tag }) => _tag,
    })

    assert.strictEqual(read, balance)
    assert.deepStrictEqual(
      calls.map(({ network, method, params }) => [network, method, params[0]]),
      [[solana, "getBalance", addressOf(first)]],
    )
  })
})

/** Runs an action. Returns a function that removes the listeners it added to the window. */
function leaving(act: () => void): () => void {
  const { addEventListener } = window
  const undo: (() => void)[] = []
  Reflect.set(window, "addEventListener", (type: string, listener: EventListener) => {
    addEventListener.call(window, type, listener)
    undo.push(() => window.removeEventListener(type, listener))
  })
  act()
  Reflect.set(window, "addEventListener", addEventListener)
  return () => {
    for (const take of undo) take()
  }
}
