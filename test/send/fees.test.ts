import { describe, expect, it } from "vitest"
import { blobProblem } from "../../src/send/model/blobs.ts"
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

describe("blob rules", () => {
  const blob = `0x${"aF".repeat(131_072)}`
  const blobs = (count: number) => ({ blobs: Array.from({ length: count }, () => blob) })

  it("accept up to 6 whole blobs, and transactions without any", () => {
    for (const transaction of [undefined, "0x", {}, { to: blob }, blobs(0), blobs(6)])
      expect(blobProblem(transaction)).toBeUndefined()
    expect(blobProblem(blobs(7))?._tag).toBe("BlobTooLarge")
  })

  it.each([
    ["that is not a list", blob],
    ["that contains something else", [blob, null]],
    ["with a blob of another size", [blob, `${blob}00`]],
    ["with a blob that is too small", [blob.slice(0, -2), blob]],
    ["with a blob that is not hex", [`${blob.slice(0, -1)}g`]],
    ["with a blob that does not begin with 0x", [`00${blob.slice(0, -2)}`]],
    ["with a blob of bytes", [{ length: blob.length, toString: () => blob }]],
  ])("reject a value %s", (_, value) => {
    const message = expect.stringContaining("blobs of 131072 bytes as hex")
    expect(blobProblem({ blobs: value })).toMatchObject({ _tag: "InvalidInput", message, path: "params.0.blobs" })
  })
})
