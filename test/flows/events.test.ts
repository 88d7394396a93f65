import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as browser from "../../layers/browser/scripted.ts"
import { demo } from "../../layers/demo.ts"
import { Chains } from "../../services/Chains.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { DisconnectFailed } from "../../src/domain/errors.ts"
import type { AnalyticsEvent } from "../../src/domain/events.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { connectExternal } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { nextPage, pickWallet, search } from "../../src/flows/directory.ts"
import { explainNetworks, explainWallets, showWalletsToGet } from "../../src/flows/help.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { closeModal, goTo, openModal } from "../../src/flows/open.ts"
import { pair } from "../../src/flows/relay.ts"
import { use } from "../../src/modal.ts"
import { wallets } from "../../src/state/wallets.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, createWorld, halyard, visit } from "./modal.ts"
import "../../src/flows/selected.ts"

/** What is told, in a list that grows. */
const listening = () => {
  const told: AnalyticsEvent[] = []
  const telemetry = Layer.succeed(Telemetry, {
    track: (event) => Effect.sync(() => void told.push(event)),
    report: () => Effect.void,
    allow: () => Effect.void,
    refused: Effect.never,
  })
  return { told, telemetry }
}

describe("Events", () => {
  it.effect("tell what the visitor did, each once and with what belongs to it", () => {
    const { told, telemetry } = listening()
    const run = Effect.gen(function* () {
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

      const [first, ...rest] = told
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
    return visit({ wallets: { [cinderbox]: "reject" }, relay: "scan", project: { features: [] } }, run, {
      leaves: { telemetry },
    })
  })

  for (const [mobile, platform] of [
    [false, "qrcode"],
    [true, "mobile"],
  ] as const)
    it.effect(`tell of a wallet of the directory where it stood and how it is reached: ${platform}`, () => {
      const { told, telemetry } = listening()
      const world = createWorld()
      const leaves = { telemetry, browser: browser.layer({ platform: { mobile } }) }
      const run = Effect.gen(function* () {
        const { all } = yield* use(wallets)
        yield* openModal()
        yield* nextPage(false)
        const [place, wallet] =
          [...all.peek().entries()].find(
            ([index, { mobile_link, rdns, injected }]) => index > 8 && mobile_link && !(rdns || injected?.length),
          ) ?? []
        assert.isDefined(wallet)
        if (wallet) yield* pickWallet(wallet)

        assert.deepStrictEqual(told.at(-1), {
          event: "SELECT_WALLET",
          properties: { name: wallet?.name ?? "", platform, displayIndex: wallet?.display_index ?? place ?? -1 },
        })
      })
      return visit(world, run, { leaves })
    })

  it.effect("tell why a wallet did not hear that the visitor left", () => {
    const { told, telemetry } = listening()
    const refusing = Layer.effect(
      Chains,
      Effect.map(Chains, ({ discover, get }) => ({
        discover,
        get: (namespace: Namespace) =>
          Effect.map(get(namespace), (chain) => ({ ...chain, disconnect: () => Effect.fail(new DisconnectFailed()) })),
      })),
    )
    const run = Effect.gen(function* () {
      yield* connectExternal(halyard)
      told.length = 0
      yield* Effect.flip(disconnect())

      assert.deepStrictEqual(told, [
        { event: "DISCONNECT_ERROR", properties: { message: "Failed to disconnect chains: Failed to disconnect" } },
      ])
    })
    return visit({}, run, { leaves: { telemetry, chains: Layer.provide(refusing, demo().chains) } })
  })
})
