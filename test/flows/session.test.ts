import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { demo, type World } from "../../layers/demo.ts"
import { Chains } from "../../services/Chains.ts"
import { Relay, type RelayChange, type RelayProvider, type RelaySession } from "../../services/Relay.ts"
import { AdapterNotFound, ConnectFailed } from "../../src/domain/errors.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { base, mainnet, optimism, polygon, solana, solanaDevnet } from "../../src/domain/networks.ts"
import { connect } from "../../src/flows/connect.ts"
import { disconnect, providerOf, reconnect, switchConnection } from "../../src/flows/connections.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { openModal } from "../../src/flows/open.ts"
import { connectRelay, pair } from "../../src/flows/relay.ts"
import { Modal, use } from "../../src/modal.ts"
import { snapshot } from "../../src/snapshot.ts"
import { connecting } from "../../src/state/connecting.ts"
import { activeConnection } from "../../src/state/core.ts"
import { pairing } from "../../src/state/pairing.ts"
import { support } from "../../src/state/support.ts"
import { wallets } from "../../src/state/wallets.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, halyard, rest, shelf, visit } from "./modal.ts"

const address = Effect.map(Modal, ({ core }) => core.address.value?.toLowerCase())
const firstOf = (world: World) => world.phone.state().addresses[0]?.toLowerCase()
const account = Effect.map(Modal, ({ core }) => core.accounts.eip155.value)
const evm = "0x7a3F6B0E2C915d84F7A0e6c35B1d28f04E9C41D2"
const sol = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"
/** The view that shows a code. */
const codeView = Effect.tap(Effect.forkChild(pair()), () => rest)

describe("What a wallet approves over the relay", () => {
  /** A relay whose wallet approves at once, with these accounts. */
  const approving = (...accounts: readonly string[]) => {
    const ended: string[] = []
    const session = {
      topic: "00",
      expiresAt: 1e9,
      accounts,
      approvedCaipNetworkIds: [],
      methods: [],
      peer: { name: "Fathom" },
    }
    const leaf = Layer.succeed(Relay, {
      connect: () => Effect.succeed(session),
      restore: Effect.succeed(session),
      disconnect: Effect.sync(() => void ended.push("session")),
      follow: () => Effect.void,
      provider: () => Effect.fail(new ConnectFailed()),
      revive: Effect.void,
    })
    return { leaf, ended }
  }
  const other = "0x2d94C8a17bE06f53d1A9427c80E5b36F91d7a80b"
  const networks = [mainnet, polygon, solana]

  it.effect("every namespace is connected and remembered, the one in use stays in use", () => {
    const { leaf } = approving(
      `${solana.caipNetworkId}:${sol}`,
      `eip155:137:${evm}`,
      `eip155:1:${evm}`,
      `eip155:1:${other}`,
    )
    const storage = shelf()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const connection = yield* connectRelay({})

      assert.strictEqual(connection.namespace, "eip155")
      assert.deepStrictEqual(connection.accounts, [{ address: evm }, { address: other }])
      assert.strictEqual(core.namespace.value, "eip155")
      assert.strictEqual(core.address.value, evm)
      assert.strictEqual(core.accounts.solana.value.connections[0]?.accounts[0]?.address, sol)
      assert.strictEqual(core.accounts.solana.value.status, "connected")
      assert.deepStrictEqual(storage.json("connected_connector_ids"), {
        eip155: "walletConnect",
        solana: "walletConnect",
      })
      assert.sameMembers(
        (storage.json("connections") as { namespace: string }[]).map(({ namespace }) => namespace),
        ["eip155", "solana"],
      )
    })
    return visit({}, run, { leaves: { relay: leaf, storage: storage.leaf }, options: { networks } })
  })

  it.effect("nothing comes of namespaces and chains that nobody asked for", () => {
    const { leaf, ended } = approving(
      `cosmos:cosmoshub-4:cosmos1${"q".repeat(38)}`,
      `${solana.caipNetworkId}:${sol}`,
      `eip155:10:${other}`,
      `eip155:1:${evm}`,
    )
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const connection = yield* connectRelay({})

      assert.deepInclude(connection, { namespace: "eip155", accounts: [{ address: evm }] })
      assert.deepStrictEqual(
        Object.values(core.accounts).map(({ value }) => value.connections.length),
        [1, 0, 0, 0, 0, 0, 0],
      )
      assert.isEmpty(ended)
    })
    return visit({}, run, { leaves: { relay: leaf }, options: { networks: [mainnet, polygon] } })
  })

  for (const [what, accounts, cause] of [
    [
      "it approves accounts on another network only",
      [`${solanaDevnet.caipNetworkId}:${sol}`, `eip155:1:${evm}`],
      "The connector does not support any of the requested chains",
    ],
    ["its adapter does not come", [`${solana.caipNetworkId}:${sol}`, `eip155:1:${evm}`], "Adapter not found"],
  ] as const)
    it.effect(`An inactive namespace connect failure shows a warning: ${what}`, () => {
      const { leaf } = approving(...accounts)
      const chains = Layer.effect(
        Chains,
        Effect.map(Chains, ({ discover, get }) => ({
          discover,
          get: (namespace: Namespace) => (namespace === "solana" ? Effect.fail(new AdapterNotFound()) : get(namespace)),
        })),
      )
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        yield* connectRelay({})
        yield* rest

        assert.strictEqual(core.accounts.eip155.value.status, "connected")
        assert.strictEqual(core.accounts.solana.value.status, "disconnected")
        const [alert, ...more] = core.alerts.value
        assert.isEmpty(more)
        assert.deepInclude(alert, { code: "APKTW001", variant: "warning", title: "Inactive Namespace Not Connected" })
        assert.include(alert?.text, `solana, which is not the active one, could not be connected: ${cause}`)
      })
      const leaves = { relay: leaf, chains: Layer.provide(chains, demo().chains) }
      return visit({}, run, { leaves, options: { networks } })
    })

  it.effect("ends in every namespace when the visitor signs out of one, here and for the next visit", () => {
    const { leaf, ended } = approving(`${solana.caipNetworkId}:${sol}`, `eip155:1:${evm}`)
    const storage = shelf()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* connectRelay({})
      yield* disconnect({ namespace: "eip155" })

      assert.deepStrictEqual(ended, ["session"])
      for (const namespace of ["eip155", "solana"] as const)
        assert.deepInclude(core.accounts[namespace].value, { status: "disconnected", connections: [] })
      assert.deepStrictEqual(storage.json("connections"), [])
      assert.sameMembers(storage.json("disconnected_connector_ids") as string[], [
        "eip155:walletConnect",
        "solana:walletConnect",
      ])
    })
    return visit({}, run, { leaves: { relay: leaf, storage: storage.leaf }, options: { networks } })
  })

  for (const [what, accounts] of [
    ["none of the modal's networks", [`eip155:10:${evm}`]],
    ["nothing", []],
    ["what is no account", ["", "eip155:1", `eip155:1:${evm}:0`, `tron:1:${evm}`, "eip155:1:"]],
  ] as const)
    it.effect(
      `'The connector does not support any of the requested chains' when it approves ${what}, and the session ends`,
      () => {
        const { leaf, ended } = approving(...accounts)
        const run = Effect.gen(function* () {
          const error = yield* Effect.flip(connectRelay({}))

          assert.strictEqual(error.message, "The connector does not support any of the requested chains")
          assert.deepStrictEqual(ended, ["session"])
          assert.deepInclude(yield* account, { status: "disconnected", connections: [] })
        })
        return visit({}, run, { leaves: { relay: leaf } })
      },
    )
})

describe("The networks that a wallet has approved", () => {
  const networkState = Effect.map(Modal, (instance) => snapshot(instance).chains.eip155?.networkState)
  /** A phone that knows Ethereum and Base and cannot be asked for more. */
  const limited = { relay: { connect: "approve", chains: [1, 8453] } } as const
  const some = { supportsAllNetworks: false, approvedCaipNetworkIds: ["eip155:1", "eip155:8453"] }
  const any = { supportsAllNetworks: true, approvedCaipNetworkIds: undefined }

  it.effect("are those of its session over the relay, after a reload too, until the visitor disconnects", () => {
    const { leaf } = shelf()
    const leaves = { storage: leaf }
    const first = Effect.gen(function* () {
      assert.deepInclude(yield* networkState, any)
      yield* settled(pair())
      assert.deepInclude(yield* networkState, some)
    })
    const second = Effect.gen(function* () {
      assert.deepInclude(yield* networkState, some)
      yield* disconnect()
      assert.deepInclude(yield* networkState, any)
    })
    return Effect.andThen(visit(limited, first, { leaves }), visit(limited, second, { leaves }))
  })

  it.effect("are known again after the wallet was locked", () => {
    const world = createWorld(limited)
    const run = Effect.gen(function* () {
      yield* settled(pair())
      world.phone.lock()
      yield* rest
      assert.deepInclude(yield* networkState, any)
      world.phone.unlock()
      yield* rest

      assert.deepInclude(yield* networkState, some)
    })
    return visit(world, run)
  })

  it.effect("belong to the connection in use", () =>
    visit(
      limited,
      Effect.gen(function* () {
        yield* settled(pair())
        yield* connect({ wallet: halyard })
        assert.deepInclude(yield* networkState, any)
        yield* switchConnection({ namespace: "eip155", connectorId: "walletConnect" })

        assert.deepInclude(yield* networkState, some)
      }),
    ),
  )

  it.effect("of a wallet that can switch are those of its session, and the others can be asked for", () =>
    visit(
      { relay: "scan" },
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* settled(pair())
        core.networks.value = [...core.networks.value, optimism]
        assert.deepInclude(yield* networkState, {
          supportsAllNetworks: true,
          approvedCaipNetworkIds: ["eip155:1", "eip155:8453", "eip155:137"],
        })
        yield* settled(switchNetwork({ network: optimism.caipNetworkId }))

        assert.strictEqual(core.network.value?.caipNetworkId, optimism.caipNetworkId)
      }),
    ),
  )

  it.effect("of a wallet of this page are those that its connector names", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { installed } = yield* use(wallets)
        installed.value = installed.value.map((one) =>
          one.id === halyard ? { ...one, chains: [base.caipNetworkId, solana.caipNetworkId] } : one,
        )
        yield* connect({ wallet: halyard })

        assert.deepInclude(yield* networkState, {
          supportsAllNetworks: false,
          approvedCaipNetworkIds: [base.caipNetworkId],
        })
      }),
    ),
  )
})

describe("A session that the wallet updates", () => {
  /** A relay whose wallet has approved Ethereum and Solana, and may tell that it approves something else now. */
  const updated = (...approvedCaipNetworkIds: readonly string[]) => {
    let tell = (_: RelayChange) => {}
    const session = (ids: readonly string[]): RelaySession => ({
      topic: "00",
      expiresAt: 1e9,
      accounts: [`eip155:1:${evm}`, `${solana.caipNetworkId}:${sol}`],
      approvedCaipNetworkIds: ids,
      methods: [],
      peer: { name: "Fathom" },
    })
    const first = session([mainnet.caipNetworkId, solana.caipNetworkId])
    const leaf = Layer.succeed(Relay, {
      connect: () => Effect.succeed(first),
      restore: Effect.succeed(first),
      disconnect: Effect.void,
      follow: (told) =>
        Effect.sync(() => {
          tell = told
        }),
      provider: () => Effect.fail(new ConnectFailed()),
      revive: Effect.void,
    })
    return { leaf, update: () => tell({ is: "session", session: session(approvedCaipNetworkIds) }) }
  }
  const given = (leaf: Layer.Layer<Relay>) => ({
    leaves: { relay: leaf },
    options: { networks: [mainnet, polygon, solana] },
  })
  const approvals = Effect.map(Modal, ({ core }) =>
    [core.accounts.eip155, core.accounts.solana].map(
      ({ value }) => activeConnection(value)?.approval?.caipNetworkIds ?? value.status,
    ),
  )

  it.effect("is followed to the networks that it approves now", () => {
    const { leaf, update } = updated("eip155:1", "eip155:137", solana.caipNetworkId)
    const run = Effect.gen(function* () {
      yield* connectRelay({})
      assert.deepStrictEqual(yield* approvals, [["eip155:1"], [solana.caipNetworkId]])
      update()
      yield* rest

      assert.deepStrictEqual(yield* approvals, [["eip155:1", "eip155:137"], [solana.caipNetworkId]])
    })
    return visit({}, run, given(leaf))
  })

  it.effect("loses the namespace of which it approves nothing any more, here and for the next visit", () => {
    const { leaf, update } = updated("eip155:1")
    const storage = shelf()
    const run = Effect.gen(function* () {
      yield* connectRelay({})
      update()
      yield* rest

      assert.deepStrictEqual(yield* approvals, [["eip155:1"], "disconnected"])
      assert.deepStrictEqual(storage.json("connected_connector_ids"), { eip155: "walletConnect" })
    })
    const { leaves, options } = given(leaf)
    return visit({}, run, { leaves: { ...leaves, storage: storage.leaf }, options })
  })
})

describe("A relay session", () => {
  /** Storage after a visit in which the phone scanned the code. */
  const scanned = Effect.gen(function* () {
    const storage = shelf()
    const leaves = { storage: storage.leaf }
    const used = yield* visit({ relay: "scan" }, Effect.andThen(settled(pair()), address), { leaves })
    return { ...storage, used, leaves }
  })

  it.effect("is restored after a reload, with a provider that works", () =>
    Effect.gen(function* () {
      const { used, leaves } = yield* scanned
      const run = Effect.gen(function* () {
        assert.strictEqual(yield* address, used)
        const provider = (yield* providerOf("eip155")) as { request: (input: object) => Promise<unknown> }
        const said = yield* settled(Effect.promise(() => provider.request({ method: "eth_accounts" })))

        assert.strictEqual((said as string[])[0]?.toLowerCase(), used)
      })
      yield* visit({}, run, { leaves })
    }),
  )

  it.effect("A session is removed when the wallet disconnects it", () =>
    Effect.gen(function* () {
      const { json, leaves } = yield* scanned
      const world = createWorld()
      const run = Effect.gen(function* () {
        world.phone.leave()
        yield* rest

        assert.deepInclude(yield* account, { status: "disconnected", active: undefined, connections: [] })
        assert.deepStrictEqual(json("connections"), [])
        const view = yield* codeView
        world.phone.approve()
        yield* Fiber.join(view)
        assert.isDefined(yield* address)
        world.phone.leave()
        yield* rest
        assert.isUndefined(yield* address)
      })
      yield* visit(world, run, { leaves })

      assert.isUndefined(yield* visit({}, address, { leaves }))
    }),
  )

  it.effect("ends on both sides when the visitor disconnects", () =>
    Effect.gen(function* () {
      const { texts, leaves } = yield* scanned
      const world = createWorld()
      yield* visit(world, disconnect(), { leaves })

      assert.isFalse(world.phone.state().granted)
      assert.isFalse(texts.has("demo_relay"))
      assert.isUndefined(yield* visit({}, address, { leaves }))
    }),
  )

  it.effect("is left alone while the site does without the relay, and is there when it has one again", () =>
    Effect.gen(function* () {
      const { used, texts, leaves } = yield* scanned
      const options = { enableWalletConnect: false }
      const session = texts.get("demo_relay")
      const world = createWorld({ faults: { relay: { offline: true } } })
      const without = Effect.gen(function* () {
        assert.deepInclude(yield* account, { status: "disconnected", active: undefined, connections: [] })
        const error = yield* Effect.flip(reconnect({ namespace: "eip155", connectorId: "walletConnect" }))
        assert.strictEqual(error.message, "WalletConnectConnector not found")
        assert.strictEqual(world.faults.asked("relay"), 0)
        yield* connect({ wallet: halyard })
        yield* disconnect()
        assert.strictEqual((yield* account).status, "disconnected")
      })
      yield* visit(world, without, { options, leaves })
      assert.strictEqual(texts.get("demo_relay"), session)

      assert.strictEqual(yield* visit({}, address, { leaves }), used)
    }),
  )

  it.effect("is ended all the same where the site brings nothing back", () =>
    Effect.gen(function* () {
      const { texts, json, leaves } = yield* scanned
      yield* visit({}, account, { options: { enableWalletConnect: false, enableReconnect: false }, leaves })

      assert.isFalse(texts.has("demo_relay"))
      assert.deepStrictEqual(json("connections"), [])
    }),
  )

  const nobody = { status: "disconnected", active: undefined, connections: [] } as const

  it.effect("Sessions expire and are then deleted: told apart from a locked wallet, with a way to connect anew", () =>
    Effect.gen(function* () {
      const { json, texts, leaves } = yield* scanned
      const world = createWorld()
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        const { lapsed } = yield* use(connecting)
        yield* openModal()
        assert.strictEqual(core.route.value?.name, "Account")
        yield* TestClock.adjust("7 days")
        yield* rest

        assert.deepInclude(yield* account, nobody)
        assert.propertyVal(lapsed.value, "wallet", world.phone.name)
        assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }])
        assert.isTrue(core.open.value)
        assert.deepStrictEqual(json("connections"), [])
        assert.isFalse(texts.has("demo_relay"))
        const view = yield* codeView
        world.phone.approve()
        yield* Fiber.join(view)
        assert.isDefined(yield* address)
        assert.isUndefined(lapsed.value)
      })
      yield* visit(world, run, { leaves })
    }),
  )

  it.effect("that has expired meanwhile is not brought back, and that it has is told", () =>
    Effect.gen(function* () {
      const { json, leaves } = yield* scanned
      yield* TestClock.adjust("8 days")
      const lapsed = Effect.map(use(connecting), ({ lapsed }) => lapsed.value)
      const run = Effect.gen(function* () {
        yield* rest
        assert.deepInclude(yield* account, nobody)
        assert.propertyVal(yield* lapsed, "wallet", createWorld().phone.name)
        assert.deepStrictEqual(json("connections"), [])
      })
      yield* visit({}, run, { leaves })

      assert.isUndefined(yield* visit({}, lapsed, { leaves }))
    }),
  )

  it.effect("that is gone without a trace is nobody's, and no wallet to be woken", () =>
    Effect.gen(function* () {
      const { json, texts, leaves } = yield* scanned
      texts.delete("demo_relay")
      const run = Effect.gen(function* () {
        const { lapsed } = yield* use(connecting)
        yield* rest
        assert.deepInclude(yield* account, nobody)
        assert.isUndefined(lapsed.value)
        assert.deepStrictEqual(json("connections"), [])
      })
      yield* visit({}, run, { leaves })
    }),
  )

  it.effect("takes the account that is shown along when the wallet ends it", () =>
    Effect.gen(function* () {
      const { leaves } = yield* scanned
      const world = createWorld()
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal()
        world.phone.leave()
        yield* rest

        assert.isFalse(core.open.value)
        assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }])
      })
      yield* visit(world, run, { leaves })
    }),
  )

  it.effect("follows the wallet to another account and network", () =>
    Effect.gen(function* () {
      const { leaves } = yield* scanned
      const world = createWorld()
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        world.phone.select(1)
        world.phone.move(137)
        yield* rest

        assert.strictEqual(yield* address, firstOf(world))
        assert.strictEqual(core.network.value?.caipNetworkId, "eip155:137")
      })
      yield* visit(world, run, { leaves })
    }),
  )

  it.effect("Switching chain updates the default chain", () =>
    Effect.gen(function* () {
      const { leaves } = yield* scanned
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        const provider = (yield* providerOf("eip155")) as RelayProvider
        const heard: unknown[] = []
        for (const event of ["chainChanged", "accountsChanged"] as const)
          provider.on(event, (value) => heard.push([event, value]))
        yield* settled(switchNetwork({ network: "eip155:137" }))
        const accounts = yield* Effect.promise(() => provider.request({ method: "eth_accounts" }))

        assert.strictEqual(core.network.value?.caipNetworkId, "eip155:137")
        assert.strictEqual(yield* Effect.promise(() => provider.request({ method: "eth_chainId" })), "0x89")
        assert.deepStrictEqual(heard, [
          ["chainChanged", "0x89"],
          ["accountsChanged", accounts],
        ])
      })
      yield* visit({}, run, { leaves })
      const network = Effect.map(Modal, ({ core }) => core.network.value?.caipNetworkId)

      assert.strictEqual(yield* visit({}, network, { leaves }), "eip155:137")
    }),
  )

  it.effect("Wallet-relay network switch: an unsupported chain id sets an unsupported-network state", () =>
    Effect.gen(function* () {
      const { leaves } = yield* scanned
      const world = createWorld()
      const run = Effect.gen(function* () {
        const instance = yield* Modal
        const { unsupported } = yield* use(support)
        assert.isFalse(unsupported.value)
        world.phone.move(424242)
        yield* rest

        assert.isTrue(unsupported.value)
        const { selectedNetworkId, view, chains } = snapshot(instance)
        assert.strictEqual(selectedNetworkId, "eip155:424242")
        assert.propertyVal(chains.eip155?.networkState, "caipNetwork", undefined)
        assert.strictEqual(view, "UnsupportedChain")
        assert.isDefined(yield* address)
        world.phone.move(1)
        yield* rest

        assert.isFalse(unsupported.value)
        assert.isUndefined(snapshot(instance).view)
      })
      yield* visit(world, run, { leaves })
    }),
  )

  it.effect("says when its line is lost, and when it is back", () =>
    Effect.gen(function* () {
      const { leaves } = yield* scanned
      const world = createWorld()
      const run = Effect.gen(function* () {
        const { error } = yield* use(pairing)
        world.faults.set("relay", { offline: true })
        yield* rest
        assert.strictEqual(error.value?.message, "Failed to connect")
        assert.isDefined(yield* address)
        world.faults.heal()
        yield* rest

        assert.isUndefined(error.value)
      })
      yield* visit(world, run, { leaves })
    }),
  )
})
