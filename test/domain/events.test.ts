import { expect, expectTypeOf, it } from "vitest"
import { type AnalyticsEvent, type EventProperties, toldOf, unsentEvents } from "../../src/domain/events.ts"
import { mainnet, polygon } from "../../src/domain/networks.ts"
import { checkOptions } from "../../src/domain/options.ts"

it("an event carries exactly the properties of its name", () => {
  expectTypeOf<{ event: "MODAL_OPEN"; properties: { connected: true } }>().toExtend<AnalyticsEvent>()
  expectTypeOf<{ event: "MODAL_OPEN" }>().not.toExtend<AnalyticsEvent>()
  expectTypeOf<{ event: "MODAL_OPEN"; properties: { connected: "yes" } }>().not.toExtend<AnalyticsEvent>()
  expectTypeOf<{ event: "CLICK_ALL_WALLETS" }>().toExtend<AnalyticsEvent>()
  expectTypeOf<{ event: "CLICK_ALL_WALLETS"; properties: { connected: true } }>().not.toExtend<AnalyticsEvent>()
  expectTypeOf<EventProperties["SEND_SUCCESS"]["hash"]>().toEqualTypeOf<string>()
})

it("one event stays in the page", () => {
  expect(unsentEvents).toEqual(["MODAL_CREATED"])
})

it("the first event tells what the site has set, and nothing that may hold a key or is no plain data", () => {
  const { options } = checkOptions({
    projectId: "p",
    networks: [mainnet, polygon],
    defaultNetwork: polygon,
    features: { send: false },
    siwx: { getSessions: () => [] },
    customRpcUrls: { "eip155:1": [{ url: "https://node.example/secret" }] },
    hosts: { api: "https://api.example" },
    messages: { connectWallet: "Secret" },
    layers: () => ({}),
    cspNonce: "secret",
  })
  const told = toldOf(options)

  expect(told).toMatchObject({
    projectId: "p",
    networks: ["eip155:1", "eip155:137"],
    defaultNetwork: "eip155:137",
    features: { send: false, receive: true },
    siwx: true,
    siweConfig: false,
  })
  expect(JSON.stringify(told)).not.toMatch(/secret|api\.example/i)
  expect(JSON.parse(JSON.stringify(told))).toEqual(told)
})
