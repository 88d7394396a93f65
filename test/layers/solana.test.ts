// @vitest-environment happy-dom

import { SystemProgram, Transaction } from "@solana/web3.js"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import nacl from "tweetnacl"
import { layer } from "../../layers/chains/registry.ts"
import { fromBase58, toBase58 } from "../../layers/chains/solana/transaction.ts"
import * as frame from "../../layers/frame/none.ts"
import { type Chain, Chains, type WalletChange } from "../../services/Chains.ts"
import { Relay } from "../../services/Relay.ts"
import { Rpc, type RpcCall } from "../../services/Rpc.ts"
import { NotConnectedYet, UnknownFailure } from "../../src/domain/errors.ts"
import { mainnet, type Network, solana, solanaDevnet, solanaTestnet } from "../../src/domain/networks.ts"
import type { SolanaProvider } from "../../src/domain/solana.ts"
import type { Connector } from "../../src/domain/wallets.ts"
import { chainsContract, solanaCase } from "../contracts/chains.ts"
import { breath, settled } from "../contracts/settled.ts"
import { assert, describe, it } from "../fixtures/it.ts"
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
} from "./fakeSolanaWallet.ts"
import { noApi } from "./noApi.ts"

describe("Chains, live, Solana", () => {
  chainsContract(
    Effect.gen(function* () {
      const wallet = fakeSolanaWallet()
      yield* registered(wallet)
      return {
        ...solanaCase,
        layer: live(),
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
      yield* Effect.acquireRelease(
        Effect.sync(() => registerOnWindow(...wallets)),
        Effect.sync,
      )
      return (yield* discovered).at(-1) ?? []
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

  it.effect("wallets come whether they load before us or after, and go when they take themselves back", function* () {
    const early = yield* Effect.acquireRelease(
      Effect.sync(() => registerOnWindow(renamed("Early"))),
      Effect.sync,
    )
    const told = yield* discovered
    const leave = registerOnWindow(renamed("Late"))
    leave()
    early()

    assert.deepStrictEqual(told.map(namesOf), [["Early"], ["Early", "Late"], ["Early"], []])
  })

  it.effect("the wallet of the standard's own package is found", function* () {
    const { registerWallet } = yield* Effect.promise(() => import("@wallet-standard/wallet"))
    const leave = leaving(() => registerWallet(renamed("Of the package") as never))
    const connectors = (yield* discovered).at(-1) ?? []
    leave()

    assert.deepStrictEqual(namesOf(connectors), ["Of the package"])
  })

  it.effect("a wallet that announces itself twice, or under the name of another, is there once", function* () {
    const { wallet } = fakeSolanaWallet()
    const impostor = fakeSolanaWallet().wallet
    const connectors = yield* listed(wallet, wallet, impostor, renamed("Other"))

    assert.deepStrictEqual(namesOf(connectors), [name, "Other"])
  })

  const left: readonly (readonly [title: string, wallet: unknown])[] = [
    ["nothing", undefined],
    ["null", null],
    ["a text", "Lantern"],
    ["a function", () => {}],
    ["an empty object", {}],
    ["no name", renamed("")],
    ["a name that shows nothing", renamed("\u200b\u202e")],
    ["the relay's own entry", renamed("WalletConnect")],
    ["the id of the nameless browser wallet", renamed("injected")],
    ["only other chains", { ...plain(), chains: ["sui:mainnet", "bitcoin:mainnet"] }],
    ["chains that are no list", { ...plain(), chains: "solana:mainnet" }],
    ["no features", { ...plain(), features: undefined }],
    ["no way to connect", { ...plain(), features: {} }],
    ["a connect that is no function", { ...plain(), features: { "standard:connect": { connect: true } } }],
    ["a proxy that throws when read", throwingProxy({})],
    ["a name that throws when read", throwingAt("name")],
    ["chains that throw when read", throwingAt("chains")],
    ["features that throw when read", throwingAt("features")],
  ]
  it.effect.each(left)("leaves out %s, and lists the others", function* ([, wallet]) {
    assert.deepStrictEqual(namesOf(yield* listed(wallet, renamed("Good"))), ["Good"])
  })

  const shown: readonly (readonly [title: string, wallet: object, connector: Partial<Connector>])[] = [
    ["Trust by the name of its maker", renamed("Trust"), { id: "Trust Wallet", name: "Trust Wallet" }],
    ["a name cut and cleaned", renamed(`\u202e${"x".repeat(200)}`), { name: `${"x".repeat(64)}…` }],
    ["no icon that runs code", { ...plain(), icon: "javascript:alert(1)" }, { name, imageUrl: undefined as never }],
    ["no icon that throws when read", throwingAt("icon"), { name, imageUrl: undefined as never }],
    ["a wallet of several chains", { ...plain(), chains: ["sui:mainnet", "solana:devnet"] }, { chain: "solana" }],
  ]
  it.effect.each(shown)("shows %s", function* ([, wallet, connector]) {
    const [found] = yield* listed(wallet)

    for (const [key, value] of Object.entries(connector)) assert.strictEqual(found?.[key as keyof Connector], value)
  })

  it.effect("a page's other scripts may send what they like", function* () {
    const told = yield* discovered
    for (const detail of [undefined, 7, {}, throwing, (api: { register: unknown }) => Reflect.set(api, "register", 1)])
      window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail }))
    registerOnWindow(renamed("Good"))()

    assert.deepStrictEqual(told.map(namesOf), [[], ["Good"], []])
  })
})

describe("connect", () => {
  it.effect("asks once, and for the wallet's accounts of Solana only", function* () {
    const wallet = fakeSolanaWallet()
    const { accounts, caipNetwork } = yield* connected(wallet)

    assert.deepStrictEqual(wallet.asked, ["standard:connect"])
    assert.deepStrictEqual(accounts, [{ address: addressOf(first) }, { address: addressOf(second) }])
    assert.strictEqual(caipNetwork, solana)
  })

  const foreign = { address: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", publicKey: new Uint8Array(20) }
  const lists: readonly (readonly [title: string, said: unknown, addresses: readonly string[] | "failed"])[] = [
    [
      "another chain's account among them",
      [{ ...foreign, chains: ["eip155:1"] }, accountOf(first)],
      [addressOf(first)],
    ],
    ["an account of Solana's form on another chain", [accountOf(first, ["sui:mainnet"])], "failed"],
    ["an account that names no chain", [accountOf(first, [])], [addressOf(first)]],
    ["an account twice", [accountOf(first), accountOf(first)], [addressOf(first)]],
    ["an address of another chain", [{ ...foreign, chains: allChains }], "failed"],
    ["an address of the right length that is no key", [{ ...accountOf(first), address: "1".repeat(44) }], "failed"],
    ["an address in other letters", [{ ...accountOf(first), address: "0OIl".repeat(8) }], "failed"],
    ["a public key of another account", [{ ...accountOf(first), publicKey: foreign.publicKey }], [addressOf(first)]],
    ["an address that throws when read", [throwingProxy({}), accountOf(second)], [addressOf(second)]],
    ["nothing", [], "failed"],
    ["a list that throws when read", throwingProxy([accountOf(first)]), "failed"],
  ]
  it.effect.each(lists)("reads accounts: %s", function* ([, accounts, addresses]) {
    const wallet = answering(fakeSolanaWallet(), "standard:connect", "connect", () => ({ accounts }))
    const outcome = yield* Effect.match(connected(wallet), {
      onSuccess: (connection) => connection.accounts.map(({ address }) => address),
      onFailure: ({ message }) => message,
    })

    assert.deepStrictEqual(outcome, addresses === "failed" ? "Failed to connect" : [...addresses])
  })

  it.effect("a wallet that answers nothing is asked what it shows", function* () {
    const wallet = fakeSolanaWallet({ granted: true })
    answering(wallet, "standard:connect", "connect", () => undefined)

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
    const late = answering(fakeSolanaWallet(), "standard:connect", "connect", () => Promise.reject(error))
    const atOnce = answering(fakeSolanaWallet(), "standard:connect", "connect", () => {
      throw error
    })
    for (const wallet of [late, atOnce]) {
      const failure = yield* Effect.flip(connected(wallet))
      assert.strictEqual(failure.message, message)
    }
  })

  it.effect(
    "Error: 'The connector does not support any of the requested chains', before anybody is asked",
    function* () {
      const wallet = fakeSolanaWallet()
      wallet.wallet.chains = ["solana:localnet"]
      const failure = yield* Effect.flip(connected(wallet))

      assert.strictEqual(failure.message, "The connector does not support any of the requested chains")
      assert.deepStrictEqual(wallet.asked, [])
    },
  )

  it.effect("is used on a network that it serves where it does not serve the wanted one", function* () {
    const { caipNetwork } = yield* connected(fakeSolanaWallet(), solanaTestnet)

    assert.strictEqual(caipNetwork, solana)
  })

  it.effect.each(["solana:mainnet", solana.caipNetworkId, solana.deprecatedCaipNetworkId])(
    "knows the main network as %s",
    function* (chain) {
      const wallet = fakeSolanaWallet()
      wallet.wallet.chains = [chain]
      const chainOf = yield* served(wallet)
      const { caipNetwork } = yield* settled(chainOf.connect({ connectorId: name, network: solana }))
      const provider = (yield* chainOf.provider(name)) as SolanaProvider
      yield* Effect.promise(async () => provider.features["solana:signTransaction"]?.signTransaction({ transaction }))

      assert.strictEqual(caipNetwork, solana)
      assert.deepNestedPropertyVal(wallet.inputsOf("solana:signTransaction"), "0.0.chain", chain)
    },
  )

  it.effect("a prompt that is open already (-32002) is waited for: the wallet tells", function* () {
    const wallet = answering(fakeSolanaWallet(), "standard:connect", "connect", () => Promise.reject({ code: -32002 }))
    const chain = yield* served(wallet)
    const waiting = yield* Effect.forkChild(chain.connect({ connectorId: name, network: solana }))
    yield* breath
    wallet.emit({ accounts: [] })
    yield* breath
    assert.strictEqual(waiting.pollUnsafe(), undefined)
    wallet.emit({ accounts: [accountOf(second)] })
    const { accounts } = yield* Fiber.join(waiting)

    assert.deepStrictEqual(accounts, [{ address: addressOf(second) }])
    assert.strictEqual(wallet.listeners(), 0)
  })

  it.effect(
    "a prompt that is open already (-32002) is waited for: the wallet shows what it granted, and tells nothing",
    function* () {
      const wallet = answering(fakeSolanaWallet(), "standard:connect", "connect", () =>
        Promise.reject({ code: -32002 }),
      )
      const chain = yield* served(wallet)
      const waiting = yield* Effect.forkChild(chain.connect({ connectorId: name, network: solana }))
      yield* breath
      yield* TestClock.adjust("1 minute")
      yield* breath
      assert.strictEqual(waiting.pollUnsafe(), undefined)
      wallet.state.granted = true
      const { accounts } = yield* settled(Fiber.join(waiting))

      assert.deepStrictEqual(accounts, [{ address: addressOf(first) }, { address: addressOf(second) }])
      assert.strictEqual(wallet.listeners(), 0)
    },
  )

  it.effect("a prompt that is open already is given up after two minutes: nobody is told of a no to it", function* () {
    const wallet = answering(fakeSolanaWallet(), "standard:connect", "connect", () => Promise.reject({ code: -32002 }))
    const chain = yield* served(wallet)
    const error = yield* Effect.flip(settled(chain.connect({ connectorId: name, network: solana })))

    assert.strictEqual(error._tag, "ConnectFailed")
    assert.strictEqual(wallet.listeners(), 0)
  })

  it.effect("a wallet that is asked once more, and refuses, stays on the network that it was used on", function* () {
    const wallet = fakeSolanaWallet()
    const chain = yield* served(wallet)
    yield* settled(chain.connect({ connectorId: name, network: solana }))
    wallet.state.prompts = "reject"
    wallet.state.granted = false
    const { message } = yield* Effect.flip(settled(chain.connect({ connectorId: name, network: solanaDevnet })))
    Object.assign(wallet.state, { granted: true, prompts: "approve" })
    const provider = (yield* chain.provider(name)) as SolanaProvider
    yield* Effect.promise(async () => provider.features["solana:signTransaction"]?.signTransaction({ transaction }))

    assert.strictEqual(message, "Connection rejected")
    assert.deepNestedPropertyVal(wallet.inputsOf("solana:signTransaction"), "0.0.chain", "solana:mainnet")
  })

  it.effect("a wallet that never answers holds nobody who leaves", function* () {
    const chain = yield* served(fakeSolanaWallet({ prompts: "hang" }))
    const waiting = yield* Effect.forkChild(chain.connect({ connectorId: name, network: solana }))
    yield* TestClock.adjust("1 day")
    yield* breath
    const before = waiting.pollUnsafe()
    yield* Fiber.interrupt(waiting)

    assert.strictEqual(before, undefined)
    assert.isTrue(Exit.isFailure(yield* Fiber.await(waiting)))
  })

  it.effect("waits for a wallet that announces itself late, and not longer than 3 s", function* () {
    const chain = yield* served()
    const ask = chain.connect({ connectorId: name, network: solana })
    const waiting = yield* Effect.forkChild(ask)
    yield* TestClock.adjust("2900 millis")
    const stop = fakeSolanaWallet().register()
    const { connectorId } = yield* settled(Fiber.join(waiting))
    stop()
    const error = yield* Effect.flip(settled(ask))

    assert.strictEqual(connectorId, name)
    assert.strictEqual(error.message, "No connector found for connection")
  })
})

describe("reconnect", () => {
  it.effect("asks silently", function* () {
    const wallet = fakeSolanaWallet({ granted: true })
    const chain = yield* served(wallet)
    yield* settled(chain.reconnect({ connectorId: name, network: solanaDevnet }))

    assert.deepStrictEqual(wallet.inputsOf("standard:connect"), [[{ silent: true }]])
  })

  it.effect("gives up after 10 s when the wallet never answers", function* () {
    const wallet = answering(fakeSolanaWallet(), "standard:connect", "connect", () => new Promise(() => {}))
    const chain = yield* served(wallet)
    const waiting = yield* Effect.forkChild(Effect.flip(chain.reconnect({ connectorId: name, network: solana })))
    yield* TestClock.adjust("9999 millis")
    yield* breath
    assert.strictEqual(waiting.pollUnsafe(), undefined)
    yield* TestClock.adjust("1 millis")

    assert.strictEqual((yield* Fiber.join(waiting))._tag, "ConnectFailed")
  })
})

describe("switchNetwork", () => {
  it.effect("asks nobody: what is signed afterwards is for the network that was chosen", function* () {
    const wallet = fakeSolanaWallet()
    const chain = yield* served(wallet)
    yield* settled(chain.connect({ connectorId: name, network: solana }))
    yield* settled(chain.switchNetwork({ connectorId: name, network: solanaDevnet }))
    const provider = (yield* chain.provider(name)) as SolanaProvider
    yield* Effect.promise(async () => provider.features["solana:signTransaction"]?.signTransaction({ transaction }))

    assert.deepStrictEqual(wallet.asked, ["standard:connect", "solana:signTransaction"])
    assert.deepNestedPropertyVal(wallet.inputsOf("solana:signTransaction"), "0.0.chain", "solana:devnet")
  })

  it.effect("Error: 'Chain is not supported': a network that the wallet does not serve", function* () {
    const chain = yield* served(fakeSolanaWallet({ granted: true }))
    const failure = yield* Effect.flip(settled(chain.switchNetwork({ connectorId: name, network: solanaTestnet })))

    assert.strictEqual(failure.message, "Chain is not supported")
  })

  it.effect("Error: 'Unsupported chain': a network of another namespace", function* () {
    const chain = yield* served(fakeSolanaWallet())
    const failure = yield* Effect.flip(settled(chain.switchNetwork({ connectorId: name, network: mainnet })))

    assert.strictEqual(failure.message, "Unsupported chain")
  })
})

describe("disconnect", () => {
  it.effect("Disconnect waits at most 3000 ms, and is done also where the wallet cannot", function* () {
    const silent = answering(fakeSolanaWallet(), "standard:disconnect", "disconnect", () => new Promise(() => {}))
    const chain = yield* served(silent)
    const waiting = yield* Effect.forkChild(chain.disconnect(name))
    yield* TestClock.adjust("2999 millis")
    yield* breath
    assert.strictEqual(waiting.pollUnsafe(), undefined)
    yield* TestClock.adjust("1 millis")
    yield* Fiber.join(waiting)
    delete silent.wallet.features["standard:disconnect"]
    yield* settled(chain.disconnect(name))
    yield* settled(chain.disconnect("gone"))
  })
})

describe("follow", () => {
  const changes: readonly (readonly [title: string, properties: unknown, heard: readonly WalletChange[]])[] = [
    ["another account", { accounts: [accountOf(second)] }, [is(addressOf(second))]],
    ["none", { accounts: [] }, [is()]],
    ["one of another chain only", { accounts: [accountOf(first, ["sui:mainnet"])] }, [is()]],
    ["other features", { features: {} }, []],
    ["garbage", { accounts: [7, {}] }, []],
    ["no list", { accounts: "none" }, []],
    ["nothing", undefined, []],
    ["a proxy that throws when read", throwingProxy({}), []],
  ]
  it.effect.each(changes)("hears accounts: %s", function* ([, properties, wanted]) {
    const wallet = fakeSolanaWallet({ granted: true })
    const chain = yield* served(wallet)
    const heard: WalletChange[] = []
    yield* chain.follow(name, (change) => heard.push(change))
    wallet.emit(properties as object)

    assert.deepStrictEqual(heard, wanted)
  })

  const hostile: readonly (readonly [title: string, feature: unknown])[] = [
    ["no events", undefined],
    ["no way to stop listening", { on: () => undefined }],
    ["a way to listen that throws", { on: throwing }],
    ["a way to stop that throws", { on: () => throwing }],
  ]
  it.effect.each(hostile)("ends with the scope for a wallet with %s", function* ([, feature]) {
    const wallet = fakeSolanaWallet({ granted: true })
    Reflect.set(wallet.wallet.features, "standard:events", feature)
    const chain = yield* served(wallet)
    const scope = yield* Scope.make()
    yield* Scope.provide(
      chain.follow(name, () => assert.fail("heard something")),
      scope,
    )
    yield* Scope.close(scope, Exit.void)
  })

  it.effect("hears the object that takes a wallet's place, and that none is there any more", function* () {
    const [before, after] = [
      fakeSolanaWallet({ granted: true }),
      fakeSolanaWallet({ granted: true, accounts: [second] }),
    ]
    const leave = registerOnWindow(before.wallet)
    const chain = yield* served(after)
    const heard: WalletChange[] = []
    yield* chain.follow(name, (change) => heard.push(change))
    leave()
    before.emit({ accounts: [accountOf(first)] })
    after.emit({ accounts: [] })

    assert.deepStrictEqual(heard, [is(addressOf(second)), is()])
    assert.strictEqual(before.listeners(), 0)
  })

  it.effect("a wallet that takes itself back answers for nobody, until it is there again", function* () {
    const wallet = fakeSolanaWallet({ granted: true, accounts: [first] })
    const chain = yield* served()
    const leave = wallet.register()
    const heard: WalletChange[] = []
    yield* chain.follow(name, (change) => heard.push(change))
    leave()
    const again = wallet.register()
    again()

    assert.deepStrictEqual(heard, [{ is: "disconnect" }, is(addressOf(first)), { is: "disconnect" }])
    assert.strictEqual(wallet.listeners(), 0)
  })

  it.effect("follows nothing where there is no such wallet", function* () {
    const chain = yield* served()
    yield* chain.follow("gone", () => assert.fail("heard something"))
  })
})

describe("signMessage", () => {
  const sign = Effect.fnUntraced(function* (wallet: FakeSolanaWallet, address = addressOf(first)) {
    const chain = yield* served(wallet)
    yield* settled(chain.connect({ connectorId: name, network: solana }))
    return yield* settled(chain.signMessage({ connectorId: name, address, message: "Grüße\n" }))
  })

  it.effect("gives the signature in base58, which tweetnacl finds good", function* () {
    const signature = fromBase58(yield* sign(fakeSolanaWallet(), addressOf(second)))

    const message = new TextEncoder().encode("Grüße\n")
    assert.isTrue(nacl.sign.detached.verify(message, signature ?? new Uint8Array(), second.publicKey.toBytes()))
  })

  const good = { signedMessage: new Uint8Array(7), signature: new Uint8Array(64) }
  const answers: readonly (readonly [title: string, said: unknown])[] = [
    ["nothing", undefined],
    ["an empty list", []],
    ["two answers", [good, good]],
    ["one that is in no list", good],
    ["a signature in base58", [{ ...good, signature: toBase58(good.signature) }]],
    ["a signature as numbers", [{ ...good, signature: [...good.signature] }]],
    ["a signature cut off", [{ ...good, signature: new Uint8Array(63) }]],
    ["a signature of other elements", [{ ...good, signature: new Uint16Array(64) }]],
    ["what pretends to be bytes", [{ ...good, signature: { length: 64, [Symbol.toStringTag]: "Uint8Array" } }]],
    ["no signature", [{ signedMessage: good.signedMessage }]],
    ["an answer that throws when read", [throwingProxy(good)]],
  ]
  it.effect.each(answers)("takes no other answer for a signature: %s", function* ([, said]) {
    const wallet = answering(fakeSolanaWallet(), "solana:signMessage", "signMessage", () => said)
    const failure = yield* Effect.flip(sign(wallet))

    assert.strictEqual(failure._tag, "AnswerInvalid")
  })

  it.effect("has a typed failure for an answer that throws as soon as it is looked at", function* () {
    const wallet = answering(fakeSolanaWallet(), "solana:signMessage", "signMessage", () => throwingProxy([good]))

    assert.strictEqual((yield* Effect.flip(sign(wallet)))._tag, "UnknownRpcError")
  })

  it.effect(
    "has a typed failure for a wallet that signs no messages, and for an account that was not granted",
    function* () {
      const mute = fakeSolanaWallet()
      delete mute.wallet.features["solana:signMessage"]
      const missing = yield* Effect.scoped(Effect.flip(sign(mute)))
      const stranger = yield* Effect.flip(sign(fakeSolanaWallet(), SystemProgram.programId.toBase58()))

      assert.strictEqual(missing._tag, "UnsupportedProviderMethodError")
      assert.strictEqual(stranger._tag, "UnauthorizedProviderError")
    },
  )
})

describe("balance", () => {
  const answers: readonly (readonly [answer: unknown, balance: string])[] = [
    [{ context: { slot: 1 }, value: 0 }, "0"],
    [{ value: 1 }, "0.000000001"],
    [{ value: 1_204_000_000 }, "1.204"],
    [{ value: "1" }, "invalid"],
    [{ value: -1 }, "invalid"],
    [{ value: 1.5 }, "invalid"],
    [{ value: null }, "invalid"],
    [7, "invalid"],
    [undefined, "invalid"],
  ]
  it.effect.each(answers)("reads lamports of %j as %s", function* ([answer, balance]) {
    const calls: RpcCall[] = []
    const rpc = (call: RpcCall) => {
      calls.push(call)
      return Effect.succeed(answer)
    }
    const chain = yield* served(undefined, rpc)
    const read = yield* Effect.match(settled(chain.balance({ network: solana, address: addressOf(first) })), {
      onSuccess: (text) => text,
      onFailure: ({ _tag }) => (_tag === "AnswerInvalid" ? "invalid" : _tag),
    })

    assert.strictEqual(read, balance)
    assert.deepStrictEqual(
      calls.map(({ network, method, params }) => [network, method, params[0]]),
      [[solana, "getBalance", addressOf(first)]],
    )
  })
})

const networks: readonly Network[] = [mainnet, solana, solanaDevnet, solanaTestnet]

const noRelay: Relay["Service"] = {
  connect: () => Effect.never,
  restore: Effect.succeed(undefined),
  disconnect: Effect.void,
  follow: () => Effect.void,
  provider: () => Effect.fail(new NotConnectedYet()),
  revive: Effect.void,
}

const noNode = () => Effect.fail(new UnknownFailure())

function live(request: Rpc["Service"]["request"] = () => Effect.succeed({ value: 1_204_000_000 })) {
  return layer({ networks: () => networks }).pipe(
    Layer.provide([Layer.succeed(Rpc, { request }), Layer.succeed(Relay, noRelay), noApi, frame.layer]),
  )
}

/** The adapter of a page that holds a wallet. */
const served = Effect.fnUntraced(function* (
  wallet?: FakeSolanaWallet,
  request: Rpc["Service"]["request"] = noNode,
): Effect.fn.Return<Chain, never, Scope.Scope> {
  if (wallet) yield* registered(wallet)
  const context = yield* Layer.build(live(request))
  return yield* settled(
    Effect.orDie(
      Effect.provide(
        Effect.flatMap(Chains, ({ get }) => get("solana")),
        context,
      ),
    ),
  )
})

const connected = Effect.fnUntraced(function* (wallet: FakeSolanaWallet, network: Network = solana) {
  const chain = yield* served(wallet)
  return yield* settled(chain.connect({ connectorId: name, network }))
})

function registered(wallet: FakeSolanaWallet) {
  return Effect.acquireRelease(Effect.sync(wallet.register), (stop) => Effect.sync(stop))
}

/** What is told of Solana's wallets, from now on. */
const discovered = Effect.gen(function* () {
  const told: (readonly Connector[])[] = []
  const { discover } = yield* Effect.provide(Chains, yield* Layer.build(live()))
  yield* settled(discover("solana", (connectors) => told.push(connectors)))
  return told
})

const namesOf = (connectors: readonly Connector[]) => connectors.map((connector) => connector.name)

function plain() {
  const { wallet } = fakeSolanaWallet()
  return { name: wallet.name, icon: wallet.icon, chains: wallet.chains, features: wallet.features }
}

function renamed(called: string) {
  return { ...plain(), name: called }
}

function throwing(): never {
  throw new Error("hostile")
}

/** Does something, and gives what takes away the listeners that it has put on the window. */
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

/** A wallet of which one field throws when it is read. */
function throwingAt(key: string) {
  return Object.defineProperty({ ...plain() }, key, { get: throwing })
}

function throwingProxy<A extends object>(target: A): A {
  return new Proxy(target, { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing })
}

/** The wallet with one method answering otherwise. */
function answering(wallet: FakeSolanaWallet, feature: string, method: string, answer: () => unknown) {
  Object.assign(wallet.wallet.features[feature] ?? {}, { [method]: answer })
  return wallet
}

function is(...addresses: readonly string[]): WalletChange {
  return { is: "accounts", accounts: addresses.map((address) => ({ address })) }
}

const transaction = new Transaction({ feePayer: first.publicKey, recentBlockhash: addressOf(second) }).add(
  SystemProgram.transfer({ fromPubkey: first.publicKey, toPubkey: second.publicKey, lamports: 1 }),
)
