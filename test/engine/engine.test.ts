import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { demo, withoutPage } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { runtimeOf } from "../../src/effect.ts"
import { mainnet } from "../../src/options/networks.ts"
import { createModal, engineOf } from "../../src/stub/createModal.ts"
import type { Modal } from "../../src/stub/modal.ts"
import { report } from "../../src/telemetry/flows.ts"

/** A modal whose directory has a bug, and the reported bugs. */
const broken = (bug: Error) => {
  const reported: unknown[] = []
  const telemetry = Layer.succeed(Telemetry, {
    track: () => Effect.void,
    report: (error) => Effect.sync(() => void reported.push(error)),
    allow: () => Effect.void,
    refused: Effect.never,
  })
  const api = Layer.succeed(Api, { call: () => Effect.die(bug), image: () => "" })
  const layers = { ...withoutPage(), ...demo(), api, telemetry }
  return { reported, modal: createModal({ projectId: "demo", networks: [mainnet], layers }) }
}

const messages = (reported: readonly unknown[]) => reported.map((error) => (error as Error).message)

describe("a bug", () => {
  it("at start-up leaves the injected wallets working, and is reported", async () => {
    const bug = new RangeError("no such project")
    const { modal, reported } = broken(bug)
    await modal.ready()
    await modal.connect({ wallet: "example.halyard" })

    expect(modal.state.connection.value?.connectorId).toBe("example.halyard")
    expect(messages(reported)).toContain("no such project")
    await modal.destroy()
  })

  it("in an operation rejects its Promise, and is reported", async () => {
    const bug = new RangeError("no such page")
    const { modal, reported } = broken(bug)
    await modal.ready()
    reported.length = 0

    await expect(modal.searchWallets({ search: "a" })).rejects.toBe(bug)
    expect(messages(reported)).toEqual(["no such page"])
    await modal.destroy()
  })

  it("in a flow ends only that flow, and is reported", async () => {
    const bug = new RangeError("no such view")
    const { modal, reported } = broken(new Error("another"))
    const { run } = await engineOf(modal)
    await modal.ready()
    reported.length = 0
    run(Effect.die(bug))
    run(report("of a view"))

    await expect.poll(() => messages(reported)).toEqual(["no such view", "of a view"])
    await modal.destroy()
  })
})

it("a modal of another copy is named as such by portico/effect", async () => {
  await expect(runtimeOf({} as Modal)).rejects.toThrow(
    "This modal was created by a different copy of portico. Check for duplicate installs.",
  )
})

describe("an error of the catalogue", () => {
  it("is printed under its tag when an operation or an option fails", async () => {
    const modal = createModal({
      projectId: "demo",
      networks: [mainnet],
      layers: { ...withoutPage(), ...demo({ wallets: { "*": { connect: "reject" } } }) },
    })
    const error: unknown = await modal.connect({ wallet: "example.halyard" }).catch((failure: unknown) => failure)

    expect(String(error)).toBe("ConnectionRejected: Connection rejected")
    expect((error as Error).stack).toMatch(/^ConnectionRejected: Connection rejected\n/)
    expect(() => modal.addNetwork(0 as never)).toThrow(expect.objectContaining({ name: "InvalidInput" }))
    await modal.destroy()
  })
})
