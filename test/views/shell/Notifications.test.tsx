// @vitest-environment happy-dom
import { act } from "react"
import { expect, it } from "vitest"
import { snack } from "../../../src/notifications/first-paint/state.ts"
import { alertOf } from "../../../src/notifications/model/alertTable.ts"
import { Notifications } from "../../../views/shell/Notifications.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"
// The view loads these when there is an alert or a snack.
import "../../../views/notifications/Alerts.tsx"
import "../../../views/notifications/SnackBar.tsx"

const page = mounted()

it("the modal shows alerts for developers with the option `debug`, and the others always", async () => {
  for (const [debug, shown] of [
    [true, ["APKT001", "APKTW002"]],
    [false, ["APKTW002"]],
  ] as const) {
    const instance = instanceOf({ debug })
    instance.core.alerts.value = [alertOf("APKT001"), alertOf("APKTW002")]
    await page.show(viewContextOf(instance), <Notifications />)
    const alerts = [...page.place.querySelectorAll("[data-alert]")]

    expect(alerts.map((one) => one.getAttribute("data-alert"))).toEqual(shown)
    expect(page.place.textContent?.includes("Network Not Found")).toBe(debug)
  }
})

it.each([
  ["error", ["", "Error signing message"]],
  ["loading", ["Error signing message"]],
] as const)(
  "the modal announces a snack in a region that is in the page before it, and a failure in one that interrupts: %s",
  async (variant, announced) => {
    const instance = instanceOf()
    const regions = () => [...page.place.querySelectorAll("[role=status], [role=alert]")]
    await page.show(viewContextOf(instance), <Notifications />)
    const [polite] = regions()
    expect(regions().map((one) => one.role)).toEqual(["status"])
    await act(async () => {
      const { shown } = snack(instance)
      shown.value = { ...shown.peek(), message: "Error signing message", variant, open: true }
    })

    expect(regions()[0]).toBe(polite)
    expect(regions().map((one) => one.textContent)).toEqual(announced)
    expect(regions().at(-1)?.role).toBe(variant === "error" ? "alert" : "status")
  },
)
