// @vitest-environment happy-dom
import { act, useState } from "react"
import { afterEach, expect, it, vi } from "vitest"
import type { Route } from "../../../src/navigation/first-paint/model/routes.ts"
import { useLayers } from "../../../views/shell/useLayers.ts"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()
afterEach(() => void vi.useRealTimers())

let go: (route: Route) => void
function Layers() {
  const [route, setRoute] = useState<Route>({ name: "Connect" })
  go = setRoute
  return useLayers(route, true).map(({ route, key, leaving }) => (
    <p key={key}>
      {route.name}
      {leaving && " leaves"}
    </p>
  ))
}

it("View transition: 150 ms, in both directions", async () => {
  vi.useFakeTimers()
  const shown = () => [...page.place.querySelectorAll("p")].map(({ textContent }) => textContent)
  const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds))
  await page.show({ ...viewContextOf(instanceOf()), whenIdle: () => () => undefined }, <Layers />)
  expect(shown()).toEqual(["Connect"])
  for (const [from, to] of [
    ["Connect", "AllWallets"],
    ["AllWallets", "Connect"],
  ] as const) {
    await act(async () => go({ name: to }))
    expect(shown()).toEqual([`${from} leaves`, to])
    await pass(149)
    expect(shown()).toEqual([`${from} leaves`, to])
    await pass(1)
    expect(shown()).toEqual([to])
  }
})
