import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { verifyMessage } from "viem"
import * as browser from "../../layers/browser/withoutWindow.ts"
import { demo, type World } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { Browser } from "../../services/Browser.ts"
import { type Chain, Chains } from "../../services/Chains.ts"
import { copyAddress, keepAccount, refreshAccount, renewAccount, resolveIdentity } from "../../src/account/flows.ts"
import { signMessage } from "../../src/account/operations.ts"
import { account } from "../../src/account/state/account.ts"
import { connect } from "../../src/connect/operations.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { UnknownFailure } from "../../src/errors/index.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { snack } from "../../src/notifications/first-paint/state.ts"
import {
  bitcoin,
  bitcoinSignet,
  bitcoinTestnet,
  mainnet,
  optimismGoerli,
  solana,
  solanaDevnet,
  solanaTestnet,
} from "../../src/options/networks.ts"
import { cacheLifetimes } from "../../src/persistence/limits.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { settled } from "../contracts/settled.ts"
import { changed, changedChains } from "../fixtures/layers.ts"
import { cinderbox, halyard, rest } from "../fixtures/modal.ts"
import { ansel } from "../fixtures/scenes.ts"
import { begun, fails, hanging, pass, test } from "../fixtures/visits.ts"

const sign = signMessage({ message: "hello" })

describe("signMessage", () => {
  test("Wallet operation: sign message", hanging("sign"), function* ({ wallet }) {
    yield* connect({ wallet: halyard })
    const asked = yield* begun(Effect.all([sign, sign], { concurrency: "unbounded" }))
    assert.deepStrictEqual(wallet().state().openPrompts, ["sign"])
    wallet().approve()
    const [signature, again] = yield* Fiber.join(asked)
    assert.match(signature, /^0x([0-9a-f]{2})+$/)
    assert.strictEqual(again, signature)

    // Another text is a request of its own, which this wallet rejects while a prompt is open.
    const first = yield* begun(sign)
    const other = yield* begun(Effect.flip(signMessage({ message: "other" })))
    assert.isDefined(other.pollUnsafe())
    assert.strictEqual((yield* Fiber.join(other))._tag, "ResourceUnavailableRpcError")
    wallet().approve()
    assert.strictEqual(yield* Fiber.join(first), signature)

    const refused = yield* begun(Effect.flip(sign))
    wallet().reject()
    assert.strictEqual((yield* Fiber.join(refused))._tag, "UserRejectedRequestError")
  })

  test("fails with 'No ActiveCaipAddress found' if no wallet is connected", function* () {
    yield* fails(sign, { message: "No ActiveCaipAddress found" })
    // A wallet of another namespace is not asked instead.
    yield* connect({ wallet: halyard })
    yield* fails(signMessage({ message: "hello", namespace: "solana" }), { message: "No ActiveCaipAddress found" })
  })

  test("Wallet operation: sign message, with the active one of several accounts", function* ({ core, wallet }) {
    yield* connect({ wallet: halyard })
    const accounts = core.connection.peek()?.accounts ?? []
    assert.isAbove(accounts.length, 1)
    const message = "hello"
    const signature = (yield* settled(sign)) as `0x${string}`
    const [signer] = accounts
    const address = signer?.address as `0x${string}`
    assert.isTrue(yield* Effect.promise(() => verifyMessage({ address, message, signature })))
    assert.strictEqual(wallet().state().addresses[0], address)
  })
})

describe("The account", () => {
  test("has the balance, name and picture of its address on its network", function* ({ core, world }) {
    const { balance, identity } = yield* slicesOf(account)
    yield* refreshAccount()
    assert.strictEqual(balance.value.status, "idle")
    yield* connect({ wallet: halyard })
    yield* refreshAccount()

    const of = core.address.value ?? ""
    assert.deepStrictEqual(latest(balance.value), { of, on: "eip155:1", amount: "1.204" })
    assert.deepStrictEqual(latest(identity.value), { of, name: "marguerite.eth" })
    world.faults.set("rpc", { offline: true })
    yield* settled(switchNetwork({ network: "eip155:8453" }))
    yield* refreshAccount()
    assert.strictEqual(balance.value.status, "failed")
    assert.deepInclude(latest(balance.value), { on: "eip155:1" })
    world.faults.heal()
    yield* connect({ wallet: cinderbox })
    yield* refreshAccount()
    assert.deepInclude(latest(identity.value), { of: ansel, name: "ansel.eth" })
    assert.match(latest(identity.value)?.avatar ?? "", /^data:image\//)
  })

  test("requests the native balance again after 30 s, or after a transfer", function* ({ world }) {
    const { balance } = yield* slicesOf(account)
    yield* connect({ wallet: halyard })
    yield* refreshAccount()
    const asked = world.faults.requestCount("rpc")
    yield* TestClock.adjust(cacheLifetimes.nativeBalance - 1)
    yield* refreshAccount()
    assert.strictEqual(world.faults.requestCount("rpc"), asked)
    yield* TestClock.adjust(1)
    yield* refreshAccount()
    assert.strictEqual(world.faults.requestCount("rpc"), asked + 1)
    yield* renewAccount()
    assert.strictEqual(world.faults.requestCount("rpc"), asked + 2)
    assert.deepInclude(latest(balance.value), { amount: "1.204" })
  })

  test("shows its own balance again at once when the visitor returns to it", function* ({ core, wallet, world }) {
    const { balance } = yield* slicesOf(account)
    yield* connect({ wallet: halyard })
    yield* refreshAccount()
    const own = balance.value
    assert.deepInclude(latest(own), { of: core.address.value ?? "", on: "eip155:1", amount: "1.204" })
    const other = () => wallet().select(1)
    for (const leave of [switchNetwork({ network: "eip155:8453" }), Effect.sync(other)]) {
      yield* leave
      yield* rest
      yield* refreshAccount()
      assert.notDeepEqual(balance.value, own)
      wallet().select(0)
      yield* switchNetwork({ network: "eip155:1" })
      yield* rest
      const asked = world.faults.requestCount("rpc")
      yield* refreshAccount()
      assert.deepStrictEqual(balance.value, own)
      const shown = balance.value
      yield* refreshAccount()
      assert.strictEqual(balance.value, shown)
      assert.strictEqual(world.faults.requestCount("rpc"), asked)
    }
    balance.value = { status: "idle" }
    yield* refreshAccount()
    assert.deepStrictEqual(balance.value, own)
  })

  const hung = changedChains(() => ({ balance: () => Effect.never }))
  test("has its name even if the node never returns the balance", hung, function* () {
    const { balance, identity } = yield* slicesOf(account)
    yield* connect({ wallet: halyard })
    yield* begun(refreshAccount())
    assert.strictEqual(balance.value.status, "loading")
    assert.deepInclude(latest(identity.value), { name: "marguerite.eth" })
  })

  const leaving = () => {
    const adapter = { lost: false }
    const layers = (world: World) => ({
      chains: changed(Chains, demo(world).chains, ({ get }) => ({
        get: (namespace) => (adapter.lost ? Effect.fail(new UnknownFailure() as never) : get(namespace)),
      })),
    })
    return { adapter, layers }
  }
  test("stays as it is if the code for its namespace cannot be loaded", leaving, function* ({ adapter }) {
    const { balance, identity } = yield* slicesOf(account)
    yield* connect({ wallet: halyard })
    yield* refreshAccount()
    const before = [balance.value, identity.value]
    adapter.lost = true
    yield* refreshAccount()
    assert.deepStrictEqual([balance.value, identity.value], before)
  })

  const nodeDown = { script: { faults: { rpc: { status: 500 } } } }
  test("requests a native balance that failed again after 30 s, not before", nodeDown, function* ({ world }) {
    const { balance } = yield* slicesOf(account)
    yield* connect({ wallet: halyard })
    yield* begun(keepAccount())
    assert.strictEqual(balance.value.status, "failed")
    const asked = world.faults.requestCount("rpc")
    world.faults.heal()
    yield* pass(29_999)
    assert.strictEqual(world.faults.requestCount("rpc"), asked)
    yield* pass(1)
    assert.deepInclude(latest(balance.value), { amount: "1.204" })
    const after = world.faults.requestCount("rpc")
    yield* pass(60_000)
    assert.strictEqual(world.faults.requestCount("rpc"), after)
  })

  test("has no name on a chain without a name service, without any request", function* ({ world }) {
    const chain = { identity: () => Effect.succeed({ name: "somebody.sol" }) } as unknown as Chain
    assert.deepStrictEqual(
      yield* resolveIdentity(chain, { network: solana, address: "6dNUXkrW9Rdmj3YfR3rPBN1ADjkfvCXzSKvD5W2vTvHm" }),
      {},
    )
    assert.strictEqual(world.faults.requestCount("identity"), 0)
  })

  test("requests a name again after a failure, but not for 5 min after the chain returned none", function* () {
    let asked = 0
    let response: ReturnType<Chain["identity"]> = Effect.fail(new UnknownFailure())
    const identity = () =>
      Effect.suspend(() => {
        asked++
        return response
      })
    const address = "0x00000000000000000000000000000000000000a1"
    const read = resolveIdentity({ identity } as unknown as Chain, { network: mainnet, address })
    assert.instanceOf(yield* Effect.flip(read), UnknownFailure)
    assert.instanceOf(yield* Effect.flip(read), UnknownFailure)
    assert.strictEqual(asked, 2)
    response = Effect.succeed({})
    assert.deepStrictEqual([yield* read, yield* read], [{}, {}])
    assert.strictEqual(asked, 3)
    yield* TestClock.adjust(cacheLifetimes.ens)
    yield* read
    assert.strictEqual(asked, 4)
  })

  test("has the provider's name if the chain's name service fails", function* () {
    const failing = { identity: () => Effect.fail(new UnknownFailure()) } as unknown as Chain
    const found = yield* resolveIdentity(failing, { network: mainnet, address: ansel })
    assert.strictEqual(found.name, "ansel.eth")
  })

  const atProvider = () => {
    const asked: unknown[] = []
    const layers = (world: World) => ({
      api: changed(Api, demo(world).api, ({ call }) => ({
        call: (endpoint, input) => {
          if (endpoint.name === "identity") asked.push(input)
          return call(endpoint, input)
        },
      })),
    })
    return { asked, layers }
  }
  test(
    "is named as the sender when another account's name is requested from the provider",
    atProvider,
    function* (visit) {
      const { asked, core } = visit
      const address = "0x00000000000000000000000000000000000000a1"
      const nameless = { identity: () => Effect.succeed({}) } as unknown as Chain
      yield* resolveIdentity(nameless, { network: mainnet, address })
      yield* connect({ wallet: halyard })
      const found = yield* resolveIdentity(nameless, { network: mainnet, address: ansel })
      assert.strictEqual(found.name, "ansel.eth")
      assert.match(found.avatar ?? "", /^data:image\//)
      const sender = core.address.value
      assert.isString(sender)
      assert.deepStrictEqual(yield* resolveIdentity(nameless, { network: mainnet, address: ansel }), found)
      // The provider is not asked for a name that the chain has, nor on a network that it does not serve.
      const named = { identity: () => Effect.succeed({ name: "own.eth" }) } as unknown as Chain
      const [other, third] = [
        "0x00000000000000000000000000000000000000a2",
        "0x00000000000000000000000000000000000000a3",
      ]
      assert.deepStrictEqual(yield* resolveIdentity(named, { network: mainnet, address: other }), { name: "own.eth" })
      const { served } = yield* slicesOf(project)
      served.value = new Set(["eip155:8453"])
      assert.deepStrictEqual(yield* resolveIdentity(nameless, { network: mainnet, address: third }), {})
      assert.deepStrictEqual(asked, [
        { address, sender: undefined },
        { address: ansel, sender },
      ])
    },
  )

  const onTestnet = {
    script: { wallets: { [halyard]: { chains: [1, 420] } } },
    options: { networks: [mainnet, optimismGoerli] },
  }
  test("Native balance is 0.00 for testnets, and no node is asked", onTestnet, function* ({ world }) {
    const { balance } = yield* slicesOf(account)
    yield* connect({ wallet: halyard })
    yield* settled(switchNetwork({ network: optimismGoerli.caipNetworkId }))
    const asked = world.faults.requestCount("rpc")
    yield* refreshAccount()

    assert.deepInclude(latest(balance.value), { on: "eip155:420", amount: "0.00" })
    // The one request is for the name.
    assert.strictEqual(world.faults.requestCount("rpc"), asked + 1)
  })

  const testnets = {
    options: { networks: [mainnet, solana, solanaDevnet, solanaTestnet, bitcoin, bitcoinTestnet, bitcoinSignet] },
  }
  for (const [chain, wallet, namespace, all] of [
    ["Solana", "example.plover", "solana", [solanaDevnet, solanaTestnet]],
    ["Bitcoin", "example.sheepshank", "bip122", [bitcoinTestnet, bitcoinSignet]],
  ] as const)
    test(`Native balance is 0.00 for testnets of ${chain}`, testnets, function* ({ instance }) {
      yield* connect({ wallet, namespace })
      yield* refreshAccount()
      const shown = () => snapshot(instance).chains[namespace]?.accountState.balance
      assert.match(String(shown()), /[1-9]/)
      for (const { caipNetworkId: network } of all) {
        yield* settled(switchNetwork({ network }))
        yield* refreshAccount()
        assert.strictEqual(shown(), "0.00", network)
      }
    })

  for (const [allowed, message] of [
    [true, "success: Copied"],
    [false, "error: Not copied"],
  ] as const) {
    const clipboard = () => {
      const copied: string[] = []
      const copy = (text: string) => Effect.sync(() => allowed && copied.push(text) > 0)
      return { copied, layers: { browser: changed(Browser, browser.layer(), () => ({ copy })) } }
    }
    test(`shows "${message}" when its address is copied`, clipboard, function* ({ copied }) {
      const { shown } = yield* slicesOf(snack)
      yield* copyAddress("0x7a3F", { copied: "Copied", failed: "Not copied" })
      yield* rest

      assert.strictEqual(`${shown.value.variant}: ${shown.value.message}`, message)
      assert.deepStrictEqual(copied, allowed ? ["0x7a3F"] : [])
    })
  }
})
