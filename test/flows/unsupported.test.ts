import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mainnet } from "../../src/domain/networks.ts"
import type { ModalOptions } from "../../src/domain/options.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import { signOutOfWallets } from "../../src/flows/connections.ts"
import { pickNetwork, switchFromView } from "../../src/flows/network.ts"
import { closeModal, goBack, goTo, leave, openModal } from "../../src/flows/open.ts"
import { Modal } from "../../src/modal.ts"
import { snapshot } from "../../src/snapshot.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, dialog, halyard, rest, shelf, visit, walletOf } from "./modal.ts"
import "../../src/flows/unsupported.ts"

/** A chain that none of the networks of these tests is. */
const foreign = 4242

const shown = Effect.map(Modal, ({ core }) => (core.open.value ? core.stack.value.map(({ name }) => name) : "closed"))

/** Connected, and the wallet's holder goes to a foreign chain. */
const strayed = (world: ReturnType<typeof createWorld>) =>
  Effect.gen(function* () {
    yield* connect({ wallet: halyard })
    walletOf(world).move(foreign)
    yield* rest
  })

describe("Active chain change", () => {
  it.effect(
    "Active chain change shows UnsupportedChain if all hold: network unsupported, switching enabled, unsupported chains not allowed, basic mode off",
    () => {
      const world = createWorld()
      const run = Effect.gen(function* () {
        assert.strictEqual(yield* shown, "closed")
        yield* strayed(world)

        assert.deepStrictEqual(yield* shown, ["UnsupportedChain"])
        assert.strictEqual(snapshot(yield* Modal).view, "UnsupportedChain")
      })
      return visit(world, run)
    },
  )

  for (const options of [
    { enableNetworkSwitch: false },
    { allowUnsupportedChain: true },
    { basic: true },
  ] satisfies readonly Partial<ModalOptions>[])
    it.effect(`shows nothing with ${JSON.stringify(options)}`, () => {
      const world = createWorld()
      const run = Effect.gen(function* () {
        yield* strayed(world)

        assert.strictEqual(yield* shown, "closed")
      })
      return visit(world, run, { options })
    })

  it.effect("shows nothing to a visitor whose wallet goes to a network of the site", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      walletOf(world).move(137)
      yield* rest

      assert.strictEqual(yield* shown, "closed")
    })
    return visit(world, run)
  })

  it.effect("An unsupported chain shows the UnsupportedChain view, in place of what is open", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      yield* openModal()
      yield* goTo({ name: "Networks" })
      walletOf(world).move(foreign)
      yield* rest

      assert.deepStrictEqual(yield* shown, ["UnsupportedChain"])
    })
    return visit(world, run)
  })

  it.effect("shows it to who connects a wallet there that does not go elsewhere", () => {
    const world = createWorld({ wallets: { [halyard]: { chain: foreign, switch: "reject" } } })
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* openModal()
      yield* goTo({ name: "ConnectingExternal", connector: halyard })
      yield* connectExternal(halyard)
      yield* rest

      assert.deepStrictEqual(yield* shown, ["UnsupportedChain"])
      assert.strictEqual(core.accounts.eip155.value.status, "connected")
      assert.strictEqual(core.accounts.eip155.value.caipNetworkId, `eip155:${foreign}`)
    })
    return visit(world, run)
  })

  it.effect("shows it to who comes back with a wallet that stands there", () => {
    const world = createWorld()
    const leaves = { storage: shelf().leaf }
    const later = Effect.gen(function* () {
      yield* rest
      assert.deepStrictEqual(yield* shown, ["UnsupportedChain"])
    })
    return Effect.gen(function* () {
      yield* visit(world, strayed(world), { leaves })
      yield* visit(world, later, { leaves })
    })
  })
})

describe("The UnsupportedChain view", () => {
  it.effect("cannot be closed, only left by a switch or by signing out", () => {
    const world = createWorld()
    const { leaf, told } = dialog()
    const run = Effect.gen(function* () {
      yield* strayed(world)
      yield* settled(leave())
      assert.deepStrictEqual(yield* shown, ["UnsupportedChain"])
      assert.include(told, "refuse")
      yield* pickNetwork(mainnet)
      yield* settled(leave())
      assert.deepStrictEqual(yield* shown, ["UnsupportedChain", "SwitchNetwork"])
      yield* goBack()
      assert.deepStrictEqual(yield* shown, ["UnsupportedChain"])

      yield* signOutOfWallets()
      yield* rest
      assert.strictEqual(yield* shown, "closed")
    })
    return visit(world, run, { leaves: { dialog: leaf } })
  })

  it.effect("is left for good once the wallet has switched", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* strayed(world)
      yield* pickNetwork(mainnet)
      yield* settled(switchFromView(mainnet.caipNetworkId, { declined: "Declined" }))
      yield* rest

      assert.strictEqual(yield* shown, "closed")
      assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
      yield* openModal()
      assert.deepStrictEqual(yield* shown, ["Account"])
    })
    return visit(world, run)
  })

  it.effect("goes by itself when the wallet's holder goes back, locks it or leaves", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      for (const act of [() => walletOf(world).move(1), () => walletOf(world).lock(), () => walletOf(world).leave()]) {
        walletOf(world).unlock()
        yield* strayed(world)
        assert.deepStrictEqual(yield* shown, ["UnsupportedChain"])
        act()
        yield* rest

        assert.strictEqual(yield* shown, "closed")
      }
    })
    return visit(world, run)
  })

  it.effect("that the site closes stays closed until the wallet goes to another such network", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* strayed(world)
      yield* closeModal()
      yield* rest
      assert.strictEqual(yield* shown, "closed")
      walletOf(world).move(1)
      walletOf(world).move(foreign)
      yield* rest

      assert.deepStrictEqual(yield* shown, ["UnsupportedChain"])
    })
    return visit(world, run)
  })

  it.effect("for swaps is another matter: it stays while the network is one of the site's", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      yield* openModal()
      yield* goTo({ name: "UnsupportedChain", swap: true })
      walletOf(world).move(137)
      yield* rest

      assert.deepStrictEqual(yield* shown, ["Account", "UnsupportedChain"])
    })
    return visit(world, run)
  })
})
