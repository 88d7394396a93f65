import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { demo, type World } from "../../layers/demo.ts"
import { Chains } from "../../services/Chains.ts"
import { connectRows } from "../../src/connect/first-paint/state.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { restore } from "../../src/connections/flows/restore.ts"
import { disconnect, signOutOfWallets } from "../../src/connections/operations/connections.ts"
import { switchConnection } from "../../src/connections/operations/switchConnection.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { pickWallet } from "../../src/wallets/operations.ts"
import { changed } from "../fixtures/layers.ts"
import { cinderbox, createWorld, halyard, latchkey, rest, walletOf, withWallet } from "../fixtures/modal.ts"
import { test as anyTest, shownSnack, signedOut, visiting } from "../fixtures/visits.ts"

const script = { wallets: { [latchkey]: "approve" } } as const
const test = visiting({ script })
const on = { namespace: "eip155", connectorId: latchkey } as const
const route = { name: "ConnectingExternal", connector: latchkey, namespace: "eip155" } as const
const joining = { messages: { added: "New Wallet Added", linked: "Already linked" } }
const connectLatchkey = connectExternal(latchkey, "eip155", joining)

const rows = Effect.map(slicesOf(connectRows), (rowsOf) => {
  const { rows } = rowsOf()
  return rows.ids.value.map((id) => rows.get(id).value)
})
const ownRow = Effect.map(rows, (all) => all.find(({ connectorId }) => connectorId === latchkey))

/** A page framed by a program that provides this connector, or does not respond. */
const hosted = (connectorId: string | undefined) => ({
  layers: (world: World) => ({
    chains: changed(Chains, demo(world).chains, () => ({
      host: (namespace) => Effect.succeed(namespace === "eip155" ? connectorId : undefined),
    })),
  }),
})

describe("The connector of a program that frames the page", () => {
  const granted = () => {
    const world = createWorld(script)
    walletOf(world, latchkey).resume({ granted: true })
    return { world, ...hosted(latchkey) }
  }
  const cinderboxConnected = Effect.andThen(connect({ wallet: cinderbox }), rest)

  test.visits("is restored and active, beside the connector of the last visit", function* ({ look, storage, visit }) {
    yield* visit(cinderboxConnected)
    // The Safe grants its account by framing the page.
    const kept = storage.json("demo_wallets") as Readonly<Record<string, object>>
    storage.texts.set("demo_wallets", JSON.stringify({ ...kept, [latchkey]: { granted: true } }))
    const { account, connected } = yield* look((found) => found, hosted(latchkey))

    assert.deepInclude(account(), { active: latchkey, status: "connected" })
    assert.sameMembers([...connected()], [latchkey, cinderbox])
    // It is stored like any other.
    assert.deepStrictEqual(storage.json("connected_connector_ids"), { eip155: latchkey })
  })

  test.visits("changes nothing if it does not respond", function* ({ look, visit }) {
    yield* visit(cinderboxConnected)
    assert.strictEqual(yield* look(({ account }) => account().active, hosted(undefined)), cinderbox)
  })

  test.visits("is not restored once the visitor has signed out of it", granted, function* ({ visit, world }) {
    yield* visit(function* ({ account }) {
      yield* restore
      assert.strictEqual(account().active, latchkey)
      yield* disconnect()
    })
    walletOf(world, latchkey).resume({ granted: true })

    yield* visit(function* ({ account }) {
      yield* restore
      assert.deepInclude(account(), signedOut)
    })
  })

  test("shows the account to a visitor who was choosing a wallet", granted, function* ({ views }) {
    yield* openModal()
    yield* restore

    assert.deepStrictEqual(views(), ["Account"])
  })
})

describe("A connector of type EXTERNAL", () => {
  test("is listed in its own group after the browser wallets, and opens its own view", function* () {
    const groups = (yield* rows).map(({ group }) => group)
    const row = yield* ownRow

    assert.deepStrictEqual([...new Set(groups)], ["walletConnect", "injected", "external"])
    assert.strictEqual(row?.group, "external")
    assert.isUndefined(row?.tag)
    assert.deepStrictEqual(row?.route, route)
  })

  anyTest("is listed only if the demo's script names it", { script: { wallets: { "*": "approve" } } }, function* () {
    assert.isUndefined(yield* ownRow)
  })

  test("opens from its wallet in the directory", function* ({ core }) {
    yield* openModal({ view: "AllWallets" })
    yield* pickWallet({ id: "listed", name: "Latchkey Wallet", rdns: latchkey })

    assert.deepStrictEqual(core.route.peek(), route)
  })

  test("connects, and closes the modal", function* ({ account, core, wallet }) {
    yield* openModal()
    yield* connectLatchkey

    assert.isFalse(core.open.peek())
    assert.strictEqual(core.address.value, wallet(latchkey).state().addresses[0])
    assert.strictEqual(account().active, latchkey)
    assert.strictEqual((yield* ownRow)?.tag, "connected")
  })

  const rejecting = { script: { wallets: { [latchkey]: "reject" } } } as const
  test("stays disconnected after a rejection, and can retry", rejecting, function* ({ account, core, wallet }) {
    const { progress } = yield* slicesOf(connecting)
    yield* openModal()
    yield* connectLatchkey
    const now = progress.peek()
    assert.strictEqual(now.status === "failed" && now.error.message, "Connection rejected")
    assert.isTrue(core.open.peek())
    assert.strictEqual(account().status, "disconnected")

    wallet(latchkey).behave({ connect: "approve" })
    yield* connectLatchkey
    assert.strictEqual(account().status, "connected")
  })

  for (const [first, message] of [
    [halyard, "Already linked"],
    [cinderbox, "New Wallet Added"],
  ] as const)
    test(`shows the wallets if it connects beside another: ${message}`, function* ({ connected, views }) {
      yield* connect({ wallet: first })
      yield* openModal()
      yield* connectLatchkey

      assert.strictEqual((yield* shownSnack).message, message)
      assert.deepStrictEqual(views(), ["Account", "ProfileWallets"])
      assert.lengthOf(connected(), 2)
    })

  const noting = () => {
    const asked: string[] = []
    const world = withWallet(createWorld(script), latchkey, ({ request }) => ({
      request: (input) => {
        asked.push(input.method)
        return request(input)
      },
    }))
    return { asked, world }
  }
  test(
    "reconnects when the visitor switches to it, without a prompt if it can",
    noting,
    function* ({ account, asked, wallet }) {
      yield* connect({ wallet: latchkey })
      yield* connect({ wallet: cinderbox })
      asked.length = 0
      yield* switchConnection(on)
      assert.include(asked, "eth_accounts")
      assert.notInclude(asked, "eth_requestAccounts")
      assert.strictEqual(account().active, latchkey)

      yield* switchConnection({ namespace: "eip155", connectorId: cinderbox })
      wallet(latchkey).lock()
      yield* rest
      wallet(latchkey).unlock()
      wallet(latchkey).leave()
      yield* rest
      asked.length = 0
      yield* switchConnection(on)
      assert.include(asked, "eth_requestAccounts")
      assert.strictEqual(account().active, latchkey)
    },
  )

  test("switches networks, even to an unknown one", function* ({ account, wallet }) {
    yield* connect({ wallet: latchkey })
    for (const id of ["eip155:8453", "eip155:137"] as const) {
      yield* switchNetwork({ network: id })
      assert.strictEqual(account().caipNetworkId, id)
      assert.strictEqual(`eip155:${wallet(latchkey).state().chainId}`, id)
    }
  })

  test.visits("is restored without a prompt, but not after a sign-out", function* ({ visit }) {
    const silent = { script: { wallets: { [latchkey]: "reject" } } } as const
    const address = Effect.map(CurrentModal, ({ core }) => core.address.value)
    const { accounts } = yield* visit(Effect.tap(connect({ wallet: latchkey }), () => rest))
    assert.strictEqual(yield* visit(address, silent), accounts[0]?.address)
    yield* visit(function* ({ core }) {
      yield* signOutOfWallets()
      yield* rest
      assert.isUndefined(core.address.value)
    }, silent)
    assert.isUndefined(yield* visit(address))
  })

  test("revokes its grant when the visitor signs out", function* ({ wallet }) {
    const { installed } = yield* slicesOf(wallets)
    yield* connect({ wallet: latchkey })
    yield* disconnect()

    assert.isFalse(wallet(latchkey).state().granted)
    assert.isTrue(installed.peek().some(({ id, type }) => id === latchkey && type === "EXTERNAL"))
  })
})
