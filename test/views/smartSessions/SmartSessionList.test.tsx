// @vitest-environment happy-dom
import { act } from "react"
import { expect, it } from "vitest"
import { bitcoin } from "../../../src/options/networks.ts"
import { project } from "../../../src/project/first-paint/state.ts"
import type { SmartSession } from "../../../src/smartSessions/model.ts"
import { smartSessions } from "../../../src/smartSessions/state.ts"
import type { ViewContext } from "../../../views/shared/first-paint/useModal.ts"
import { SmartSessionList } from "../../../views/smartSessions/SmartSessionList.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"

const page = mounted({ onCaughtError: () => undefined })

const allowance = (every: number) => ({
  type: "native-token-recurring-allowance",
  data: { allowance: "0x1", start: 0, period: every },
})

const session = (given: Partial<SmartSession>): SmartSession => ({
  ...{ pci: "p", name: "A site", url: "", iconUrl: "", createdAt: 1, expiry: 4_000_000_000_000, revokedAt: undefined },
  permissions: [allowance(60)],
  ...given,
})

/** Renders these sessions, with the feature enabled unless the options say otherwise. Returns the modal, and the number of flows that the view started. */
const show = async (list: readonly SmartSession[], locale = "en", options: Parameters<typeof instanceOf>[0] = {}) => {
  const instance = instanceOf({ features: { smartSessions: true }, locale, ...options })
  instance.core.open.value = true
  smartSessions(instance).list.value = list
  let started = 0
  const run = () => {
    started += 1
    return () => undefined
  }
  const afterPaint = (then: () => void) => {
    then()
    return () => undefined
  }
  const here = { instance, run, afterPaint } as unknown as ViewContext
  await page.show(here, <SmartSessionList />)
  return { instance, started: () => started }
}
const buttons = (name: RegExp) =>
  [...page.place.querySelectorAll("button")].filter((one) =>
    name.test(one.getAttribute("aria-label") ?? one.textContent),
  )

it("a session whose details cannot be rendered can be revoked, and so can the others", async () => {
  // Beyond the range of dates.
  await show([session({ pci: "a", name: "Odd", expiry: Number.MAX_SAFE_INTEGER }), session({ pci: "b" })])
  expect(page.place.querySelectorAll("[data-session]")).toHaveLength(2)
  expect(buttons(/^Revoke /)).toHaveLength(2)
})

it("the list is refreshed when the provider's networks arrive late and lack the active one, and not otherwise", async () => {
  const { instance, started } = await show([])
  expect(started()).toBe(1)
  const { served } = project(instance)
  const network = instance.core.network.peek()?.caipNetworkId ?? ""
  const arrive = (id: string) =>
    act(async () => {
      served.value = new Set([id])
    })
  await arrive(network)
  expect(started()).toBe(1)
  await arrive("eip155:10")
  expect(started()).toBe(2)
})

it("permissions beyond the 8th show after one click", async () => {
  await show([session({ permissions: Array.from({ length: 11 }, (_, index) => allowance((index + 1) * 60)) })])
  const shown = () => page.place.querySelectorAll("[data-session] ul li").length
  expect(shown()).toBe(8)
  const [more] = buttons(/^\+3 more$/)
  await act(async () => more?.click())
  expect(shown()).toBe(11)
  expect(buttons(/more/)).toHaveLength(0)
})

it("function names keep their direction in a right-to-left list", async () => {
  const functions = ["placeBid", "cancelBid"].map((functionName) => ({ functionName }))
  await show(
    [session({ permissions: [{ type: "contract-call", data: { address: `0x${"1".repeat(40)}`, functions } }] })],
    "ar",
  )
  const said = page.place.querySelector("[data-session] ul")?.textContent ?? ""
  expect(said).toContain("\u2068placeBid\u2069")
  expect(said).toContain("\u2068cancelBid\u2069")
})

it("the view blames the network only if the site offers smart sessions", async () => {
  const [reason, heading] = ["Bitcoin doesn't support them.", "Smart sessions aren't available here"]
  await show([], "en", { networks: [bitcoin] })
  expect(page.place.textContent).toContain(heading + reason)
  await show([], "en", { networks: [bitcoin], features: { smartSessions: false } })
  expect(page.place.textContent).toContain(heading)
  expect(page.place.textContent).not.toContain(reason)
})

it("an empty view has one next step: without sessions, the account", async () => {
  const { instance } = await show([])
  await act(async () => {
    smartSessions(instance).refresh.value = { status: "loaded", value: undefined }
  })
  expect(page.place.textContent).toContain("No active sessions")
  const steps = [...page.place.querySelectorAll("[role=tabpanel] button")]
  expect(steps.map((one) => one.textContent)).toEqual(["Go to account"])
})
