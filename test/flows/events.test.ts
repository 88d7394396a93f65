import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Telemetry } from "../../services/Telemetry.ts"
import type { AnalyticsEvent } from "../../src/domain/events.ts"
import { connectExternal } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { search } from "../../src/flows/directory.ts"
import { explainNetworks, explainWallets, showWalletsToGet } from "../../src/flows/help.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { closeModal, goTo, openModal } from "../../src/flows/open.ts"
import { pair } from "../../src/flows/relay.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, halyard, visit } from "./modal.ts"

describe("Events", () => {
  it.effect("tell what the visitor did, each once and with what belongs to it", () => {
    const told: AnalyticsEvent[] = []
    const telemetry = Layer.succeed(Telemetry, {
      track: (event) => Effect.sync(() => void told.push(event)),
      report: () => Effect.void,
      allow: () => Effect.void,
      refused: Effect.never,
    })
    const run = Effect.gen(function* () {
      yield* openModal()
      for (const name of ["AllWallets", "Networks", "Connect"] as const) yield* goTo({ name })
      yield* settled(search({ search: "hal", certified: true }))
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
        { event: "CONNECT_ERROR", properties: { message: "Connection rejected" } },
        { event: "CONNECT_SUCCESS", properties: { method: "browser", name: halyard } },
        { event: "MODAL_CLOSE", properties: { connected: true } },
        { event: "SWITCH_NETWORK", properties: { network: "eip155:137" } },
        { event: "MODAL_OPEN", properties: { connected: true } },
        { event: "CONNECT_SUCCESS", properties: { method: "qrcode", name: "walletConnect" } },
        { event: "MODAL_CLOSE", properties: { connected: true } },
        { event: "DISCONNECT_SUCCESS", properties: { namespace: "all" } },
        { event: "MODAL_OPEN", properties: { connected: false } },
        { event: "CLICK_WALLET_HELP" },
        { event: "CLICK_GET_WALLET" },
        { event: "CLICK_NETWORK_HELP" },
        { event: "MODAL_CLOSE", properties: { connected: false } },
      ])
    })
    return visit({ wallets: { [cinderbox]: "reject" }, relay: "scan" }, run, { leaves: { telemetry } })
  })
})
