import { describe, expect, it } from "vitest"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import { HttpStatus } from "../../src/errors/index.ts"
import {
  activateSessionEndpoint,
  addSessionEndpoint,
  revokeSessionEndpoint,
  sessionsEndpoint,
} from "../../src/smartSessions/endpoints.ts"
import {
  formatAllowance,
  formatPeriod,
  kindOf,
  readAllowance,
  type SmartSession,
  sessionsByMonth,
} from "../../src/smartSessions/model.ts"
import { fixture } from "../fixtures/provider.ts"
import { rejects, sent } from "../fixtures/rows.ts"

const account = "eip155:1:0x2aae531a81461f029cd55cb46703211c9227ba05"
const pci = "11111111-1111-4111-8111-111111111111"

describe("GET /v1/sessions/{address}; payload and response not shown", () => {
  const read = decodeUnknown(sessionsEndpoint.response)

  it("requests those of an account by its CAIP-10 ID", () => {
    expect(sent(sessionsEndpoint, { account })[0]).toBe(`GET blockchain /v1/sessions/${encodeURIComponent(account)}`)
  })

  it("decodes the service's response", () => {
    const permission = { type: "contract-call", data: { address: `0x${"3".repeat(40)}` } }
    const times = { createdAt: 1_767_225_600_000, expiry: 1_767_229_200_000, revokedAt: undefined }

    expect(read(fixture("sessions-list").answer)).toEqual({
      pcis: [{ pci, name: "demo", url: "", iconUrl: "", ...times, permissions: [permission] }],
    })
  })

  it("omits only invalid entries, and sanitizes names and links", () => {
    const good = { pci, createdAt: 1, expiry: 2 }
    const project = { name: "\u202eEvil\u200b", url: "javascript:alert(1)", iconUrl: "file:///etc/passwd" }
    expect(read({ pcis: [null, 7, { pci: "" }, { ...good, expiry: "soon" }, { ...good, project }] })).toMatchObject({
      pcis: [{ name: "Evil", url: "", iconUrl: "" }],
    })
    const plain = { pci, name: "", url: "", iconUrl: "", createdAt: 1_000, expiry: 2_000, permissions: [] }
    expect(read({ pcis: [good] })).toEqual({ pcis: [plain] })
    expect(read({ pcis: [{ ...good, expiry: "soon" }] })).toEqual({ pcis: [] })
    rejects(sessionsEndpoint, {}, { pcis: {} }, { pcis: [{ id: pci }] })
    const cause = new HttpStatus(500)
    expect(sessionsEndpoint.failure(cause)).toMatchObject({ message: "Failed to fetch smart sessions", cause })
  })
})

describe("the times of a session", () => {
  it("are in seconds or milliseconds, limited to the latest possible date", () => {
    const read = decodeUnknown(sessionsEndpoint.response)
    const times = (time: number) => {
      const answer = read({ pcis: [{ pci, createdAt: time, expiry: time, revokedAt: time }] })
      const { createdAt, expiry, revokedAt } = (answer as { readonly pcis: readonly SmartSession[] })
        .pcis[0] as SmartSession
      return [createdAt, expiry, revokedAt]
    }

    for (const [time, read] of [
      [1_700_000_000, 1_700_000_000_000],
      [99_999_999_999, 99_999_999_999_000],
      [100_000_000_000, 100_000_000_000],
    ] as const)
      expect(times(time)).toEqual([read, read, read])
    for (const late of [8.64e15 + 1, Number.MAX_SAFE_INTEGER, 1e308])
      for (const time of times(late)) expect(new Date(time as number).toISOString()).toBe("+275760-09-13T00:00:00.000Z")
  })
})

describe("POST /v1/sessions/{address}/revoke; body: pci, signature", () => {
  it("builds the request", () => {
    const asked = { address: "0x2aae531a81461f029cd55cb46703211c9227ba05", pci, signature: "0x00" }
    expect(sent(revokeSessionEndpoint, asked)).toEqual([
      `POST blockchain /v1/sessions/${asked.address}/revoke`,
      { pci, signature: "0x00" },
    ])
    expect(decodeUnknown(revokeSessionEndpoint.response)(null)).toBe(null)
    const cause = new HttpStatus(401)
    expect(revokeSessionEndpoint.failure(cause)).toMatchObject({ message: "Failed to revoke the smart session", cause })
  })
})

describe("the session co-signer service", () => {
  const request = { chainId: "0x1", expiry: 2, permissions: [], signer: { type: "keys", data: { keys: [] } } } as const

  it("receives the request, provides its key, and receives the grant", () => {
    const path = `POST blockchain /v1/sessions/${encodeURIComponent(account)}`
    expect(sent(addSessionEndpoint, { account, request })).toEqual([path, request])
    expect(addSessionEndpoint.query({ account, request })).toEqual({ v: "2" })
    const read = decodeUnknown(addSessionEndpoint.response)
    for (const type of ["secp256k1", "secp256r1"]) {
      const answer = { pci, key: { type, publicKey: "0x02ab" } }
      expect(read(answer)).toEqual(answer)
    }
    const keys = ["02", "0x021", "k0x02", "0x02k"].map((publicKey) => ({ type: "secp256k1", publicKey }))
    rejects(addSessionEndpoint, { pci }, ...[{ type: "rsa", publicKey: "0x02" }, ...keys].map((key) => ({ pci, key })))

    const granted = { chainId: "0x1", expiry: 1, permissions: ["less"], context: "0xc0" }
    const begun = { account, pci, request, granted }
    expect(sent(activateSessionEndpoint, begun)).toEqual([`${path}/activate`, { ...request, ...granted, pci }])
    const cause = new HttpStatus(500)
    for (const { failure } of [addSessionEndpoint, activateSessionEndpoint])
      expect(failure(cause)).toMatchObject({ message: "Failed to create the smart session", cause })
  })
})

describe("smart sessions", () => {
  const session = (of: Partial<SmartSession>): SmartSession => ({
    ...{ pci, name: "", iconUrl: "", url: "", createdAt: 0, expiry: 10, revokedAt: undefined, permissions: [] },
    ...of,
  })

  it("are active until they expire or are revoked", () => {
    expect(kindOf(session({}), 9)).toBe("active")
    expect(kindOf(session({}), 10)).toBe("expired")
    expect(kindOf(session({ revokedAt: 3 }), 9)).toBe("revoked")
    expect(kindOf(session({ revokedAt: 3 }), 99)).toBe("revoked")
  })

  it("are grouped by the month in which they began, the newest first, one status at a time", () => {
    const at = (month: number, day: number) => new Date(2025, month, day).getTime()
    const far = at(11, 31)
    const all = [
      session({ pci: "a", createdAt: at(0, 3), expiry: far }),
      session({ pci: "b", createdAt: at(2, 9), expiry: far }),
      session({ pci: "c", createdAt: at(2, 1), expiry: far }),
      session({ pci: "d", createdAt: at(2, 2), expiry: far, revokedAt: at(2, 3) }),
    ]
    const active = sessionsByMonth(all, "active", at(3, 1))

    expect(active.map(({ year, month }) => [year, month])).toEqual([
      [2025, 2],
      [2025, 0],
    ])
    expect(active.map(({ sessions }) => sessions.map((one) => one.pci).join(""))).toEqual(["bc", "a"])
    expect(sessionsByMonth(all, "revoked", at(3, 1))).toHaveLength(1)
    expect(sessionsByMonth(all, "expired", at(3, 1))).toEqual([])
  })

  it("describe every permission that can be decoded", () => {
    const contract = `0x${"33".repeat(20)}`
    const data = { address: contract, functions: [{ functionName: "bid\u202e" }, { functionName: "end" }] }
    expect(readAllowance({ type: "contract-call", data })).toEqual({
      type: "calls",
      address: contract,
      functions: ["bid", "end"],
    })
    const spent = { allowance: "0x0a", period: 86_400 }
    const [native, erc20] = ["native-token-recurring-allowance", "erc20-recurring-allowance"]
    const spends = { type: "spends", units: 10n, token: undefined, every: 86_400 }
    expect(readAllowance({ type: native, data: spent })).toEqual(spends)
    expect(readAllowance({ type: erc20, data: { ...spent, address: contract } })).toEqual({
      ...spends,
      token: contract,
    })

    const vague = [
      ...["ten", ["0x0a"], "-0x0a", "0x0a wei", `0x${"f".repeat(65)}`].map((allowance) => ({ ...spent, allowance })),
      ...[Number.NaN, 0, -60].map((period) => ({ ...spent, period })),
    ].map((one) => ({ type: native, data: one }))
    const incomplete = [
      { type: "contract-call", data: { address: "0x1" } },
      { type: "contract-call", data: { address: [contract] } },
      { type: erc20, data: spent },
      { type: "nft-recurring-allowance", data: { ...spent, address: contract } },
    ]
    for (const odd of [null, "all", ...incomplete, ...vague]) expect(readAllowance(odd)).toEqual({ type: "other" })
  })

  it("never understate the amount that may be spent", () => {
    expect(formatAllowance(50n * 10n ** 15n, 18)).toBe("0.05")
    expect(formatAllowance(1n, 18)).toBe("0.000000000000000001")
    expect(formatAllowance(1234n * 10n ** 18n, 18, "de")).toBe("1.234")
  })

  it("write a period in the largest unit that fits it exactly", () => {
    const spelled = ["7 days", "2 hours", "90 seconds", "61 seconds"]
    expect([604_800, 7_200, 90, 61].map((seconds) => formatPeriod(seconds))).toEqual(spelled)
  })

  it("write a single unit without its number, unless the language has no singular", () => {
    expect([86_400, 3_600, 60, 1].map((seconds) => formatPeriod(seconds))).toEqual(["day", "hour", "minute", "second"])
    expect(["de", "fr", "ru", "ar"].map((locale) => formatPeriod(86_400, locale))).toEqual([
      "Tag",
      "jour",
      "день",
      "يوم",
    ])
    expect(["ja", "zh-Hans"].map((locale) => formatPeriod(86_400, locale))).toEqual(["1 日", "1天"])
    expect(formatPeriod(172_800, "de")).toBe("2 Tage")
  })
})
