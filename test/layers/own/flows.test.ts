import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { vi } from "vitest"
import { demo } from "../../../layers/demo.ts"
import { Storage } from "../../../services/Storage.ts"
import { base, mainnet } from "../../../src/options/networks.ts"
import { createModal } from "../../../src/stub/createModal.ts"
import type { ModalOptions } from "../../../src/stub/modal.ts"
import { halyard } from "../../fixtures/modal.ts"
import { Shelf } from "../../fixtures/shelf.ts"

/** The browser's storage. Returns the keys ever written to it, except the restore hint. */
const browserStorage = () => {
  const shelf = new Shelf()
  const written = new Set<string>()
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => shelf.getItem(key),
    setItem: (key: string, value: string) => {
      shelf.setItem(key, value)
      if (key !== "portico:default:restore") written.add(key)
    },
    removeItem: (key: string) => shelf.removeItem(key),
  })
  return written
}

/** A visitor who does everything that is persisted, on a site with these layers. */
const visitOf = async (layers: NonNullable<ModalOptions["layers"]>) => {
  const modal = createModal({ projectId: "demo", networks: [mainnet, base], layers })
  await modal.ready()
  await modal.connect({ wallet: "walletConnect" })
  await modal.connect({ wallet: halyard })
  await modal.switchNetwork({ network: base.caipNetworkId })
  await modal.disconnect()
  await modal.destroy()
}

/** All demo layers but storage, so Portico's default storage is used. */
const ours = () => {
  const { storage: _, ...rest } = demo({ relay: { connect: "approve" } })
  return rest
}

describe("A site's own layers", () => {
  let written: ReadonlySet<string> = new Set()
  beforeEach(() => {
    written = browserStorage()
  })
  afterEach(() => vi.unstubAllGlobals())

  it("a storage layer in five lines replaces the default: every service uses it, and none the default", async () => {
    await visitOf(ours())
    const prefix = "portico:default:"
    assert.isTrue([...written].every((key) => key.startsWith(prefix)))
    const toOurs = [...written].map((key) => key.slice(prefix.length))
    // Items written by the flows, the chains and the relay, so each of them is known to write.
    assert.includeMembers(toOurs, [
      "active_namespace",
      "active_caip_network_ids",
      "connected_connector_ids",
      "recent_wallets@2",
      "connections",
      "disconnected_connector_ids",
      "demo_wallets",
      "demo_relay",
    ])
    written = browserStorage()
    const [texts, toMine] = [new Map<string, string>(), new Set<string>()]

    const storage = Layer.succeed(Storage, {
      read: (key) => Effect.sync(() => texts.get(key)),
      write: (key, value) => Effect.sync(() => void toMine.add(texts.set(key, value) && key)),
      remove: (key) => Effect.sync(() => void texts.delete(key)),
    })
    await visitOf({ ...ours(), storage })

    assert.isEmpty([...written])
    assert.sameMembers([...toMine], toOurs)
  })

  it("they can be imported when the modal is first used", async () => {
    let imported = 0
    const layers = async () => {
      imported += 1
      return demo()
    }
    const modal = createModal({ projectId: "demo", networks: [mainnet], layers })
    assert.strictEqual(imported, 0)
    await modal.connect({ wallet: halyard })
    await modal.destroy()

    assert.strictEqual(imported, 1)
    assert.isEmpty([...written])
  })
})
