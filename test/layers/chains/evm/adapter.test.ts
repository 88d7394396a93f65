// @vitest-environment happy-dom

import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { adapt } from "../../../../layers/chains/evm/adapter.ts"
import type { WalletChange } from "../../../../services/Chains.ts"
import type { Rpc } from "../../../../services/Rpc.ts"
import { openPrompt } from "../../../../src/connections/limits.ts"
import { HttpStatus, type RpcError, SwitchNotApproved, UnknownFailure } from "../../../../src/errors/index.ts"
import {
  InternalRpcError,
  InvalidInputRpcError,
  LimitExceededRpcError,
  UnknownRpcError,
} from "../../../../src/errors/rpc.ts"
import { base, defineNetwork, mainnet, type Network, optimism, solana } from "../../../../src/options/networks.ts"
import { chainsContract, evmCase } from "../../../contracts/chains.ts"
import { breath, settled } from "../../../contracts/settled.ts"
import { failing, fails } from "../../../fixtures/fails.ts"
import { hanging, rejecting, throwing, throwingProxy } from "../../../fixtures/hostile.ts"
import { assert, describe, it } from "../../../fixtures/it.ts"
import { endless, taking } from "../../../fixtures/time.ts"
import { type Around, chainOn, liveChains, noRelay, placed, relayWith } from "../chainScene.ts"
import { type FakeProvider, type FakeWallet, fakeWallet, meta, signature } from "../fakeWallet.ts"

const vitalik = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const other = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B"
const solanaAddress = "BjSMME56N22XUGKZBaLH1RYm42iW1ro9eYm68kZo4Zwi"
const bitcoinAddress = "bc1qy3pqjdna4y9v7vegztgvkwtf5r23yqy9shj5dn"

const answering: Rpc["Service"]["request"] = ({ method }) =>
  method === "eth_getBalance" ? Effect.succeed("0xde0b6b3a7640000") : Effect.fail(new UnknownFailure())
const around: Around = { networks: [mainnet, optimism, base], request: answering }

/** The adapter on a page with this wallet. */
const evm = Effect.fnUntraced(function* (wallet?: FakeWallet, given: Partial<Around> = {}) {
  if (wallet) yield* placed(wallet.announce)
  return yield* chainOn("eip155", meta.rdns, { ...around, ...given })
})

/** The adapter with one WalletConnect session to this wallet. */
const relayed = (wallet: FakeWallet) =>
  chainOn("eip155", "walletConnect", { ...around, relay: relayWith(wallet.provider as never) })

const connected = (wallet: FakeWallet, network: Network = mainnet) =>
  Effect.scoped(Effect.flatMap(evm(wallet), ({ connect }) => settled(connect(network))))
const switched = (wallet: FakeWallet, network: Network) =>
  Effect.scoped(Effect.flatMap(evm(wallet), ({ switchTo }) => settled(switchTo(network))))

const addressesOf = ({ accounts }: { readonly accounts: readonly { readonly address: string }[] }) =>
  accounts.map(({ address }) => address)

describe("Chains, live", () => {
  chainsContract(
    Effect.gen(function* () {
      const wallet = fakeWallet()
      yield* placed(wallet.announce)
      return {
        ...evmCase(mainnet),
        layer: liveChains(around),
        connectorId: meta.rdns,
        addresses: [vitalik, other],
        networks: { home: mainnet, other: optimism, unknown: base },
        answer: (how) => {
          wallet.state.prompts = how
        },
        select: (address) => {
          wallet.state.accounts.sort((one) => (one === address.toLowerCase() ? -1 : 1))
          wallet.emit("accountsChanged", wallet.state.accounts)
        },
        moveTo: ({ id }) => {
          wallet.state.chainId = Number(id)
          wallet.emit("chainChanged", `0x${Number(id).toString(16)}`)
        },
        lock: () => {
          wallet.state.granted = false
          wallet.emit("accountsChanged", [])
        },
      }
    }),
  )
})

describe("connect", () => {
  it.effect("Wallet JSON-RPC method: eth_chainId", function* () {
    const wallet = fakeWallet({ chainId: 10 })
    const { caipNetwork } = yield* connected(wallet, optimism)

    assert.deepStrictEqual(wallet.asked, ["eth_requestAccounts", "eth_chainId"])
    assert.strictEqual(caipNetwork, optimism)
  })

  const spelledRight = ["0xA", "0x000a", 10, 10n, "10"]
  const notOffered = ["0x539", "0xfffffffffffffffff", -10, 0, Number.NaN]
  const notNumbers = ["", "0x", "10.5", "eip155:10", null, ["0xa"], { toString: () => "10" }]
  const spellings: readonly (readonly [said: unknown, network: Network | undefined])[] = [
    ...spelledRight.map((said) => [said, optimism] as const),
    ...[...notOffered, ...notNumbers].map((said) => [said, undefined] as const),
  ]
  it.effect.each(spellings)("reads the chain ID %o", function* ([said, network]) {
    const stays = { eth_chainId: () => said, wallet_switchEthereumChain: rejecting(new Error("stays")) }

    assert.strictEqual((yield* connected(fakeWallet({}, stays))).caipNetwork, network)
  })

  it.effect.each([4001, -32002])("stays connected on the wallet's network if the switch fails: %i", function* (code) {
    const wallet = fakeWallet({ chainId: 10 }, { wallet_switchEthereumChain: rejecting({ code }) })
    const { accounts, caipNetwork } = yield* connected(wallet)

    assert.lengthOf(accounts, 2)
    assert.strictEqual(caipNetwork, optimism)
  })

  it.effect("notices another account or a lock during the network prompt", function* () {
    const moved = fakeWallet({ chainId: 10 }, { wallet_switchEthereumChain: () => moved.state.accounts.reverse() })
    assert.deepStrictEqual(addressesOf(yield* connected(moved)), [other, vitalik])

    const lock = () => Object.assign(locked.state, { granted: false })
    const locked = fakeWallet({ chainId: 10 }, { wallet_switchEthereumChain: lock })
    yield* fails(connected(locked), { message: "Failed to connect" })
  })

  const lists: readonly (readonly [title: string, said: unknown, addresses?: readonly string[]])[] = [
    ["lower case", [vitalik.toLowerCase()], [vitalik]],
    ["upper case", [`0x${vitalik.slice(2).toUpperCase()}`], [vitalik]],
    ["without 0x", [vitalik.slice(2)], [vitalik]],
    ["twice the same", [vitalik, vitalik.toLowerCase(), other], [vitalik, other]],
    ["one of them garbage", [null, "0x12", vitalik, `${vitalik}0`], [vitalik]],
    ["nothing", undefined],
    ["an empty list", []],
    ["a text", vitalik],
    ["an object", { 0: vitalik, length: 1 }],
    ["only garbage", [{}, 7, "javascript:"]],
    ["only accounts of other chains", [solanaAddress, `eip155:1:${vitalik}`]],
    ["a list that throws when read", throwingProxy([vitalik])],
  ]
  it.effect.each(lists)("reads accounts: %s", function* ([, said, addresses]) {
    const outcome = yield* Effect.match(connected(fakeWallet({}, { eth_requestAccounts: () => said })), {
      onSuccess: addressesOf,
      onFailure: ({ message }) => message,
    })

    assert.deepStrictEqual(outcome, addresses ? [...addresses] : "Failed to connect")
  })

  const thrown: readonly (readonly [title: string, thrown: unknown, message: string])[] = [
    ["4001", { code: 4001, message: "User rejected the request." }, "Connection rejected"],
    ["4001, wrapped by the wallet", { code: -32603, data: { originalError: { code: 4001 } } }, "Connection rejected"],
    ["a code that is a string", { code: "ACTION_REJECTED" }, "Connection rejected"],
    ["a text", "no", "Failed to connect"],
    ["undefined", undefined, "Failed to connect"],
    ["null", null, "Failed to connect"],
    ["a number", 4001n, "Failed to connect"],
    ["an error", new Error("boom"), "Failed to connect"],
    ["a proxy that throws when read", throwingProxy({}), "Failed to connect"],
  ]
  it.effect.each(thrown)("survives a wallet that throws %s", function* ([, error, message]) {
    const late = fakeWallet({}, { eth_requestAccounts: rejecting(error) })
    const atOnce = fakeWallet()
    atOnce.provider.request = () => {
      throw error
    }
    for (const wallet of [late, atOnce]) assert.strictEqual((yield* failing(connected(wallet))).message, message)
  })

  it.effect("survives a wallet that responds without a promise, or settles twice", function* () {
    const plain = fakeWallet({ granted: true })
    Object.assign(plain.provider, { request: ({ method }: { method: string }) => plain.answers[method]?.([]) })
    const twice = fakeWallet({ granted: true })
    Object.assign(twice.provider, {
      request: ({ method }: { method: string }) =>
        thenable((yes, no) => {
          yes(twice.answers[method]?.([]))
          no(new Error("second thoughts"))
          yes([])
        }),
    })
    for (const wallet of [plain, twice]) assert.strictEqual(addressesOf(yield* connected(wallet))[0], vitalik)
  })

  it.effect("can be interrupted while a wallet never responds", function* () {
    const wallet = fakeWallet({ prompts: "hang" })
    yield* endless((yield* evm(wallet)).connect(mainnet))

    assert.deepStrictEqual(wallet.asked, ["eth_requestAccounts"])
  })

  describe("waiting for a prompt that is open already (-32002)", () => {
    const busy = () =>
      fakeWallet({}, { eth_requestAccounts: rejecting({ code: -32002, message: "Already processing" }) })

    it.effect("ends when the wallet announces its accounts", function* () {
      const wallet = busy()
      const { connect } = yield* evm(wallet)
      const waiting = yield* Effect.forkChild(connect(mainnet))
      yield* breath
      wallet.emit("accountsChanged", [])
      yield* breath
      assert.isUndefined(waiting.pollUnsafe())
      wallet.emit("accountsChanged", [other])

      assert.deepStrictEqual((yield* Fiber.join(waiting)).accounts, [{ address: other }])
      assert.strictEqual(wallet.listeners(), 0)
    })

    it.effect("polls the wallet every second", function* () {
      const wallet = busy()
      const count = (method: string) => wallet.asked.filter((one) => one === method).length
      delete wallet.provider.on
      const { connect } = yield* evm(wallet)
      const waiting = yield* Effect.forkChild(connect(mainnet))
      for (let second = 0; second < 5; second++) {
        yield* breath
        yield* TestClock.adjust("1 second")
      }
      yield* breath
      assert.isUndefined(waiting.pollUnsafe())
      assert.strictEqual(count("eth_accounts"), 5)
      wallet.state.granted = true

      assert.strictEqual(addressesOf(yield* settled(Fiber.join(waiting)))[0], vitalik)
      assert.strictEqual(count("eth_requestAccounts"), 1)
    })

    it.effect("ends after two minutes with a failure, not a rejection", function* () {
      const wallet = busy()
      const { connect } = yield* evm(wallet)
      yield* fails(taking(openPrompt.wait, connect(mainnet)), { _tag: "ConnectFailed" })
      assert.strictEqual(wallet.listeners(), 0)
    })
  })

  it.effect("waits for a wallet that announces itself late", function* () {
    const { connect } = yield* evm()
    const waiting = yield* Effect.forkChild(connect(mainnet))
    yield* TestClock.adjust("2900 millis")
    yield* placed(fakeWallet().announce)

    assert.strictEqual((yield* settled(Fiber.join(waiting))).connectorId, meta.rdns)
  })

  it.effect("stops watching for a wallet when it is found, or when the wait is over", function* () {
    const { provider } = fakeWallet()
    const watching = new Set<() => void>()
    let there = false
    const chain = adapt({
      wallets: {
        list: () => [],
        find: () => (there ? provider : undefined),
        watch: (changed) => {
          watching.add(changed)
          return () => void watching.delete(changed)
        },
      },
      networks: () => around.networks,
      rpc: { request: answering },
      relay: noRelay,
    })
    const connect = chain.connect({ connectorId: meta.rdns, network: mainnet })
    yield* failing(settled(connect))
    assert.strictEqual(watching.size, 0)
    const waiting = yield* Effect.forkChild(connect)
    yield* breath
    assert.strictEqual(watching.size, 1)
    there = true
    for (const changed of watching) changed()
    yield* settled(Fiber.join(waiting))

    assert.strictEqual(watching.size, 0)
  })

  it.effect(
    "Error: 'No connector found for connection': a wallet that does not announce itself within 3 s",
    function* () {
      const { reconnect } = yield* evm()
      yield* fails(taking(3_000, reconnect(mainnet)), { message: "No connector found for connection" })
    },
  )
})

describe("reconnect", () => {
  it.effect("Wallet JSON-RPC method: eth_accounts", function* () {
    const wallet = fakeWallet({ granted: true, chainId: 10 })
    const { reconnect } = yield* evm(wallet)
    const connection = yield* settled(reconnect(mainnet))

    assert.deepStrictEqual(wallet.asked, ["eth_accounts", "eth_chainId"])
    assert.strictEqual(addressesOf(connection)[0], vitalik)
    assert.strictEqual(connection.caipNetwork, optimism)
  })

  it.effect.each(["eth_accounts", "eth_chainId"])(
    "times out after 10 s if %s never gets a response",
    function* (method) {
      const { reconnect } = yield* evm(fakeWallet({ granted: true }, { [method]: hanging }))

      assert.strictEqual((yield* taking(10_000, failing(reconnect(mainnet))))._tag, "ConnectFailed")
    },
  )
})

describe("switchNetwork", () => {
  it.effect("Wallet JSON-RPC method: wallet_switchEthereumChain", function* () {
    const wallet = fakeWallet()
    yield* switched(wallet, optimism)

    assert.deepStrictEqual(wallet.paramsOf("wallet_switchEthereumChain"), [[{ chainId: "0xa" }]])
    assert.deepStrictEqual(wallet.paramsOf("wallet_addEthereumChain"), [])
  })

  it.effect("Wallet JSON-RPC method: wallet_addEthereumChain", function* () {
    const wallet = fakeWallet()
    const { _tag: outcome } = yield* Effect.exit(switched(wallet, base))
    const added = {
      chainId: "0x2105",
      chainName: "Base",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: ["https://mainnet.base.org"],
      blockExplorerUrls: ["https://basescan.org"],
      iconUrls: ["https://site.example/base.png"],
    }

    assert.deepStrictEqual(wallet.paramsOf("wallet_addEthereumChain"), [[added]])
    assert.deepStrictEqual(wallet.paramsOf("wallet_switchEthereumChain"), Array(2).fill([{ chainId: "0x2105" }]))
    assert.deepStrictEqual([outcome, wallet.state.chainId], ["Success", 8453])
  })

  it.effect("does not request a switch again if adding has switched", function* () {
    const wallet = fakeWallet({}, { wallet_addEthereumChain: () => goTo(wallet, base) })
    yield* switched(wallet, base)

    assert.lengthOf(wallet.paramsOf("wallet_switchEthereumChain"), 1)
  })

  it.effect("omits fields that the network lacks", function* () {
    const wallet = fakeWallet()
    const nativeCurrency = { name: "Coin", symbol: "C", decimals: 18 }
    const http = ["http://127.0.0.1:1"]
    yield* switched(wallet, defineNetwork({ id: 1337, name: "Plain", nativeCurrency, rpcUrls: { default: { http } } }))

    assert.deepStrictEqual(wallet.paramsOf("wallet_addEthereumChain"), [
      [{ chainId: "0x539", rpcUrls: http, chainName: "Plain", nativeCurrency }],
    ])
  })

  const unknown: readonly object[] = [
    { code: 4902 },
    { code: -4902 },
    { code: "4902" },
    { code: 5000, message: "Unknown chain" },
    { code: 32603 },
    { code: -32603, message: "Internal JSON-RPC error." },
    { code: -32000, data: { originalError: { code: 4902 } } },
  ]
  it.effect.each(unknown)("adds the network after %o", function* (error) {
    const wallet = fakeWallet()
    const known = wallet.answers.wallet_switchEthereumChain
    wallet.answers.wallet_switchEthereumChain = (params) =>
      wallet.state.known.has(8453) ? known?.(params) : Promise.reject(error)
    yield* switched(wallet, base)

    assert.lengthOf(wallet.paramsOf("wallet_addEthereumChain"), 1)
  })

  const refused: readonly (readonly [title: string, error: unknown, tag: string, message: string])[] = [
    ["4001", { code: 4001 }, "ConnectionRejected", "Connection rejected"],
    [
      "5000 with a message of rejection",
      { code: 5000, message: "User rejected." },
      "ConnectionRejected",
      "Connection rejected",
    ],
    ["a missing method", { code: -32601 }, "SwitchNotApproved", notApproved(optimism)],
    ["an unsupported method", { code: 4200 }, "SwitchNotApproved", notApproved(optimism)],
    ["a text", "no", "UnknownFailure", "Unknown error"],
    ["undefined", undefined, "UnknownFailure", "Unknown error"],
    ["a proxy that throws when read", throwingProxy({}), "UnknownFailure", "Unknown error"],
  ]
  it.effect.each(refused)("fails, and adds nothing, after %s", function* ([, error, tag, message]) {
    const wallet = fakeWallet({}, { wallet_switchEthereumChain: rejecting(error) })
    const failure = yield* failing(switched(wallet, optimism))

    assert.deepStrictEqual([failure._tag, failure.message], [tag, message])
    assert.deepStrictEqual(wallet.paramsOf("wallet_addEthereumChain"), [])
  })

  it.effect("Error: 'Chain is not supported': a wallet that does not add the network", function* () {
    for (const error of [{ code: -32601 }, { code: -32602 }, "no", undefined]) {
      const wallet = fakeWallet({}, { wallet_addEthereumChain: rejecting(error) })

      assert.strictEqual((yield* failing(switched(wallet, base))).message, "Chain is not supported")
    }
  })

  it.effect(
    "Error: 'Failed to switch to chain ... The chain is not approved or the wallet does not support wallet_switchEthereumChain method.'",
    function* () {
      for (const answers of [{ wallet_switchEthereumChain: () => null }, { eth_chainId: rejecting("no") }]) {
        yield* fails(switched(fakeWallet({}, answers), optimism), { message: notApproved(optimism) })
      }
    },
  )

  it.effect("waits briefly for a wallet that switches after its response", function* () {
    const wallet = fakeWallet({}, { wallet_switchEthereumChain: () => null })
    const { switchTo } = yield* evm(wallet)
    const waiting = yield* Effect.forkChild(switchTo(optimism))
    yield* breath
    assert.isUndefined(waiting.pollUnsafe())
    goTo(wallet, optimism)
    wallet.emit("chainChanged", "0xa")
    yield* Fiber.join(waiting)

    assert.strictEqual(wallet.listeners(), 0)
  })

  it.effect("waits for a prompt that is open already (-32002)", function* () {
    const wallet = fakeWallet({}, { wallet_switchEthereumChain: rejecting({ code: -32002 }) })
    const { switchTo } = yield* evm(wallet)
    const waiting = yield* Effect.forkChild(switchTo(optimism))
    yield* breath
    yield* TestClock.adjust("1 minute")
    yield* breath
    assert.isUndefined(waiting.pollUnsafe())
    goTo(wallet, optimism)
    yield* settled(Fiber.join(waiting))

    assert.lengthOf(wallet.paramsOf("wallet_switchEthereumChain"), 1)
  })

  it.effect("fails without a rejection if an open prompt gets no response", function* () {
    const wallet = fakeWallet({}, { wallet_switchEthereumChain: rejecting({ code: -32002 }) })
    yield* fails(switched(wallet, optimism), { _tag: "SwitchNotApproved" })
    assert.strictEqual(wallet.listeners(), 0)
  })

  it.effect("Error: 'Unsupported chain': a network of another namespace", function* () {
    const wallet = fakeWallet()

    assert.strictEqual((yield* failing(switched(wallet, solana))).message, "Unsupported chain")
    assert.deepStrictEqual(wallet.asked, [])
  })
})

describe("a WalletConnect session", () => {
  it.effect("Wallet-relay network switch 1: try switching", function* () {
    const wallet = fakeWallet()
    const { switchTo } = yield* relayed(wallet)
    yield* settled(switchTo(optimism))

    assert.deepStrictEqual(wallet.asked, ["wallet_switchEthereumChain", "eth_chainId"])
  })

  it.effect(
    "Wallet-relay network switch 2: if the chain is unknown (codes 4902, 5000, 32603), try adding the chain",
    function* () {
      for (const code of [4902, 5000, 32603]) {
        const wallet = fakeWallet(
          {},
          { wallet_switchEthereumChain: rejecting({ code }), wallet_addEthereumChain: () => goTo(wallet, base) },
        )
        const { switchTo } = yield* relayed(wallet)
        const { _tag: outcome } = yield* Effect.exit(settled(switchTo(base)))

        const [[asked] = [], ...more] = wallet.paramsOf("wallet_addEthereumChain") as readonly (readonly unknown[])[]
        assert.propertyVal(asked, "chainId", "0x2105", String(code))
        assert.isEmpty(more, String(code))
        assert.strictEqual(outcome, "Success", String(code))
      }
    },
  )

  it.effect("Wallet-relay network switch 3: otherwise fail with 'Chain is not supported'", function* () {
    for (const error of [{ code: 5100 }, { code: -32000 }, "no"]) {
      const { switchTo } = yield* relayed(fakeWallet({}, { wallet_switchEthereumChain: rejecting(error) }))

      assert.strictEqual((yield* failing(settled(switchTo(optimism)))).message, "Chain is not supported")
    }
    const adding = { wallet_addEthereumChain: rejecting({ code: -32000 }) }
    const unable = yield* relayed(fakeWallet({}, { wallet_switchEthereumChain: rejecting({ code: 4902 }), ...adding }))
    assert.strictEqual((yield* failing(settled(unable.switchTo(base)))).message, "Chain is not supported")
  })

  it.effect("keeps the relay's error if it is one of the catalogue", function* () {
    const said = new SwitchNotApproved(optimism.id)
    const { switchTo } = yield* relayed(fakeWallet({}, { wallet_switchEthereumChain: rejecting(said) }))

    assert.strictEqual(yield* failing(settled(switchTo(optimism))), said)
  })

  it.effect("is restored, watched, used for signing and ended like any wallet", function* () {
    const wallet = fakeWallet({ granted: true })
    const { reconnect, followed, sign, disconnect, provider } = yield* relayed(wallet)
    const { accounts } = yield* settled(reconnect(mainnet))
    const changes = yield* followed
    wallet.emit("chainChanged", "0xa")
    assert.strictEqual(yield* settled(sign("hello", vitalik)), signature)
    yield* settled(disconnect)

    assert.strictEqual(accounts[0]?.address, vitalik)
    assert.deepStrictEqual(changes, [
      { type: "chain", caipNetworkId: "eip155:1" },
      { type: "accounts", accounts },
      { type: "chain", caipNetworkId: "eip155:10" },
    ])
    assert.strictEqual((yield* failing(settled(reconnect(mainnet))))._tag, "ConnectFailed")
    assert.strictEqual((yield* failing(settled(provider)))._tag, "AdapterNotFound")
    assert.notInclude(wallet.asked, "wallet_revokePermissions")
  })
})

describe("disconnect", () => {
  it.effect("revokes the grant of accounts", function* () {
    const wallet = fakeWallet({ granted: true })
    const { disconnect } = yield* evm(wallet)
    yield* settled(disconnect)

    assert.deepStrictEqual(wallet.paramsOf("wallet_revokePermissions"), [[{ eth_accounts: {} }]])
  })

  it.effect("Disconnect waits at most 3000 ms", function* () {
    const { disconnect } = yield* evm(fakeWallet({}, { wallet_revokePermissions: hanging }))
    yield* taking(3_000, disconnect)
  })

  it.effect("succeeds if the wallet cannot revoke", function* () {
    const wallet = fakeWallet()
    delete wallet.answers.wallet_revokePermissions
    yield* settled((yield* evm(wallet)).disconnect)

    assert.deepStrictEqual(wallet.asked, ["wallet_revokePermissions"])
  })
})

describe("watch", () => {
  const optimismId = ["0xa", "0xA", "0x0a", `0x${"0".repeat(63)}a`, 10, 10n, "10", "010", { chainId: "0xa" }]
  const noChainId = [
    ...["loading", "", " 0xa", "0x", "0xg", "0X", "1e3", "10.0", "-0xa", "0x0", "eip155:10", "solana:10"],
    ...["0x20000000000000", "9".repeat(400), 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY],
    ...[true, null, undefined, ["0xa"], { chainId: {} }, throwingProxy({})],
  ]
  const noAccounts = [undefined, "0x", ["garbage"], [{ address: other }, 7], [bitcoinAddress], throwingProxy([])]
  const to = (...addresses: readonly string[]): WalletChange => ({
    type: "accounts",
    accounts: addresses.map((address) => ({ address })),
  })
  const on = (id: number): WalletChange => ({ type: "chain", caipNetworkId: `eip155:${id}` })
  const events: readonly (readonly [event: string, said: unknown, ...changes: readonly WalletChange[]])[] = [
    ["accountsChanged", [other.toLowerCase()], to(other)],
    ["accountsChanged", [], to()],
    ["accountsChanged", [bitcoinAddress, solanaAddress, other], to(other)],
    ["accountsChanged", [other, other.toLowerCase()], to(other)],
    ...noAccounts.map((said) => ["accountsChanged", said] as const),
    ...optimismId.map((said) => ["chainChanged", said, on(10)] as const),
    ["chainChanged", "0x1fffffffffffff", on(Number.MAX_SAFE_INTEGER)],
    ...noChainId.map((said) => ["chainChanged", said] as const),
    ["disconnect", { code: 4900 }, { type: "disconnect" }],
    ["disconnect", undefined, { type: "disconnect" }],
    ["disconnect", throwingProxy({}), { type: "disconnect" }],
    ["disconnect", { code: 1013, message: "MetaMask: Disconnected from chain." }],
  ]
  it.effect.each(events.map(([event, said, ...changes], row) => ({ row, event, said, changes })))(
    "reads what a wallet emits, row $row: $event",
    function* ({ event, said, changes }) {
      const wallet = fakeWallet()
      const heard = yield* (yield* evm(wallet)).followed
      wallet.emit(event, said)

      assert.deepStrictEqual(heard, changes)
    },
  )

  type Methods = Partial<Record<keyof FakeProvider, unknown>>
  const hostile: readonly (readonly [title: string, make: (methods: FakeProvider) => Methods, left: number])[] = [
    ["no method to listen", () => ({ on: undefined }), 0],
    ["no method to stop listening", () => ({ removeListener: undefined }), 3],
    ["off instead of removeListener", ({ removeListener: off }) => ({ removeListener: undefined, off }), 0],
    ["methods that throw", () => ({ on: throwing, removeListener: throwing }), 0],
  ]
  it.effect.each(hostile)("ends when the scope closes for a wallet with %s", function* ([, make, left]) {
    const wallet = fakeWallet()
    Object.assign(wallet.provider, make(wallet.provider))
    const { followed } = yield* evm(wallet)
    const scope = yield* Scope.make()
    const heard = yield* Scope.provide(followed, scope)
    yield* Scope.close(scope, Exit.void)
    wallet.emit("chainChanged", "0xa")

    assert.deepStrictEqual(heard, [])
    assert.strictEqual(wallet.listeners(), left)
  })

  it.effect("watches a wallet that announces itself later, and requests missed changes without a prompt", function* () {
    const { followed } = yield* evm()
    const heard = yield* followed
    const wallet = fakeWallet({ granted: true, chainId: 10 })
    yield* placed(wallet.announce)
    yield* breath
    wallet.emit("accountsChanged", [other])

    assert.deepStrictEqual(heard, [on(10), to(vitalik, other), to(other)])
    assert.notInclude(wallet.asked, "eth_requestAccounts")
  })
})

describe("signMessage", () => {
  const signed = Effect.fnUntraced(function* (wallet: FakeWallet) {
    const { sign } = yield* evm(wallet)
    return yield* settled(sign("é\n", vitalik))
  })

  it.effect("Wallet JSON-RPC method: personal_sign", function* () {
    const wallet = fakeWallet()

    assert.strictEqual(yield* signed(wallet), signature)
    assert.deepStrictEqual(wallet.paramsOf("personal_sign"), [["0xc3a90a", vitalik]])
  })

  const answers: readonly unknown[] = [undefined, null, 7, "", "0x", "0x123", "signature", { signature }, [signature]]
  it.effect.each(answers.map((said) => ({ said })))("rejects an invalid signature: $said", function* ({ said }) {
    yield* fails(signed(fakeWallet({}, { personal_sign: () => said })), { _tag: "AnswerInvalid" })
  })
})

describe("the check of a contract account's signature", () => {
  const checked = (request: Rpc["Service"]["request"]) =>
    Effect.flatMap(evm(undefined, { request }), ({ chain }) =>
      settled(chain.isSigned({ network: mainnet, address: vitalik, message: "Sign in", signature: "0x1234" })),
    )
  const failures: readonly (readonly [why: string, error: RpcError])[] = [
    ["no node responds", new HttpStatus(503)],
    ["the node is broken", new InternalRpcError("header not found")],
    ["the node limits requests", new LimitExceededRpcError()],
  ]
  it.effect.each(failures)("fails if %s", function* ([, error]) {
    assert.strictEqual((yield* failing(checked(() => Effect.fail(error)))).cause, error)
  })

  const reverts: readonly (readonly [how: string, error: RpcError])[] = [
    ["by code 3", new UnknownRpcError("ERC1271Revert", 3)],
    ["by code -32015", new UnknownRpcError("VM execution error.", -32015)],
    ["in words", new InvalidInputRpcError("execution reverted")],
  ]
  it.effect.each(reverts)("is negative if the contract reverts, which the node states %s", function* ([, error]) {
    assert.isFalse(yield* checked(() => Effect.fail(error)))
  })
})

describe("balance", () => {
  const coin = (decimals: number) => ({ ...mainnet, nativeCurrency: { name: "Coin", symbol: "C", decimals } })
  const invalid = [undefined, null, 1, "1", "0x", `0x${"f".repeat(65)}`, {}]
  const answers: readonly (readonly [wei: unknown, decimals: number, balance: string])[] = [
    ["0x0", 18, "0"],
    ["0x1", 18, "0.000000000000000001"],
    ["0x10b5779ef5920000", 18, "1.204"],
    [`0x${"f".repeat(64)}`, 18, "115792089237316195423570985008687907853269984665640564039457.584007913129639935"],
    ["0xde0b6b3a7640000", 18, "1"],
    ["0x2a", 0, "42"],
    ...invalid.map((wei) => [wei, 18, "AnswerInvalid"] as const),
  ]
  it.effect.each(answers)("reads %s with %i decimals as %s", function* ([wei, decimals, balance]) {
    const { chain } = yield* evm(undefined, { request: () => Effect.succeed(wei) })
    const read = yield* Effect.match(settled(chain.balance({ network: coin(decimals), address: vitalik })), {
      onSuccess: (text) => text,
      onFailure: ({ _tag }) => _tag,
    })

    assert.strictEqual(read, balance)
  })
})

describe("identity", () => {
  it.effect("fails if no node responds, and makes no request if the modal does not offer Ethereum", function* () {
    const asked: string[] = []
    const request: Rpc["Service"]["request"] = ({ network }) => {
      asked.push(network.caipNetworkId)
      return Effect.fail(new UnknownFailure())
    }
    const identity = { network: optimism, address: vitalik }
    const offered = yield* evm(undefined, { request })
    const missing = yield* evm(undefined, { request, networks: [optimism] })

    assert.deepStrictEqual(yield* settled(missing.chain.identity(identity)), {})
    assert.deepStrictEqual(asked, [])
    assert.instanceOf(yield* settled(failing(offered.chain.identity(identity))), UnknownFailure)
    assert.deepStrictEqual(asked, ["eip155:1"])
  })
})

/** Moves the wallet to another network, without an event. */
function goTo({ state }: FakeWallet, { id }: Network): void {
  state.chainId = Number(id)
}

/** A wallet's own promise, as badly implemented as possible. */
function thenable(settle: (yes: (said: unknown) => void, no: (error: unknown) => void) => void): object {
  const method = "then"
  return { [method]: settle }
}

function notApproved({ id }: Network) {
  return `Failed to switch to chain ${id}. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.`
}
