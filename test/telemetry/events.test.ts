import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as browser from "../../layers/browser/withoutWindow.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { DisconnectFailed } from "../../src/errors/index.ts"
import { explainNetworks, explainWallets, showWalletsToGet } from "../../src/help/flows.ts"
import { closeModal, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { openApp } from "../../src/walletConnect/flows/appLinks.ts"
import { pair } from "../../src/walletConnect/operations.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { nextPage, pickWallet, search } from "../../src/wallets/operations.ts"
import { settled } from "../contracts/settled.ts"
import { changedChains, listening } from "../fixtures/layers.ts"
import { cinderbox, halyard } from "../fixtures/modal.ts"
import { begun, idOf, visiting } from "../fixtures/visits.ts"
import "../../src/wallets/flows/trackSelection.ts"

const test = visiting(() => {
  const { events, telemetry } = listening()
  return { events, layers: { telemetry } }
})

describe("Events", () => {
  const scripted = { script: { wallets: { [cinderbox]: "reject" }, relay: "scan", project: { features: [] } } } as const
  test("record each action of the visitor once, with its properties", scripted, function* ({ events }) {
    yield* openModal()
    for (const name of ["AllWallets", "Networks", "Connect"] as const) yield* goTo({ name })
    yield* settled(search({ search: "hal", certified: true }))
    yield* goTo({ name: "ConnectingWalletConnect" })
    yield* goTo({ name: "ConnectingMultiChain", connector: cinderbox })
    yield* goTo({ name: "ConnectingExternal", connector: cinderbox, namespace: "eip155" })
    yield* connectExternal(cinderbox)
    yield* connectExternal(halyard)
    yield* switchNetwork({ network: "eip155:137" })
    yield* openModal()
    yield* settled(pair())
    yield* disconnect()
    yield* openModal()
    yield* explainWallets()
    yield* showWalletsToGet()
    yield* explainNetworks()
    yield* closeModal()

    const [first, ...rest] = events
    assert.strictEqual(first?.event, "INITIALIZE")
    assert.deepStrictEqual(rest, [
      { event: "MODAL_OPEN", properties: { connected: false } },
      { event: "CLICK_ALL_WALLETS" },
      { event: "CLICK_NETWORKS" },
      { event: "SEARCH_WALLET", properties: { search: "hal", badge: "certified" } },
      { event: "SELECT_WALLET", properties: { name: "WalletConnect", platform: "qrcode" } },
      { event: "SELECT_WALLET", properties: { name: "Cinderbox", platform: "browser" } },
      { event: "CONNECT_ERROR", properties: { message: "Connection rejected" } },
      { event: "CONNECT_SUCCESS", properties: { method: "browser", name: "Halyard" } },
      { event: "MODAL_CLOSE", properties: { connected: true } },
      { event: "SWITCH_NETWORK", properties: { network: "eip155:137" } },
      { event: "MODAL_OPEN", properties: { connected: true } },
      { event: "CONNECT_SUCCESS", properties: { method: "qrcode", name: "Fathom" } },
      { event: "MODAL_CLOSE", properties: { connected: true } },
      { event: "DISCONNECT_SUCCESS", properties: { namespace: "all" } },
      { event: "MODAL_OPEN", properties: { connected: false } },
      { event: "CLICK_WALLET_HELP" },
      { event: "CLICK_GET_WALLET" },
      { event: "CLICK_NETWORK_HELP" },
      { event: "MODAL_CLOSE", properties: { connected: false } },
    ])
  })

  test("record a connection through the wallet's app as mobile", function* ({ events, world }) {
    yield* openModal()
    const asked = yield* begun(pair())
    yield* begun(openApp({ id: "f", name: "Fathom", mobile_link: "fathom:" }))
    world.phone.approve()
    yield* settled(Fiber.join(asked))

    const properties = { method: "mobile", name: "Fathom" }
    assert.deepInclude(events as readonly object[], { event: "CONNECT_SUCCESS", properties })
  })

  for (const [mobile, platform] of [
    [false, "qrcode"],
    [true, "mobile"],
  ] as const) {
    const device = { layers: { browser: browser.layer({ platform: { mobile } }) } }
    test(`record the position of a directory wallet and its platform: ${platform}`, device, function* ({ events }) {
      const { all } = yield* slicesOf(wallets)
      yield* openModal()
      yield* nextPage(false)
      const [place, wallet] =
        [...all.peek().entries()].find(
          ([index, { mobile_link, rdns, injected }]) => index > 8 && mobile_link && !(rdns || injected?.length),
        ) ?? []
      assert.isDefined(wallet)
      if (wallet) yield* pickWallet(wallet)

      assert.deepStrictEqual(events.at(-1), {
        event: "SELECT_WALLET",
        properties: { name: wallet?.name ?? "", platform, displayIndex: wallet?.display_index ?? place ?? -1 },
      })
    })
  }

  test("record a wallet's browser extension as its platform only if it is installed", function* ({ events }) {
    const { all } = yield* slicesOf(wallets)
    yield* openModal()
    yield* nextPage(false)
    const absent = all.peek().find(({ mobile_link, rdns }, index) => index > 8 && mobile_link && rdns)
    const platforms: unknown[] = []
    for (const wallet of [idOf("Halyard"), absent?.id ?? ""]) {
      yield* goTo({ name: "ConnectingWalletConnect", wallet })
      const last = events.at(-1)
      platforms.push(last?.event === "SELECT_WALLET" && last.properties.platform)
    }

    assert.deepStrictEqual(platforms, ["browser", "qrcode"])
  })

  const refusing = changedChains(() => ({ disconnect: () => Effect.fail(new DisconnectFailed()) }))
  test("record why a wallet could not be disconnected", refusing, function* ({ events }) {
    yield* connectExternal(halyard)
    events.length = 0
    yield* Effect.flip(disconnect())

    assert.deepStrictEqual(events, [
      { event: "DISCONNECT_ERROR", properties: { message: "Failed to disconnect chains: Failed to disconnect" } },
    ])
  })
})
