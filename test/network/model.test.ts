import { describe, expect, it } from "vitest"
import { type Support, showsUnsupportedChain } from "../../src/network/opening/model/unsupportedChain.ts"

const all: Support = {
  connected: true,
  supported: false,
  enableNetworkSwitch: true,
  allowUnsupportedChain: false,
  basic: false,
}

describe("The UnsupportedChain view", () => {
  it.each([
    ["all hold", {}, true],
    ["the network is supported", { supported: true }, false],
    ["switching is not enabled", { enableNetworkSwitch: false }, false],
    ["unsupported chains are allowed", { allowUnsupportedChain: true }, false],
    ["basic mode is on", { basic: true }, false],
    ["no wallet is connected", { connected: false }, false],
  ] as const)(
    "is shown only if network unsupported, switching enabled, not allowed, basic off: %s",
    (_, other, shown) => expect(showsUnsupportedChain({ ...all, ...other })).toBe(shown),
  )
})
