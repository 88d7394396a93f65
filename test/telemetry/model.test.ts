import { expect, expectTypeOf, it } from "vitest"
import { type AnalyticsEvent, type EventProperties, unsentEvents } from "../../src/telemetry/opening/model.ts"

it("an event has exactly the properties of its name", () => {
  expectTypeOf<{ event: "MODAL_OPEN"; properties: { connected: true } }>().toExtend<AnalyticsEvent>()
  expectTypeOf<{ event: "MODAL_OPEN" }>().not.toExtend<AnalyticsEvent>()
  expectTypeOf<{ event: "MODAL_OPEN"; properties: { connected: "yes" } }>().not.toExtend<AnalyticsEvent>()
  expectTypeOf<{ event: "CLICK_ALL_WALLETS" }>().toExtend<AnalyticsEvent>()
  expectTypeOf<{ event: "CLICK_ALL_WALLETS"; properties: { connected: true } }>().not.toExtend<AnalyticsEvent>()
  expectTypeOf<EventProperties["SEND_SUCCESS"]["hash"]>().toEqualTypeOf<string>()
})

it("one event does not leave the page", () => {
  expect(unsentEvents).toEqual(["MODAL_CREATED"])
})
