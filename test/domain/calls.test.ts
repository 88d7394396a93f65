import { describe, expect, it } from "vitest"
import { isUnbundled, isUnsponsored, readCallsStatus, readWalletCan } from "../../src/domain/calls.ts"
import {
  AtomicityNotSupportedError,
  fromRpcError,
  InternalRpcError,
  InvalidParamsRpcError,
  LimitExceededRpcError,
  MethodNotFoundRpcError,
  UnsupportedNonOptionalCapabilityError,
  UserRejectedRequestError,
} from "../../src/domain/rpcErrors.ts"

const hash = `0x${"ab".repeat(32)}`
const receipts = [{ transactionHash: hash, status: "0x1" }]

describe("what has become of calls", () => {
  it.each([
    [100, { is: "pending" }],
    [200, { is: "confirmed", hash }],
    [400, { is: "failed", hash }],
    [500, { is: "reverted", hash }],
    [600, { is: "partly", hash }],
    [110, { is: "pending" }],
    [201, { is: "confirmed", hash }],
  ])("follows from the status code %i of EIP-5792", (status, expected) => {
    expect(readCallsStatus({ version: "2.0.0", id: "0x1", status, receipts })).toEqual(expected)
  })

  it("is read from the words of the first draft too", () => {
    const bad = { transactionHash: hash, status: "0x0" }
    expect(readCallsStatus({ status: "PENDING" })).toEqual({ is: "pending" })
    expect(readCallsStatus({ status: "CONFIRMED", receipts })).toEqual({ is: "confirmed", hash })
    expect(readCallsStatus({ status: "CONFIRMED", receipts: [bad] })).toEqual({ is: "reverted", hash })
    expect(readCallsStatus({ status: "CONFIRMED", receipts: [...receipts, bad] })).toEqual({ is: "partly", hash })
  })

  it("is nothing of an answer that is none, and a hash that is none counts as none", () => {
    for (const odd of [
      undefined,
      null,
      200,
      "CONFIRMED",
      [],
      {},
      { status: "200" },
      { status: 300 },
      { status: 200.5 },
      { status: 0 },
    ])
      expect(readCallsStatus(odd)).toBeUndefined()
    expect(readCallsStatus({ status: 200, receipts: [{ transactionHash: "0x1" }] })).toEqual({ is: "confirmed" })
    expect(readCallsStatus({ status: 200, receipts: "all" })).toEqual({ is: "confirmed" })
  })
})

describe("what a wallet says it can", () => {
  it("is read by EIP-5792 and its drafts; what it does not say it cannot", () => {
    const none = { atomic: false, paymaster: false, assets: false }
    expect(readWalletCan()).toEqual(none)
    for (const odd of [
      { atomic: true },
      { atomic: { status: "unsupported" } },
      { assetDiscovery: { supported: "yes" } },
    ])
      expect(readWalletCan(odd)).toEqual(none)
    for (const said of [
      { atomic: { status: "supported" } },
      { atomic: { status: "ready" } },
      { atomicBatch: { supported: true } },
    ])
      expect(readWalletCan(said)).toEqual({ ...none, atomic: true })
    expect(readWalletCan({ paymasterService: { supported: true }, assetDiscovery: { supported: true } })).toEqual({
      ...none,
      paymaster: true,
      assets: true,
    })
  })
})

describe("calls that nobody pays the network for", () => {
  it("are those of which the wallet or a bundler says so, and none that nobody could be asked about", () => {
    for (const said of [
      new UnsupportedNonOptionalCapabilityError("no"),
      new MethodNotFoundRpcError("no"),
      new InvalidParamsRpcError("no"),
      fromRpcError({ code: -32501, message: "AA33 reverted" }),
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

describe("calls that a wallet would not take together", () => {
  it("have not left where it says that it does not know how to; after any other failure nobody knows", () => {
    expect(isUnbundled(new MethodNotFoundRpcError("no"))).toBe(true)
    expect(isUnbundled(new AtomicityNotSupportedError("no"))).toBe(true)
    expect(isUnbundled(new InternalRpcError("no"))).toBe(false)
    // It may be a later step of the wallet's own that was asked wrongly.
    expect(isUnbundled(new InvalidParamsRpcError("no"))).toBe(false)
    expect(isUnbundled(new UserRejectedRequestError("no"))).toBe(false)
    expect(isUnbundled("no")).toBe(false)
  })
})
