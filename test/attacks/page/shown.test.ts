import { describe, expect, it } from "vitest"
import { safeText } from "../../../src/core/first-paint/safeText.ts"
import { safeLink } from "../../../src/core/first-paint/safeUrl.ts"
import { readAllowance } from "../../../src/smartSessions/model.ts"

const codePoints = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)
/** Blank characters that Unicode counts as symbols. */
const blank = ["\u2800", "\ufffc", "\u{1d159}"]
const ignorable = [
  ...codePoints.map((code) => String.fromCodePoint(code)).filter((one) => /\p{DI}/u.test(one)),
  ...blank,
]

describe("Foreign text", () => {
  it("shows no invisible characters", () => {
    expect(ignorable.length).toBeGreaterThan(4_000)
    for (const one of ignorable) {
      expect([one.codePointAt(0), safeText(`Meta${one}Mask 1${one}inch`)]).toEqual([
        one.codePointAt(0),
        "MetaMask 1inch",
      ])
      expect([one.codePointAt(0), safeText(one)]).toEqual([one.codePointAt(0), ""])
    }
  })

  it.each([
    ["Persian", "می\u200cخواهم"],
    ["Hindi", "क\u094d\u200dष"],
    ["a family", "👩🏽\u200d👧"],
    ["a heart", "❤\ufe0f"],
    ["a flag of several", "🏳\ufe0f\u200d🌈"],
    ["Japanese", "日本のウォレット"],
  ])("keeps what %s needs", (_, text) => {
    expect(safeText(text)).toBe(text)
  })
})

describe("A foreign link", () => {
  it.each(["https://a.example/b", "http://a.example/", "fathom://wc?uri=wc", "tg://resolve?domain=a"])(
    "opens a page or an app: %s",
    (url) => {
      expect(safeLink(url)).toBe(url)
    },
  )

  const schemes = [
    ...[
      "javascript",
      "vbscript",
      "data",
      "blob",
      "file",
      "filesystem",
      "about",
      "view-source",
      "intent",
      "android-app",
    ],
    ...["ms-msdt", "ms-settings", "search-ms", "search", "x-apple.systempreferences", "itms-services", "shell", "res"],
    ...["chrome", "chrome-extension", "moz-extension", "safari-extension", "edge", "jar", "ssh", "ldap", "smb", "ws"],
    ...["microsoft-edge", "resource", "mhtml", "content", "app-settings", "itms-apps", "ethereum", "bitcoin", "solana"],
    ...["tel", "telprompt", "facetime", "facetime-audio", "callto", "sip", "sms", "smsto", "mms", "mailto"],
    ...["telnet", "rdp", "vnc", "nfs", "afp", "sftp", "git+ssh", "svn+ssh"],
  ]
  it.each(schemes)("does not open browser or system pages, calls, remote access or payments: %s", (scheme) => {
    for (const url of [`${scheme}:x`, `${scheme.toUpperCase()}://x`, ` ${scheme}:/x`])
      expect(safeLink(url)).toBeUndefined()
  })

  it.each(["https://bank.example@a.example/", "https://:bank.example@a.example/"])(
    "names no other site before its own: %s",
    (url) => {
      expect(safeLink(url)).toBeUndefined()
    },
  )
})

describe("The permission of a smart session", () => {
  const address = `0x${"3".repeat(40)}`
  const shown = (...functions: readonly unknown[]) =>
    readAllowance({ type: "contract-call", data: { address, functions } })
  const mint = { functionName: "mint" }

  it.each([{}, { functionName: "\u200b" }, { functionName: 7 }, null, "burn"])(
    "does not hide a function behind a readable one: %o",
    (hidden) => {
      for (const functions of [
        [mint, hidden],
        [hidden, mint],
      ])
        expect(shown(...functions)).toEqual({ type: "calls", address, functions: [] })
    },
  )

  it("does not pass off control of the account as a call", () => {
    expect(shown({ ...mint, operation: "Call" })).toEqual({ type: "calls", address, functions: ["mint"] })
    for (const operation of ["DelegateCall", "delegatecall", 1])
      expect(shown(mint, { ...mint, operation })).toEqual({ type: "other" })
  })
})
