import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layer as demoChains } from "../../layers/chains/demo.ts"
import type { DemoWallet, Script, World } from "../../layers/demo.ts"
import { Chains } from "../../services/Chains.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import { disconnect, signOutOfWallets, switchConnection } from "../../src/flows/connections.ts"
import { pickWallet } from "../../src/flows/directory.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { openModal } from "../../src/flows/open.ts"
import { restore } from "../../src/flows/restore.ts"
import { Modal, use } from "../../src/modal.ts"
import { connecting } from "../../src/state/connecting.ts"
import { connectRows } from "../../src/state/connectRows.ts"
import { snack } from "../../src/state/snack.ts"
import { wallets } from "../../src/state/wallets.ts"
import { cinderbox, createWorld, halyard, latchkey, rest, shelf, visit, walletOf, withWallet } from "./modal.ts"

const script: Script = { wallets: { [latchkey]: "approve" } }
const on = { namespace: "eip155", connectorId: latchkey } as const
const account = Effect.map(Modal, ({ core }) => core.accounts.eip155.value)
const address = Effect.map(Modal, ({ core }) => core.address.value)
const stack = Effect.map(Modal, ({ core }) => core.stack.value.map(({ name }) => name))
const said = Effect.map(use(snack), ({ shown }) => shown.value.message)
const told = { told: { added: "New Wallet Added", linked: "Already linked" } }

const rows = Effect.map(use(connectRows), (rowsOf) => {
  const { rows } = rowsOf()
  return rows.ids.value.map((id) => rows.get(id).value)
})

/** The world's wallet, noting what it is asked. */
const noting = () => {
  const asked: string[] = []
  const world = withWallet(createWorld(script), latchkey, ({ request }) => ({
    request: (input: Parameters<DemoWallet["request"]>[0]) => {
      asked.push(input.method)
      return request(input)
    },
  }))
  return { asked, world }
}

/** The demo's leaf in a page that a program frames, which brings a connector, or is silent. */
const hosted = (connectorId: string | undefined) => (world: World) => ({
  chains: Layer.effect(
    Chains,
    Effect.map(Chains, (own) => ({
      ...own,
      host: (namespace: string) => Effect.succeed(namespace === "eip155" ? connectorId : undefined),
    })),
  ).pipe(Layer.provide(demoChains(world))),
})

describe("The connector of the program that frames the page", () => {
  const granted = () => {
    const world = createWorld(script)
    walletOf(world, latchkey).resume({ granted: true })
    return world
  }

  it.effect("is brought back before the one of the last visit, which stays beside it", () => {
    const storage = shelf()
    return Effect.gen(function* () {
      yield* visit(script, Effect.andThen(connect({ wallet: cinderbox }), rest), { leaves: { storage: storage.leaf } })
      // The Safe grants its account by framing the page.
      const kept = storage.json("demo_wallets") as Readonly<Record<string, object>>
      storage.texts.set("demo_wallets", JSON.stringify({ ...kept, [latchkey]: { granted: true } }))
      const world = createWorld(script)
      const run = Effect.gen(function* () {
        const { active, status, connections } = yield* account
        assert.deepStrictEqual([active, status], [latchkey, "connected"])
        assert.sameMembers(
          connections.map(({ connectorId }) => connectorId),
          [latchkey, cinderbox],
        )
      })
      yield* visit(world, run, { leaves: { storage: storage.leaf, ...hosted(latchkey)(world) } })

      // It is kept like any other: what the next visit reads names it.
      assert.deepStrictEqual(storage.json("connected_connector_ids"), { eip155: latchkey })
    })
  })

  it.effect("that is silent leaves everything as it was", () => {
    const storage = shelf()
    return Effect.gen(function* () {
      yield* visit(script, Effect.andThen(connect({ wallet: cinderbox }), rest), { leaves: { storage: storage.leaf } })
      const world = createWorld(script)
      const leaves = { storage: storage.leaf, ...hosted(undefined)(world) }
      assert.strictEqual((yield* visit(world, account, { leaves })).active, cinderbox)
    })
  })

  it.effect("is not brought back once the visitor has signed out of it", () => {
    const storage = shelf()
    return Effect.gen(function* () {
      const world = granted()
      const leaves = { storage: storage.leaf, ...hosted(latchkey)(world) }
      const run = Effect.gen(function* () {
        yield* restore
        assert.strictEqual((yield* account).active, latchkey)
        yield* disconnect()
      })
      yield* visit(world, run, { leaves })
      walletOf(world, latchkey).resume({ granted: true })

      const after = yield* visit(world, Effect.andThen(restore, account), { leaves })
      assert.deepStrictEqual([after.active, after.status], [undefined, "disconnected"])
    })
  })

  it.effect("that comes while the visitor looks for a wallet shows them their account", () => {
    const world = granted()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* openModal()
      yield* restore

      assert.strictEqual(core.route.peek()?.name, "Account")
    })
    return visit(world, run, { leaves: hosted(latchkey)(world) })
  })
})

describe("A connector of type EXTERNAL", () => {
  it.effect("stands in its own group behind the wallets of this browser, and leads to its own view", () => {
    const run = Effect.gen(function* () {
      const shown = yield* rows
      const row = shown.find(({ connectorId }) => connectorId === latchkey)

      assert.deepStrictEqual(
        shown.map(({ group }) => group).filter((group, at, all) => all.indexOf(group) === at),
        ["walletConnect", "injected", "external"],
      )
      assert.strictEqual(row?.group, "external")
      assert.isUndefined(row?.tag)
      assert.deepStrictEqual(row?.route, { name: "ConnectingExternal", connector: latchkey, namespace: "eip155" })
    })
    return visit(script, run)
  })

  it.effect("is there only where the demo's script names it", () => {
    const run = Effect.gen(function* () {
      assert.notInclude(
        (yield* rows).map(({ connectorId }) => connectorId),
        latchkey,
      )
    })
    return visit({ wallets: { "*": "approve" } }, run)
  })

  it.effect("is where a press on its wallet in the directory leads", () => {
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* openModal({ view: "AllWallets" })
      yield* pickWallet({ id: "listed", name: "Latchkey Wallet", rdns: latchkey })

      assert.deepStrictEqual(core.route.peek(), {
        name: "ConnectingExternal",
        connector: latchkey,
        namespace: "eip155",
      })
    })
    return visit(script, run)
  })

  it.effect("connects, and the modal has done its work", () => {
    const world = createWorld(script)
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* openModal()
      yield* connectExternal(latchkey, "eip155", told)

      assert.isFalse(core.open.peek())
      assert.strictEqual(yield* address, walletOf(world, latchkey).state().addresses[0])
      assert.strictEqual((yield* account).active, latchkey)
      assert.strictEqual((yield* rows).find(({ connectorId }) => connectorId === latchkey)?.tag, "connected")
    })
    return visit(world, run)
  })

  it.effect("whose holder says no has connected nobody, and may be asked again", () => {
    const world = createWorld({ wallets: { [latchkey]: "reject" } })
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const { progress } = yield* use(connecting)
      yield* openModal()
      yield* connectExternal(latchkey, "eip155", told)
      const now = progress.peek()
      assert.strictEqual(now.is === "failed" && now.error.message, "Connection rejected")
      assert.isTrue(core.open.peek())
      assert.strictEqual((yield* account).status, "disconnected")

      walletOf(world, latchkey).behave({ connect: "approve" })
      yield* connectExternal(latchkey, "eip155", told)
      assert.strictEqual((yield* account).status, "connected")
    })
    return visit(world, run)
  })

  for (const [first, what] of [
    [halyard, "Already linked"],
    [cinderbox, "New Wallet Added"],
  ] as const)
    it.effect(`that comes beside others ends among the wallets: ${what}`, () => {
      const run = Effect.gen(function* () {
        yield* connect({ wallet: first })
        yield* openModal()
        yield* connectExternal(latchkey, "eip155", told)

        assert.strictEqual(yield* said, what)
        assert.deepStrictEqual(yield* stack, ["Account", "ProfileWallets"])
        assert.lengthOf((yield* account).connections, 2)
      })
      return visit(script, run)
    })

  it.effect("is asked again when the visitor switches to it, without a prompt where it knows how", () => {
    const { asked, world } = noting()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: latchkey })
      yield* connect({ wallet: cinderbox })
      asked.length = 0
      yield* switchConnection(on)
      assert.include(asked, "eth_accounts")
      assert.notInclude(asked, "eth_requestAccounts")
      assert.strictEqual((yield* account).active, latchkey)

      yield* switchConnection({ namespace: "eip155", connectorId: cinderbox })
      walletOf(world, latchkey).lock()
      yield* rest
      walletOf(world, latchkey).unlock()
      walletOf(world, latchkey).leave()
      yield* rest
      asked.length = 0
      yield* switchConnection(on)
      assert.include(asked, "eth_requestAccounts")
      assert.strictEqual((yield* account).active, latchkey)
    })
    return visit(world, run)
  })

  it.effect("goes to another network, and is offered one that it does not know", () => {
    const world = createWorld(script)
    const run = Effect.gen(function* () {
      yield* connect({ wallet: latchkey })
      for (const id of ["eip155:8453", "eip155:137"] as const) {
        yield* switchNetwork({ network: id })
        assert.strictEqual((yield* account).caipNetworkId, id)
        assert.strictEqual(`eip155:${walletOf(world, latchkey).state().chainId}`, id)
      }
    })
    return visit(world, run)
  })

  it.effect("is brought back by the next visit without a prompt, and not after a sign-out", () => {
    const leaves = { storage: shelf().leaf }
    return Effect.gen(function* () {
      const first = yield* visit(
        script,
        Effect.tap(
          Effect.andThen(connect({ wallet: latchkey }), () => address),
          () => rest,
        ),
        { leaves },
      )
      const silent = { wallets: { [latchkey]: "reject" } } as const
      assert.isDefined(first)
      assert.strictEqual(yield* visit(silent, address, { leaves }), first)
      assert.isUndefined(
        yield* visit(silent, Effect.andThen(Effect.andThen(signOutOfWallets(), rest), address), { leaves }),
      )
      assert.isUndefined(yield* visit(script, address, { leaves }))
    })
  })

  it.effect("gives its grant back when the visitor signs out", () => {
    const world = createWorld(script)
    const run = Effect.gen(function* () {
      const { installed } = yield* use(wallets)
      yield* connect({ wallet: latchkey })
      yield* disconnect()

      assert.isFalse(walletOf(world, latchkey).state().granted)
      assert.isTrue(installed.peek().some(({ id, type }) => id === latchkey && type === "EXTERNAL"))
    })
    return visit(world, run)
  })
})
