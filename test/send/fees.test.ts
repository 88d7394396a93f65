import { describe, expect, it } from "vitest"
import { feeProblem } from "../../src/send/model/fees.ts"

const fine = { chainId: 1, maxFeePerGas: 30n, maxPriorityFeePerGas: 2n }
const highest = 2n ** 256n - 1n

describe("fee rules", () => {
  it("accept everything that chains accept, up to the exact limits", () => {
    expect(feeProblem(fine)).toBeUndefined()
    expect(feeProblem({ chainId: 1, maxFeePerGas: highest, maxPriorityFeePerGas: highest })).toBeUndefined()
  })

  it("Fee rule: max fee at most 2^256-1", () => {
    expect(feeProblem({ ...fine, maxFeePerGas: highest + 1n })?._tag).toBe("MaxFeeTooHigh")
  })

  it("Fee rule: priority fee not above max fee", () => {
    expect(feeProblem({ ...fine, maxPriorityFeePerGas: 31n })?._tag).toBe("PriorityFeeTooHigh")
  })

  it("Fee rule: chain id positive", () => {
    for (const chainId of [0, -1, 1.5, Number.NaN])
      expect(feeProblem({ ...fine, chainId })?.message).toBe("Invalid chainId")
  })
})
