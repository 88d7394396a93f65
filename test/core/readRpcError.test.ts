import { describe, expect, it } from "vitest"
import {
  fromRpcError,
  isMethodMissing,
  isPending,
  isUnknownChain,
  isUserRejection,
  rpcFailure,
} from "../../src/core/readRpcError.ts"
import * as Rpc from "../../src/errors/rpc.ts"
import { type RpcFailure, SwitchChainError, UnknownRpcError, UserRejectedRequestError } from "../../src/errors/rpc.ts"
import { throwing } from "../fixtures/hostile.ts"

const throws = Object.defineProperties({}, { code: { get: throwing }, message: { get: throwing } })
const loop: { code: number; cause?: unknown } = { code: -32603 }
loop.cause = loop
const nested = (levels: number): object => (levels === 0 ? { code: 4001 } : { data: null, cause: nested(levels - 1) })
const endless = (): object => new Proxy({}, { get: endless })

describe("Standard JSON-RPC error codes map to named errors (rows that follow, and others)", () => {
  it.each([
    ["Named JSON-RPC error: parse error", -32700, "ParseRpcError"],
    ["Named JSON-RPC error: invalid request", -32600, "InvalidRequestRpcError"],
    ["Named JSON-RPC error: method not found", -32601, "MethodNotFoundRpcError"],
    ["Named JSON-RPC error: invalid params", -32602, "InvalidParamsRpcError"],
    ["Named JSON-RPC error: internal", -32603, "InternalRpcError"],
    ["invalid input", -32000, "InvalidInputRpcError"],
    ["resource not found", -32001, "ResourceNotFoundRpcError"],
    ["resource unavailable", -32002, "ResourceUnavailableRpcError"],
    ["transaction rejected", -32003, "TransactionRejectedRpcError"],
    ["method not supported", -32004, "MethodNotSupportedRpcError"],
    ["Named JSON-RPC error: limit exceeded", -32005, "LimitExceededRpcError"],
    ["version not supported", -32006, "JsonRpcVersionUnsupportedError"],
    ["Named JSON-RPC error: user rejected", 4001, "UserRejectedRequestError"],
    ["Named JSON-RPC error: unauthorized", 4100, "UnauthorizedProviderError"],
    ["unsupported method", 4200, "UnsupportedProviderMethodError"],
    ["Named JSON-RPC error: provider disconnected", 4900, "ProviderDisconnectedError"],
    ["Named JSON-RPC error: chain disconnected", 4901, "ChainDisconnectedError"],
    ["unknown chain", 4902, "SwitchChainError"],
    ["user rejected (CAIP-25)", 5000, "UserRejectedRequestError"],
    ["user rejected chains", 5001, "UserRejectedRequestError"],
    ["user rejected methods", 5002, "UserRejectedRequestError"],
    ["user rejected events", 5003, "UserRejectedRequestError"],
    ["capability not supported", 5700, "UnsupportedNonOptionalCapabilityError"],
    ["chain id not supported", 5710, "UnsupportedChainIdError"],
    ["duplicate id", 5720, "DuplicateIdError"],
    ["unknown bundle", 5730, "UnknownBundleIdError"],
    ["bundle too large", 5740, "BundleTooLargeError"],
    ["upgrade rejected", 5750, "AtomicReadyWalletRejectedUpgradeError"],
    ["atomicity not supported", 5760, "AtomicityNotSupportedError"],
    ["session not settled", 7000, "WalletConnectSessionSettlementError"],
    ["relay: method not supported", 10001, "UnsupportedProviderMethodError"],
    ["none of these", -32099, "UnknownRpcError"],
    ["none of these, positive", 1234, "UnknownRpcError"],
  ])("%s", (_, code, tag) => {
    const error = { code, message: "what it says" }
    const failure: RpcFailure = fromRpcError(error)

    expect(failure._tag).toBe(tag)
    expect(failure.message).toBe("what it says")
    expect(failure.cause).toBe(error)
    expect(rpcFailure(error)._tag).toBe(tag)
    // Wallets wrap errors in an internal one. Codes without a meaning of their own do not replace its class.
    const specific = ![-32603, -32000, -32099, 1234].includes(code)
    for (const wrapped of [{ data: { originalError: error } }, { cause: error }, { data: { cause: { error } } }])
      expect(fromRpcError({ code: -32603, ...wrapped })._tag).toBe(specific ? tag : "InternalRpcError")
    if (tag === "UnknownRpcError") expect(failure.code).toBe(code)
  })

  it("has 27 classes, each tagged with its own name", () => {
    const classes = Object.entries<unknown>(Rpc).flatMap(([name, value]) =>
      typeof value === "function" && /^[A-Z]/.test(name) ? [[name, value] as const] : [],
    )

    expect(classes).toHaveLength(27)
    for (const [name, Failure] of classes) {
      const failure: unknown = Reflect.construct(Failure, ["words", undefined])
      expect(failure).toBeInstanceOf(Error)
      expect(failure).toMatchObject({ _tag: name, message: "words" })
    }
  })

  it("name each class after itself", () => {
    const failure = fromRpcError({ code: 4001 })

    expect(failure).toBeInstanceOf(UserRejectedRequestError)
    expect(failure.constructor.name).toBe(failure._tag)
  })
})

describe("a value thrown by a wallet", () => {
  const [unnamed, rejected] = ["Unknown error", "User rejected the request."]
  const unrecognized = { originalError: { code: 4902, message: "Unrecognized" } }
  it.each([
    ["a string", "boom", UnknownRpcError.name, "boom"],
    ["nothing", undefined, UnknownRpcError.name, unnamed],
    ["null", null, UnknownRpcError.name, unnamed],
    ["a number", 4001, UnknownRpcError.name, unnamed],
    ["an Error", new Error("boom"), UnknownRpcError.name, "boom"],
    ["a code as text", { code: "4001", message: "no" }, UserRejectedRequestError.name, "no"],
    ["a code of ethers", { code: "ACTION_REJECTED", message: "no" }, UserRejectedRequestError.name, "no"],
    ["a code that is not a number", { code: "NETWORK_ERROR", message: "no" }, UnknownRpcError.name, "no"],
    ["a code that is not a decimal number", { code: "0xfa1", message: "no" }, UnknownRpcError.name, "no"],
    ["a list for a code", { code: ["4001"] }, UnknownRpcError.name, unnamed],
    ["a fraction for a code", { code: 4001.5 }, UnknownRpcError.name, unnamed],
    ["a cause", new Error("outer", { cause: { code: 4900 } }), "ProviderDisconnectedError", "outer"],
    ["an original error", { code: -32603, message: "Internal", data: unrecognized }, "SwitchChainError", "Internal"],
    ["an inner error", { code: -32603, error: { code: 4001 } }, UserRejectedRequestError.name, unnamed],
    [
      "info of ethers",
      { code: "UNKNOWN_ERROR", info: { error: { code: 4100 } } },
      "UnauthorizedProviderError",
      unnamed,
    ],
    ["a rejecting message without a code", { message: rejected }, UserRejectedRequestError.name, rejected],
    ["a rejecting message, thrown as a string", "Rejected by user", UserRejectedRequestError.name, "Rejected by user"],
    [
      "a rejecting message under an internal error",
      { code: -32603, message: "user denied account access" },
      UserRejectedRequestError.name,
      "user denied account access",
    ],
    [
      "a rejecting message under a specific code",
      { code: -32602, message: "User rejected is no chain id" },
      "InvalidParamsRpcError",
      "User rejected is no chain id",
    ],
    [
      "an aborted node request",
      { code: -32000, message: "request canceled" },
      "InvalidInputRpcError",
      "request canceled",
    ],
    ["getters that throw", throws, UnknownRpcError.name, unnamed],
    ["a proxy that throws", new Proxy({}, { get: throwing }), UnknownRpcError.name, unnamed],
    ["a circle", loop, "InternalRpcError", unnamed],
    ["a function", Object.assign(() => {}, { code: 4001, message: "no" }), UnknownRpcError.name, unnamed],
    ["a rejection 15 errors deep", nested(15), UserRejectedRequestError.name, unnamed],
    ["a rejection 16 errors deep", nested(16), UnknownRpcError.name, unnamed],
    ["an error without end", endless(), UnknownRpcError.name, unnamed],
    [
      "a rejecting message in an internal error",
      { code: -32603, message: "Internal", data: { message: rejected } },
      UserRejectedRequestError.name,
      "Internal",
    ],
    [
      "a message that is not a string",
      { code: 4100, message: { toString: null } },
      "UnauthorizedProviderError",
      unnamed,
    ],
  ])("%s", (_, thrown, tag, message) => {
    const failure = fromRpcError(thrown)

    expect(failure._tag).toBe(tag)
    expect(failure.message).toBe(message)
    expect(failure.cause).toBe(thrown)
    if (failure._tag === UnknownRpcError.name) expect(failure.code).toBeUndefined()
  })

  it("has its message truncated", () => {
    expect(fromRpcError({ code: 4001, message: "x".repeat(10_000) }).message).toHaveLength(300)
  })

  it("is kept unchanged if it has a name already", () => {
    const named = fromRpcError({ code: 4001 })
    const unknown = new UnknownRpcError("boom", 99)

    expect(fromRpcError(named)).toBe(named)
    expect(fromRpcError(unknown)).toBe(unknown)
  })
})

describe("the meaning of a failure", () => {
  it("is that of the error itself if it has no cause", () => {
    expect(isUnknownChain(new SwitchChainError("Unrecognized"))).toBe(true)
    expect(rpcFailure({ code: "4902", message: "no" }).code).toBeUndefined()
  })

  it.each([
    [{ code: 4001 }, true],
    [{ code: 5000 }, true],
    [{ code: 5002, message: "User disapproved requested methods" }, true],
    [{ code: "ACTION_REJECTED" }, true],
    ["User rejected", true],
    ["The user has just declined it", true],
    ["Declined this time by the user", true],
    [{ code: 4902 }, false],
    [{ code: -32002 }, false],
    ["boom", false],
    [undefined, false],
  ])("%j is a rejection: %s", (thrown, is) => {
    expect(isUserRejection(thrown)).toBe(is)
    expect(isUserRejection(fromRpcError(thrown))).toBe(is)
  })

  it.each([
    [{ code: -32002 }, true],
    [{ code: -32603, data: { originalError: { code: -32002 } } }, true],
    [{ code: 32002 }, false],
    [{ code: 4001 }, false],
  ])("%j means a pending prompt: %s", (thrown, is) => {
    expect(isPending(thrown)).toBe(is)
  })

  it.each([
    [{ code: -32601 }, true],
    [{ code: -32004 }, true],
    [{ code: 4200 }, true],
    [{ code: 5101 }, true],
    [{ code: 4001 }, false],
  ])("%j means a missing method: %s", (thrown, is) => {
    expect(isMethodMissing(thrown)).toBe(is)
  })

  it.each([
    [{ code: 4902 }, true],
    [{ code: -4902 }, true],
    [{ code: 32603 }, true],
    [{ code: -32603 }, true],
    [{ code: -32000, data: { originalError: { code: 4902 } } }, true],
    [{ code: 5000 }, true],
    [{ code: 4902, cause: { code: 1 } }, true],
    [{ code: 5000, message: "Unsupported chain" }, true],
    [{ code: 5000, message: "User rejected." }, false],
    [{ code: -32603, message: "User denied the request" }, false],
    [{ code: -32603, data: { originalError: { code: 4001 } } }, false],
    [{ code: 4001 }, false],
    [{ code: -32002 }, false],
    [{ message: "4902" }, false],
    ["4902", false],
  ])("%j means an unknown chain (codes 4902, 5000, 32603): %s", (thrown, is) => {
    expect(isUnknownChain(thrown)).toBe(is)
    expect(isUnknownChain(fromRpcError(thrown))).toBe(is)
  })
})
