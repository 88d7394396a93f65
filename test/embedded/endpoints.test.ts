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

  const siwx = { accountAddress: "0x1", chainId: "eip155:1", domain: "a.example", uri: "https://a.example" }
  const siwxMessage = { ...siwx, version: "1", nonce: "n0nce" }
  const metadata = { name: "Fernhill", description: "Seeds", url: "https://fernhill.example", icons: [] }
  const [address, uri, rpcUrl, type] = ["0x1", "https://a.example/in", "https://node.example", "eoa"]
  const user = { address, chainId: 1, accounts: [{ address, type }], siwxMessage }
  type Data = Readonly<Record<string, unknown>>
  /** Valid data of an event, and invalid values of its fields. */
  const fields: readonly (readonly [
    row: unknown,
    side: "payload" | "response",
    good: Data,
    ...bad: readonly Data[],
  ])[] = [
    [events.connectEmail, "response", { action: "VERIFY_DEVICE" }, { action: "SKIP" }],
    [
      ...([events.connectSocial, "payload", { uri, siwxMessage, rpcUrl }] as const),
      ...[{ uri: 7 }, { chainId: 0 }, { preferredAccountType: "safe" }, { siwxMessage: siwx }, { rpcUrl: 7 }],
    ],
    [
      ...([events.connectSocial, "response", user] as const),
      ...[{ address: "" }, { accounts: [{ address }] }, { siwxMessage: { ...siwxMessage, version: "2" } }],
    ],
    [events.socialRedirectUri, "response", { uri }, { uri: 7 }],
    [events.farcasterUri, "response", { url: uri }, { url: 7 }],
    [events.connectFarcaster, "response", { userName: "linden" }, { userName: 7 }],
    [
      ...([events.getUser, "payload", { siwxMessage, rpcUrl }] as const),
      ...[{ chainId: 0 }, { preferredAccountType: "safe" }, { socialUri: 7 }, { siwxMessage: siwx }, { rpcUrl: 7 }],
    ],
    [events.isConnected, "payload", { token: "t0k3n" }, { token: 7 }],
    [events.isConnected, "response", { isConnected: true }, { isConnected: "false" }],
    [events.getChainId, "response", { chainId: 1 }, { chainId: 0 }],
    [events.switchNetwork, "response", { chainId: 1 }, { chainId: 0 }],
    [
      events.smartAccountNetworks,
      "response",
      { smartAccountEnabledNetworks: [1] },
      { smartAccountEnabledNetworks: ["1"] },
    ],
    [events.setPreferredAccount, "payload", { type }, { type: "safe" }],
    [events.setPreferredAccount, "response", { type, address }, { type: "safe" }, { address: 7 }],
    [events.updateEmail, "response", { action: "VERIFY_SECONDARY_OTP" }, { action: "VERIFY_OTP" }],
    [events.updateEmailSecondaryOtp, "response", { newEmail: "a@b.co" }, { newEmail: "a@b" }],
    [
      events.syncDappData,
      "payload",
      { metadata, projectId: "fernhill" },
      { projectId: 7 },
      { metadata: { name: "Fernhill" } },
    ],
    ...["eip155", "solana", "polkadot", "bip122", "cosmos"].map(
      (chainNamespace) =>
        [
          events.rpcRequest,
          "payload",
          { method: "eth_call", params: [], chainNamespace },
          { chainNamespace: "near" },
        ] as const,
    ),
  ]
  it("accept only valid fields of a request, and of the frame's response", () => {
    for (const [row, side, good, ...bad] of fields) {
      const decode = decodeUnknown(loose(row)[side] as typeof events.connectEmail.payload)
      const valid = [good, ...bad.map((field) => ({ ...good, ...field }))].filter(
        (data) => !(decode(data) instanceof InvalidInput),
      )
      expect(valid, `${loose(row).name} ${side}`).toEqual([good])
    }
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
