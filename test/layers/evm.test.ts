// @vitest-environment happy-dom

import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { adapt } from "../../layers/chains/evm.ts"
import { layer } from "../../layers/chains/registry.ts"
import * as frame from "../../layers/frame/none.ts"
import { Chains, type WalletChange } from "../../services/Chains.ts"
import { Relay } from "../../services/Relay.ts"
import { Rpc } from "../../services/Rpc.ts"
import { NotConnectedYet, SwitchNotApproved, UnknownFailure } from "../../src/domain/errors.ts"
import { base, defineNetwork, mainnet, type Network, optimism, solana } from "../../src/domain/networks.ts"
import { chainsContract, evmCase } from "../contracts/chains.ts"
import { breath, settled } from "../contracts/settled.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { type FakeProvider, type FakeWallet, fakeWallet, meta, signature } from "./fakeWallet.ts"
import { noApi } from "./noApi.ts"

const vitalik = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const other = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B"
const networks: readonly Network[] = [mainnet, optimism, base]

describe("Chains, live", () => {
  chainsContract(
    Effect.gen(function* () {
      const wallet = fakeWallet()
      yield* announced(wallet)
      return {
        ...evmCase(mainnet),
        layer: live(),
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

  const spellings: readonly (readonly [said: unknown, network: Network | undefined])[] = [
    ["0xA", optimism],
    ["0x000a", optimism],
    [10, optimism],
    [10n, optimism],
    ["10", optimism],
    ["0x539", undefined],
    ["", undefined],
    ["0x", undefined],
    ["10.5", undefined],
    ["eip155:10", undefined],
    [-10, undefined],
    [0, undefined],
    [Number.NaN, undefined],
    ["0xfffffffffffffffff", undefined],
    [null, undefined],
    [["0xa"], undefined],
    [{ toString: () => "10" }, undefined],
  ]
  it.effect.each(spellings)("reads the chain id %o", function* ([said, network]) {
    const wallet = fakeWallet()
    wallet.answers.eth_chainId = () => said
    wallet.answers.wallet_switchEthereumChain = rejecting(new Error("stays"))
    const { caipNetwork } = yield* connected(wallet, mainnet)

    assert.strictEqual(caipNetwork, network)
  })

  it.effect("a failed switch does not undo the connection: it stands on the wallet's network", function* () {
    const refused = fakeWallet({ chainId: 10 })
    refused.answers.wallet_switchEthereumChain = rejecting({ code: 4001 })
    const pending = fakeWallet({ chainId: 10 })
    pending.answers.wallet_switchEthereumChain = rejecting({ code: -32002 })

    for (const wallet of [refused, pending]) {
      const { accounts, caipNetwork } = yield* connected(wallet, mainnet)
      assert.strictEqual(accounts.length, 2)
      assert.strictEqual(caipNetwork, optimism)
    }
  })

  it.effect(
    "what the wallet's holder does while it asks for the network counts: another account, or none",
    function* () {
      const moved = fakeWallet({ chainId: 10 })
      moved.answers.wallet_switchEthereumChain = () => {
        moved.state.accounts.reverse()
        return null
      }
      const { accounts } = yield* connected(moved, mainnet)
      assert.deepStrictEqual(
        accounts.map(({ address }) => address),
        [other, vitalik],
      )

      const locked = fakeWallet({ chainId: 10 })
      locked.answers.wallet_switchEthereumChain = () => {
        locked.state.granted = false
        return null
      }
      assert.strictEqual((yield* Effect.flip(connected(locked, mainnet))).message, "Failed to connect")
    },
  )

  const lists: readonly (readonly [title: string, said: unknown, addresses: readonly string[] | "failed"])[] = [
    ["lower case", [vitalik.toLowerCase()], [vitalik]],
    ["upper case", [`0x${vitalik.slice(2).toUpperCase()}`], [vitalik]],
    ["without 0x", [vitalik.slice(2)], [vitalik]],
    ["twice the same", [vitalik, vitalik.toLowerCase(), other], [vitalik, other]],
    ["one of them garbage", [null, "0x12", vitalik, `${vitalik}0`], [vitalik]],
    ["nothing", undefined, "failed"],
    ["an empty list", [], "failed"],
    ["a text", vitalik, "failed"],
    ["an object", { 0: vitalik, length: 1 }, "failed"],
    ["only garbage", [{}, 7, "javascript:"], "failed"],
    [
      "only accounts of other chains",
      ["BCgS5Fd2LZiBvU7cKFxrzEAWzfbhbamYgE4Sx1F5oXbg", `eip155:1:${vitalik}`],
      "failed",
    ],
    ["a list that throws when read", throwingProxy([vitalik]), "failed"],
  ]
  it.effect.each(lists)("reads accounts: %s", function* ([, said, addresses]) {
    const wallet = fakeWallet()
    wallet.answers.eth_requestAccounts = () => said
    const outcome = yield* Effect.match(connected(wallet, mainnet), {
      onSuccess: ({ accounts }) => accounts.map(({ address }) => address),
      onFailure: ({ message }) => message,
    })

    assert.deepStrictEqual(outcome, addresses === "failed" ? "Failed to connect" : [...addresses])
  })

  const thrown: readonly (readonly [title: string, thrown: unknown, message: string])[] = [
    ["4001", { code: 4001, message: "User rejected the request." }, "Connection rejected"],
    ["4001, wrapped by the wallet", { code: -32603, data: { originalError: { code: 4001 } } }, "Connection rejected"],
    ["a text", "no", "Failed to connect"],
    ["undefined", undefined, "Failed to connect"],
    ["null", null, "Failed to connect"],
    ["a number", 4001n, "Failed to connect"],
    ["an error", new Error("boom"), "Failed to connect"],
    ["a proxy that throws when read", throwingProxy({}), "Failed to connect"],
    ["a code that is a word", { code: "ACTION_REJECTED" }, "Connection rejected"],
  ]
  it.effect.each(thrown)("survives a wallet that throws %s", function* ([, error, message]) {
    const late = fakeWallet()
    late.answers.eth_requestAccounts = rejecting(error)
    const atOnce = fakeWallet()
    atOnce.provider.request = () => {
      throw error
    }
    for (const wallet of [late, atOnce]) {
      const failure = yield* Effect.flip(connected(wallet, mainnet))
      assert.strictEqual(failure.message, message)
    }
  })

  it.effect("survives a wallet that answers with what is no promise, or settles twice", function* () {
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
    for (const wallet of [plain, twice]) {
      const { accounts } = yield* connected(wallet, mainnet)
      assert.strictEqual(accounts[0]?.address, vitalik)
    }
  })

  it.effect("a wallet that never answers holds nobody who leaves", function* () {
    const wallet = fakeWallet({ prompts: "hang" })
    const chain = yield* evm(wallet)
    const waiting = yield* Effect.forkChild(chain.connect({ connectorId: meta.rdns, network: mainnet }))
    yield* TestClock.adjust("1 day")
    yield* breath
    const before = waiting.pollUnsafe()
    yield* Fiber.interrupt(waiting)

    assert.strictEqual(before, undefined)
    assert.isTrue(Exit.isFailure(yield* Fiber.await(waiting)))
    assert.deepStrictEqual(wallet.asked, ["eth_requestAccounts"])
  })

  it.effect("a prompt that is open already (-32002) is waited for, not failed: the wallet tells", function* () {
    const wallet = fakeWallet()
    wallet.answers.eth_requestAccounts = rejecting({ code: -32002, message: "Already processing" })
    const chain = yield* evm(wallet)
    const waiting = yield* Effect.forkChild(chain.connect({ connectorId: meta.rdns, network: mainnet }))
    yield* breath
    wallet.emit("accountsChanged", [])
    yield* breath
    assert.strictEqual(waiting.pollUnsafe(), undefined)
    wallet.emit("accountsChanged", [other])
    const { accounts } = yield* Fiber.join(waiting)

    assert.deepStrictEqual(accounts, [{ address: other }])
    assert.strictEqual(wallet.listeners(), 0)
  })

  it.effect(
    "a prompt that is open already (-32002) is waited for, not failed: the wallet is asked every second",
    function* () {
      const wallet = fakeWallet()
      wallet.answers.eth_requestAccounts = rejecting({ code: -32002 })
      delete wallet.provider.on
      const chain = yield* evm(wallet)
      const waiting = yield* Effect.forkChild(chain.connect({ connectorId: meta.rdns, network: mainnet }))
      for (let second = 0; second < 5; second++) {
        yield* breath
        yield* TestClock.adjust("1 second")
      }
      yield* breath
      const polls = wallet.asked.filter((method) => method === "eth_accounts").length
      assert.strictEqual(waiting.pollUnsafe(), undefined)
      wallet.state.granted = true
      const { accounts } = yield* settled(Fiber.join(waiting))

      assert.strictEqual(polls, 5)
      assert.strictEqual(accounts[0]?.address, vitalik)
      assert.strictEqual(wallet.asked.filter((method) => method === "eth_requestAccounts").length, 1)
    },
  )

  it.effect("a prompt that is open already is given up after two minutes: nobody is told of a no to it", function* () {
    const wallet = fakeWallet()
    wallet.answers.eth_requestAccounts = rejecting({ code: -32002 })
    const chain = yield* evm(wallet)
    const waiting = yield* Effect.forkChild(Effect.flip(chain.connect({ connectorId: meta.rdns, network: mainnet })))
    yield* breath
    yield* TestClock.adjust("119 seconds")
    yield* breath
    assert.strictEqual(waiting.pollUnsafe(), undefined)
    const error = yield* settled(Fiber.join(waiting))

    assert.strictEqual(error._tag, "ConnectFailed")
    assert.strictEqual(wallet.listeners(), 0)
  })

  it.effect("waits for a wallet that announces itself late", function* () {
    const chain = yield* evm()
    const waiting = yield* Effect.forkChild(chain.connect({ connectorId: meta.rdns, network: mainnet }))
    yield* TestClock.adjust("2900 millis")
    yield* announced(fakeWallet())
    const { connectorId } = yield* settled(Fiber.join(waiting))

    assert.strictEqual(connectorId, meta.rdns)
  })

  it.effect("watches for it no longer than until it is there, or the wait is over", function* () {
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
      networks: () => networks,
      rpc: { request: answering },
      relay: noRelay,
    })
    const connect = chain.connect({ connectorId: meta.rdns, network: mainnet })
    yield* Effect.flip(settled(connect))
    const afterwards = watching.size
    const waiting = yield* Effect.forkChild(connect)
    yield* breath
    const meanwhile = watching.size
    there = true
    for (const changed of watching) changed()
    yield* settled(Fiber.join(waiting))

    assert.deepStrictEqual([afterwards, meanwhile, watching.size], [0, 1, 0])
  })

  it.effect(
    "Error: 'No connector found for connection': a wallet that does not announce itself within 3 s",
    function* () {
      const chain = yield* evm()
      const waiting = yield* Effect.forkChild(
        Effect.flip(chain.reconnect({ connectorId: meta.rdns, network: mainnet })),
      )
      yield* TestClock.adjust("2999 millis")
      assert.strictEqual(waiting.pollUnsafe(), undefined)
      yield* TestClock.adjust("1 millis")
      const error = yield* Fiber.join(waiting)

      assert.strictEqual(error.message, "No connector found for connection")
    },
  )
})

describe("reconnect", () => {
  it.effect("Wallet JSON-RPC method: eth_accounts", function* () {
    const wallet = fakeWallet({ granted: true, chainId: 10 })
    const chain = yield* evm(wallet)
    const { accounts, caipNetwork } = yield* settled(chain.reconnect({ connectorId: meta.rdns, network: mainnet }))

    assert.deepStrictEqual(wallet.asked, ["eth_accounts", "eth_chainId"])
    assert.strictEqual(accounts[0]?.address, vitalik)
    assert.strictEqual(caipNetwork, optimism)
  })

  it.effect.each(["eth_accounts", "eth_chainId"])("gives up after 10 s when %s is never answered", function* (method) {
    const wallet = fakeWallet({ granted: true })
    wallet.answers[method] = () => new Promise(() => {})
    const chain = yield* evm(wallet)
    const waiting = yield* Effect.forkChild(Effect.flip(chain.reconnect({ connectorId: meta.rdns, network: mainnet })))
    yield* TestClock.adjust("9999 millis")
    yield* breath
    assert.strictEqual(waiting.pollUnsafe(), undefined)
    yield* TestClock.adjust("1 millis")
    const error = yield* Fiber.join(waiting)

    assert.strictEqual(error._tag, "ConnectFailed")
  })
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
    yield* switched(wallet, base)

    assert.deepStrictEqual(wallet.paramsOf("wallet_addEthereumChain"), [
      [
        {
          chainId: "0x2105",
          chainName: "Base",
          nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
          rpcUrls: ["https://mainnet.base.org"],
          blockExplorerUrls: ["https://basescan.org"],
          iconUrls: ["https://site.example/base.png"],
        },
      ],
    ])
    assert.strictEqual(wallet.state.chainId, 8453)
  })

  it.effect("does not ask to switch again when adding has switched", function* () {
    const wallet = fakeWallet()
    wallet.answers.wallet_addEthereumChain = () => {
      wallet.state.chainId = 8453
    }
    yield* switched(wallet, base)

    assert.strictEqual(wallet.paramsOf("wallet_switchEthereumChain").length, 1)
  })

  const plain = defineNetwork({
    id: 1337,
    name: "Plain",
    nativeCurrency: { name: "Coin", symbol: "C", decimals: 18 },
    rpcUrls: { default: { http: ["http://127.0.0.1:1"] } },
  })
  it.effect("leaves out what a network has not", function* () {
    const wallet = fakeWallet()
    yield* switched(wallet, plain)

    assert.deepStrictEqual(Object.keys((wallet.paramsOf("wallet_addEthereumChain")[0] as [object])[0]), [
      "chainId",
      "rpcUrls",
      "chainName",
      "nativeCurrency",
    ])
  })

  const unknown: readonly unknown[] = [
    { code: 4902 },
    { code: -4902 },
    { code: "4902" },
    { code: 5000, message: "Unknown chain" },
    { code: 32603 },
    { code: -32603, message: "Internal JSON-RPC error." },
    { code: -32000, data: { originalError: { code: 4902 } } },
  ]
  it.effect.each(unknown.map((error) => ({ error })))("offers the network after $error", function* ({ error }) {
    const wallet = fakeWallet()
    const known = wallet.answers.wallet_switchEthereumChain
    wallet.answers.wallet_switchEthereumChain = (params) =>
      wallet.state.known.has(8453) ? known?.(params) : rejecting(error)()
    yield* switched(wallet, base)

    assert.strictEqual(wallet.paramsOf("wallet_addEthereumChain").length, 1)
  })

  const refused: readonly (readonly [title: string, error: unknown, tag: string, message: string])[] = [
    ["4001", { code: 4001 }, "ConnectionRejected", "Connection rejected"],
    ["5000 that says rejected", { code: 5000, message: "User rejected." }, "ConnectionRejected", "Connection rejected"],
    ["a missing method", { code: -32601 }, "SwitchNotApproved", notApproved(optimism)],
    ["an unsupported method", { code: 4200 }, "SwitchNotApproved", notApproved(optimism)],
    ["a text", "no", "UnknownFailure", "Unknown error"],
    ["undefined", undefined, "UnknownFailure", "Unknown error"],
    ["a proxy that throws when read", throwingProxy({}), "UnknownFailure", "Unknown error"],
  ]
  it.effect.each(refused)("fails, and offers nothing, after %s", function* ([, error, tag, message]) {
    const wallet = fakeWallet()
    wallet.answers.wallet_switchEthereumChain = rejecting(error)
    const failure = yield* Effect.flip(switched(wallet, optimism))

    assert.strictEqual(failure._tag, tag)
    assert.strictEqual(failure.message, message)
    assert.deepStrictEqual(wallet.paramsOf("wallet_addEthereumChain"), [])
  })

  it.effect("Error: 'Chain is not supported': a wallet that takes no network on", function* () {
    for (const error of [{ code: -32601 }, { code: -32602 }, "no", undefined]) {
      const wallet = fakeWallet()
      wallet.answers.wallet_addEthereumChain = rejecting(error)
      const failure = yield* Effect.flip(switched(wallet, base))

      assert.strictEqual(failure.message, "Chain is not supported")
    }
  })

  it.effect("a visitor who refuses to add has rejected", function* () {
    const wallet = fakeWallet({ prompts: "reject" })
    const failure = yield* Effect.flip(switched(wallet, base))

    assert.strictEqual(failure._tag, "ConnectionRejected")
  })

  it.effect(
    "Error: 'Failed to switch to chain ... The chain is not approved or the wallet does not support wallet_switchEthereumChain method.'",
    function* () {
      const lying = fakeWallet()
      lying.answers.wallet_switchEthereumChain = () => null
      const mute = fakeWallet()
      mute.answers.eth_chainId = rejecting("no")
      for (const wallet of [lying, mute]) {
        const failure = yield* Effect.flip(switched(wallet, optimism))

        assert.strictEqual(failure.message, notApproved(optimism))
      }
    },
  )

  it.effect("waits a moment for a wallet that switches after it said so", function* () {
    const wallet = fakeWallet()
    wallet.answers.wallet_switchEthereumChain = () => null
    const chain = yield* evm(wallet)
    const waiting = yield* Effect.forkChild(chain.switchNetwork({ connectorId: meta.rdns, network: optimism }))
    yield* breath
    assert.strictEqual(waiting.pollUnsafe(), undefined)
    wallet.state.chainId = 10
    wallet.emit("chainChanged", "0xa")
    yield* Fiber.join(waiting)

    assert.strictEqual(wallet.listeners(), 0)
  })

  it.effect("a prompt that is open already (-32002) is waited for", function* () {
    const wallet = fakeWallet()
    wallet.answers.wallet_switchEthereumChain = rejecting({ code: -32002 })
    const chain = yield* evm(wallet)
    const waiting = yield* Effect.forkChild(chain.switchNetwork({ connectorId: meta.rdns, network: optimism }))
    yield* breath
    yield* TestClock.adjust("1 minute")
    yield* breath
    assert.strictEqual(waiting.pollUnsafe(), undefined)
    wallet.state.chainId = 10
    yield* settled(Fiber.join(waiting))

    assert.strictEqual(wallet.paramsOf("wallet_switchEthereumChain").length, 1)
  })

  it.effect("a prompt that is open already is given up after two minutes: nobody is told of a no to it", function* () {
    const wallet = fakeWallet()
    wallet.answers.wallet_switchEthereumChain = rejecting({ code: -32002 })
    const failure = yield* Effect.flip(switched(wallet, optimism))

    assert.strictEqual(failure._tag, "SwitchNotApproved")
    assert.strictEqual(wallet.listeners(), 0)
  })

  it.effect("Error: 'Unsupported chain': a network of another namespace", function* () {
    const wallet = fakeWallet()
    const failure = yield* Effect.flip(switched(wallet, solana))

    assert.strictEqual(failure.message, "Unsupported chain")
    assert.deepStrictEqual(wallet.asked, [])
  })
})

describe("a relay session", () => {
  const connectorId = "walletConnect"

  it.effect("Wallet-relay network switch 1: try switching", function* () {
    const wallet = fakeWallet()
    const chain = yield* relayed(wallet)
    yield* settled(chain.switchNetwork({ connectorId, network: optimism }))

    assert.deepStrictEqual(wallet.asked, ["wallet_switchEthereumChain", "eth_chainId"])
  })

  it.effect(
    "Wallet-relay network switch 2: if the chain is unknown (codes 4902, 5000, 32603), try adding the chain",
    function* () {
      for (const code of [4902, 5000, 32603]) {
        const wallet = fakeWallet()
        wallet.answers.wallet_switchEthereumChain = rejecting({ code })
        wallet.answers.wallet_addEthereumChain = () => {
          wallet.state.chainId = 8453
        }
        const chain = yield* relayed(wallet)
        yield* settled(chain.switchNetwork({ connectorId, network: base }))

        assert.strictEqual(wallet.paramsOf("wallet_addEthereumChain").length, 1)
      }
    },
  )

  it.effect("Wallet-relay network switch 3: otherwise fail with 'Chain is not supported'", function* () {
    for (const error of [{ code: 5100 }, { code: -32000 }, "no"]) {
      const wallet = fakeWallet()
      wallet.answers.wallet_switchEthereumChain = rejecting(error)
      const chain = yield* relayed(wallet)
      const failure = yield* Effect.flip(settled(chain.switchNetwork({ connectorId, network: optimism })))

      assert.strictEqual(failure.message, "Chain is not supported")
    }
  })

  it.effect("keeps what the relay says in the catalogue's words", function* () {
    const wallet = fakeWallet()
    const said = new SwitchNotApproved(optimism.id)
    wallet.answers.wallet_switchEthereumChain = rejecting(said)
    const chain = yield* relayed(wallet)
    const failure = yield* Effect.flip(settled(chain.switchNetwork({ connectorId, network: optimism })))

    assert.strictEqual(failure, said)
  })

  it.effect("is restored, followed, signed with and ended like any wallet", function* () {
    const wallet = fakeWallet({ granted: true })
    const chain = yield* relayed(wallet)
    const changes: WalletChange[] = []
    const { accounts } = yield* settled(chain.reconnect({ connectorId, network: mainnet }))
    yield* chain.follow(connectorId, (change) => changes.push(change))
    wallet.emit("chainChanged", "0xa")
    const signed = yield* settled(chain.signMessage({ connectorId, address: vitalik, message: "hello" }))
    yield* settled(chain.disconnect(connectorId))
    const gone = yield* Effect.flip(settled(chain.reconnect({ connectorId, network: mainnet })))
    const provider = yield* Effect.flip(settled(chain.provider(connectorId)))

    assert.strictEqual(accounts[0]?.address, vitalik)
    assert.deepStrictEqual(changes, [
      { is: "chain", caipNetworkId: "eip155:1" },
      { is: "accounts", accounts },
      { is: "chain", caipNetworkId: "eip155:10" },
    ])
    assert.strictEqual(signed, signature)
    assert.deepStrictEqual([gone._tag, provider._tag], ["ConnectFailed", "AdapterNotFound"])
    assert.notInclude(wallet.asked, "wallet_revokePermissions")
  })
})

describe("disconnect", () => {
  it.effect("gives back the grant of accounts", function* () {
    const wallet = fakeWallet({ granted: true })
    const chain = yield* evm(wallet)
    yield* settled(chain.disconnect(meta.rdns))

    assert.deepStrictEqual(wallet.paramsOf("wallet_revokePermissions"), [[{ eth_accounts: {} }]])
  })

  it.effect("Disconnect waits at most 3000 ms", function* () {
    const wallet = fakeWallet()
    wallet.answers.wallet_revokePermissions = () => new Promise(() => {})
    const chain = yield* evm(wallet)
    const waiting = yield* Effect.forkChild(chain.disconnect(meta.rdns))
    yield* TestClock.adjust("2999 millis")
    yield* breath
    assert.strictEqual(waiting.pollUnsafe(), undefined)
    yield* TestClock.adjust("1 millis")
    yield* Fiber.join(waiting)
  })

  it.effect("is done also where the wallet cannot revoke, or is gone", function* () {
    const wallet = fakeWallet()
    delete wallet.answers.wallet_revokePermissions
    const chain = yield* evm(wallet)
    yield* settled(chain.disconnect(meta.rdns))
    yield* settled(chain.disconnect("gone"))

    assert.deepStrictEqual(wallet.asked, ["wallet_revokePermissions"])
  })
})

describe("follow", () => {
  const solanaAddress = "BCgS5Fd2LZiBvU7cKFxrzEAWzfbhbamYgE4Sx1F5oXbg"
  const bitcoinAddress = "bc1qyt5kjs86p6c7avke2ceaahmu3a8ecvkuw8r76e"
  const events: readonly (readonly [event: string, said: unknown, changes: readonly WalletChange[]])[] = [
    ["accountsChanged", [other.toLowerCase()], [{ is: "accounts", accounts: [{ address: other }] }]],
    ["accountsChanged", [], [{ is: "accounts", accounts: [] }]],
    ["accountsChanged", undefined, []],
    ["accountsChanged", "0x", []],
    ["accountsChanged", ["garbage"], []],
    ["accountsChanged", [{ address: other }, 7], []],
    ["accountsChanged", [bitcoinAddress, solanaAddress, other], [{ is: "accounts", accounts: [{ address: other }] }]],
    ["accountsChanged", [bitcoinAddress, solanaAddress], []],
    ["accountsChanged", [other, other.toLowerCase()], [{ is: "accounts", accounts: [{ address: other }] }]],
    ["accountsChanged", throwingProxy([]), []],
    ["chainChanged", "0xa", [{ is: "chain", caipNetworkId: "eip155:10" }]],
    ...["0xA", "0x0a", `0x${"0".repeat(63)}a`, 10, 10n, "10", "010"].map(
      (said) => ["chainChanged", said, [{ is: "chain", caipNetworkId: "eip155:10" }]] as const,
    ),
    ["chainChanged", "0x1fffffffffffff", [{ is: "chain", caipNetworkId: `eip155:${Number.MAX_SAFE_INTEGER}` }]],
    ...[
      "loading",
      "",
      " 0xa",
      "0x",
      "0xg",
      "0X",
      "1e3",
      "10.0",
      "-0xa",
      "0x0",
      "eip155:10",
      "solana:10",
      "0x20000000000000",
      "9".repeat(400),
      0,
      -1,
      1.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      true,
      null,
      undefined,
      ["0xa"],
      { chainId: "0xa" },
    ].map((said) => ["chainChanged", said, []] as const),
    ["chainChanged", throwingProxy({}), []],
    ["disconnect", { code: 4900 }, [{ is: "disconnect" }]],
    ["disconnect", undefined, [{ is: "disconnect" }]],
    ["disconnect", throwingProxy({}), [{ is: "disconnect" }]],
    ["disconnect", { code: 1013, message: "MetaMask: Disconnected from chain." }, []],
  ]
  it.effect.each(events.map(([event, said, changes], row) => ({ row, event, said, changes })))(
    "reads what a wallet tells, row $row: $event",
    function* ({ event, said, changes }) {
      const wallet = fakeWallet()
      const chain = yield* evm(wallet)
      const heard: WalletChange[] = []
      yield* chain.follow(meta.rdns, (change) => heard.push(change))
      wallet.emit(event, said)

      assert.deepStrictEqual(heard, changes)
    },
  )

  const hostile: readonly (readonly [title: string, with_: Partial<FakeProvider>])[] = [
    ["no way to listen", { on: undefined as never }],
    ["no way to stop listening", { removeListener: undefined as never }],
    ["off instead of removeListener", { removeListener: undefined as never }],
    ["methods that throw", { on: throwing, removeListener: throwing }],
  ]
  it.effect.each(hostile)("ends with the scope for a wallet with %s", function* ([title, methods]) {
    const wallet = fakeWallet()
    const { removeListener } = wallet.provider
    Object.assign(wallet.provider, methods, title.startsWith("off") && { off: removeListener })
    const chain = yield* evm(wallet)
    const heard: WalletChange[] = []
    const scope = yield* Scope.make()
    yield* Scope.provide(
      chain.follow(meta.rdns, (change) => heard.push(change)),
      scope,
    )
    yield* Scope.close(scope, Exit.void)
    wallet.emit("chainChanged", "0xa")

    assert.deepStrictEqual(heard, [])
    assert.strictEqual(wallet.listeners(), title === "no way to stop listening" ? 3 : 0)
  })

  it.effect("hears a wallet that announces itself later, and asks without a prompt what it has missed", function* () {
    const chain = yield* evm()
    const heard: WalletChange[] = []
    yield* chain.follow(meta.rdns, (change) => heard.push(change))
    const wallet = fakeWallet({ granted: true, chainId: 10 })
    yield* announced(wallet)
    yield* breath
    wallet.emit("accountsChanged", [other])

    assert.deepStrictEqual(heard, [
      { is: "chain", caipNetworkId: "eip155:10" },
      { is: "accounts", accounts: [{ address: vitalik }, { address: other }] },
      { is: "accounts", accounts: [{ address: other }] },
    ])
    assert.notInclude(wallet.asked, "eth_requestAccounts")
  })

  it.effect("follows nothing where there is no such wallet", function* () {
    const chain = yield* evm()
    yield* chain.follow("gone", () => assert.fail("heard something"))
  })
})

describe("signMessage", () => {
  const sign = Effect.fnUntraced(function* (wallet: FakeWallet) {
    const chain = yield* evm(wallet)
    return yield* settled(chain.signMessage({ connectorId: meta.rdns, address: vitalik, message: "é\n" }))
  })

  it.effect("Wallet JSON-RPC method: personal_sign", function* () {
    const wallet = fakeWallet()
    const signed = yield* sign(wallet)

    assert.strictEqual(signed, signature)
    assert.deepStrictEqual(wallet.paramsOf("personal_sign"), [["0xc3a90a", vitalik]])
  })

  const answers: readonly unknown[] = [undefined, null, 7, "", "0x", "0x123", "signature", { signature }, [signature]]
  it.effect.each(answers.map((said) => ({ said })))(
    "takes no other answer for a signature: $said",
    function* ({ said }) {
      const wallet = fakeWallet()
      wallet.answers.personal_sign = () => said
      const failure = yield* Effect.flip(sign(wallet))

      assert.strictEqual(failure._tag, "AnswerInvalid")
    },
  )
})

describe("balance", () => {
  const coin = (decimals: number) => ({ ...mainnet, nativeCurrency: { name: "Coin", symbol: "C", decimals } })
  const answers: readonly (readonly [wei: unknown, decimals: number, balance: string])[] = [
    ["0x0", 18, "0"],
    ["0x1", 18, "0.000000000000000001"],
    ["0x10b5779ef5920000", 18, "1.204"],
    [`0x${"f".repeat(64)}`, 18, "115792089237316195423570985008687907853269984665640564039457.584007913129639935"],
    ["0xde0b6b3a7640000", 18, "1"],
    ["0x2a", 0, "42"],
    [undefined, 18, "invalid"],
    [null, 18, "invalid"],
    [1, 18, "invalid"],
    ["1", 18, "invalid"],
    ["0x", 18, "invalid"],
    [`0x${"f".repeat(65)}`, 18, "invalid"],
    [{}, 18, "invalid"],
  ]
  it.effect.each(answers)("reads %s with %i decimals as %s", function* ([wei, decimals, balance]) {
    const chain = yield* evm(undefined, { rpc: () => Effect.succeed(wei) })
    const read = yield* Effect.match(settled(chain.balance({ network: coin(decimals), address: vitalik })), {
      onSuccess: (text) => text,
      onFailure: ({ _tag }) => (_tag === "AnswerInvalid" ? "invalid" : _tag),
    })

    assert.strictEqual(read, balance)
  })
})

describe("identity", () => {
  it.effect("is empty where no node answers, and asks none where the modal does not offer Ethereum", function* () {
    const asked: string[] = []
    const rpc: Rpc["Service"]["request"] = ({ network }) => {
      asked.push(network.caipNetworkId)
      return Effect.fail(new UnknownFailure())
    }
    const with_ = yield* evm(undefined, { rpc })
    const without = yield* evm(undefined, { rpc, networks: [optimism] })

    assert.deepStrictEqual(yield* settled(without.identity({ network: optimism, address: vitalik })), {})
    assert.deepStrictEqual(asked, [])
    assert.deepStrictEqual(yield* settled(with_.identity({ network: optimism, address: vitalik })), {})
    assert.deepStrictEqual(asked, ["eip155:1"])
  })
})

interface Around {
  readonly rpc?: Rpc["Service"]["request"]
  readonly relay?: Partial<Relay["Service"]>
  readonly networks?: readonly Network[]
}

const live = ({ rpc = answering, relay = {}, networks: offered = networks }: Around = {}) =>
  layer({ networks: () => offered, chainImages: { 8453: "https://site.example/base.png" } }).pipe(
    Layer.provide(Layer.succeed(Rpc, { request: rpc })),
    Layer.provide(Layer.succeed(Relay, { ...noRelay, ...relay })),
    Layer.provide(Layer.merge(noApi, frame.layer)),
  )

const answering: Rpc["Service"]["request"] = ({ method }) =>
  method === "eth_getBalance" ? Effect.succeed("0xde0b6b3a7640000") : Effect.fail(new UnknownFailure())

const noSession = Effect.suspend(() => Effect.fail(new NotConnectedYet()))

const noRelay: Relay["Service"] = {
  connect: () => noSession,
  restore: Effect.succeed(undefined),
  disconnect: Effect.void,
  follow: () => Effect.void,
  provider: () => noSession,
  revive: Effect.void,
}

/** The relay with one session, whose wallet is this one. */
const relayed = (wallet: FakeWallet) => {
  let open = true
  const session = {
    topic: "t",
    expiresAt: 0,
    accounts: [],
    approvedCaipNetworkIds: [],
    methods: [],
    peer: { name: "" },
  }
  return evm(undefined, {
    relay: {
      restore: Effect.sync(() => (open ? session : undefined)),
      provider: () => (open ? Effect.succeed(wallet.provider as never) : noSession),
      disconnect: Effect.sync(() => {
        open = false
      }),
    },
  })
}

const announced = (wallet: FakeWallet) =>
  Effect.acquireRelease(Effect.sync(wallet.announce), (stop) => Effect.sync(stop))

/** The adapter on a page that holds this wallet. */
const evm = Effect.fnUntraced(function* (wallet?: FakeWallet, around?: Around) {
  if (wallet) yield* announced(wallet)
  const context = yield* Layer.build(live(around))
  return yield* Effect.provide(
    Effect.flatMap(Chains, (chains) => chains.get("eip155")),
    context,
  )
})

const connected = Effect.fnUntraced(function* (wallet: FakeWallet, network: Network) {
  const chain = yield* evm(wallet)
  return yield* settled(chain.connect({ connectorId: meta.rdns, network }))
}, Effect.scoped)

const switched = Effect.fnUntraced(function* (wallet: FakeWallet, network: Network) {
  const chain = yield* evm(wallet)
  yield* settled(chain.switchNetwork({ connectorId: meta.rdns, network }))
}, Effect.scoped)

function throwing(): never {
  throw new Error("hostile")
}

function rejecting(error: unknown) {
  return () => Promise.reject(error)
}

/** A wallet's own promise, as badly made as can be. */
function thenable(settle: (yes: (said: unknown) => void, no: (error: unknown) => void) => void): object {
  const method = "then"
  return { [method]: settle }
}

function throwingProxy<A extends object>(target: A): A {
  return new Proxy(target, { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing })
}

function notApproved({ id }: Network) {
  return `Failed to switch to chain ${id}. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.`
}
