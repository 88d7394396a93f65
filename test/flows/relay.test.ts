import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/scripted.ts"
import type { World } from "../../layers/demo.ts"
import { mainnet, solana } from "../../src/domain/networks.ts"
import { connect } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { openApp } from "../../src/flows/leaving.ts"
import { openModal } from "../../src/flows/open.ts"
import { connectRelay, copyCode, pair } from "../../src/flows/relay.ts"
import { signMessage } from "../../src/flows/sign.ts"
import { Modal, use } from "../../src/modal.ts"
import { connecting } from "../../src/state/connecting.ts"
import { pairing } from "../../src/state/pairing.ts"
import { snack } from "../../src/state/snack.ts"
import { wallets } from "../../src/state/wallets.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, rest, shelf, visit } from "./modal.ts"

const address = Effect.map(Modal, ({ core }) => core.address.value?.toLowerCase())
const firstOf = (world: World) => world.phone.state().addresses[0]?.toLowerCase()
const account = Effect.map(Modal, ({ core }) => core.accounts.eip155.value)
const uri = Effect.map(use(pairing), ({ code }) => code.value?.uri)
/** The view that shows a code. */
const codeView = Effect.tap(Effect.forkChild(pair()), () => rest)

describe("Pairing", () => {
  it.effect("one session serves several namespaces; signing out of one ends the session, and so all of them", () => {
    const world = createWorld({ relay: "scan" })
    const options = { networks: [mainnet, solana] }
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const connection = yield* settled(connectRelay({}))
      const both = () =>
        [core.accounts.eip155, core.accounts.solana].map(({ value: { status, active, connections } }) => [
          status,
          active,
          connections[0]?.caipNetwork?.caipNetworkId,
        ])
      const connected = both()
      const signature = yield* settled(signMessage({ message: "hello", namespace: "solana" }))
      yield* settled(disconnect({ namespace: "solana" }))
      yield* rest

      assert.strictEqual(connection.namespace, "eip155")
      assert.deepStrictEqual(connected, [
        ["connected", "walletConnect", mainnet.caipNetworkId],
        ["connected", "walletConnect", solana.caipNetworkId],
      ])
      assert.match(signature, /^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
      assert.deepStrictEqual(both(), [
        ["disconnected", undefined, undefined],
        ["disconnected", undefined, undefined],
      ])
    })
    return visit(world, run, { options })
  })

  it.effect("A visitor can connect through a scanned pairing code", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const shown: string[] = []
      core.accounts.eip155.subscribe(({ status }) => shown.at(-1) === status || shown.push(status))
      yield* openModal()
      const view = yield* codeView
      assert.match((yield* uri) ?? "", /^wc:[0-9a-f]{64}@2\?/)
      assert.isTrue(world.phone.approve())
      yield* Fiber.join(view)

      assert.strictEqual(yield* address, firstOf(world))
      assert.deepStrictEqual(shown, ["disconnected", "connecting", "connected"])
      assert.isUndefined(yield* uri)
      assert.isFalse(core.open.value)
    })
    return visit(world, run)
  })

  it.effect("Pairing expiry: 4 minutes. A pairing counts as expired 10 s before: a fresh code takes its place", () => {
    const world = createWorld()
    const told: string[] = []
    const run = Effect.gen(function* () {
      const { code } = yield* use(pairing)
      const start = yield* Clock.currentTimeMillis
      const asked = yield* Effect.forkChild(connectRelay({ paired: (next) => told.push(next) }))
      yield* rest
      const first = code.value
      assert.strictEqual(first?.expiresAt, start + 240_000)
      yield* TestClock.adjust(229_999)
      yield* rest
      assert.strictEqual(code.value, first)
      yield* TestClock.adjust(1)
      yield* rest
      assert.notStrictEqual(code.value?.uri, first?.uri)
      assert.strictEqual(code.value?.expiresAt, start + 230_000 + 240_000)
      assert.deepStrictEqual(told, [first?.uri, code.value?.uri])
      assert.strictEqual((yield* account).status, "connecting")
      world.phone.approve()

      assert.strictEqual((yield* Fiber.join(asked)).connectorId, "walletConnect")
    })
    return visit(world, run)
  })

  it.effect("'Connection rejected' when the wallet says no to the code; the next code may be approved", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { progress } = yield* use(connecting)
      const view = yield* codeView
      world.phone.reject()
      yield* Fiber.join(view)
      const now = progress.value
      assert.strictEqual(now.is === "failed" && now.error.message, "Connection rejected")
      assert.isUndefined(yield* uri)
      assert.strictEqual((yield* account).status, "disconnected")
      const again = yield* codeView
      world.phone.approve()
      yield* Fiber.join(again)

      assert.isDefined(yield* address)
    })
    return visit(world, run)
  })

  it.effect("leaving the code ends the attempt: nobody can approve it any more", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* Fiber.interrupt(yield* codeView)

      assert.isUndefined(yield* uri)
      assert.strictEqual((yield* account).status, "disconnected")
      assert.isFalse(world.phone.approve())
    })
    return visit(world, run)
  })

  it.effect("without a line to the relay there is no code, and why is said", () => {
    const world = createWorld({ faults: { relay: { offline: true } } })
    const run = Effect.gen(function* () {
      const { progress } = yield* use(connecting)
      yield* pair()
      const now = progress.value
      assert.strictEqual(now.is === "failed" && now.error.message, "Failed to connect")
      world.faults.heal()
      yield* codeView

      assert.isDefined(yield* uri)
    })
    return visit(world, run)
  })

  it.effect("with enableWalletConnect off there is no such connector, and asking for it fails", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { installed } = yield* use(wallets)
        const error = yield* Effect.flip(connect({ wallet: "walletConnect" }))

        assert.notInclude(
          installed.value.map(({ type }) => type),
          "WALLET_CONNECT",
        )
        assert.strictEqual(error.message, "WalletConnectConnector not found")
      }),
      { options: { enableWalletConnect: false } },
    ),
  )
})

describe("The ways to the wallet", () => {
  it.effect("Local storage holds: deep-link choice, until the visitor disconnects", () => {
    const opened: string[] = []
    const storage = shelf()
    const run = Effect.gen(function* () {
      const { linking } = yield* use(pairing)
      const link = { href: "fathom://", name: "Fathom" }
      yield* openModal({ uri: "wc:00" })
      yield* Effect.forkChild(openApp({ id: "f", name: "Fathom", mobile_link: "fathom:" }))
      yield* rest

      assert.deepStrictEqual(opened, ["fathom://wc?uri=wc%3A00"])
      assert.deepStrictEqual(linking.value, link)
      assert.deepStrictEqual(storage.json("deeplink_choice"), link)
      yield* disconnect()
      assert.isNull(storage.json("deeplink_choice"))
    })
    const leaves = { storage: storage.leaf, browser: browser.layer({ opened: (url) => opened.push(url) }) }
    return visit({}, run, { leaves })
  })

  it.effect("the code can be copied", () => {
    const copied: string[] = []
    const run = Effect.gen(function* () {
      const { shown } = yield* use(snack)
      yield* copyCode("wc:00@2", { copied: "Copied", failed: "Not copied" })
      yield* rest

      assert.deepStrictEqual(copied, ["wc:00@2"])
      assert.deepInclude(shown.value, { message: "Copied", variant: "success" })
    })
    return visit({}, run, { leaves: { browser: browser.layer({ copied: (text) => copied.push(text) }) } })
  })
})
