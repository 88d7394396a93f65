import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Chains } from "../../services/Chains.ts"
import { AdapterNotFound } from "../../src/domain/errors.ts"
import { base, bitcoin, mainnet, polygon, solana, solanaDevnet } from "../../src/domain/networks.ts"
import { connect } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { addNamespace, removeNamespace } from "../../src/flows/namespaces.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { connectRelay } from "../../src/flows/relay.ts"
import { Modal, use } from "../../src/modal.ts"
import { snapshot } from "../../src/snapshot.ts"
import { account } from "../../src/state/account.ts"
import { wallets } from "../../src/state/wallets.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, halyard, rest, shelf, visit, walletOf } from "./modal.ts"

const plover = "example.plover"
const sheepshank = "example.sheepshank"
const both = { options: { networks: [mainnet, polygon, solana] } }
const offered = Effect.map(Modal, ({ core }) => core.networks.value.map(({ caipNetworkId }) => caipNetworkId))
const inUse = Effect.map(Modal, ({ core }) => [core.namespace.value, core.network.value?.caipNetworkId])
const installed = Effect.map(use(wallets), ({ installed }) => installed.value.map(({ id }) => id))
const entry = (namespace: "eip155" | "solana") => Effect.map(Modal, (instance) => snapshot(instance).chains[namespace])

describe("A namespace that is removed", () => {
  it.effect("Removing a chain adapter makes another chain active", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* settled(connect({ wallet: plover }))
        assert.deepStrictEqual(yield* inUse, ["solana", solana.caipNetworkId])
        yield* removeNamespace({ namespace: "solana" })
        yield* rest

        assert.deepStrictEqual(yield* inUse, ["eip155", "eip155:1"])
        assert.deepStrictEqual(yield* offered, ["eip155:1", "eip155:137"])
        assert.isUndefined(yield* entry("solana"))
        assert.notInclude(yield* installed, plover)
      }),
      both,
    ),
  )

  it.effect("leaves the one in use that another namespace is, and one with a wallet before one without", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connect({ wallet: halyard })
        yield* removeNamespace({ namespace: "solana" })
        assert.deepStrictEqual(yield* inUse, ["eip155", "eip155:1"])
        yield* addNamespace({ namespace: "solana", networks: [solana] })
        yield* rest
        yield* settled(connect({ wallet: plover }))
        yield* removeNamespace({ namespace: "eip155" })

        assert.deepStrictEqual(yield* inUse, ["solana", solana.caipNetworkId])
      }),
      both,
    ),
  )

  const left = "is left by whoever was connected there, here and for the next visit"
  for (const [what, remove] of [
    ["by its name", removeNamespace({ namespace: "eip155" })],
    [
      "with its last network",
      Effect.gen(function* () {
        const { core } = yield* Modal
        core.networks.value = core.networks.value.filter(({ chainNamespace }) => chainNamespace !== "eip155")
      }),
    ],
  ] as const)
    it.effect(`${left}: removed ${what}`, () => {
      const { leaf, json } = shelf()
      const world = createWorld()
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        yield* connect({ wallet: halyard })
        yield* switchNetwork({ network: "eip155:137" })
        yield* remove
        yield* rest

        assert.deepStrictEqual(core.accounts.eip155.value, {
          status: "disconnected",
          active: undefined,
          connections: [],
          caipNetworkId: undefined,
        })
        assert.deepStrictEqual(json("connections"), [])
        assert.deepStrictEqual(json("connected_connector_ids"), {})
        assert.isTrue(walletOf(world).state().granted)
        walletOf(world).select(1)
        yield* rest
        assert.isEmpty(core.accounts.eip155.value.connections)
      })
      const leaves = { storage: leaf }
      return Effect.gen(function* () {
        yield* visit(world, settled(run), { ...both, leaves })
        const later = yield* visit({}, entry("eip155"), { ...both, leaves })

        assert.deepInclude(later?.accountState, { status: "disconnected", address: undefined })
      })
    })

  it.effect("'Adapter is required' for one that there is not", () =>
    visit(
      {},
      Effect.gen(function* () {
        const error = yield* Effect.flip(removeNamespace({ namespace: "solana" }))

        assert.strictEqual(error.message, "Adapter is required")
        assert.lengthOf(yield* offered, 3)
      }),
    ),
  )

  it.effect("ends no session over the relay that serves another namespace too", () => {
    const world = createWorld({ relay: "scan" })
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* settled(connectRelay({}))
      yield* removeNamespace({ namespace: "solana" })
      yield* rest

      assert.strictEqual(core.accounts.solana.value.status, "disconnected")
      assert.strictEqual(core.accounts.eip155.value.status, "connected")
      assert.isTrue(world.phone.state().granted)
    })
    return visit(world, run, both)
  })
})

describe("A reset account", () => {
  const reset = Effect.gen(function* () {
    const { tab } = yield* use(account)
    yield* connect({ wallet: halyard })
    tab.value = 2
    const before = yield* entry("eip155")
    yield* removeNamespace({ namespace: "eip155" })
    yield* addNamespace({ namespace: "eip155", networks: [mainnet, base] })
    return { before, after: yield* entry("eip155") }
  })

  it.effect("Reset account: clears all account fields", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { before, after } = yield* reset
        const kept = new Set(["status", "preferredAccountType", "currentTab", "balanceSymbol"])
        const filled = Object.entries<unknown>(after?.accountState ?? {}).filter(
          ([name, value]) => !(kept.has(name) || value === undefined || value === false),
        )

        assert.isDefined(before?.accountState.address)
        assert.deepStrictEqual(filled, [["addressLabels", {}] as [string, unknown]])
        assert.propertyVal(after?.accountState, "currentTab", 0)
        assert.deepInclude(after, { connectionClient: undefined, networkClient: "eip155:1" })
      }),
      both,
    ),
  )

  it.effect("Reset account: sets status disconnected", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { before, after } = yield* reset

        assert.strictEqual(before?.accountState.status, "connected")
        assert.strictEqual(after?.accountState.status, "disconnected")
      }),
      both,
    ),
  )

  it.effect("Reset account: clears the stored connector id", () => {
    const { leaf, json } = shelf()
    const run = Effect.gen(function* () {
      yield* reset

      assert.deepStrictEqual(json("connected_connector_ids"), {})
      assert.deepStrictEqual(json("connections"), [])
    })
    return visit({}, run, { ...both, leaves: { storage: leaf } })
  })

  it.effect("Reset account: the default preferred account type is kept", () => {
    const run = Effect.gen(function* () {
      const { before, after } = yield* reset

      assert.propertyVal(before?.accountState, "preferredAccountType", "eoa")
      assert.propertyVal(after?.accountState, "preferredAccountType", "eoa")
    })
    return visit({}, run, { options: { ...both.options, defaultAccountTypes: { eip155: "eoa" } } })
  })
})

describe("The default account type of Bitcoin", () => {
  const types = Effect.map(Modal, ({ core }) => core.connection.value?.accounts.map(({ type }) => type))
  const ordinals = { options: { networks: [bitcoin], defaultAccountTypes: { bip122: "ordinal" } } } as const
  const leaves = { storage: shelf().leaf }

  it.effect("puts the account of its kind in use, after a reload too", () => {
    const first = Effect.gen(function* () {
      yield* settled(connect({ wallet: sheepshank }))

      assert.deepStrictEqual(yield* types, ["ordinal", "payment"])
    })
    const second = Effect.gen(function* () {
      assert.deepStrictEqual(yield* types, ["ordinal", "payment"])
    })
    const visits = [first, second].map((run) => visit({}, run, { ...ordinals, leaves }))
    return Effect.all(visits)
  })

  it.effect("is payment where the site says nothing", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* settled(connect({ wallet: sheepshank }))

        assert.deepStrictEqual(yield* types, ["payment", "ordinal"])
      }),
      { options: { networks: [bitcoin] } },
    ),
  )
})

describe("A namespace that is added", () => {
  it.effect("brings its networks and its wallets, and a choice among them", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* addNamespace({ namespace: "solana", networks: [solana, { ...solanaDevnet, name: "Devnet" }] })
        yield* rest

        assert.include(yield* installed, plover)
        assert.lengthOf(yield* offered, 5)
        assert.deepInclude(yield* entry("solana"), { networkClient: solana.caipNetworkId })
        const { accounts } = yield* settled(connect({ wallet: plover }))
        assert.isNotEmpty(accounts)
        assert.deepStrictEqual(yield* inUse, ["solana", solana.caipNetworkId])
      }),
    ),
  )

  it.effect("has the connection back that the last visit left there", () => {
    const leaves = { storage: shelf().leaf }
    const first = Effect.gen(function* () {
      yield* addNamespace({ namespace: "solana", networks: [solana] })
      yield* rest
      yield* settled(connect({ wallet: plover }))
    })
    const second = Effect.gen(function* () {
      const { core } = yield* Modal
      assert.strictEqual(core.accounts.solana.value.status, "disconnected")
      yield* connect({ wallet: halyard })
      yield* settled(addNamespace({ namespace: "solana", networks: [solana] }))

      assert.strictEqual(core.accounts.solana.value.active, plover)
      assert.strictEqual(core.accounts.solana.value.status, "connected")
      yield* settled(disconnect())
    })
    const third = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* settled(addNamespace({ namespace: "solana", networks: [solana] }))
      assert.strictEqual(core.accounts.solana.value.status, "disconnected")
    })
    return Effect.gen(function* () {
      for (const run of [first, second, third]) yield* visit({}, run, { leaves })
    })
  })

  for (const [what, networks, message] of [
    ["no networks", [], "Required"],
    ["what is no list", "solana", "Required"],
    ["what is no network", [{ id: 7 }], "Expected string, received number"],
    ["another namespace's network", [solana, base], "Expected 'solana', received 'eip155'"],
  ] as const)
    it.effect(`is refused with ${what}, and nothing changes`, () =>
      visit(
        {},
        Effect.gen(function* () {
          const error = yield* Effect.flip(addNamespace({ namespace: "solana", networks: networks as never }))

          assert.strictEqual(error._tag, "InvalidInput")
          assert.lengthOf(yield* offered, 3)
          if (what !== "what is no network") assert.strictEqual(error.message, message)
        }),
      ),
    )

  it.effect("'Adapter not found' where no adapter serves it", () => {
    const chains = Layer.succeed(Chains, {
      discover: (_, found) => Effect.sync(() => found([])),
      get: () => Effect.fail(new AdapterNotFound()),
    })
    const run = Effect.gen(function* () {
      const error = yield* Effect.flip(addNamespace({ namespace: "solana", networks: [solana] }))

      assert.strictEqual(error.message, "Adapter not found")
      assert.lengthOf(yield* offered, 3)
    })
    return visit({}, run, { leaves: { chains } })
  })
})

describe("The network in use", () => {
  it.effect("is one that the site offers wherever nobody is connected, after a wallet elsewhere has left too", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* switchNetwork({ network: polygon.caipNetworkId })
      core.networks.value = [mainnet, base]
      assert.deepStrictEqual(yield* inUse, ["eip155", "eip155:1"])

      yield* connect({ wallet: halyard })
      walletOf(world).move(4242)
      yield* rest
      assert.deepStrictEqual(yield* inUse, ["eip155", undefined])
      yield* settled(disconnect())
      assert.deepStrictEqual(yield* inUse, ["eip155", "eip155:1"])
    })
    return visit(world, run)
  })
})
