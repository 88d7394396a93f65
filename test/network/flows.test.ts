import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { signOutOfWallets } from "../../src/connections/operations/connections.ts"
import { closeModal, goBack, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { pickNetwork, switchFromView } from "../../src/network/operations.ts"
import { mainnet } from "../../src/options/networks.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { settled } from "../contracts/settled.ts"
import { halyard, rest } from "../fixtures/modal.ts"
import { test, type Visit } from "../fixtures/visits.ts"
import "../../src/network/flows/leaveUnsupportedNetwork.ts"

/** A chain that the site does not offer. */
const foreign = 4242
const unsupported = ["UnsupportedChain"]
const connected = connect({ wallet: halyard })

/** The user switches chains in the wallet. */
const moved = ({ wallet }: Visit, chain = foreign) =>
  Effect.andThen(
    Effect.sync(() => wallet().move(chain)),
    rest,
  )

describe("Active chain change", () => {
  test("Active chain change shows UnsupportedChain if all hold: network unsupported, switching enabled, unsupported chains not allowed, basic mode off", function* (visit) {
    yield* connected
    assert.isEmpty(visit.views())
    yield* moved(visit)

    assert.deepStrictEqual(visit.views(), unsupported)
    assert.strictEqual(snapshot(visit.instance).view, "UnsupportedChain")
  })

  for (const [what, options, chain] of [
    ["switching is disabled", { enableNetworkSwitch: false }, foreign],
    ["unsupported chains are allowed", { allowUnsupportedChain: true }, foreign],
    ["the mode is basic", { basic: true }, foreign],
    ["the site offers the network", {}, 137],
  ] as const)
    test(`shows nothing if ${what}`, { options }, function* (visit) {
      yield* connected
      yield* moved(visit, chain)

      assert.isFalse(visit.core.open.value)
    })

  test("An unsupported chain shows the UnsupportedChain view, instead of the current view", function* (visit) {
    yield* connected
    yield* openModal()
    yield* goTo({ name: "Networks" })
    yield* moved(visit)
    assert.deepStrictEqual(visit.views(), unsupported)

    yield* moved(visit, mainnet.id)
    assert.isEmpty(visit.views())
    yield* moved(visit)
    assert.deepStrictEqual(visit.views(), unsupported)
  })

  const staying = { script: { wallets: { [halyard]: { chain: foreign, switch: "reject" } } } } as const
  test("shows the view when a wallet connects there and does not switch", staying, function* ({ account, views }) {
    yield* openModal()
    yield* goTo({ name: "ConnectingExternal", connector: halyard })
    yield* connectExternal(halyard)
    yield* rest

    assert.deepStrictEqual(views(), unsupported)
    assert.deepInclude(account(), { status: "connected", caipNetworkId: `eip155:${foreign}` })
  })

  test.visits("shows the view when a wallet is restored there", function* ({ visit }) {
    yield* visit(function* (first) {
      yield* connected
      yield* moved(first)
    })
    yield* visit(function* ({ views }) {
      yield* rest
      assert.deepStrictEqual(views(), unsupported)
    })
  })
})

describe("The UnsupportedChain view", () => {
  test("cannot be closed, only left by a switch or by signing out", function* (visit) {
    const { core, dialog, views } = visit
    yield* connected
    yield* moved(visit)
    yield* settled(leave())
    assert.deepStrictEqual(views(), unsupported)
    assert.include(dialog.told, "refuse")
    yield* pickNetwork(mainnet)
    yield* settled(leave())
    assert.deepStrictEqual(views(), ["UnsupportedChain", "SwitchNetwork"])
    yield* goBack()
    assert.deepStrictEqual(views(), unsupported)

    yield* signOutOfWallets()
    yield* rest
    assert.isFalse(core.open.value)
  })

  test("keeps a switch that has begun while the wallet moves about", function* (visit) {
    yield* connected
    yield* moved(visit)
    yield* pickNetwork(mainnet)
    for (const chain of [137, foreign]) {
      yield* moved(visit, chain)
      assert.deepStrictEqual(visit.views(), ["UnsupportedChain", "SwitchNetwork"])
    }
  })

  test("closes once the wallet has switched", function* (visit) {
    const { core, views } = visit
    yield* connected
    yield* moved(visit)
    yield* pickNetwork(mainnet)
    yield* settled(switchFromView(mainnet.caipNetworkId, { declined: "Declined" }))
    yield* rest

    assert.isFalse(core.open.value)
    assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
    yield* openModal()
    assert.deepStrictEqual(views(), ["Account"])
  })

  for (const [what, act] of [
    ["returns to a supported network", ({ wallet }: Visit) => wallet().move(1)],
    ["locks the wallet", ({ wallet }: Visit) => wallet().lock()],
    ["disconnects the wallet", ({ wallet }: Visit) => wallet().leave()],
  ] as const)
    test(`closes when the user ${what}`, function* (visit) {
      yield* connected
      yield* moved(visit)
      assert.deepStrictEqual(visit.views(), unsupported)
      act(visit)
      yield* rest

      assert.isFalse(visit.core.open.value)
    })

  test("reopens, after the site closed it, when the wallet goes to another such network", function* (visit) {
    yield* connected
    yield* moved(visit)
    yield* closeModal()
    yield* rest
    assert.isFalse(visit.core.open.value)
    visit.wallet().move(1)
    yield* moved(visit)

    assert.deepStrictEqual(visit.views(), unsupported)
  })

  test("returns to the view it was opened from", function* (visit) {
    yield* connected
    yield* openModal()
    yield* goTo({ name: "UnsupportedChain" })
    yield* moved(visit)
    assert.deepStrictEqual(visit.views(), ["Account", "UnsupportedChain"])
    yield* moved(visit, mainnet.id)

    assert.deepStrictEqual(visit.views(), ["Account"])
  })

  test("for swaps stays while the site offers the network, and is replaced by the other one", function* (visit) {
    yield* connected
    yield* openModal()
    yield* goTo({ name: "UnsupportedChain", swap: true })
    yield* moved(visit, 137)
    assert.deepStrictEqual(visit.views(), ["Account", "UnsupportedChain"])
    yield* moved(visit)

    assert.deepStrictEqual(visit.core.stack.value, [{ name: "UnsupportedChain" }])
  })
})
