import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as browser from "../../layers/browser/scripted.ts"
import type { OpenOptions } from "../../src/createModal.ts"
import { mainnet, solana } from "../../src/domain/networks.ts"
import type { ModalOptions } from "../../src/domain/options.ts"
import type { RouteName } from "../../src/domain/route.ts"
import { connect } from "../../src/flows/connect.ts"
import { closeModal, goBack, goTo, leave, openModal } from "../../src/flows/open.ts"
import { Modal, use } from "../../src/modal.ts"
import * as Router from "../../src/router.ts"
import { pairing } from "../../src/state/pairing.ts"
import { createWorld, dialog, halyard, modal, rest, started, visit, walletOf } from "./modal.ts"

const both = { networks: [mainnet, solana] }
const phone = { browser: browser.layer({ platform: { mobile: true } }) }
const views = Effect.map(Modal, ({ core }) => core.stack.value.map(({ name }) => name))
const connected = connect({ wallet: halyard })

describe("Opening", () => {
  interface Row {
    readonly rule: string
    readonly opened: RouteName
    readonly options?: Partial<ModalOptions>
    readonly asked?: OpenOptions
    readonly mobile?: boolean
    readonly visitor?: "connected"
  }
  // Each row fulfils the rules after its own too, so that only the order decides.
  const rows: readonly Row[] = [
    {
      rule: "Opening rule 1: cross-namespace with a target namespace: switch network first",
      options: { ...both, manualWCControl: true },
      asked: { namespace: "solana", view: "Networks" },
      visitor: "connected",
      opened: "SwitchNetwork",
    },
    {
      rule: "Opening rule 1: cross-namespace with a target namespace: switch network first, with nobody connected",
      options: { ...both, basic: true },
      asked: { namespace: "solana", view: "Networks" },
      mobile: true,
      opened: "SwitchNetwork",
    },
    {
      rule: "Opening rule 2: basic wallet-connect mode: open AllWallets on mobile",
      options: { basic: true },
      asked: { view: "Networks" },
      mobile: true,
      opened: "AllWallets",
    },
    {
      rule: "Opening rule 2: basic wallet-connect mode: otherwise ConnectingWalletConnectBasic",
      options: { basic: true },
      asked: { view: "Networks" },
      opened: "ConnectingWalletConnectBasic",
    },
    {
      rule: "Opening rule 2: manual control with no address: open AllWallets on mobile",
      options: { manualWCControl: true },
      asked: { view: "Networks" },
      mobile: true,
      opened: "AllWallets",
    },
    {
      rule: "Opening rule 2: manual control with no address: otherwise ConnectingWalletConnectBasic",
      options: { manualWCControl: true },
      asked: { view: "Networks" },
      opened: "ConnectingWalletConnectBasic",
    },
    {
      rule: "Opening rule 3: an explicit view is opened as given, to a connected visitor of a basic modal too",
      options: { basic: true },
      asked: { view: "Networks" },
      visitor: "connected",
      opened: "Networks",
    },
    {
      rule: "Opening rule 3: an explicit view is opened as given",
      asked: { view: "WhatIsAWallet" },
      opened: "WhatIsAWallet",
    },
    { rule: "Opening rule 4: connected: open Account", visitor: "connected", opened: "Account" },
    { rule: "Opening rule 5: otherwise: open Connect", opened: "Connect" },
    {
      rule: "Opening rule 5: otherwise: open Connect, for a namespace that no network is of",
      asked: { namespace: "bip122" },
      opened: "Connect",
    },
  ]
  for (const { rule, options = {}, asked, mobile, visitor, opened } of rows)
    it.effect(rule, () =>
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* started
        if (visitor) yield* connected
        yield* openModal(asked)

        assert.strictEqual(core.route.value?.name, opened)
        assert.isTrue(core.open.value)
      }).pipe(Effect.scoped, Effect.provide(modal({}, { options, ...(mobile ? { leaves: phone } : {}) }))),
    )

  it.effect("a target namespace names the network to switch to, and its Connect view lies under the switch", () =>
    Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      yield* openModal({ namespace: "solana" })

      assert.deepStrictEqual(core.stack.value, [
        { name: "Connect", namespace: "solana" },
        { name: "SwitchNetwork", network: solana.caipNetworkId },
      ])
    }).pipe(Effect.scoped, Effect.provide(modal({}, { options: both }))),
  )

  it.effect("a visitor whose wallet sleeps is led to their account, where it can be woken", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      yield* connected
      walletOf(world).lock()
      yield* rest
      yield* openModal()

      assert.deepStrictEqual(yield* views, ["Account"])
    })
    return visit(world, run)
  })

  it.effect(
    "a connection URI given while the modal is open leads to its code, and the next takes that one's place",
    () =>
      Effect.gen(function* () {
        const { given } = yield* use(pairing)
        yield* started
        yield* openModal()
        yield* openModal({ uri: "wc:00@2?symKey=11" })
        assert.deepStrictEqual(yield* views, ["ConnectingWalletConnectBasic"])
        yield* goTo({ name: "AllWallets" })
        yield* openModal({ uri: "wc:01@2?symKey=11" })

        assert.deepStrictEqual(yield* views, ["ConnectingWalletConnectBasic", "AllWallets"])
        assert.strictEqual(given.value, "wc:01@2?symKey=11")
      }).pipe(Effect.scoped, Effect.provide(modal())),
  )

  it.effect("The modal can also open with a connection URI", () =>
    Effect.gen(function* () {
      const { given } = yield* use(pairing)
      yield* started
      yield* openModal({ uri: "wc:00@2?symKey=11" })
      assert.strictEqual(given.value, "wc:00@2?symKey=11")
      assert.deepStrictEqual(yield* views, ["ConnectingWalletConnectBasic"])
      yield* closeModal()
      yield* openModal()

      assert.isUndefined(given.value)
      assert.deepStrictEqual(yield* views, ["Connect"])
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )

  it.effect("The modal can also open with swap arguments for the Swap view", () =>
    Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      yield* openModal({ view: "Swap", arguments: { fromToken: "ETH", toToken: "USDC", amount: "1.5" } })

      assert.deepStrictEqual(core.route.value, { name: "Swap", fromToken: "ETH", toToken: "USDC", amount: "1.5" })
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )

  it.effect("opening what is open only changes the view, and only if a view is asked for", () => {
    const shown = dialog()
    return Effect.gen(function* () {
      yield* started
      yield* openModal()
      yield* goTo({ name: "AllWallets" })
      yield* openModal()
      assert.deepStrictEqual(yield* views, ["Connect", "AllWallets"])
      yield* openModal({ view: "Networks" })

      assert.deepStrictEqual(yield* views, ["Networks"])
      assert.notInclude(shown.told, "close")
    }).pipe(Effect.scoped, Effect.provide(modal({}, { leaves: { dialog: shown.leaf } })))
  })
})

describe("A first view that shows before the engine is there", () => {
  it.effect("counts as open, and is only told of", () => {
    const shown = dialog()
    return Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      core.open.value = true
      yield* openModal({}, true)

      assert.isTrue(core.open.value)
      assert.include(shown.told, "show")
    }).pipe(Effect.scoped, Effect.provide(modal({}, { leaves: { dialog: shown.leaf } })))
  })

  it.effect("stays closed once somebody closed it", () => {
    const shown = dialog()
    return Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      core.open.value = true
      yield* closeModal()
      yield* openModal({}, true)

      assert.isFalse(core.open.value)
      assert.notInclude(shown.told, "show")
    }).pipe(Effect.scoped, Effect.provide(modal({}, { leaves: { dialog: shown.leaf } })))
  })
})

describe("Closing and back", () => {
  for (const [rule, embedded, visitor, after] of [
    ["Closing resets to Connect", false, "nobody", "Connect"],
    ["Closing resets to Connect, whoever is connected", false, "connected", "Connect"],
    ["In embedded mode closing shows Account if connected", true, "connected", "Account"],
    ["In embedded mode closing shows Connect if not connected", true, "nobody", "Connect"],
  ] as const)
    it.effect(rule, () => {
      const shown = dialog()
      return Effect.gen(function* () {
        const { core } = yield* Modal
        yield* started
        if (visitor === "connected") yield* connected
        yield* openModal({ view: "Networks" })
        yield* goTo({ name: "WhatIsANetwork" })
        shown.told.length = 0
        yield* closeModal()
        yield* closeModal()

        assert.deepStrictEqual(yield* views, [after])
        assert.isFalse(core.open.value)
        assert.deepStrictEqual(shown.told, ["close"])
      }).pipe(
        Effect.scoped,
        Effect.provide(modal({}, { options: { enableEmbedded: embedded }, leaves: { dialog: shown.leaf } })),
      )
    })

  it.effect("Back pops the history", () =>
    Effect.gen(function* () {
      yield* started
      yield* openModal()
      yield* goTo({ name: "AllWallets" })
      yield* goTo({ name: "WhatIsAWallet" })
      yield* goBack()

      assert.deepStrictEqual(yield* views, ["Connect", "AllWallets"])
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )

  it.effect("Back with an empty history closes the modal", () =>
    Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      yield* openModal({ view: "Networks" })
      yield* goBack()

      assert.isFalse(core.open.value)
      assert.deepStrictEqual(yield* views, ["Connect"])
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )

  it.effect("Going back to Connect while connected shows Account", () =>
    Effect.gen(function* () {
      yield* started
      yield* openModal()
      yield* goTo({ name: "AllWallets" })
      yield* connected
      yield* goBack()

      assert.deepStrictEqual(yield* views, ["Account"])
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )

  it.effect("Escape and a press beside the card close the modal", () => {
    const shown = dialog()
    return Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      for (const reason of ["escape", "overlay"] as const) {
        yield* openModal()
        shown.leave(reason)
        yield* rest

        assert.isFalse(core.open.value)
      }
    }).pipe(Effect.scoped, Effect.provide(modal({}, { leaves: { dialog: shown.leaf } })))
  })

  it.effect("leaving is refused with a shake before an unsupported network was switched away from", () => {
    const shown = dialog()
    return Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      yield* openModal()
      yield* goTo({ name: "UnsupportedChain" })
      for (const route of ["UnsupportedChain", "SwitchNetwork"] as const) {
        if (route === "SwitchNetwork") yield* goTo({ name: route, network: "eip155:1" })
        yield* leave()

        assert.strictEqual(core.route.value?.name, route)
      }
      assert.isTrue(core.open.value)
      assert.deepStrictEqual(shown.told, ["show", "refuse", "refuse"])
    }).pipe(Effect.scoped, Effect.provide(modal({}, { leaves: { dialog: shown.leaf } })))
  })

  it.effect("leaving where an e-mail address is asked for disconnects first", () =>
    Effect.gen(function* () {
      const { core } = yield* Modal
      yield* started
      yield* connected
      yield* openModal()
      yield* goTo({ name: "DataCapture" })
      yield* leave()

      assert.isUndefined(core.connection.value)
      assert.isFalse(core.open.value)
    }).pipe(Effect.scoped, Effect.provide(modal())),
  )
})

describe("A question to the visitor", () => {
  const approve = { name: "ApproveTransaction" } as const
  const asking = Effect.gen(function* () {
    yield* started
    yield* openModal()
    const asked = yield* Effect.forkChild(Effect.result(Router.ask(approve)))
    yield* rest
    assert.deepStrictEqual(yield* views, ["Connect", "ApproveTransaction"])
    return asked
  })

  for (const decision of [true, false])
    it.effect(`gets the visitor's answer (${decision})`, () =>
      Effect.gen(function* () {
        const asked = yield* asking
        yield* Router.answer(approve, decision)
        yield* goBack()
        const result = yield* Fiber.join(asked)

        assert.strictEqual(result._tag === "Success" && result.success, decision)
      }).pipe(Effect.scoped, Effect.provide(modal())),
    )

  for (const [what, left] of [
    ["closing", closeModal()],
    ["going back", goBack()],
  ] as const)
    it.effect(`'Modal closed' answers it on ${what}`, () =>
      Effect.gen(function* () {
        const asked = yield* asking
        yield* left
        const result = yield* Fiber.join(asked)

        assert.strictEqual(result._tag === "Failure" && result.failure.message, "Modal closed")
      }).pipe(Effect.scoped, Effect.provide(modal())),
    )
})
