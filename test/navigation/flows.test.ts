import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { demo, type World } from "../../layers/demo.ts"
import { Chains } from "../../services/Chains.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { onTabMessage } from "../../src/connections/flows/externalChanges.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { requests } from "../../src/embedded/opening/state.ts"
import type { OpenOptions, PublicView, RouteName } from "../../src/navigation/first-paint/model/routes.ts"
import {
  closeFromSite,
  closeModal,
  completeModal,
  goBack,
  goTo,
  leaveConnect,
  openModal,
} from "../../src/navigation/opening/flows.ts"
import { continueAt } from "../../src/navigation/opening/state.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, mainnet, solana } from "../../src/options/networks.ts"
import type { ModalOptions } from "../../src/options/options.ts"
import type { RemoteEntry } from "../../src/project/first-paint/model/mergeFeatures.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import { siwx } from "../../src/siwx/first-paint/state.ts"
import type { HeldSession } from "../../src/siwx/model/message.ts"
import { pairing } from "../../src/walletConnect/opening/state.ts"
import { settled } from "../contracts/settled.ts"
import { muted } from "../fixtures/console.ts"
import { changed } from "../fixtures/layers.ts"
import { halyard, rest, walletOf } from "../fixtures/modal.ts"
import { begun, onPhone, pass, test } from "../fixtures/visits.ts"

const both = { networks: [mainnet, solana] }
const connected = connect({ wallet: halyard })
/** A wallet of Solana only. */
const plover = "example.plover"
/** A project with everything enabled that the site can open by name. */
const every: readonly RemoteEntry[] = [
  { id: "swap", isEnabled: true, config: ["1inch"] },
  { id: "onramp", isEnabled: true, config: ["meld"] },
  { id: "fund_from_exchange", isEnabled: true, config: null },
  { id: "payments", isEnabled: true, config: null },
]

describe("openModal", () => {
  interface Row {
    readonly rule: string
    readonly opened: RouteName
    readonly options?: Partial<ModalOptions>
    readonly asked?: OpenOptions
    readonly mobile?: boolean
    /** The wallet of a connected visitor. */
    readonly visitor?: string
  }
  const asked: OpenOptions = { view: "Networks" }
  // Each row also meets the conditions of later rules, so only the order decides.
  const rows: readonly Row[] = [
    {
      rule: "Opening rule 1: cross-namespace with a target namespace: switch network first",
      options: { ...both, manualWCControl: true },
      asked: { ...asked, namespace: "solana" },
      visitor: halyard,
      opened: "SwitchNetwork",
    },
    {
      rule: "Opening rule 1: cross-namespace with a target namespace: switch network first, without a connected wallet",
      options: { ...both, basic: true },
      asked: { ...asked, namespace: "solana" },
      mobile: true,
      opened: "SwitchNetwork",
    },
    {
      rule: "Opening rule 2: basic wallet-connect mode: open AllWallets on mobile",
      options: { basic: true },
      asked,
      mobile: true,
      opened: "AllWallets",
    },
    {
      rule: "Opening rule 2: basic wallet-connect mode: otherwise ConnectingWalletConnectBasic",
      options: { basic: true },
      asked,
      opened: "ConnectingWalletConnectBasic",
    },
    {
      rule: "Opening rule 2: manual control with no address: open AllWallets on mobile",
      options: { manualWCControl: true },
      asked,
      mobile: true,
      opened: "AllWallets",
    },
    {
      rule: "Opening rule 2: manual control with no address: otherwise ConnectingWalletConnectBasic",
      options: { manualWCControl: true },
      asked,
      opened: "ConnectingWalletConnectBasic",
    },
    {
      rule: "Opening rule 3: an explicit view is opened as given, to a connected visitor of a basic modal too",
      options: { basic: true },
      asked,
      visitor: halyard,
      opened: "Networks",
    },
    {
      rule: "Opening rule 3: an explicit view is opened as given",
      asked: { view: "WhatIsAWallet" },
      opened: "WhatIsAWallet",
    },
    {
      rule: "Opening rule 1: cross-namespace with a target namespace: not with the active one",
      options: both,
      asked: { namespace: "eip155" },
      opened: "Connect",
    },
    { rule: "Opening rule 4: connected: open Account", visitor: halyard, opened: "Account" },
    {
      rule: "Opening rule 4: connected: open Account, on the other namespace too",
      options: both,
      visitor: plover,
      opened: "Account",
    },
    {
      rule: "Opening rule 4: connected: open Account, of a basic modal too",
      options: { basic: true },
      visitor: halyard,
      opened: "Account",
    },
    {
      rule: "Opening rule 4: connected: open Account, under manual control on mobile too",
      options: { manualWCControl: true },
      mobile: true,
      visitor: halyard,
      opened: "Account",
    },
    {
      rule: "Opening rule 2: basic wallet-connect mode: also for the active namespace",
      options: { basic: true },
      asked: { namespace: "eip155" },
      opened: "ConnectingWalletConnectBasic",
    },
    {
      rule: "Opening rule 4: connected: open Account, also for the active namespace",
      asked: { namespace: "eip155" },
      visitor: halyard,
      opened: "Account",
    },
    {
      rule: "The modal can also open with a connection URI: on mobile with the wallets that can take it",
      asked: { uri: "wc:00@2?symKey=11" },
      mobile: true,
      opened: "AllWallets",
    },
    { rule: "Opening rule 5: otherwise: open Connect", opened: "Connect" },
    {
      rule: "Opening rule 5: otherwise: open Connect, in place of the account of a visitor who is not connected",
      asked: { view: "Account" },
      opened: "Connect",
    },
    {
      rule: "Opening rule 5: otherwise: open Connect, for a namespace that no network is of",
      asked: { namespace: "bip122" },
      opened: "Connect",
    },
  ]
  for (const { rule, options = {}, asked, mobile, visitor, opened } of rows)
    test(rule, { options, ...(mobile && onPhone) }, function* ({ core }) {
      if (visitor) yield* connect({ wallet: visitor })
      yield* openModal(asked)

      assert.strictEqual(core.route.value?.name, opened)
      assert.isTrue(core.open.value)
    })

  const offering: readonly (readonly [view: PublicView, entry: string, settings: Partial<ModalOptions>])[] = [
    ["Swap", "swap", {}],
    ["WalletSend", "", { features: { send: false } }],
    ["OnRampProviders", "onramp", {}],
    ["PayWithExchange", "fund_from_exchange", {}],
    ["Pay", "payments", {}],
  ]
  for (const [view, off, options] of offering) {
    const features = every.filter(({ id }) => id !== off)
    test(`Opening rule 3: a view of a feature that is turned off is not opened as given: ${view}`, {
      options,
      script: { project: { features } },
    }, function* ({ views }) {
      const warnings = yield* muted("warn")
      yield* openModal({ view })
      assert.deepStrictEqual(views(), ["Connect"])
      assert.match(
        `${warnings.at(-1)?.[0]}`,
        new RegExp(`^The view '${view}' does not open: the feature '\\w+' is turned off`),
      )
      yield* openModal({ view: "Networks" })
      yield* openModal({ view })
      assert.deepStrictEqual(views(), ["Networks"])
    })

    test(`Opening rule 3: an explicit view is opened as given if its feature is enabled: ${view}`, {
      script: { project: { features: every } },
    }, function* ({ views }) {
      yield* openModal({ view })
      assert.deepStrictEqual(views(), [view])
    })
  }

  test("Opening rule 3: a view of a feature that the site turns off later is not opened as given: WalletSend", function* ({
    core,
    views,
  }) {
    yield* openModal({ view: "WalletSend" })
    assert.deepStrictEqual(views(), ["WalletSend"])
    yield* closeModal()
    core.features.value = { ...core.features.peek(), send: false }
    yield* openModal({ view: "WalletSend" })
    assert.deepStrictEqual(views(), ["Connect"])
  })

  test("Opening rule 3: an explicit view is opened as given to a visitor who is not connected", function* ({ views }) {
    const given = ["AllWallets", "ApproveTransaction", "ConnectingWalletConnectBasic", "ProfileWallets"] as const
    for (const view of [...given, "Networks", "WhatIsANetwork"] as const) {
      yield* openModal({ view })
      assert.deepStrictEqual(views(), [view])
    }
  })

  test("Opening rule 3: an explicit view is opened as given to a connected visitor", function* ({ views }) {
    yield* connected
    const given = ["Connect", "AllWallets", "ApproveTransaction", "ConnectingWalletConnectBasic"] as const
    for (const view of [
      ...given,
      "Account",
      "Networks",
      "ProfileWallets",
      "WhatIsANetwork",
      "WhatIsAWallet",
    ] as const) {
      yield* openModal({ view })
      assert.deepStrictEqual(views(), [view])
      yield* closeModal()
    }
  })

  test("The modal can also open with a given view while it shows another", function* ({ views }) {
    yield* openModal({ view: "Networks" })
    yield* openModal({ view: "WhatIsAWallet" })
    assert.deepStrictEqual(views(), ["WhatIsAWallet"])
  })

  test("opens a view that only the project can enable once its configuration is known", {
    script: { project: { features: every }, faults: { config: { delay: 5_000 } } },
    starting: true,
  }, function* ({ views }) {
    const opening = yield* begun(openModal({ view: "Pay" }))
    yield* pass("4 seconds")
    assert.deepStrictEqual(views(), [])
    yield* settled(Fiber.join(opening))

    assert.deepStrictEqual(views(), ["Pay"])
  })

  for (const [what, view, options] of [
    ["without a project", "Pay", { projectId: "" }],
    ["in basic mode", "Pay", { basic: true }],
    ["for a feature of the site's", "WalletSend", { features: { send: false } }],
  ] as const)
    test(`does not wait for the project's configuration ${what}`, {
      options,
      script: { faults: { config: { delay: 5_000 } } },
      starting: true,
    }, function* ({ views }) {
      yield* muted("warn")
      yield* begun(openModal({ view }))
      assert.deepStrictEqual(views(), ["basic" in options ? "ConnectingWalletConnectBasic" : "Connect"])
    })

  test("offers to switch to the network that was used last in the target namespace", {
    options: { networks: [solana, mainnet, base] },
  }, function* ({ core }) {
    for (const network of [base.caipNetworkId, solana.caipNetworkId]) yield* switchNetwork({ network })
    yield* openModal({ namespace: "eip155" })

    assert.deepStrictEqual(core.route.value, { name: "SwitchNetwork", network: base.caipNetworkId })
  })

  test("shows the switch to the target namespace above its Connect view", { options: both }, function* ({ core }) {
    yield* openModal()
    yield* openModal({ namespace: "solana" })

    assert.deepStrictEqual(core.stack.value, [
      { name: "Connect", namespace: "solana" },
      { name: "SwitchNetwork", network: solana.caipNetworkId },
    ])
  })

  test("shows the account of a locked wallet, where it can be unlocked", function* ({ views, wallet }) {
    yield* connected
    wallet().lock()
    yield* rest
    yield* openModal()

    assert.deepStrictEqual(views(), ["Account"])
  })

  test("The modal can also open with a connection URI", function* ({ views }) {
    const { given } = yield* slicesOf(pairing)
    yield* openModal({ uri: "wc:00@2?symKey=11" })
    assert.strictEqual(given.value, "wc:00@2?symKey=11")
    assert.deepStrictEqual(views(), ["ConnectingWalletConnectBasic"])
    yield* closeModal()
    for (const name of ["AllWallets", "ConnectingWalletConnect", "ConnectingWalletConnectBasic"] as const) {
      yield* openModal()
      yield* goTo({ name })
      yield* openModal({ uri: `wc:01@2?symKey=${name}` })
      assert.strictEqual(given.value, `wc:01@2?symKey=${name}`)
      assert.deepStrictEqual(views(), ["Connect", name])
      yield* closeModal()
    }
    yield* openModal()

    assert.isUndefined(given.value)
    assert.deepStrictEqual(views(), ["Connect"])
    yield* openModal({ uri: "wc:02@2?symKey=11" })
    assert.deepStrictEqual(views(), ["ConnectingWalletConnectBasic"])
  })

  test("The modal can also open with swap arguments for the Swap view", function* ({ core }) {
    const swap = { fromToken: "ETH", toToken: "USDC", amount: "1.5" }
    yield* openModal({ view: "Swap", arguments: swap })

    assert.deepStrictEqual(core.route.value, { name: "Swap", ...swap })
  })

  test("shows no dialog to a visitor who closes the modal in the same tick", function* ({ core, dialog }) {
    yield* Effect.all([openModal(), leave()], { concurrency: "unbounded" })
    assert.isFalse(core.open.peek())
    assert.deepStrictEqual(dialog.told, ["close"])
  })

  test("changes the view of an open modal only if a view is requested", function* ({ core, dialog, views }) {
    const closed = core.stack.value
    yield* openModal()
    // A view that is shown already is not rendered again.
    assert.strictEqual(core.stack.value, closed)
    yield* goTo({ name: "AllWallets" })
    yield* openModal()
    assert.deepStrictEqual(views(), ["Connect", "AllWallets"])
    yield* openModal({ view: "Networks" })

    assert.deepStrictEqual(views(), ["Networks"])
    assert.deepStrictEqual(dialog.told, ["show"])
  })

  test("shows a transaction that waits for approval when the modal opens again, but not above the view of an open one", function* ({
    views,
  }) {
    const { approvals } = yield* slicesOf(requests)
    approvals.value = [{ id: "1", method: "eth_sendTransaction", stacked: true }]
    yield* openModal({ view: "Networks" })
    assert.deepStrictEqual(views(), ["Networks", "ApproveTransaction"])
    yield* openModal({ view: "AllWallets" })
    assert.deepStrictEqual(views(), ["AllWallets"])
  })
})

describe("While a required sign-in is open,", () => {
  for (const route of [
    { name: "SIWXSignMessage" },
    { name: "DataCapture" },
    { name: "DataCaptureOtpConfirm", email: "linden@fernhill.example" },
  ] as const)
    test(`a site can neither change nor close the view: ${route.name}`, function* ({ views }) {
      const { required, session } = yield* slicesOf(siwx)
      yield* openModal()
      yield* goTo(route)
      required.value = true
      yield* openModal({ view: "Networks" })
      yield* closeFromSite()
      assert.deepStrictEqual(views(), ["Connect", route.name])

      session.value = {} as HeldSession
      yield* openModal({ view: "Networks" })
      assert.deepStrictEqual(views(), ["Networks"])
      session.value = undefined
      yield* openModal({ view: "AllWallets" })
      assert.deepStrictEqual(views(), ["AllWallets"])
      required.value = false
      yield* goTo(route)
      yield* closeFromSite()
      assert.deepStrictEqual(views(), [])
    })
})

describe("Finishing a task", () => {
  for (const [what, enableEmbedded, visitor, before, after] of [
    ["closes the modal", false, halyard, undefined, []],
    ["returns to the view that needed a wallet", false, halyard, { name: "Networks" }, ["Networks"]],
    ["closes the modal if no wallet was connected for the view", false, undefined, { name: "Networks" }, []],
    ["shows the account in embedded mode", true, halyard, undefined, ["Account"]],
    ["shows Connect in embedded mode if nothing is connected", true, undefined, undefined, ["Connect"]],
  ] as const)
    test(what, { options: { enableEmbedded } }, function* ({ views }) {
      const { route } = yield* slicesOf(continueAt)
      if (visitor) yield* connect({ wallet: visitor })
      yield* openModal()
      yield* goTo({ name: "WhatIsAWallet" })
      route.value = before
      yield* completeModal

      assert.deepStrictEqual(views(), after)
      assert.isUndefined(route.value)
    })

  for (const [what, enableEmbedded, visitor, shown, before, after] of [
    ["replaced by the account in embedded mode", true, halyard, "Connect", undefined, ["Account"]],
    ["kept without a connection", true, undefined, "Connect", undefined, ["Connect"]],
    ["kept outside embedded mode", false, halyard, "Connect", undefined, ["Connect"]],
    ["kept if the visitor will return to another view", true, halyard, "Connect", { name: "Networks" }, ["Connect"]],
    ["not replaced if another view is shown", true, halyard, "Networks", undefined, ["Networks"]],
  ] as const)
    test(`leaves Connect once a wallet is connected: ${what}`, { options: { enableEmbedded } }, function* ({ views }) {
      const { route } = yield* slicesOf(continueAt)
      if (visitor) yield* connect({ wallet: visitor })
      yield* openModal({ view: shown })
      route.value = before
      yield* leaveConnect

      assert.deepStrictEqual(views(), after)
    })
})

const pressing = () => {
  const pressed: string[] = []
  const onUserGesture = (connectorId: string) => void pressed.push(connectorId)
  const layers = (world: World) => ({ chains: changed(Chains, demo(world).chains, () => ({ onUserGesture })) })
  return { pressed, layers }
}
test(
  "The click on a wallet, and on its retry, lets its connector open a window at once",
  pressing,
  function* ({ pressed }) {
    const click = Effect.runForkWith(yield* Effect.context<Needs>())
    yield* openModal()
    yield* goTo({ name: "Networks" })
    const clicks = [click(goTo({ name: "ConnectingExternal", connector: halyard })), click(connectExternal(halyard))]

    assert.deepStrictEqual(pressed, [halyard, halyard])
    yield* Effect.forEach(clicks, Fiber.join)
  },
)

describe("A first view that is shown before the engine has loaded", () => {
  test("counts as open", function* ({ core, dialog }) {
    core.open.value = true
    const shown = core.stack.value
    yield* openModal({}, true)

    assert.isTrue(core.open.value)
    assert.strictEqual(core.stack.value, shown)
    assert.include(dialog.told, "show")
  })

  test("stays closed once closed", function* ({ core, dialog }) {
    core.open.value = true
    yield* closeModal()
    yield* openModal({}, true)

    assert.isFalse(core.open.value)
    assert.notInclude(dialog.told, "show")
  })
})

describe("Closing and back", () => {
  for (const [rule, enableEmbedded, visitor, after] of [
    ["Closing resets to Connect", false, undefined, "Connect"],
    ["Closing resets to Connect, also with a connected wallet", false, halyard, "Connect"],
    ["In embedded mode closing shows Account if connected", true, halyard, "Account"],
    ["In embedded mode closing shows Account if connected, on the other namespace too", true, plover, "Account"],
    ["In embedded mode closing shows Connect if not connected", true, undefined, "Connect"],
  ] as const)
    test(rule, { options: { ...both, enableEmbedded } }, function* ({ core, dialog }) {
      if (visitor) yield* connect({ wallet: visitor })
      yield* openModal({ view: "Networks" })
      for (const name of ["WhatIsANetwork", "AllWallets", "WhatIsAWallet", "GetWallet"] as const) yield* goTo({ name })
      dialog.told.length = 0
      yield* closeModal()
      yield* closeModal()

      assert.deepStrictEqual(core.stack.value, [{ name: after }])
      assert.isFalse(core.open.value)
      assert.deepStrictEqual(dialog.told, ["close"])
    })

  test("Back pops the history", function* ({ views }) {
    yield* openModal()
    yield* goTo({ name: "AllWallets" })
    yield* goTo({ name: "WhatIsAWallet" })
    yield* goTo({ name: "GetWallet" })
    yield* goTo({ name: "Networks" })
    yield* goTo({ name: "WhatIsANetwork" })
    // A view that is already in the history is added to it again.
    yield* goTo({ name: "AllWallets" })
    yield* goTo({ name: "Networks" })
    for (const left of [
      ...["AllWallets", "WhatIsANetwork", "Networks"],
      ...["GetWallet", "WhatIsAWallet", "AllWallets", "Connect"],
    ]) {
      yield* goBack()
      assert.strictEqual(views().at(-1), left)
    }

    assert.deepStrictEqual(views(), ["Connect"])
  })

  test("Back with an empty history closes the modal", function* ({ core }) {
    yield* openModal({ view: "Networks" })
    yield* goBack()

    assert.isFalse(core.open.value)
    assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }])
  })

  test("Going back to Connect while connected shows Account", function* ({ views }) {
    yield* openModal()
    yield* goTo({ name: "AllWallets" })
    yield* goBack()
    assert.deepStrictEqual(views(), ["Connect"])
    yield* goTo({ name: "AllWallets" })
    yield* connected
    yield* goBack()
    assert.deepStrictEqual(views(), ["Account"])
    yield* goTo({ name: "Networks" })
    yield* goTo({ name: "WhatIsANetwork" })
    yield* goBack()

    assert.deepStrictEqual(views(), ["Account", "Networks"])
    yield* goTo({ name: "Connect" })
    yield* goTo({ name: "AllWallets" })
    yield* goBack()
    assert.deepStrictEqual(views(), ["Account"])
  })

  test("Going back to Connect while connected shows Account, but not in place of Connect for another namespace", {
    options: both,
  }, function* ({ core }) {
    yield* connected
    yield* openModal({ namespace: "solana" })
    yield* goBack()

    assert.deepStrictEqual(core.stack.value, [{ name: "Connect", namespace: "solana" }])
  })

  test("going back to Account after another tab has disconnected shows Connect, and while the wallet is locked Account", function* ({
    world,
    views,
  }) {
    yield* connected
    for (const [isLocked, expected] of [
      [true, "Account"],
      [false, "Connect"],
    ] as const) {
      yield* openModal()
      yield* goTo({ name: "ProfileWallets" })
      if (isLocked) walletOf(world).lock()
      else yield* onTabMessage({ type: "disconnected", namespace: "eip155", connectorId: halyard })
      yield* rest
      yield* goBack()

      assert.deepStrictEqual(views(), [expected])
    }
  })

  test("Escape and a click outside the card close the modal", function* ({ core, dialog }) {
    for (const reason of ["escape", "overlay"] as const) {
      yield* openModal()
      dialog.leave(reason)
      yield* rest

      assert.isFalse(core.open.value)
    }
  })

  test("leaving an unsupported network without a switch is prevented with a shake", function* ({ dialog, views }) {
    yield* openModal()
    yield* goTo({ name: "UnsupportedChain" })
    yield* leave()
    assert.deepStrictEqual(views(), ["Connect", "UnsupportedChain"])
    yield* goTo({ name: "SwitchNetwork", network: "eip155:1" })
    yield* leave()

    assert.deepStrictEqual(views(), ["Connect", "UnsupportedChain", "SwitchNetwork"])
    assert.deepStrictEqual(dialog.told, ["show", "refuse", "refuse"])
  })

  test("leaving the request for an email address disconnects", function* ({ core }) {
    yield* connected
    yield* openModal()
    yield* goTo({ name: "DataCapture" })
    yield* leave()

    assert.isUndefined(core.connection.value)
    assert.isFalse(core.open.value)
  })
})
