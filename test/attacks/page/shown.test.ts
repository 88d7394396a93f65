import { describe, expect, it } from "vitest"
import { safeLink, safeText } from "../../../src/core/first-paint/sanitize.ts"

const codePoints = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)
const ignorable = codePoints.map((code) => String.fromCodePoint(code)).filter((one) => /\p{DI}/u.test(one))

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
  ]
  it.each(schemes)("does not open browser or system pages: %s", (scheme) => {
    for (const url of [`${scheme}:x`, `${scheme.toUpperCase()}://x`, ` ${scheme}:/x`])
      expect(safeLink(url)).toBeUndefined()
  })
})
