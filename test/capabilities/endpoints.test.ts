import { describe, expect, it } from "vitest"
import { userOperationEndpoint } from "../../src/capabilities/endpoints.ts"
import { statusOf } from "../../src/capabilities/model.ts"
import { readCallsStatus } from "../../src/capabilities/schema.ts"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import { HttpStatus, InvalidInput } from "../../src/errors/index.ts"
import { sent } from "../fixtures/rows.ts"

const id = `0x${"0b".repeat(32)}`
const hash = `0x${"ab".repeat(32)}`
const operation = { chainId: "eip155:137", id }
const read = decodeUnknown(userOperationEndpoint.response)

describe("POST to a bundler endpoint: JSON-RPC request for a user operation receipt", () => {
  it("builds the request", () => {
    const body = { jsonrpc: "2.0", id: 1, method: "eth_getUserOperationReceipt", params: [id] }
    expect(sent(userOperationEndpoint, { ...operation, bundler: "pimlico" })).toEqual([
      "POST blockchain /v1/bundler",
      body,
    ])
    expect(userOperationEndpoint.query({ ...operation, bundler: "pimlico" })).toEqual({
      chainId: "eip155:137",
      bundler: "pimlico",
    })
    const cause = new HttpStatus(500)
    expect(userOperationEndpoint.failure(cause)).toBe(cause)
  })

  it("is read as the status of a call bundle", () => {
    const status = (result: unknown) => {
      const answer = read({ jsonrpc: "2.0", id: 1, result })
      return answer instanceof InvalidInput ? answer : readCallsStatus(statusOf(operation, answer.result))
    }
    const receipt = { transactionHash: hash, status: "0x1" }
    expect(status(null)).toEqual({ status: "pending" })
    expect(status({ success: true, receipt })).toEqual({ status: "confirmed", hash })
    expect(status({ success: false, receipt })).toEqual({ status: "reverted", hash })
    expect(status({ success: true })).toEqual({ status: "confirmed" })
    for (const odd of [undefined, "0x1", 7, {}, { success: "yes" }]) expect(status(odd)).toBeInstanceOf(InvalidInput)
    expect(read({ jsonrpc: "2.0", id: 1, error: { code: -32000, message: "no" } })).toBeInstanceOf(InvalidInput)
  })
})
