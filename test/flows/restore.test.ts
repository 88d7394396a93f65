import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { demo } from "../../layers/demo.ts"
import { type Chain, Chains } from "../../services/Chains.ts"
import { ConnectFailed } from "../../src/domain/errors.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { bitcoin, mainnet, polygon, solana } from "../../src/domain/networks.ts"
import { UnsupportedProviderMethodError } from "../../src/domain/rpcErrors.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import { disconnect, reconnect, wake } from "../../src/flows/connections.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { openModal } from "../../src/flows/open.ts"
import { Modal, use } from "../../src/modal.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import {
  cinderbox,
  createWorld,
  halyard,
  modal,
  rest,
  shelf,
  started,
  tessera,
  visit,
  walletOf,
  withWallet,
} from "./modal.ts"

const account = Effect.map(Modal, ({ core }) => core.accounts.eip155.value)
const address = Effect.map(Modal, ({ core }) => core.address.value)
const connected = (wallet: string) => Effect.tap(connect({ wallet }), () => rest)

/** A storage in which somebody has connected these wallets, the last one in use. */
const visited = Effect.fnUntraced(function* (...wallets: readonly string[]) {
  const storage = shelf()
  const run = Effect.gen(function* () {
    for (const wallet of wallets) yield* connected(wallet)
    return yield* address
  })
  const used = yield* visit({ wallets: { [tessera]: { locked: false } } }, run, { leaves: { storage: storage.leaf } })
  return { ...storage, used, leaves: { storage: storage.leaf } }
})

/** The world with a wallet that takes its time over telling its accounts without a prompt, and cannot take its grant back. */
const slowly = (takes: Effect.Effect<void>, id = halyard) =>
  withWallet(createWorld(), id, ({ request }) => ({
    request: (input) => {
      if (input.method === "wallet_revokePermissions") return Effect.succeed(null)
      return input.method === "eth_accounts" ? Effect.andThen(takes, request(input)) : request(input)
    },
  }))

/** A reload that is still bringing connections back. */
const reload = Effect.andThen(Effect.forkScoped(started), rest)

describe("On start", () => {
  it.effect(
    "On start with reconnect enabled, existing connections are restored (status connecting, then connected or disconnected)",
    () =>
      Effect.gen(function* () {
        const { used, leaves } = yield* visited(halyard)
        yield* Effect.gen(function* () {
          const { core } = yield* Modal
          const shown: string[] = []
          core.accounts.eip155.subscribe(({ status }) => shown.at(-1) === status || shown.push(status))
          yield* reload
          assert.strictEqual((yield* account).status, "connecting")
          assert.isUndefined(yield* address)
          yield* TestClock.adjust("2 seconds")
          yield* rest

          assert.deepStrictEqual(shown, ["disconnected", "connecting", "connected"])
          assert.strictEqual(yield* address, used)
        }).pipe(Effect.scoped, Effect.provide(modal(slowly(Effect.sleep("2 seconds")), { leaves })))
        const status = yield* visit({ wallets: { [halyard]: "absent" } }, account, { leaves })
        assert.strictEqual(status.status, "disconnected")
      }),
  )

  it.effect("On start with reconnect disabled, all connections are disconnected", () =>
    Effect.gen(function* () {
      const { json, leaves } = yield* visited(cinderbox, halyard)
      const world = createWorld()
      const state = yield* visit(world, account, { leaves, options: { enableReconnect: false } })

      assert.deepInclude(state, { status: "disconnected", connections: [], active: undefined })
      assert.isFalse(walletOf(world).state().granted)
      assert.deepStrictEqual(json("connections"), [])
      assert.strictEqual((yield* visit({}, account, { leaves })).status, "disconnected")
    }),
  )

  it.effect("all wallets come back, and the one in use is in use", () =>
    Effect.gen(function* () {
      const { used, leaves } = yield* visited(cinderbox, halyard)
      // The one in use answers last.
      const world = slowly(Effect.sleep("1 second"))
      const state = yield* visit(world, Effect.andThen(settled(rest), Effect.all([account, address])), { leaves })

      assert.strictEqual(state[0].active, halyard)
      assert.strictEqual(state[1], used)
      assert.sameMembers(
        state[0].connections.map(({ connectorId }) => connectorId),
        [halyard, cinderbox],
      )
    }),
  )

  it.effect("the network and namespace used last are used again", () =>
    Effect.gen(function* () {
      const { leaf } = shelf()
      const given = { leaves: { storage: leaf }, options: { networks: [mainnet, polygon, solana] } }
      const last = Effect.gen(function* () {
        yield* connected(halyard)
        yield* settled(switchNetwork({ network: polygon.caipNetworkId }))
        yield* switchNetwork({ network: solana.caipNetworkId })
      })
      yield* visit({}, last, given)
      const { core } = yield* visit({}, Modal, given)

      assert.strictEqual(core.namespace.value, "solana")
      assert.strictEqual(core.network.value?.caipNetworkId, solana.caipNetworkId)
      assert.strictEqual(core.accounts.eip155.value.caipNetworkId, "eip155:137")
    }),
  )

  it.effect("a wallet that stands on no network of the site's is shown where it stands", () =>
    Effect.gen(function* () {
      const { leaf } = shelf()
      const given = { leaves: { storage: leaf } }
      const world = createWorld()
      const last = Effect.gen(function* () {
        yield* connected(halyard)
        walletOf(world).move(31_337)
        yield* rest
      })
      yield* visit(world, last, given)
      const { core } = yield* visit(world, Effect.andThen(settled(rest), Modal), given)

      assert.strictEqual(core.accounts.eip155.value.caipNetworkId, "eip155:31337")
      assert.isUndefined(core.network.value)
      assert.isDefined(core.address.value)
    }),
  )

  it.effect("a wallet that never answers is not connected, and is asked again on the next visit", () =>
    Effect.gen(function* () {
      const { used, leaves } = yield* visited(halyard)
      const silent = yield* visit(slowly(Effect.never), account, { leaves })
      assert.strictEqual(silent.status, "disconnected")
      assert.isEmpty(silent.connections)

      assert.strictEqual(yield* visit({}, address, { leaves }), used)
    }),
  )

  it.effect("start-up waits 10 s at most for wallets, whatever their leaf does", () =>
    Effect.gen(function* () {
      const { leaves } = yield* visited(halyard)
      const chains = Layer.effect(
        Chains,
        Effect.map(Chains, ({ discover, get }) => ({
          discover,
          get: (of: Namespace) => Effect.map(get(of), (chain) => ({ ...chain, reconnect: () => Effect.never })),
        })),
      )
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        yield* reload
        yield* TestClock.adjust(9_999)
        yield* rest
        assert.isFalse(core.initialized.value)
        assert.strictEqual((yield* account).status, "connecting")
        yield* TestClock.adjust(1)
        yield* rest

        assert.isTrue(core.initialized.value)
        assert.strictEqual((yield* account).status, "disconnected")
      })
      const silent = { ...leaves, chains: Layer.provide(chains, demo().chains) }
      yield* run.pipe(Effect.scoped, Effect.provide(modal({}, { leaves: silent })))
    }),
  )

  it.effect("a wallet that announces itself late is restored", () =>
    Effect.gen(function* () {
      const { used, leaves } = yield* visited(halyard)

      assert.strictEqual(yield* visit({ wallets: { [halyard]: { announce: 2_000 } } }, address, { leaves }), used)
    }),
  )

  it.effect("a connector that the visitor disconnected is not brought back", () =>
    Effect.gen(function* () {
      const { texts, leaves } = yield* visited(cinderbox, halyard)
      const [kept, granted] = [texts.get("connections") ?? "", texts.get("demo_wallets") ?? ""]
      const signOut = Effect.andThen(disconnect(), rest)
      yield* visit({}, signOut, { leaves })
      assert.strictEqual((yield* visit({}, account, { leaves })).status, "disconnected")
      // Another tab, or an older version of us, wrote the connections again, and the wallets cannot take a grant back.
      texts.set("connections", kept)
      texts.set("demo_wallets", granted)
      texts.set("connected_connector_ids", JSON.stringify({ eip155: halyard }))

      assert.strictEqual((yield* visit({}, account, { leaves })).status, "disconnected")
      assert.strictEqual(
        yield* visit({}, Effect.andThen(connected(halyard), address), { leaves }),
        yield* visit({}, address, { leaves }),
      )
    }),
  )
})

describe("A locked wallet", () => {
  it.effect("stays asleep, and wakes when its accounts come", () =>
    Effect.gen(function* () {
      const { used, texts, leaves } = yield* visited(tessera)
      const world = createWorld()
      const run = Effect.gen(function* () {
        const asleep = yield* account
        assert.deepInclude(asleep, { status: "disconnected", active: tessera, connections: [] })
        const before = new Map(texts)
        assert.include(before.get("connections"), tessera)
        walletOf(world, tessera).unlock()
        yield* rest

        assert.strictEqual(yield* address, used)
        assert.strictEqual((yield* account).status, "connected")
      })
      yield* visit(world, run, { leaves })
    }),
  )

  it.effect("is woken by the visitor, who is told when it stays locked", () =>
    Effect.gen(function* () {
      const { used, leaves } = yield* visited(tessera)
      const world = createWorld()
      const run = Effect.gen(function* () {
        const { shown } = yield* use(snack)
        const wallet = { namespace: "eip155", connectorId: tessera } as const
        yield* wake(wallet)
        yield* rest
        assert.deepInclude(shown.value, { message: "Failed to connect", variant: "error", open: true })
        walletOf(world, tessera).behave({ locked: false })
        yield* wake(wallet)

        assert.strictEqual(yield* address, used)
        assert.strictEqual((yield* reconnect(wallet)).connectorId, tessera)
      })
      yield* visit(world, run, { leaves })
    }),
  )

  it.effect(
    "one that tells nothing without a prompt is not asked until the visitor wakes it, in a view that shows it",
    () =>
      Effect.gen(function* () {
        const shared = shelf()
        const asked: string[] = []
        const chains = Layer.succeed(Chains, {
          discover: (namespace, found) =>
            Effect.sync(() =>
              found(namespace === "bip122" ? [{ id: "Mute", name: "Mute", type: "INJECTED", chain: "bip122" }] : []),
            ),
          get: (namespace) =>
            Effect.succeed({
              namespace,
              connect: ({ connectorId, network }) =>
                Effect.sync(() => {
                  asked.push("connect")
                  return { namespace, connectorId, accounts: [{ address: "bc1q" }], caipNetwork: network }
                }),
              reconnect: () =>
                Effect.fail(new ConnectFailed({ cause: new UnsupportedProviderMethodError("Each question prompts") })),
              follow: () => Effect.void,
            } as Partial<Chain> as Chain),
        })
        const given = { leaves: { chains, storage: shared.leaf }, options: { networks: [bitcoin] } }
        yield* visit({}, connect({ wallet: "Mute" }), given)
        const run = Effect.gen(function* () {
          const { core } = yield* Modal
          const before = core.accounts.bip122.value
          yield* openModal()
          const place = core.route.value?.name
          yield* wake({ namespace: "bip122", connectorId: "Mute" })

          assert.deepInclude(before, { status: "disconnected", active: "Mute", connections: [] })
          assert.strictEqual(place, "Account")
          assert.deepStrictEqual(core.route.value, {
            name: "ConnectingExternal",
            connector: "Mute",
            namespace: "bip122",
          })
          assert.deepStrictEqual(asked, ["connect"])
          yield* connectExternal("Mute", "bip122")
          assert.strictEqual(core.accounts.bip122.value.status, "connected")
          assert.isFalse(core.open.value)
        })
        yield* visit({}, run, given)
      }),
  )

  it.effect("is not lost by a visit in which it was not unlocked", () =>
    Effect.gen(function* () {
      const { used, leaves } = yield* visited(tessera)
      yield* visit({}, switchNetwork({ network: polygon.caipNetworkId }), { leaves })

      assert.strictEqual(yield* visit({ wallets: { [tessera]: { locked: false } } }, address, { leaves }), used)
    }),
  )
})

describe("What is brought back is kept as it is now", () => {
  it.effect("a wallet that has gone to another network since, and is in use where none was", () =>
    Effect.gen(function* () {
      const { json, texts, leaves } = yield* visited(halyard)
      texts.set("connected_connector_ids", "{}")
      const before = json("active_caip_network_ids")
      const world = createWorld()
      walletOf(world).move(137)
      texts.set("demo_wallets", JSON.stringify({ [halyard]: { granted: true, chainId: 137 } }))
      const active = yield* visit(
        world,
        Effect.map(account, (state) => state.active),
        { leaves },
      )

      assert.deepInclude(before, { eip155: "eip155:1" })
      assert.strictEqual(active, halyard)
      assert.deepInclude(json("connected_connector_ids"), { eip155: halyard })
      assert.deepInclude(json("active_caip_network_ids"), { eip155: "eip155:137" })
    }),
  )
})

describe("What the visitor does while connections are brought back counts more", () => {
  it.effect("another wallet that they connect stays in use", () =>
    Effect.gen(function* () {
      const { leaves } = yield* visited(halyard)
      yield* Effect.gen(function* () {
        yield* reload
        yield* connected(cinderbox)
        yield* TestClock.adjust("2 seconds")
        yield* rest

        assert.strictEqual((yield* account).active, cinderbox)
        assert.lengthOf((yield* account).connections, 2)
      }).pipe(Effect.scoped, Effect.provide(modal(slowly(Effect.sleep("2 seconds")), { leaves })))
    }),
  )

  for (const [which, slow] of [
    ["the one in use", halyard],
    ["another", cinderbox],
  ] as const)
    it.effect(`signing out is for good, also from a wallet that has still to answer (${which})`, () =>
      Effect.gen(function* () {
        const { leaves } = yield* visited(cinderbox, halyard)
        const world = slowly(Effect.sleep("2 seconds"), slow)
        const gone = { status: "disconnected", active: undefined, connections: [] } as const
        yield* Effect.gen(function* () {
          yield* reload
          yield* disconnect()
          yield* TestClock.adjust("2 seconds")
          yield* rest
          assert.deepInclude(yield* account, gone)
          walletOf(world, slow).select(0)
          yield* rest

          assert.deepInclude(yield* account, gone)
        }).pipe(Effect.scoped, Effect.provide(modal(world, { leaves })))
      }),
    )
})
