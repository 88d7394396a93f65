import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Chains } from "../../services/Chains.ts"
import { refreshAccount } from "../../src/account/flows.ts"
import { account as accountSlice } from "../../src/account/state/account.ts"
import { refreshBalances } from "../../src/balances/flows/tokens.ts"
import { connect } from "../../src/connect/operations.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { AdapterNotFound } from "../../src/errors/index.ts"
import { addNamespace, removeNamespace } from "../../src/namespaces/operations.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, bitcoin, mainnet, polygon, solana, solanaDevnet } from "../../src/options/networks.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { connectRelay } from "../../src/walletConnect/operations.ts"
import { walletConnectId } from "../../src/wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, halyard, rest, walletOf } from "../fixtures/modal.ts"
import { fails, signedOut, test, type Visit, visiting } from "../fixtures/visits.ts"

const plover = "example.plover"
const sheepshank = "example.sheepshank"
const both = { options: { networks: [mainnet, polygon, solana] } }
const installed = Effect.map(slicesOf(wallets), ({ installed }) => installed.value.map(({ id }) => id))
const entry = (namespace: "eip155" | "solana") =>
  Effect.map(CurrentModal, (instance) => snapshot(instance).chains[namespace])
const offered = ({ core }: Visit) => core.networks.value.map(({ caipNetworkId }) => caipNetworkId)
/** The active namespace and network. */
const active = ({ core }: Visit) => [core.namespace.value, core.network.value?.caipNetworkId]

describe("A namespace that is removed", () => {
  const test = visiting(both)

  test("closes the Account view, which has lost its account, with its last network", function* ({ core }) {
    yield* connect({ wallet: halyard })
    yield* openModal({ view: "Account" })
    yield* rest
    assert.isTrue(core.open.value)
    core.networks.value = core.networks.value.filter(({ chainNamespace }) => chainNamespace !== "eip155")
    yield* rest
    assert.isFalse(core.open.value)
  })

  test("Removing a chain adapter makes another chain active", function* (visit) {
    yield* settled(connect({ wallet: plover }))
    assert.deepStrictEqual(active(visit), ["solana", solana.caipNetworkId])
    yield* removeNamespace({ namespace: "solana" })
    yield* rest

    assert.deepStrictEqual(active(visit), ["eip155", "eip155:1"])
    assert.deepStrictEqual(offered(visit), ["eip155:1", "eip155:137"])
    assert.isUndefined(yield* entry("solana"))
    assert.notInclude(yield* installed, plover)
  })

  const oneEach = { options: { networks: [mainnet, solana] } }
  test("Removing a chain adapter makes the only other network active", oneEach, function* (visit) {
    yield* switchNetwork({ network: solana.caipNetworkId })
    yield* removeNamespace({ namespace: "solana" })
    yield* rest
    assert.deepStrictEqual(active(visit), ["eip155", "eip155:1"])
  })

  test("does not affect another active namespace, and is replaced by a connected one if it was active", function* (visit) {
    yield* connect({ wallet: halyard })
    yield* removeNamespace({ namespace: "solana" })
    assert.deepStrictEqual(active(visit), ["eip155", "eip155:1"])
    yield* addNamespace({ namespace: "solana", networks: [solana] })
    yield* rest
    yield* settled(connect({ wallet: plover }))
    yield* removeNamespace({ namespace: "eip155" })

    assert.deepStrictEqual(active(visit), ["solana", solana.caipNetworkId])
  })

  const toSolana = switchNetwork({ network: solana.caipNetworkId })
  for (const [what, first, namespace, remains] of [
    ["closes the modal if its account was active", Effect.void, "eip155", []],
    ["leaves the modal open if another one was active", toSolana, "solana", ["Networks"]],
    ["leaves the modal open if it had no account", disconnect(), "eip155", ["Networks"]],
  ] as const)
    test(what, function* ({ core, views }) {
      yield* connect({ wallet: halyard })
      yield* settled(first as typeof toSolana)
      yield* openModal({ view: "Networks" })
      assert.strictEqual(core.namespace.value, namespace)
      yield* removeNamespace({ namespace: "eip155" })

      assert.deepStrictEqual(views(), remains)
    })

  const withoutEvm = Effect.map(CurrentModal, ({ core }) => {
    core.networks.value = core.networks.value.filter(({ chainNamespace }) => chainNamespace !== "eip155")
  })
  for (const [what, remove] of [
    ["by its name", removeNamespace({ namespace: "eip155" })],
    ["with its last network", withoutEvm],
  ] as const)
    test.visits(`loses its connections for this visit and the next: removed ${what}`, function* ({ storage, visit }) {
      const world = createWorld()
      yield* visit(
        function* ({ account }) {
          yield* connect({ wallet: halyard })
          yield* switchNetwork({ network: "eip155:137" })
          yield* remove
          yield* rest

          assert.deepStrictEqual(account(), { ...signedOut, caipNetworkId: undefined })
          assert.deepStrictEqual(storage.json("connections"), [])
          assert.deepStrictEqual(storage.json("connected_connector_ids"), {})
          assert.isTrue(walletOf(world).state().granted)
          walletOf(world).select(1)
          yield* rest
          assert.isEmpty(account().connections)
        },
        { world, hurried: true },
      )
      const later = yield* visit(entry("eip155"))
      assert.deepInclude(later?.accountState, { status: "disconnected", address: undefined })
    })

  const evmOnly = { options: { networks: [mainnet, base, polygon] } }
  test("'Adapter is required' for a missing one", evmOnly, function* (visit) {
    yield* fails(removeNamespace({ namespace: "solana" }), { message: "Adapter is required" })
    assert.lengthOf(offered(visit), 3)
  })

  const scanned = { script: { relay: "scan" } } as const
  test("keeps a WalletConnect session that also serves another namespace", scanned, function* ({ account, world }) {
    yield* settled(connectRelay({}))
    yield* removeNamespace({ namespace: "solana" })
    yield* rest

    assert.strictEqual(account("solana").status, "disconnected")
    assert.strictEqual(account().status, "connected")
    assert.isTrue(world.phone.state().granted)
  })
})

describe("A reset account", () => {
  const test = visiting(both)
  const reset = Effect.gen(function* () {
    const { identity, tab } = yield* slicesOf(accountSlice)
    const { accounts } = yield* connect({ wallet: halyard })
    yield* Effect.all([refreshAccount(), refreshBalances()])
    const known = { of: accounts[0]?.address ?? "", name: "marguerite.eth", avatar: "https://marguerite.example/me" }
    identity.value = { status: "loaded", value: known }
    tab.value = 2
    const before = yield* entry("eip155")
    yield* removeNamespace({ namespace: "eip155" })
    yield* addNamespace({ namespace: "eip155", networks: [mainnet, base] })
    yield* switchNetwork({ network: mainnet.caipNetworkId })
    return { before, after: yield* entry("eip155") }
  })

  test("Reset account: clears all account fields", function* ({ instance }) {
    const { before, after } = yield* reset
    const kept = new Set(["status", "preferredAccountType", "currentTab", "balanceSymbol"])
    const filled = Object.entries<unknown>(after?.accountState ?? {}).filter(
      ([name, value]) => !(kept.has(name) || value === undefined || value === false),
    )

    const held = before?.accountState
    assert.deepInclude(held, { balance: "1.204", profileName: "marguerite.eth", currentTab: 2 })
    for (const value of [held?.address, held?.addressExplorerUrl, held?.tokenBalance?.[0]]) assert.isDefined(value)
    for (const value of [held?.profileImage, held?.connectedWalletInfo]) assert.isDefined(value)
    assert.deepStrictEqual(Object.fromEntries(filled), { addressLabels: {}, tokenBalance: [] })
    assert.propertyVal(after?.accountState, "currentTab", 0)
    assert.deepInclude(after, { connectionClient: undefined, networkClient: "eip155:1" })
    assert.deepStrictEqual(snapshot(instance).connections?.eip155, [])
  })

  test("Reset account: sets status disconnected", function* () {
    const { before, after } = yield* reset

    assert.strictEqual(before?.accountState.status, "connected")
    assert.strictEqual(after?.accountState.status, "disconnected")
  })

  test("Reset account: clears the stored connector id", function* ({ storage }) {
    yield* connect({ wallet: halyard })
    assert.deepStrictEqual(storage.json("connected_connector_ids"), { eip155: halyard })
    yield* removeNamespace({ namespace: "eip155" })

    assert.deepStrictEqual(storage.json("connected_connector_ids"), {})
    assert.deepStrictEqual(storage.json("connections"), [])
  })

  const scanned = { script: { relay: "scan" } } as const
  test("Reset account: clears the stored connector id only of its namespace", scanned, function* ({ storage }) {
    yield* settled(connectRelay({}))
    const ids = { eip155: walletConnectId, solana: walletConnectId }
    assert.deepStrictEqual(storage.json("connected_connector_ids"), ids)
    yield* removeNamespace({ namespace: "eip155" })
    assert.deepStrictEqual(storage.json("connected_connector_ids"), { solana: walletConnectId })
  })

  const ordinals = {
    options: { networks: [mainnet, bitcoin], defaultAccountTypes: { eip155: "smartAccount", bip122: "ordinal" } },
  } as const
  test(
    "Reset account: the default preferred account type is kept in every namespace",
    ordinals,
    function* ({ instance }) {
      yield* slicesOf(accountSlice)
      const types = () =>
        Object.entries(snapshot(instance).chains).map(([of, { accountState }]) => [
          of,
          accountState.preferredAccountType,
        ])
      for (const [namespace, wallet, network] of [
        ["eip155", halyard, mainnet],
        ["bip122", sheepshank, bitcoin],
      ] as const) {
        yield* settled(connect({ wallet, namespace }))
        yield* removeNamespace({ namespace })
        yield* addNamespace({ namespace, networks: [network] })
        assert.sameDeepMembers(types(), Object.entries(ordinals.options.defaultAccountTypes))
      }
    },
  )

  const plain = { options: { defaultAccountTypes: { eip155: "eoa" } } } as const
  test("Reset account: the default preferred account type is kept", plain, function* () {
    const { before, after } = yield* reset

    assert.propertyVal(before?.accountState, "preferredAccountType", "eoa")
    assert.propertyVal(after?.accountState, "preferredAccountType", "eoa")
  })
})

describe("The default account type of Bitcoin", () => {
  const types = Effect.map(CurrentModal, ({ core }) => core.connection.value?.accounts.map(({ type }) => type))
  const connected = Effect.andThen(settled(connect({ wallet: sheepshank })), types)

  const ordinals = { options: { networks: [bitcoin], defaultAccountTypes: { bip122: "ordinal" } } } as const
  test.visits("selects the account of that type, also after a reload", ordinals, function* ({ visit }) {
    assert.deepStrictEqual(yield* visit(connected), ["ordinal", "payment"])
    assert.deepStrictEqual(yield* visit(types), ["ordinal", "payment"])
  })

  test("is payment unless the site sets another", { options: { networks: [bitcoin] } }, function* () {
    assert.deepStrictEqual(yield* connected, ["payment", "ordinal"])
  })
})

describe("A namespace that is added", () => {
  test("adds its networks and wallets, and uses its first network", function* (visit) {
    yield* addNamespace({ namespace: "solana", networks: [solana, { ...solanaDevnet, name: "Devnet" }] })
    yield* rest

    assert.include(yield* installed, plover)
    assert.lengthOf(offered(visit), 5)
    assert.deepInclude(yield* entry("solana"), { networkClient: solana.caipNetworkId })
    const { accounts } = yield* settled(connect({ wallet: plover }))
    assert.isNotEmpty(accounts)
    assert.deepStrictEqual(active(visit), ["solana", solana.caipNetworkId])
  })

  test.visits("restores the connection of the last visit", function* ({ visit }) {
    const added = settled(addNamespace({ namespace: "solana", networks: [solana] }))
    yield* visit(function* () {
      yield* added
      yield* rest
      yield* settled(connect({ wallet: plover }))
    })
    yield* visit(function* ({ account }) {
      assert.strictEqual(account("solana").status, "disconnected")
      yield* connect({ wallet: halyard })
      yield* added

      assert.deepInclude(account("solana"), { status: "connected", active: plover })
      yield* settled(disconnect())
    })
    yield* visit(function* ({ account }) {
      yield* added
      assert.strictEqual(account("solana").status, "disconnected")
    })
  })

  for (const [what, networks, expected] of [
    ["no networks", [], { message: "Required", path: "networks" }],
    ["no list", "solana", { message: "Required", path: "networks" }],
    ["an invalid network", [{ id: 7 }], {}],
    [
      "another namespace's network",
      [solana, base],
      { message: "Expected 'solana', received 'eip155'", path: "networks.1.chainNamespace" },
    ],
  ] as const)
    test(`is rejected with ${what}, and nothing changes`, function* (visit) {
      const added = addNamespace({ namespace: "solana", networks: networks as never })
      yield* fails(added, { _tag: "InvalidInput", ...expected })
      assert.lengthOf(offered(visit), 3)
    })

  const without = {
    layers: {
      chains: Layer.succeed(Chains, {
        discover: (_, found) => Effect.sync(() => found([])),
        get: () => Effect.fail(new AdapterNotFound()),
      }),
    },
  }
  test("fails with 'Adapter not found' if no adapter serves it", without, function* (visit) {
    yield* fails(addNamespace({ namespace: "solana", networks: [solana] }), { message: "Adapter not found" })
    assert.lengthOf(offered(visit), 3)
  })
})

describe("The active network", () => {
  test("is one of the site's when no wallet is connected, even after a wallet was on another network", function* (visit) {
    yield* switchNetwork({ network: polygon.caipNetworkId })
    visit.core.networks.value = [mainnet, base]
    assert.deepStrictEqual(active(visit), ["eip155", "eip155:1"])

    yield* connect({ wallet: halyard })
    visit.wallet().move(4242)
    yield* rest
    assert.deepStrictEqual(active(visit), ["eip155", undefined])
    yield* settled(disconnect())
    assert.deepStrictEqual(active(visit), ["eip155", "eip155:1"])
  })
})
