import { describe, expect, it } from "vitest"
import { isUnbundled, isUnsponsored, readSupportedCapabilities, statusOf } from "../../src/capabilities/model.ts"
import { readCallsStatus } from "../../src/capabilities/schema.ts"
import { fromRpcError } from "../../src/core/readRpcError.ts"
import {
  AtomicityNotSupportedError,
  InternalRpcError,
  InvalidParamsRpcError,
  LimitExceededRpcError,
  MethodNotFoundRpcError,
  UnsupportedNonOptionalCapabilityError,
  UserRejectedRequestError,
} from "../../src/errors/rpc.ts"

const hash = `0x${"ab".repeat(32)}`
const receipts = [{ transactionHash: hash, status: "0x1" }]

describe("the status of a call bundle", () => {
  it.each([
    [100, { status: "pending" }],
    [200, { status: "confirmed", hash }],
    [400, { status: "failed", hash }],
    [500, { status: "reverted", hash }],
    [600, { status: "partly", hash }],
    [110, { status: "pending" }],
    [201, { status: "confirmed", hash }],
  ])("follows from the status code %i of EIP-5792", (status, expected) => {
    expect(readCallsStatus({ version: "2.0.0", id: "0x1", status, receipts })).toEqual(expected)
  })

  it("also accepts the status words of the first draft", () => {
    const bad = { transactionHash: hash, status: "0x0" }
    expect(readCallsStatus({ status: "PENDING" })).toEqual({ status: "pending" })
    expect(readCallsStatus({ status: "CONFIRMED", receipts })).toEqual({ status: "confirmed", hash })
    expect(readCallsStatus({ status: "CONFIRMED", receipts: [bad] })).toEqual({ status: "reverted", hash })
    expect(readCallsStatus({ status: "CONFIRMED", receipts: [...receipts, bad] })).toEqual({ status: "partly", hash })
  })

  it("is undefined for an invalid response, and omits an invalid hash", () => {
    const unknown = ["200", 300, 200.5, 0].map((status) => ({ status }))
    for (const odd of [undefined, null, 200, "CONFIRMED", [], {}, ...unknown])
      expect(readCallsStatus(odd)).toBeUndefined()
    expect(readCallsStatus({ status: 200, receipts: [{ transactionHash: "0x1" }] })).toStrictEqual({
      status: "confirmed",
    })
    expect(readCallsStatus({ status: 200, receipts: "all" })).toStrictEqual({ status: "confirmed" })
  })
})

describe("the receipt of a user operation", () => {
  it("is converted to the response of wallet_getCallsStatus", () => {
    const operation = { chainId: "eip155:8453", id: "0x0b" }
    const common = { version: "2.0.0", id: "0x0b", chainId: "0x2105", atomic: true }
    const [receipt] = receipts
    expect(statusOf(operation, null)).toEqual({ ...common, status: 100 })
    expect(statusOf(operation, { success: true, receipt })).toEqual({ ...common, status: 200, receipts })
    expect(statusOf(operation, { success: false, receipt: undefined })).toEqual({ ...common, status: 500 })
  })
})

describe("a wallet's capabilities", () => {
  it("follow EIP-5792 and its drafts, and are off by default", () => {
    const none = { atomic: false, paymaster: false, assets: false }
    expect(readSupportedCapabilities()).toEqual(none)
    const unable = [{ atomic: true }, { atomic: { status: "unsupported" } }, { assetDiscovery: { supported: "yes" } }]
    const able = [
      ...["supported", "ready"].map((status) => ({ atomic: { status } })),
      { atomic: { supported: true } },
      { atomicBatch: { supported: true } },
    ]
    for (const said of unable) expect(readSupportedCapabilities(said)).toEqual(none)
    for (const said of able) expect(readSupportedCapabilities(said)).toEqual({ ...none, atomic: true })
    const both = { paymasterService: { supported: true }, assetDiscovery: { supported: true } }
    expect(readSupportedCapabilities(both)).toEqual({ atomic: false, paymaster: true, assets: true })
  })
})

describe("unsponsored calls", () => {
  it("are those that the wallet or a bundler refuses to sponsor, not those after other failures", () => {
    for (const said of [
      new UnsupportedNonOptionalCapabilityError("no"),
      new MethodNotFoundRpcError("no"),
      new InvalidParamsRpcError("no"),
      fromRpcError({ code: -32501, message: "AA33 reverted" }),
      fromRpcError({ code: -32504, message: "paymaster is banned" }),
      fromRpcError({ code: -32505, message: "paymaster stake is too low" }),
      fromRpcError({ code: -32603, data: { code: -32508, message: "AA31 paymaster deposit too low" } }),
    ])
      expect(isUnsponsored(said)).toBe(true)
    for (const unheard of [
      new InternalRpcError("Failed to fetch"),
      new LimitExceededRpcError("429"),
      fromRpcError({ code: 503, message: "Service unavailable" }),
      new TypeError("Failed to fetch"),
      undefined,
    ])
      expect(isUnsponsored(unheard)).toBe(false)
  })
})

describe("calls that a wallet failed to bundle", () => {
  it("are known to be unsent if the wallet cannot bundle, but not after any other failure", () => {
    for (const Refusal of [MethodNotFoundRpcError, AtomicityNotSupportedError])
      expect(isUnbundled(new Refusal("no"))).toBe(true)
    // The parameters may be invalid only in a later step of the wallet.
    for (const Failure of [InternalRpcError, InvalidParamsRpcError, UserRejectedRequestError])
      expect(isUnbundled(new Failure("no"))).toBe(false)
    expect(isUnbundled("no")).toBe(false)
  })
})
