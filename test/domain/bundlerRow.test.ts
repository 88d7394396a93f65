import { describe, expect, it } from "vitest"
import { statusOf, userOperationRow } from "../../src/domain/bundlerRow.ts"
import { readCallsStatus } from "../../src/domain/calls.ts"
import { HttpStatus, InvalidInput } from "../../src/domain/errors.ts"
import { decodeUnknown } from "../../src/domain/schema.ts"

const id = `0x${"0b".repeat(32)}`
const hash = `0x${"ab".repeat(32)}`
const operation = { chainId: "eip155:137", bundler: "pimlico", id }
const read = decodeUnknown(userOperationRow.answer)

describe("POST to a bundler endpoint: JSON-RPC request for a user operation receipt", () => {
  it("asks", () => {
    expect([userOperationRow.method, userOperationRow.host, userOperationRow.path(operation)]).toEqual([
      "POST",
      "blockchain",
      "/v1/bundler",
    ])
    expect(userOperationRow.query(operation)).toEqual({ chainId: "eip155:137", bundler: "pimlico" })
    expect(userOperationRow.body?.(operation)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      method: "eth_getUserOperationReceipt",
      params: [id],
    })
    const cause = new HttpStatus(500)
    expect(userOperationRow.failure(cause)).toBe(cause)
  })

  it("is told as the status of calls", () => {
    const told = (result: unknown) => {
      const answer = read({ jsonrpc: "2.0", id: 1, result })
      return answer instanceof InvalidInput ? answer : readCallsStatus(statusOf(operation, answer.result))
    }
    const receipt = { transactionHash: hash, status: "0x1" }
    expect(told(null)).toEqual({ is: "pending" })
    expect(told({ success: true, receipt })).toEqual({ is: "confirmed", hash })
    expect(told({ success: false, receipt })).toEqual({ is: "reverted", hash })
    expect(told({ success: true })).toEqual({ is: "confirmed" })
    for (const odd of [undefined, "0x1", 7, {}, { success: "yes" }]) expect(told(odd)).toBeInstanceOf(InvalidInput)
    expect(read({ jsonrpc: "2.0", id: 1, error: { code: -32000, message: "no" } })).toBeInstanceOf(InvalidInput)
  })
})
