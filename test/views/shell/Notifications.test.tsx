// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { alertOf } from "../../../src/notifications/model/alertTable.ts"
import { Notifications } from "../../../views/shell/Notifications.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"
// The view loads these when there is an alert.
import "../../../views/notifications/Alerts.tsx"

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
