import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/withoutWindow.ts"
import type { PageChange, Platform } from "../../services/Browser.ts"
import { signMessage } from "../../src/account/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import {
  connectViaRelay,
  openApp,
  openAppLinkOnce,
  openInOtherTab,
  openInWalletBrowser,
} from "../../src/walletConnect/flows/appLinks.ts"
import { walletBrowserRows } from "../../src/walletConnect/model/walletBrowsers.ts"
import { pairing } from "../../src/walletConnect/opening/state.ts"
import type { Wallet } from "../../src/wallets/first-paint/model/wallet.ts"
import { settled } from "../contracts/settled.ts"
import { listening } from "../fixtures/layers.ts"
import { rest } from "../fixtures/modal.ts"
import { test as anyTest, begun, pass, visiting } from "../fixtures/visits.ts"
import "../../src/connections/flows/externalChanges.ts"

const fathom: Wallet = {
  id: "f",
  name: "Fathom",
  mobile_link: "fathom://",
  link_mode: "https://fathom.example",
  webapp_link: "https://web.fathom.example",
  app_store: "https://store.example/fathom",
}

/** A phone on which a test triggers page events. `opened` lists the links that were opened. */
const phone = (platform: Partial<Platform> = {}, holds: readonly string[] = []) => {
  const opened: string[] = []
  const listeners = new Set<(change: PageChange) => void>()
  const layer = browser.layer({
    platform: { mobile: true, os: "ios", ...platform },
    page: { origin: "https://site.example", url: "https://site.example/a" },
    holds,
    opened: (url, target) => opened.push(target === "self" ? url : `${target} ${url}`),
    watched: (listener) => void listeners.add(listener),
  })
  const happens = (change: PageChange) =>
    Effect.andThen(
      Effect.sync(() => {
        for (const listener of listeners) listener(change)
      }),
      rest,
    )
  return { opened, happens, layers: { browser: layer } }
}
const test = visiting(phone)

/** Opens the wallet's view, and waits until it has a pairing URI. */
const waiting = Effect.andThen(openModal(), begun(connectViaRelay(fathom, { stay: false })))
const outcome = Effect.map(slicesOf(pairing), ({ leaving }) => leaving.value)
const appLink = Effect.map(
  slicesOf(pairing),
  ({ code }) => `fathom://wc?uri=${encodeURIComponent(code.value?.uri ?? "")}`,
)

describe("Opening a wallet's app", () => {
  for (const [name, changes, expected] of [
    ["is opened: the app hides the page", ["hidden"], { status: "opened" }],
    ["is opened: the visitor allows it when the browser asks", ["blurred", 60_000, "hidden"], { status: "opened" }],
    [
      "is opened: the page regains focus before the app appears",
      ["blurred", "focused", 500, "hidden"],
      { status: "opened" },
    ],
    [
      "is canceled: the visitor declines when the browser asks",
      ["blurred", 9_000, "focused", 1_000],
      { status: "cancelled" },
    ],
    [
      "finds no app: the page only gains focus, and there is a store",
      ["focused", 2_500],
      { status: "absent", store: "https://store.example/fathom" },
    ],
    ["is pending while the browser asks", ["blurred", "online", 600_000], { status: "opening" }],
  ] as const)
    test(`detects the outcome of a deep link: it ${name}`, function* ({ happens, opened }) {
      yield* waiting
      const left = yield* begun(openApp(fathom))
      assert.deepStrictEqual(opened, [yield* appLink])
      for (const change of changes) yield* typeof change === "number" ? TestClock.adjust(change) : happens(change)
      yield* rest

      assert.deepStrictEqual(yield* outcome, expected)
      yield* Fiber.interrupt(left)
    })

  test("replaces no state of a later attempt by the outcome of an earlier one", function* () {
    yield* waiting
    const first = yield* begun(openApp(fathom))
    yield* pass(1_000)
    const later = yield* begun(openApp(fathom))
    yield* pass(1_500)

    yield* Fiber.join(first)
    assert.deepStrictEqual(yield* outcome, { status: "opening" })
    yield* Fiber.interrupt(later)
  })

  test("does nothing without a pairing URI, an own browser or a link", function* ({ opened }) {
    for (const open of [
      ...[openApp(fathom), openAppLinkOnce(fathom)],
      ...[openInOtherTab(fathom, "webapp_link"), openInWalletBrowser(fathom)],
    ])
      yield* open
    assert.isUndefined(yield* outcome)
    yield* waiting
    yield* openInOtherTab(fathom, "desktop_link")

    assert.isEmpty(opened)
  })

  test("Mobile deep-link auto-open is attempted once: a view that comes twice, as in strict mode, opens one app", function* ({
    opened,
  }) {
    yield* waiting
    const views = yield* Effect.all([begun(openAppLinkOnce(fathom)), begun(openAppLinkOnce(fathom))])

    assert.deepStrictEqual(opened, [yield* appLink])
    yield* Fiber.interruptAll(views)
  })

  const heard = () => {
    const { events, telemetry } = listening()
    const { opened, layers } = phone()
    return { events, opened, layers: { ...layers, telemetry } }
  }
  anyTest("fails if the wallet has no link that can be opened", heard, function* ({ events, opened }) {
    yield* waiting
    for (const link of [{ mobile_link: "javascript:alert(1)//" }, {}]) yield* openApp({ id: "x", name: "X", ...link })

    assert.deepStrictEqual(yield* outcome, { status: "broken" })
    assert.isEmpty(opened)
    const properties = { message: "The link cannot be opened", uri: "wc:", name: "X" }
    assert.deepStrictEqual<unknown>(
      events.filter(({ event }) => event === "CONNECT_PROXY_ERROR"),
      ["javascript:", "…"].map((mobile_link) => ({
        event: "CONNECT_PROXY_ERROR",
        properties: { ...properties, mobile_link },
      })),
    )
  })

  test.visits("stores the wallet as the last used one, with its link", function* ({ visit }) {
    const recent = Effect.map(slicesOf(connecting), ({ recentWallets }) => recentWallets.value)
    yield* visit(function* () {
      yield* waiting
      yield* begun(openApp(fathom))
      assert.deepStrictEqual(yield* recent, [fathom])
    })

    assert.strictEqual((yield* visit(recent))[0]?.mobile_link, "fathom://")
  })

  const universal = () => ({ ...phone(), options: { experimental_preferUniversalLinks: true } })
  const telegram = () => phone({ telegram: true, os: "android" })
  for (const [what, device, link] of [
    ["its universal link if preferred", universal, "https://fathom.example/wc?uri="],
    ["the pairing URI encoded twice inside Telegram on Android", telegram, "fathom://wc?uri=wc%253A"],
  ] as const)
    anyTest(`uses ${what}`, device, function* ({ opened }) {
      yield* waiting
      yield* begun(openApp(fathom))

      assert.include(opened[0], link)
    })

  anyTest(
    "opens a web wallet in another tab",
    () => phone({ mobile: false }),
    function* ({ opened }) {
      yield* waiting
      yield* openInOtherTab(fathom, "webapp_link")

      assert.match(opened[0] ?? "", /^blank https:\/\/web\.fathom\.example\/wc\?uri=wc%3A/)
    },
  )
})

describe("A later request", () => {
  const test = visiting(() => ({ ...phone(), script: { relay: "scan" } as const }))
  const signed = Effect.andThen(settled(signMessage({ message: "Hello" })), rest)

  test("opens the app that the visitor had opened to connect", function* ({ opened }) {
    const view = yield* waiting
    yield* Effect.forkChild(openApp(fathom))
    yield* settled(Fiber.join(view))
    opened.length = 0
    yield* signed

    assert.lengthOf(opened, 1)
    assert.match(opened[0] ?? "", /^fathom:\/\/wc\?requestId=\d+&sessionTopic=[0-9a-f]+$/)
  })

  test.visits(
    "Local storage holds: deep-link choice, which a request of the next visit opens",
    function* ({ opened, storage, visit }) {
      yield* visit(function* () {
        const view = yield* waiting
        yield* Effect.forkChild(openApp(fathom))
        yield* settled(Fiber.join(view))
      })
      assert.deepStrictEqual(storage.json("deeplink_choice"), { href: "fathom://", name: "Fathom" })
      opened.length = 0
      yield* visit(signed)

      assert.lengthOf(opened, 1)
      assert.match(opened[0] ?? "", /^fathom:\/\/wc\?requestId=\d+&sessionTopic=[0-9a-f]+$/)
    },
  )

  const desktop = () => phone({ mobile: false })
  test("opens nothing on a computer, where the wallet is in another tab", desktop, function* ({ opened }) {
    const view = yield* waiting
    yield* openInOtherTab(fathom, "webapp_link")
    yield* settled(Fiber.join(view))
    yield* signed

    assert.lengthOf(opened, 1)
  })

  test("opens nothing for a visitor who scanned a QR code", function* ({ opened }) {
    yield* settled(Fiber.join(yield* waiting))
    yield* signed

    assert.isEmpty(opened)
  })
})

describe("A wallet's in-app browser", () => {
  const networks = [mainnet, solana, bitcoin]
  for (const [what, object] of [
    ["Phantom", "phantom"],
    ["Solflare", "solflare"],
    ["Coinbase on Solana", "coinbaseSolana"],
    ["Binance on Bitcoin", "binancew3w"],
  ] as const) {
    const row = walletBrowserRows.find(({ name }) => what.startsWith(name))
    if (!row) throw new Error(`There is no ${what}`)
    const { name, id, namespace = "eip155", link } = row
    const wallet: Wallet = { id, name, mobile_link: "own://" }
    const network = networks.find(({ chainNamespace }) => chainNamespace === namespace) ?? mainnet
    const options = { networks, defaultNetwork: network }
    const href = link({ url: "https://site.example/a", origin: "https://site.example", networkId: network.id })

    test(`Deep link to a wallet browser when the wallet is not injected: ${what}`, { options }, function* ({
      happens,
      opened,
    }) {
      const { handover, code } = yield* slicesOf(pairing)
      yield* openModal()
      const view = yield* begun(connectViaRelay(wallet, { stay: false }))
      assert.deepStrictEqual(opened, [href])
      assert.strictEqual(handover.value, href)
      assert.isUndefined(code.value)
      yield* happens("hidden")
      yield* Fiber.join(view)
      assert.deepStrictEqual(yield* outcome, { status: "opened" })

      yield* begun(openInWalletBrowser(wallet))
      assert.deepStrictEqual(opened, [href, href])
    })

    for (const os of ["ios", "android"] as const) {
      const test = visiting(() => phone({ os }))
      test(`Deep link to a wallet browser when the wallet is not injected: ${what}, on ${os}`, { options }, function* ({
        opened,
      }) {
        yield* openModal()
        yield* begun(connectViaRelay(wallet, { stay: false }))

        assert.deepStrictEqual(opened, [href])
      })
    }

    for (const [where, platform, holds, stay] of [
      ["is injected", {}, [object], false],
      ["is used on a desktop", { mobile: false }, [], false],
      ["is not wanted by the visitor", {}, [], true],
    ] as const)
      anyTest(
        `is not used if ${name} ${where}`,
        () => ({ ...phone(platform, holds), options }),
        function* ({ opened }) {
          const { handover, code } = yield* slicesOf(pairing)
          yield* openModal()
          yield* begun(connectViaRelay(wallet, { stay }))

          assert.isUndefined(handover.value)
          assert.isDefined(code.value)
          assert.isEmpty(opened)
        },
      )
  }

  test("is chosen for the requested chain, not the active one", { options: { networks } }, function* ({
    core,
    opened,
  }) {
    const [, , coinbase] = walletBrowserRows
    yield* openModal()
    core.stack.value = [{ name: "Connect", namespace: "solana" }]
    yield* begun(connectViaRelay({ id: coinbase?.id ?? "", name: "Coinbase" }, { stay: false }))

    assert.match(opened[0] ?? "", /^https:\/\/go\.cb-w\.com\/dapp/)
  })
})

describe("A pairing URI of the site", () => {
  anyTest("is shown as it is, and no other is requested", function* () {
    const { code, given } = yield* slicesOf(pairing)
    yield* openModal({ uri: "wc:00@2?symKey=11" })
    yield* connectViaRelay(undefined, { stay: false })

    assert.strictEqual(given.value, "wc:00@2?symKey=11")
    assert.isUndefined(code.value)
  })
})
