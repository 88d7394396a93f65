import { describe, expect, it } from "vitest"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import * as events from "../../src/embedded/endpoints/frameEvents.ts"
import { isKnownMethod, safeMethods, unsafeMethods } from "../../src/embedded/model/frameMethods.ts"
import { InvalidInput } from "../../src/errors/index.ts"
import recorded from "../fixtures/embeddedFrameMessages.json" with { type: "json" }

const rows = Object.values(events).filter(
  (one): one is typeof events.connectEmail => typeof one === "object" && "payload" in one,
)
const sends = (row: { readonly payload: typeof events.connectEmail.payload }, payload: unknown) =>
  !(decodeUnknown(row.payload)(payload) instanceof InvalidInput)
const takes = (row: Parameters<typeof sends>[0]) => (email: string) => sends(row, { email })
const loose = (row: unknown) => row as typeof events.connectEmail

describe("the frame's events", () => {
  it("each have a unique name", () => {
    expect(new Set([...rows.map(({ name }) => name), events.rpcAbort]).size).toBe(rows.length + 1)
    expect(rows).toHaveLength(21)
  })

  it("need a well-formed email for login and update", () => {
    const ofLength = (length: number) => `${"a".repeat(length - "@b.co".length)}@b.co`
    const good = ["a@b.co", "first.last+tag@mail.example.org", ofLength(254)]
    const malformed = ["", "a@b", "a@b.", "a@b.c", "a@b.c0", "a b@c.de", "@b.co", "a@b..co", "a@b.co/x", "a@b.co "]
    const bad = [...malformed, ofLength(255)]
    for (const is of [events.isEmail, ...[events.connectEmail, loose(events.updateEmail)].map(takes)])
      expect([...good, ...bad].filter(is)).toEqual(good)
  })

  it.each([
    ["123456", true],
    ["000000", true],
    ["12345", false],
    ["1234567", false],
    ["12a456", false],
    ["", false],
  ])("accept codes of six digits: %s", (otp, good) => {
    expect(events.isCode(otp)).toBe(good)
    expect(sends(loose(events.connectOtp), { otp })).toBe(good)
  })

  it("accept the socials google, github, apple, facebook, x and discord for a redirect", () => {
    expect(events.redirecting).toEqual(["google", "github", "apple", "facebook", "x", "discord"])
    for (const provider of events.redirecting) expect(sends(loose(events.socialRedirectUri), { provider })).toBe(true)
    for (const provider of ["farcaster", "twitter", "Google", ""])
      expect(sends(loose(events.socialRedirectUri), { provider })).toBe(false)
  })

  it("accept a theme that is light or dark", () => {
    for (const themeMode of ["light", "dark"]) expect(sends(loose(events.syncTheme), { themeMode })).toBe(true)
    for (const themeMode of ["purple", "system", "Dark", "", 1])
      expect(sends(loose(events.syncTheme), { themeMode })).toBe(false)
  })

  it("accept a chain by its EVM chain ID, its CAIP-2 ID or only the reference of one", () => {
    const good = [1, "1", "eip155:1", "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"]
    const bad = [0, 1.5, "", "eip155:", "an eip155:1", "eip155:1 ", "eip155:1:2", `eip155:${"1".repeat(33)}`]
    expect([...good, ...bad].filter((chainId) => sends(loose(events.switchNetwork), { chainId }))).toEqual(good)
  })

  it("accept only known methods", () => {
    for (const method of [...safeMethods, ...unsafeMethods])
      expect(sends(loose(events.rpcRequest), { method, params: [] })).toBe(true)
    for (const method of ["eth_nope", "eth_sign", "wallet_nope", "solana_nope", "__proto__", "constructor", ""]) {
      expect(isKnownMethod(method)).toBe(false)
      expect(sends(loose(events.rpcRequest), { method, params: [] })).toBe(false)
    }
  })

  const app: readonly { readonly type: string; readonly payload?: unknown }[] = recorded.appToFrame
  it.each(app)("have AppKit's recorded messages except its faulty ones: $type", (message) => {
    const row = rows.find(({ name }) => message.type === `@w3m-app/${name}`)
    const wrong = JSON.stringify(message.payload ?? null).match(/eth_nope|purple/) !== null

    expect(row).toBeDefined()
    expect(row && sends(row, message.payload)).toBe(!wrong)
  })

  const frame: readonly { readonly type: string; readonly payload?: unknown }[] = recorded.frameToApp
  it.each(frame.filter(({ type }) => type.endsWith("_SUCCESS")))("accept the recorded responses: $type", (message) => {
    const row = rows.find(({ name }) => message.type === `@w3m-frame/${name}_SUCCESS`)

    expect(row).toBeDefined()
    expect(row && decodeUnknown(row.response)(message.payload)).not.toBeInstanceOf(InvalidInput)
  })

  it("list no method as both safe and unsafe", () => {
    expect([...safeMethods].filter((method) => unsafeMethods.has(method))).toEqual([])
  })
})
