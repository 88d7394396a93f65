import { describe, expect, it } from "vitest"
import { plainCopy } from "../../src/core/plainCopy.ts"
import { throwing, throwingProxy } from "../fixtures/hostile.ts"

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

describe("the plain copy of a foreign value", () => {
  it("has its own fields and entries", () => {
    const value = { text: "a", list: [1, null, true, 2n], of: { these: "b" } }

    expect(plainCopy(value)).toEqual(value)
    expect(plainCopy(Object.assign(Object.create({ inherited: 1 }), { own: 1 }))).toEqual({ own: 1 })
  })

  it("omits only the fields that throw", () => {
    const field = Object.defineProperty({ good: 1 }, "bad", { enumerable: true, get: throwing })

    expect(
      plainCopy([revoked(), throwingProxy({}), throwingProxy([]), field, throwing, Symbol("a"), "good"]),
    ).toStrictEqual([...[undefined, undefined, undefined, { good: 1 }, undefined, undefined, "good"]])
  })

  it("is limited for cyclic, deep and large values", () => {
    const ring: unknown[] = ["good"]
    ring.push(ring, { ring })
    let deep: unknown = "a"
    for (let level = 0; level < 100_000; level++) deep = [deep]
    const endless = (): unknown => new Proxy([], { get: (_, key) => (key === "length" ? 1_000 : endless()) })

    expect(plainCopy(ring)).toEqual(["good", undefined, {}])
    expect(plainCopy([deep, new Array(2 ** 32 - 1), "good"])).toMatchObject({ 1: undefined, 2: "good" })
    expect(plainCopy(endless())).toHaveLength(1_000)
  })

  it("has 33 levels and 200,000 entries at most", () => {
    const nested = (levels: number): unknown => (levels === 0 ? "a" : { in: nested(levels - 1) })

    expect(plainCopy(nested(33))).toStrictEqual(nested(33))
    expect(JSON.stringify(plainCopy(nested(34)))).toBe(JSON.stringify(nested(33)).replace('{"in":"a"}', "{}"))
    expect(plainCopy(new Array(200_000).fill(1))).toHaveLength(200_000)
    expect(plainCopy(new Array(200_001).fill(1))).toBeUndefined()
  })

  it("exposes no prototype", () => {
    const value = JSON.parse('{"__proto__": {"name": "a"}, "good": 1}')

    expect(plainCopy(value)).toEqual({ good: 1 })
    expect(Object.getPrototypeOf(plainCopy(value))).toBe(Object.prototype)
  })
})
