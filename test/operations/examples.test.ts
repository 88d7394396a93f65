// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from "vitest"
import { docOf } from "../../examples/operations/docs.ts"
import { type From, features, inputs } from "../../examples/operations/inputs.ts"
import { base, mainnet, polygon } from "../../src/options/networks.ts"
import { type OperationName, operationNames } from "../../src/stub/operationNames.ts"
import { testModal } from "../../src/testing/index.ts"

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Operations that succeed with the example inputs, in this order. The others wait for the visitor or need another login. */
const tried = [
  ...(["connect", "switchConnection", "deleteConnection", "reconnect", "switchNetwork", "signMessage"] as const),
  ...(["searchWallets", "fetchBalances", "fetchActivity", "quoteSwap", "swap", "onrampOptions"] as const),
  ...(["quoteOnramp", "estimateSend", "send", "capabilities", "loginWithEmail", "submitOtp"] as const),
  ...(["resolveName", "reverseName", "suggestNames", "registerName", "addNamespace"] as const),
  ...(["removeNamespace", "disconnect"] as const),
]

describe("The page that tries every operation", () => {
  it("documents each operation and its input", () => {
    const silent = operationNames.filter((name) => docOf(name).says === "" || docOf(name).input === "undefined")
    expect(silent).toEqual([])
  })

  it("has an input with which each operation that waits for no visitor succeeds, or fails as documented", async () => {
    const script = { project: { features }, latency: 0, wallets: { "example.halyard": { chain: 1, delay: 0 } } }
    const { clock, modal, destroy } = testModal({ networks: [mainnet, base, polygon], script, virtual: true })
    ends.push(destroy)
    await expect(modal.signMessage(inputs.signMessage as never)).rejects.toMatchObject({ _tag: "NoActiveCaipAddress" })
    const smart = modal.setPreferredAccountType(inputs.setPreferredAccountType as never)
    await expect(smart).rejects.toMatchObject({ _tag: "NotConnectedToEmailOrSocial" })
    const results = new Map<OperationName, unknown>()
    for (const name of tried) {
      const input = inputs[name]
      const given = isFrom(input) ? { [input.as]: results.get(input.from) } : input
      const operation = modal[name] as (input: unknown) => Promise<unknown>
      // Only a swap waits, until it is confirmed.
      const passing = name === "swap" ? setInterval(() => clock.advance(500), 20) : undefined
      try {
        results.set(name, await operation(given))
      } catch (cause) {
        throw new Error(`${name} failed`, { cause })
      } finally {
        clearInterval(passing)
      }
    }
  })
})

const isFrom = (input: unknown): input is From => typeof input === "object" && input !== null && "from" in input
