import { afterEach, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { vi } from "vitest"
import { base, defineNetwork, mainnet, polygon, solana, solanaDevnet } from "../../src/domain/networks.ts"
import { MethodNotFoundRpcError } from "../../src/domain/rpcErrors.ts"
import { dismissAlert } from "../../src/flows/alerts.ts"
import { connect } from "../../src/flows/connect.ts"
import { takeConnection } from "../../src/flows/connections.ts"
import { pickNetwork, switchFromView, switchNetwork } from "../../src/flows/network.ts"
import { goTo, openModal } from "../../src/flows/open.ts"
import { Modal, use } from "../../src/modal.ts"
import { snack } from "../../src/state/snack.ts"
import { switching } from "../../src/state/switching.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, createWorld, halyard, modal, rest, shelf, started, visit, walletOf, withWallet } from "./modal.ts"

const views = Effect.map(Modal, ({ core }) => core.stack.value.map(({ name }) => name))
const networkId = Effect.map(Modal, ({ core }) => core.network.value?.caipNetworkId)
/** The view that waits for the wallet. */
const fromView = switchFromView(polygon.caipNetworkId, { declined: "Declined in the wallet" })
const toPolygon = settled(switchNetwork({ network: polygon.caipNetworkId }))

afterEach(() => vi.unstubAllGlobals())

describe("Switching the network", () => {
  it.effect("Active chain change: sets the active network, address and stored network id", () => {
    const { leaf, json } = shelf()
    const networks = [mainnet, polygon, solana]
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const { accounts } = yield* connect({ wallet: halyard })
      const address = accounts[0]?.address
      yield* toPolygon
      assert.strictEqual(core.network.value, core.networks.value[1])
      assert.strictEqual(core.address.value, address)
      assert.strictEqual(core.connection.value?.caipNetwork?.caipNetworkId, "eip155:137")
      assert.deepInclude(json("active_caip_network_ids"), { eip155: "eip155:137" })
      yield* switchNetwork({ network: solana.caipNetworkId })

      assert.strictEqual(core.namespace.value, "solana")
      assert.strictEqual(core.network.value?.caipNetworkId, solana.caipNetworkId)
      assert.isUndefined(core.address.value)
      assert.strictEqual(json("active_namespace"), "solana")
      assert.deepInclude(json("active_caip_network_ids"), { solana: solana.caipNetworkId, eip155: "eip155:137" })
      yield* toPolygon
      assert.strictEqual(core.address.value, address)
    })
    return visit({}, run, { options: { networks }, leaves: { storage: leaf } })
  })

  it.effect("the wallet that was asked goes there, not the one that is in use by the time it answers", () => {
    const world = createWorld({ wallets: { [halyard]: { chain: 1 }, [cinderbox]: { chain: 1 } } })
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      walletOf(world).behave({ switch: "hang" })
      const asked = yield* Effect.forkChild(switchNetwork({ network: polygon.caipNetworkId }))
      yield* rest
      yield* takeConnection({ namespace: "eip155", connectorId: cinderbox })
      walletOf(world).approve()
      yield* settled(Fiber.join(asked))

      const { active, caipNetworkId, connections } = core.accounts.eip155.value
      assert.deepStrictEqual([active, caipNetworkId], [cinderbox, mainnet.caipNetworkId])
      assert.sameDeepMembers(
        connections.map(({ connectorId, caipNetwork }) => [connectorId, caipNetwork?.caipNetworkId]),
        [
          [cinderbox, mainnet.caipNetworkId],
          [halyard, polygon.caipNetworkId],
        ],
      )
    })
    return visit(world, run)
  })

  it.effect("A visitor can switch networks or chains", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      for (const network of [polygon, base, mainnet]) {
        yield* settled(switchNetwork({ network: network.caipNetworkId }))

        assert.strictEqual(walletOf(world).state().chainId, network.id)
        assert.strictEqual(yield* networkId, network.caipNetworkId)
      }
    })
    return visit(world, run)
  })

  it.effect("a network that the wallet does not know is added to it first", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: cinderbox })
      assert.notInclude(walletOf(world, cinderbox).state().manner.chains ?? [], polygon.id)
      yield* toPolygon

      assert.strictEqual(walletOf(world, cinderbox).state().chainId, polygon.id)
      assert.strictEqual(yield* networkId, "eip155:137")
    })
    return visit(world, run)
  })

  for (const [what, wallet] of [
    ["a switch", halyard],
    ["a network that the wallet does not know", cinderbox],
  ] as const)
    it.effect(`nothing changes when the visitor rejects ${what}`, () => {
      const { leaf, texts } = shelf()
      const run = Effect.gen(function* () {
        yield* connect({ wallet })
        const before = new Map(texts)
        const error = yield* Effect.flip(toPolygon)

        assert.strictEqual(error.message, "Connection rejected")
        assert.strictEqual(yield* networkId, "eip155:1")
        assert.deepStrictEqual(texts, before)
      })
      return visit({ wallets: { "*": { switch: "reject", chain: 1 } } }, run, { leaves: { storage: leaf } })
    })

  it.effect("Switching to an unknown network id shows a not-found alert", () => {
    const printed: string[] = []
    vi.stubGlobal("console", { ...console, warn: (text: string) => printed.push(text) })
    return Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      for (const _ of [1, 2]) {
        const error = yield* Effect.flip(switchNetwork({ network: "eip155:424242" }))
        assert.strictEqual(error.message, "Network not found")
      }
      assert.deepStrictEqual(
        core.alerts.value.map(({ code, title }) => `${code} ${title}`),
        ["APKT001 Network Not Found"],
      )
      assert.lengthOf(printed, 1)
      assert.strictEqual(yield* networkId, "eip155:1")
      yield* dismissAlert("APKT001")

      assert.isEmpty(core.alerts.value)
    }).pipe(Effect.scoped, Effect.provide(modal()))
  })

  it.effect("without a wallet only the choice is kept, for this visit and the next", () => {
    const world = createWorld({ wallets: { "*": "hang" } })
    const { leaf } = shelf()
    const first = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* switchNetwork({ network: polygon.caipNetworkId })

      assert.strictEqual(yield* networkId, "eip155:137")
      assert.strictEqual(core.accounts.eip155.value.status, "disconnected")
      for (const wallet of world.wallets.values()) assert.isEmpty(wallet.state().asking)
    })
    const leaves = { storage: leaf }
    return Effect.gen(function* () {
      yield* visit(world, first, { leaves })

      assert.strictEqual(yield* visit({}, networkId, { leaves }), "eip155:137")
      assert.strictEqual(yield* visit({}, networkId, { leaves, options: { defaultNetwork: base } }), "eip155:8453")
    })
  })

  it.effect("asks the wallet once, however often the switch is asked for", () => {
    const world = createWorld({ wallets: { [halyard]: { switch: "hang", chain: 1 } } })
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      const asked = yield* Effect.forkChild(Effect.all([toPolygon, toPolygon], { concurrency: "unbounded" }))
      yield* rest
      assert.deepStrictEqual(walletOf(world).state().asking, ["switch"])
      walletOf(world).approve()
      yield* Fiber.join(asked)

      assert.strictEqual(yield* networkId, "eip155:137")
    })
    return visit(world, run)
  })
})

describe("The network views", () => {
  it.effect("a press on a network leads to the wallet's question, and its yes back to the view before", () => {
    const world = createWorld({ wallets: { [halyard]: { switch: "hang", chain: 1 } } })
    const run = Effect.gen(function* () {
      const { progress } = yield* use(switching)
      yield* connect({ wallet: halyard })
      yield* openModal()
      yield* goTo({ name: "Networks" })
      yield* pickNetwork(polygon)
      assert.deepStrictEqual(yield* views, ["Account", "Networks", "SwitchNetwork"])

      const view = yield* Effect.forkChild(fromView)
      yield* rest
      assert.strictEqual(progress.value.is, "loading")
      walletOf(world).approve()
      yield* settled(Fiber.join(view))

      assert.strictEqual(progress.value.is, "loaded")
      assert.deepStrictEqual(yield* views, ["Account"])
      assert.strictEqual(yield* networkId, "eip155:137")
    })
    return visit(world, run)
  })

  it.effect("a switch that is all that the modal was opened for closes it", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* connect({ wallet: halyard })
        yield* openModal({ view: "Networks" })
        yield* pickNetwork(polygon)
        yield* settled(fromView)

        assert.isFalse(core.open.value)
        assert.strictEqual(yield* networkId, "eip155:137")
      }),
    ),
  )

  it.effect("a wallet that asks nobody before it switches has switched at once; why it cannot is said", () => {
    const localnet = defineNetwork({ ...solana, id: "localnet" })
    return visit(
      {},
      Effect.gen(function* () {
        const { shown } = yield* use(snack)
        yield* settled(connect({ wallet: "example.plover" }))
        yield* openModal()
        yield* goTo({ name: "Networks" })
        yield* settled(pickNetwork(solanaDevnet))
        assert.deepStrictEqual(yield* views, ["Account"])
        assert.strictEqual(yield* networkId, solanaDevnet.caipNetworkId)

        yield* goTo({ name: "Networks" })
        yield* settled(pickNetwork(localnet))
        assert.deepStrictEqual(yield* views, ["Account", "Networks"])
        assert.strictEqual(shown.value.message, "Chain is not supported")
        assert.strictEqual(yield* networkId, solanaDevnet.caipNetworkId)
      }),
      { options: { networks: [solana, solanaDevnet, localnet] } },
    )
  })

  it.effect("a press on the network in use does nothing", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connect({ wallet: halyard })
        yield* openModal({ view: "Networks" })
        yield* pickNetwork(mainnet)

        assert.deepStrictEqual(yield* views, ["Networks"])
      }),
    ),
  )

  it.effect("a press on a network without a wallet keeps the choice and goes back", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* openModal()
        yield* goTo({ name: "Networks" })
        yield* pickNetwork(polygon)

        assert.deepStrictEqual(yield* views, ["Connect"])
        assert.strictEqual(yield* networkId, "eip155:137")
      }),
    ),
  )

  for (const [what, world, why] of [
    [
      "the visitor's no",
      () => createWorld({ wallets: { [halyard]: { switch: "reject", chain: 1 } } }),
      "Declined in the wallet",
    ],
    [
      "the catalogue's sentence for a wallet that cannot switch",
      () =>
        withWallet(createWorld({ wallets: { [halyard]: { chain: 1 } } }), halyard, ({ request }) => ({
          request: (input) =>
            input.method === "wallet_switchEthereumChain"
              ? Effect.fail(new MethodNotFoundRpcError("No such method"))
              : request(input),
        })),
      "Failed to switch to chain 137. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.",
    ],
  ] as const)
    it.effect(`A failed network switch goes back one view, and a snack says why: ${what}`, () => {
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        const { shown } = yield* use(snack)
        yield* connect({ wallet: halyard })
        yield* openModal()
        yield* goTo({ name: "Networks" })
        yield* pickNetwork(polygon)
        yield* settled(fromView)
        yield* rest

        assert.deepStrictEqual(yield* views, ["Account", "Networks"])
        assert.isTrue(core.open.value)
        assert.deepInclude(shown.value, { message: why, variant: "error", open: true })
        assert.strictEqual(yield* networkId, "eip155:1")
      })
      return visit(world(), run)
    })

  it.effect("a yes that comes after the visitor left the view still counts", () => {
    const world = createWorld({ wallets: { [halyard]: { switch: "hang", chain: 1 } } })
    const run = Effect.gen(function* () {
      const { progress } = yield* use(switching)
      yield* connect({ wallet: halyard })
      const view = yield* Effect.forkChild(fromView)
      yield* rest
      yield* Fiber.interrupt(view)
      assert.strictEqual(progress.value.is, "idle")
      walletOf(world).approve()
      yield* rest

      assert.strictEqual(yield* networkId, "eip155:137")
    })
    return visit(world, run)
  })
})
