import { assert, describe } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as browser from "../../layers/browser/withoutWindow.ts"
import { demo, type World } from "../../layers/demo.ts"
import { Browser } from "../../services/Browser.ts"
import { Relay } from "../../services/Relay.ts"
import { signMessage } from "../../src/account/operations.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { InvalidProjectId, OriginNotAllowed, SessionExpired } from "../../src/errors/index.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { openApp } from "../../src/walletConnect/flows/appLinks.ts"
import { pairing } from "../../src/walletConnect/opening/state.ts"
import { connectRelay, copyCode, pair } from "../../src/walletConnect/operations.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { settled } from "../contracts/settled.ts"
import { changed } from "../fixtures/layers.ts"
import { rest } from "../fixtures/modal.ts"
import { begun, fails, pass, shownSnack, test } from "../fixtures/visits.ts"

const uri = Effect.map(slicesOf(pairing), ({ code }) => code.value?.uri)
/** The error message of the last attempt. */
const failure = Effect.map(
  slicesOf(connecting),
  ({ progress: { value } }) => value.status === "failed" && value.error.message,
)
/** The view that shows a QR code. */
const codeView = begun(pair())

describe("Pairing", () => {
  const scanned = { script: { relay: "scan" }, options: { networks: [mainnet, solana] } } as const
  test("connects several namespaces with one session, which ends in all of them at once", scanned, function* (visit) {
    const both = () =>
      [visit.account(), visit.account("solana")].map(({ status, active, connections }) => [
        status,
        active,
        connections[0]?.caipNetwork?.caipNetworkId,
      ])
    const connection = yield* settled(connectRelay({}))
    assert.strictEqual(connection.namespace, "eip155")
    assert.deepStrictEqual(both(), [
      ["connected", "walletConnect", mainnet.caipNetworkId],
      ["connected", "walletConnect", solana.caipNetworkId],
    ])
    const signature = yield* settled(signMessage({ message: "hello", namespace: "solana" }))
    assert.match(signature, /^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
    yield* settled(disconnect({ namespace: "solana" }))
    yield* rest

    assert.deepStrictEqual(both(), Array(2).fill(["disconnected", undefined, undefined]))
  })

  test("A visitor can connect through a scanned pairing code", function* ({ core, world }) {
    const shown: string[] = []
    core.accounts.eip155.subscribe(({ status }) => shown.at(-1) === status || shown.push(status))
    yield* openModal()
    const view = yield* codeView
    assert.match((yield* uri) ?? "", /^wc:[0-9a-f]{64}@2\?/)
    assert.isTrue(world.phone.approve())
    yield* Fiber.join(view)

    assert.strictEqual(core.address.value?.toLowerCase(), world.phone.state().addresses[0]?.toLowerCase())
    assert.deepStrictEqual(shown, ["disconnected", "connecting", "connected"])
    assert.isUndefined(yield* uri)
    assert.isFalse(core.open.value)
  })

  test("Pairing expiry: 4 minutes. A pairing counts as expired 10 s before, and is replaced by a new pairing URI", function* ({
    account,
    world,
  }) {
    const { code } = yield* slicesOf(pairing)
    const codes: string[] = []
    const start = yield* Clock.currentTimeMillis
    const asked = yield* begun(connectRelay({ paired: (next) => codes.push(next) }))
    const first = code.value
    assert.strictEqual(first?.expiresAt, start + 240_000)
    yield* pass(229_999)
    assert.strictEqual(code.value, first)
    yield* pass(1)
    assert.notStrictEqual(code.value?.uri, first?.uri)
    assert.strictEqual(code.value?.expiresAt, start + 230_000 + 240_000)
    assert.deepStrictEqual(codes, [first?.uri, code.value?.uri])
    // So is each of the codes that follow.
    for (const round of [2, 3]) {
      const last = code.value
      yield* pass(229_999)
      assert.strictEqual(code.value, last)
      yield* pass(1)
      assert.notStrictEqual(code.value?.uri, last?.uri)
      assert.strictEqual(code.value?.expiresAt, start + round * 230_000 + 240_000)
    }
    assert.strictEqual(new Set(codes).size, 4)
    assert.strictEqual(account().status, "connecting")
    world.phone.approve()

    assert.strictEqual((yield* Fiber.join(asked)).connectorId, "walletConnect")
  })

  test("fails with 'Connection rejected' on a rejection, and the next pairing URI can be approved", function* (visit) {
    const { account, core, world } = visit
    const { recentWallets } = yield* slicesOf(connecting)
    const fathom = { id: "f", name: "Fathom" }
    const view = yield* begun(pair(fathom))
    world.phone.reject()
    yield* Fiber.join(view)
    assert.strictEqual(yield* failure, "Connection rejected")
    assert.isUndefined(yield* uri)
    assert.strictEqual(account().status, "disconnected")
    assert.isEmpty(recentWallets.value)
    const again = yield* begun(pair(fathom))
    world.phone.approve()
    yield* Fiber.join(again)
    assert.deepStrictEqual(recentWallets.value, [fathom])

    assert.isDefined(core.address.value)
  })

  test("ends when the visitor leaves: the pairing URI can no longer be approved", function* ({ account, world }) {
    yield* Fiber.interrupt(yield* codeView)

    assert.isUndefined(yield* uri)
    assert.strictEqual(account().status, "disconnected")
    assert.isFalse(world.phone.approve())
  })

  const offline = { script: { faults: { relay: { offline: true } } } }
  test("fails with 'Failed to connect' while the relay is unreachable", offline, function* ({ world }) {
    yield* pair()
    assert.strictEqual(yield* failure, "Failed to connect")
    world.faults.heal()
    yield* codeView

    assert.isDefined(yield* uri)
  })

  for (const [error, code, title] of [
    [new OriginNotAllowed(), "APKT002", "Invalid App Configuration"],
    [new SessionExpired(), "APKT006", "Session Expired"],
    [new InvalidProjectId(), "APKT007", "Invalid Project ID"],
  ] as const) {
    const refusing = {
      layers: (world: World) => ({
        relay: changed(Relay, demo(world).relay, () => ({ connect: () => Effect.fail(error) })),
      }),
    }
    test(`Alert code ${code}: ${title}`, refusing, function* ({ core }) {
      yield* pair()
      assert.strictEqual(yield* failure, title)
      const [alert, ...more] = core.alerts.value
      assert.deepInclude(alert, { code, variant: "error", title })
      if (code === "APKT002") assert.include(alert?.text, "The origin http://localhost is not")
      assert.isEmpty(more)
    })
  }

  const off = { options: { enableWalletConnect: false } }
  test("fails without a connector if enableWalletConnect is off", off, function* () {
    const { installed } = yield* slicesOf(wallets)

    assert.isFalse(installed.value.some(({ type }) => type === "WALLET_CONNECT"))
    yield* fails(connect({ wallet: "walletConnect" }), { message: "WalletConnectConnector not found" })
  })
})

describe("The ways to the wallet", () => {
  const noting = () => {
    const noted: string[] = []
    const note = (text: string) => noted.push(text)
    return { noted, layers: { browser: browser.layer({ opened: note, copied: note }) } }
  }

  test("Local storage holds: deep-link choice, until the visitor disconnects", noting, function* ({ noted, storage }) {
    const { linking } = yield* slicesOf(pairing)
    const link = { href: "fathom://", name: "Fathom" }
    yield* openModal({ uri: "wc:00" })
    yield* begun(openApp({ id: "f", name: "Fathom", mobile_link: "fathom:" }))

    assert.deepStrictEqual(noted, ["fathom://wc?uri=wc%3A00"])
    assert.deepStrictEqual(linking.value, link)
    assert.deepStrictEqual(storage.json("deeplink_choice"), link)
    yield* disconnect()
    assert.isNull(storage.json("deeplink_choice"))
  })

  test("include copying the pairing URI", noting, function* ({ noted }) {
    const done = () => noted.push("done")
    yield* copyCode("wc:00@2", { copied: "Copied", failed: "Not copied", done })
    yield* rest

    assert.deepStrictEqual(noted, ["wc:00@2", "done"])
    assert.deepInclude(yield* shownSnack, { message: "Copied", variant: "success" })
  })

  const locked = {
    layers: { browser: changed(Browser, browser.layer(), () => ({ copy: () => Effect.succeed(false) })) },
  }
  test("show that copying failed if the clipboard refuses the pairing URI", locked, function* () {
    const done = () => assert.fail("done")
    yield* copyCode("wc:00@2", { copied: "Copied", failed: "Not copied", done })
    yield* rest

    assert.deepInclude(yield* shownSnack, { message: "Not copied", variant: "error" })
  })
})
