import { afterEach, assert, describe, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Dialog } from "../../services/Dialog.ts"
import { connect } from "../../src/connect/operations.ts"
import { switchToConnection } from "../../src/connections/operations/switchConnection.ts"
import { MethodNotFoundRpcError } from "../../src/errors/rpc.ts"
import { goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { pickNetwork, switchFromView, switchNetwork } from "../../src/network/operations.ts"
import { switching } from "../../src/network/state.ts"
import { dismissAlert } from "../../src/notifications/flows.ts"
import { base, defineNetwork, mainnet, polygon, solana, solanaDevnet } from "../../src/options/networks.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { settled } from "../contracts/settled.ts"
import { answering, changed, changedChains } from "../fixtures/layers.ts"
import { cinderbox, createWorld, dialog, halyard, rest, walletOf } from "../fixtures/modal.ts"
import { begun, bothConnected, fails, hanging, shownSnack, test } from "../fixtures/visits.ts"

const networkId = Effect.map(CurrentModal, ({ core }) => core.network.value?.caipNetworkId)
/** The task of the view that waits for the wallet. */
const fromView = switchFromView(polygon.caipNetworkId, { declined: "Declined in the wallet" })
const toPolygon = settled(switchNetwork({ network: polygon.caipNetworkId }))
const toBase = settled(switchNetwork({ network: base.caipNetworkId }))
const connected = connect({ wallet: halyard })
const networksOpened = Effect.andThen(openModal(), goTo({ name: "Networks" }))

afterEach(() => vi.unstubAllGlobals())

describe("switchNetwork", () => {
  test("Active chain change: sets the active network, address and stored network id", {
    options: { networks: [mainnet, polygon, solana] },
  }, function* ({ core, storage }) {
    const { accounts } = yield* connected
    const address = accounts[0]?.address
    yield* toPolygon
    assert.strictEqual(core.network.value, core.networks.value[1])
    assert.strictEqual(core.address.value, address)
    assert.strictEqual(core.connection.value?.caipNetwork?.caipNetworkId, "eip155:137")
    assert.deepInclude(storage.json("active_caip_network_ids"), { eip155: "eip155:137" })
    yield* switchNetwork({ network: solana.caipNetworkId })

    assert.strictEqual(core.namespace.value, "solana")
    assert.strictEqual(yield* networkId, solana.caipNetworkId)
    assert.isUndefined(core.address.value)
    assert.strictEqual(storage.json("active_namespace"), "solana")
    const ids = { solana: solana.caipNetworkId, eip155: "eip155:137" }
    assert.deepInclude(storage.json("active_caip_network_ids"), ids)
    yield* toPolygon
    assert.strictEqual(core.address.value, address)
  })

  const onEthereum = { script: { wallets: { [halyard]: { chain: 1 }, [cinderbox]: { chain: 1 } } } }
  test("switches the requested wallet, even if another one is active by then", onEthereum, function* (visit) {
    const { account, wallet } = visit
    yield* bothConnected
    wallet().behave({ switch: "hang" })
    const asked = yield* begun(switchNetwork({ network: polygon.caipNetworkId }))
    yield* switchToConnection({ namespace: "eip155", connectorId: cinderbox })
    wallet().approve()
    yield* settled(Fiber.join(asked))

    assert.deepInclude(account(), { active: cinderbox, caipNetworkId: mainnet.caipNetworkId })
    assert.sameDeepMembers(
      account().connections.map(({ connectorId, caipNetwork }) => [connectorId, caipNetwork?.caipNetworkId]),
      [
        [cinderbox, mainnet.caipNetworkId],
        [halyard, polygon.caipNetworkId],
      ],
    )
  })

  const leavingAgain = () => {
    const world = createWorld(onEthereum.script)
    /** The wallet returns to Ethereum by itself once it is on Polygon, while the dialog comes to the front again. */
    const promoted = Effect.suspend(() => {
      const { move, state } = walletOf(world)
      return state().chainId === 137
        ? Effect.andThen(
            Effect.sync(() => move(1)),
            rest,
          )
        : Effect.void
    })
    const layer = changed(Dialog, dialog().layer, ({ demote }) => ({
      demote: (demoted) => (demoted ? demote(demoted) : Effect.andThen(promoted, demote(demoted))),
    }))
    return { world, layers: { dialog: layer } }
  }
  test(
    "accepts the network of a wallet that moves on by itself right after switching",
    leavingAgain,
    function* (visit) {
      yield* connected
      yield* toPolygon

      assert.strictEqual(visit.wallet().state().chainId, 1)
      assert.strictEqual(yield* networkId, mainnet.caipNetworkId)
      assert.strictEqual(visit.core.connection.value?.caipNetwork?.caipNetworkId, mainnet.caipNetworkId)
    },
  )

  const leavingEarly = () => {
    const world = createWorld(onEthereum.script)
    /** The wallet is back on Ethereum before its response arrives. */
    const returned = Effect.andThen(
      Effect.sync(() => walletOf(world).move(1)),
      rest,
    )
    return {
      world,
      ...changedChains(({ switchNetwork }) => ({
        switchNetwork: (input) => Effect.andThen(Effect.andThen(switchNetwork(input), rest), returned),
      })),
    }
  }
  test("accepts the network of a wallet that moves on before its response arrives", leavingEarly, function* (visit) {
    yield* connected
    yield* toPolygon

    assert.strictEqual(yield* networkId, mainnet.caipNetworkId)
    assert.strictEqual(visit.core.connection.value?.caipNetwork?.caipNetworkId, mainnet.caipNetworkId)
  })

  test("A visitor can switch networks or chains", function* ({ wallet }) {
    yield* connected
    for (const network of [polygon, base, mainnet]) {
      yield* settled(switchNetwork({ network: network.caipNetworkId }))

      assert.strictEqual(wallet().state().chainId, network.id)
      assert.strictEqual(yield* networkId, network.caipNetworkId)
    }
  })

  test("adds a network that is unknown to the wallet", function* ({ wallet }) {
    yield* connect({ wallet: cinderbox })
    assert.notInclude(wallet(cinderbox).state().manner.chains ?? [], polygon.id)
    yield* toPolygon

    assert.strictEqual(wallet(cinderbox).state().chainId, polygon.id)
    assert.strictEqual(yield* networkId, "eip155:137")
  })

  const rejecting = { script: { wallets: { "*": { switch: "reject", chain: 1 } } } } as const
  for (const [what, wallet] of [
    ["a switch", halyard],
    ["a network that is unknown to the wallet", cinderbox],
  ] as const)
    test(`changes nothing if the visitor rejects ${what}`, rejecting, function* ({ storage }) {
      yield* connect({ wallet })
      const before = new Map(storage.texts)

      yield* fails(toPolygon, { message: "Connection rejected" })
      assert.strictEqual(yield* networkId, "eip155:1")
      assert.deepStrictEqual(storage.texts, before)
    })

  test("Switching to an unknown network id shows a not-found alert", function* ({ core }) {
    const printed: string[] = []
    vi.stubGlobal("console", { ...console, warn: (text: string) => printed.push(text) })
    for (const _ of ["first", "again"])
      yield* fails(switchNetwork({ network: "eip155:424242" }), {
        message: "Network not found",
        details: "'eip155:424242' is not one of the option `networks`: add it there",
      })
    assert.deepStrictEqual(
      core.alerts.value.map(({ code, title }) => `${code} ${title}`),
      ["APKT001 Network Not Found"],
    )
    assert.lengthOf(printed, 1)
    assert.strictEqual(yield* networkId, "eip155:1")
    yield* dismissAlert("APKT001")

    assert.isEmpty(core.alerts.value)
  })

  const silent = { script: { wallets: { "*": "hang" } } } as const
  test.visits("stores the choice if no wallet is connected", silent, function* ({ visit }) {
    yield* visit(function* ({ account, world }) {
      yield* switchNetwork({ network: polygon.caipNetworkId })

      assert.strictEqual(yield* networkId, "eip155:137")
      assert.strictEqual(account().status, "disconnected")
      for (const wallet of world.wallets.values()) assert.isEmpty(wallet.state().openPrompts)
    })

    assert.strictEqual(yield* visit(networkId), "eip155:137")
    assert.strictEqual(yield* visit(networkId, { options: { defaultNetwork: base } }), "eip155:8453")
  })

  test("fails while the wallet is asked for another network", hanging("switch"), function* ({ wallet }) {
    yield* connected
    const asked = yield* begun(toPolygon)
    yield* fails(toBase, { _tag: "SwitchNotApproved" })
    wallet().approve()
    yield* settled(Fiber.join(asked))

    assert.strictEqual(yield* networkId, "eip155:137")
  })

  test("disconnects a wallet that leaves while it is asked to switch", hanging("switch"), function* (visit) {
    yield* connected
    const asked = yield* begun(Effect.exit(toPolygon))
    visit.wallet().leave()
    yield* rest
    assert.strictEqual(visit.account().status, "disconnected")
    visit.wallet().approve()
    yield* settled(Fiber.join(asked))

    assert.isUndefined(visit.core.connection.value)
  })

  test("keeps the choice while the wallet is locked", function* ({ account, storage, wallet }) {
    yield* connected
    wallet().lock()
    yield* rest
    yield* pickNetwork(base)

    assert.strictEqual(yield* networkId, base.caipNetworkId)
    assert.deepInclude(account(), { active: halyard, connections: [], caipNetworkId: base.caipNetworkId })
    assert.deepInclude(storage.json("active_caip_network_ids"), { eip155: base.caipNetworkId })
  })

  test("prompts once for concurrent switches", hanging("switch"), function* ({ wallet }) {
    yield* connected
    const asked = yield* begun(Effect.all([toPolygon, toPolygon], { concurrency: "unbounded" }))
    assert.deepStrictEqual(wallet().state().openPrompts, ["switch"])
    wallet().approve()
    yield* Fiber.join(asked)

    assert.strictEqual(yield* networkId, "eip155:137")
  })
})

describe("The network views", () => {
  test("wait for the wallet's approval, then return to the previous view", hanging("switch"), function* (visit) {
    const { views, wallet } = visit
    const { progress } = yield* slicesOf(switching)
    yield* connected
    yield* networksOpened
    yield* pickNetwork(polygon)
    assert.deepStrictEqual(views(), ["Account", "Networks", "SwitchNetwork"])

    const earlier = yield* begun(fromView)
    const view = yield* begun(fromView)
    yield* Fiber.join(earlier)
    assert.deepStrictEqual(views(), ["Account", "Networks", "SwitchNetwork"])
    assert.strictEqual(progress.value.status, "loading")
    wallet().approve()
    yield* settled(Fiber.join(view))

    assert.strictEqual(progress.value.status, "loaded")
    assert.deepStrictEqual(views(), ["Account"])
    assert.strictEqual(yield* networkId, "eip155:137")
  })

  test(
    "wait for the wallet's approval if it is not known whether the wallet prompts",
    changedChains(() => ({ promptsToSwitch: undefined as never })),
    function* ({ views }) {
      yield* connected
      yield* networksOpened
      yield* pickNetwork(polygon)

      assert.deepStrictEqual(views(), ["Account", "Networks", "SwitchNetwork"])
    },
  )

  test("close the modal after a switch if it was opened for that only", function* ({ core }) {
    yield* connected
    yield* openModal({ view: "Networks" })
    yield* pickNetwork(polygon)
    yield* settled(fromView)

    assert.isFalse(core.open.value)
    assert.strictEqual(yield* networkId, "eip155:137")
  })

  const localnet = defineNetwork({ ...solana, id: "localnet" })
  test("switch a wallet that does not prompt at once, and show why it cannot switch", {
    options: { networks: [solana, solanaDevnet, localnet] },
  }, function* ({ views }) {
    yield* settled(connect({ wallet: "example.plover" }))
    yield* networksOpened
    yield* settled(pickNetwork(solanaDevnet))
    assert.deepStrictEqual(views(), ["Account"])
    assert.strictEqual(yield* networkId, solanaDevnet.caipNetworkId)

    yield* goTo({ name: "Networks" })
    yield* settled(pickNetwork(localnet))
    assert.deepStrictEqual(views(), ["Account", "Networks"])
    assert.deepInclude(yield* shownSnack, { message: "Chain is not supported", variant: "error" })
    assert.strictEqual(yield* networkId, solanaDevnet.caipNetworkId)
  })

  test("ignore a click on the active network", function* ({ views }) {
    yield* connected
    yield* openModal({ view: "Networks" })
    yield* pickNetwork(mainnet)

    assert.deepStrictEqual(views(), ["Networks"])
  })

  test("keep the choice and go back if no wallet is connected", function* ({ views }) {
    yield* networksOpened
    yield* pickNetwork(polygon)

    assert.deepStrictEqual(views(), ["Connect"])
    assert.strictEqual(yield* networkId, "eip155:137")
  })

  const declining = { wallets: { [halyard]: { switch: "reject", chain: 1 } } } as const
  const unable = () =>
    answering("wallet_switchEthereumChain", () => Effect.fail(new MethodNotFoundRpcError("No such method")), {
      world: createWorld({ wallets: { [halyard]: { chain: 1 } } }),
    })
  for (const [what, world, message] of [
    ["the visitor's rejection", () => createWorld(declining), "Declined in the wallet"],
    [
      "the catalogue's message for a wallet that cannot switch",
      unable,
      "Failed to switch to chain 137. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.",
    ],
  ] as const)
    test(
      `A failed network switch goes back one view, and a snack says why: ${what}`,
      () => ({ world: world() }),
      function* ({ views }) {
        yield* connected
        yield* networksOpened
        yield* pickNetwork(polygon)
        yield* settled(fromView)
        yield* rest

        assert.deepStrictEqual(views(), ["Account", "Networks"])
        assert.deepInclude(yield* shownSnack, { message, variant: "error", open: true })
        assert.strictEqual(yield* networkId, "eip155:1")
      },
    )

  test("apply an approval after the visitor has left", hanging("switch"), function* ({ wallet }) {
    const { progress } = yield* slicesOf(switching)
    yield* connected
    const view = yield* begun(fromView)
    yield* Fiber.interrupt(view)
    assert.strictEqual(progress.value.status, "idle")
    wallet().approve()
    yield* rest

    assert.strictEqual(yield* networkId, "eip155:137")
  })
})
