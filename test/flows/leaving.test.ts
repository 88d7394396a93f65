import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/scripted.ts"
import type { PageChange, Platform } from "../../services/Browser.ts"
import { bitcoin, mainnet, solana } from "../../src/domain/networks.ts"
import type { ModalOptions } from "../../src/domain/options.ts"
import { walletBrowserRows } from "../../src/domain/walletBrowsers.ts"
import type { Wallet } from "../../src/domain/wallets.ts"
import { handOver, openApp, openAppOnce, openElsewhere, reach } from "../../src/flows/leaving.ts"
import { openModal } from "../../src/flows/open.ts"
import { signMessage } from "../../src/flows/sign.ts"
import { Modal, use } from "../../src/modal.ts"
import { connecting } from "../../src/state/connecting.ts"
import { pairing } from "../../src/state/pairing.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, rest, shelf, visit } from "./modal.ts"
import "../../src/flows/outside.ts"

const fathom: Wallet = {
  id: "f",
  name: "Fathom",
  mobile_link: "fathom://",
  link_mode: "https://fathom.example",
  webapp_link: "https://web.fathom.example",
  app_store: "https://store.example/fathom",
}

/** A phone that notes what is opened, and on which things happen to the page. */
const phone = (platform: Partial<Platform> = {}, holds: readonly string[] = []) => {
  const opened: string[] = []
  const tellers = new Set<(change: PageChange) => void>()
  const leaf = browser.layer({
    platform: { mobile: true, os: "ios", ...platform },
    page: { origin: "https://site.example", url: "https://site.example/a" },
    holds,
    opened: (url, target) => opened.push(target === "self" ? url : `${target} ${url}`),
    watched: (tell) => void tellers.add(tell),
  })
  const happens = (change: PageChange) =>
    Effect.andThen(
      Effect.sync(() => {
        for (const tell of tellers) tell(change)
      }),
      rest,
    )
  return { opened, leaf, happens }
}

/** A visitor at the wallet's view, whose code is there. */
const waiting = Effect.gen(function* () {
  yield* openModal()
  const fiber = yield* Effect.forkChild(reach(fathom, { stay: false }))
  yield* rest
  return fiber
})

const outcome = Effect.map(use(pairing), ({ leaving }) => leaving.value)

describe("Leaving for a wallet's app", () => {
  const cases: readonly (readonly [name: string, changes: readonly (PageChange | number)[], outcome: object])[] = [
    ["is opened: the app hides the page", ["hidden"], { is: "opened" }],
    ["is opened: the browser asked, and the visitor said yes", ["blurred", 60_000, "hidden"], { is: "opened" }],
    [
      "is opened: the page had the focus once more before the app came",
      ["blurred", "focused", 500, "hidden"],
      { is: "opened" },
    ],
    [
      "is cancelled: the browser asked, and the visitor said no",
      ["blurred", 9_000, "focused", 1_000],
      { is: "cancelled" },
    ],
    ["finds the app absent: nothing happens, and there is a store", [2_500], { is: "absent", store: fathom.app_store }],
    ["is under way as long as the browser asks", ["blurred", 600_000], { is: "opening" }],
  ]
  for (const [name, changes, expected] of cases)
    it.effect(`The outcome of a deep link is told apart: it ${name}`, () => {
      const { opened, leaf, happens } = phone()
      const run = Effect.gen(function* () {
        const { code } = yield* use(pairing)
        yield* waiting
        const left = yield* Effect.forkChild(openApp(fathom))
        yield* rest
        assert.deepStrictEqual(opened, [`fathom://wc?uri=${encodeURIComponent(code.value?.uri ?? "")}`])
        for (const change of changes) yield* typeof change === "number" ? TestClock.adjust(change) : happens(change)
        yield* rest

        assert.deepStrictEqual(yield* outcome, expected as never)
        yield* Fiber.interrupt(left)
      })
      return visit({}, run, { leaves: { browser: leaf } })
    })

  it.effect(
    "Mobile deep-link auto-open is attempted once: a view that comes twice, as in strict mode, opens one app",
    () => {
      const { opened, leaf } = phone()
      const run = Effect.gen(function* () {
        const { code } = yield* use(pairing)
        yield* waiting
        const views = yield* Effect.all([openAppOnce(fathom), openAppOnce(fathom)].map((one) => Effect.forkChild(one)))
        yield* rest

        assert.deepStrictEqual(opened, [`fathom://wc?uri=${encodeURIComponent(code.value?.uri ?? "")}`])
        for (const view of views) yield* Fiber.interrupt(view)
      })
      return visit({}, run, { leaves: { browser: leaf } })
    },
  )

  it.effect("is broken where the wallet has no link that can be opened", () => {
    const { opened, leaf } = phone()
    const run = Effect.gen(function* () {
      yield* waiting
      yield* openApp({ id: "x", name: "X", mobile_link: "javascript:alert(1)//" })

      assert.deepStrictEqual(yield* outcome, { is: "broken" })
      assert.isEmpty(opened)
    })
    return visit({}, run, { leaves: { browser: leaf } })
  })

  it.effect("keeps the wallet as the one used last, with what its link is made of", () => {
    const { leaf } = phone()
    const storage = shelf()
    const run = Effect.gen(function* () {
      const { recentWallets } = yield* use(connecting)
      yield* waiting
      yield* Effect.forkChild(openApp(fathom))
      yield* rest

      assert.deepStrictEqual(recentWallets.value, [fathom])
    })
    const later = Effect.map(use(connecting), ({ recentWallets }) => recentWallets.value[0]?.mobile_link)
    return Effect.gen(function* () {
      yield* visit({}, run, { leaves: { browser: leaf, storage: storage.leaf } })

      assert.strictEqual(yield* visit({}, later, { leaves: { storage: storage.leaf } }), "fathom://")
    })
  })

  for (const [name, platform, options, expected] of [
    [
      "by its universal link where those are preferred",
      {},
      { experimental_preferUniversalLinks: true },
      "https://fathom.example/wc?uri=",
    ],
    [
      "with the code encoded twice inside Telegram on Android",
      { telegram: true, os: "android" },
      {},
      "fathom://wc?uri=wc%253A",
    ],
  ] satisfies readonly (readonly [string, Partial<Platform>, Partial<ModalOptions>, string])[])
    it.effect(`opens it ${name}`, () => {
      const { opened, leaf } = phone(platform)
      const run = Effect.gen(function* () {
        yield* waiting
        yield* Effect.forkChild(openApp(fathom))
        yield* rest

        assert.include(opened[0], expected)
      })
      return visit({}, run, { options, leaves: { browser: leaf } })
    })

  it.effect("opens a wallet in another tab there", () => {
    const { opened, leaf } = phone({ mobile: false })
    const run = Effect.gen(function* () {
      yield* waiting
      yield* openElsewhere(fathom, "webapp_link")

      assert.match(opened[0] ?? "", /^blank https:\/\/web\.fathom\.example\/wc\?uri=wc%3A/)
    })
    return visit({}, run, { leaves: { browser: leaf } })
  })
})

describe("A later request", () => {
  const signed = Effect.gen(function* () {
    yield* settled(signMessage({ message: "Hello" }))
    yield* rest
  })
  for (const [name, leaves, expected] of [
    ["opens the app that the visitor had left for", true, [/^fathom:\/\/wc\?requestId=\d+&sessionTopic=[0-9a-f]+$/]],
    ["opens nothing for who had scanned a code", false, []],
  ] as const)
    it.effect(name, () => {
      const { opened, leaf } = phone()
      const run = Effect.gen(function* () {
        const view = yield* waiting
        if (leaves) yield* Effect.forkChild(openApp(fathom))
        yield* settled(Fiber.join(view))
        opened.length = 0
        yield* signed

        assert.lengthOf(opened, expected.length)
        expected.forEach((link, place) => void assert.match(opened[place] ?? "", link))
      })
      return visit({ relay: "scan" }, run, { leaves: { browser: leaf } })
    })
})

describe("A wallet's own browser", () => {
  const networks = [mainnet, solana, bitcoin]
  for (const what of ["Phantom", "Solflare", "Coinbase on Solana", "Binance on Bitcoin"]) {
    const row = walletBrowserRows.find(({ name }) => what.startsWith(name))
    if (!row) throw new Error(`There is no ${what}`)
    const { name, id, namespace = "eip155", object, link } = row
    const wallet: Wallet = { id, name, mobile_link: "own://" }
    const network = networks.find(({ chainNamespace }) => chainNamespace === namespace) ?? mainnet
    const options = { networks, defaultNetwork: network }
    const href = link({ url: "https://site.example/a", origin: "https://site.example", networkId: network.id })

    it.effect(`Deep link to a wallet browser when the wallet is not injected: ${what}`, () => {
      const { opened, leaf, happens } = phone()
      const run = Effect.gen(function* () {
        const { handover, code } = yield* use(pairing)
        yield* openModal()
        const view = yield* Effect.forkChild(reach(wallet, { stay: false }))
        yield* rest
        assert.deepStrictEqual(opened, [href])
        assert.strictEqual(handover.value, href)
        assert.isUndefined(code.value)
        yield* happens("hidden")
        yield* Fiber.join(view)
        assert.deepStrictEqual(yield* outcome, { is: "opened" })

        yield* Effect.forkChild(handOver(wallet))
        yield* rest
        assert.deepStrictEqual(opened, [href, href])
      })
      return visit({}, run, { options, leaves: { browser: leaf } })
    })

    it.effect(
      `${name} is reached from here where it is injected, on a desktop, and where the visitor wants to stay`,
      () =>
        Effect.gen(function* () {
          for (const [platform, holds, stay] of [
            [{}, [object], false],
            [{ mobile: false }, [], false],
            [{}, [], true],
          ] as const) {
            const { opened, leaf } = phone(platform, holds)
            const run = Effect.gen(function* () {
              const { handover, code } = yield* use(pairing)
              yield* openModal()
              yield* Effect.forkChild(reach(wallet, { stay }))
              yield* rest

              assert.isUndefined(handover.value)
              assert.isDefined(code.value)
              assert.isEmpty(opened)
            })
            yield* visit(createWorld(), run, { options, leaves: { browser: leaf } })
          }
        }),
    )
  }

  it.effect("counts for the chain whose wallets are asked for, whichever is active", () => {
    const [, , coinbase] = walletBrowserRows
    const { opened, leaf } = phone()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* openModal()
      core.stack.value = [{ name: "Connect", namespace: "solana" }]
      yield* Effect.forkChild(reach({ id: coinbase?.id ?? "", name: "Coinbase" }, { stay: false }))
      yield* rest

      assert.match(opened[0] ?? "", /^https:\/\/go\.cb-w\.com\/dapp/)
    })
    return visit({}, run, { options: { networks }, leaves: { browser: leaf } })
  })
})

describe("A code of the site's own", () => {
  it.effect("is shown as it is, and no other is asked for", () => {
    const run = Effect.gen(function* () {
      const { code, given } = yield* use(pairing)
      yield* openModal({ uri: "wc:00@2?symKey=11" })
      yield* reach(undefined, { stay: false })

      assert.strictEqual(given.value, "wc:00@2?symKey=11")
      assert.isUndefined(code.value)
    })
    return visit({}, run)
  })
})
