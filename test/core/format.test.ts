import { describe, expect, it } from "vitest"
import { formatUnits } from "../../src/core/amounts.ts"
import {
  formatDateTime,
  formatDay,
  formatMonth,
  formatRelative,
  formatRemaining,
  formatSeconds,
  relativeTime,
} from "../../src/core/dates.ts"
import { directionOf } from "../../src/core/first-paint/direction.ts"
import { safeText } from "../../src/core/first-paint/safeText.ts"
import { isAppScheme, safeImageUrl, safeLink, webUrl } from "../../src/core/first-paint/safeUrl.ts"
import { floorDecimal, formatAmount } from "../../src/core/formatAmount.ts"
import { formatCurrency } from "../../src/core/formatCurrency.ts"
import {
  decimalSign,
  formatExactly,
  formatPercent,
  formatSignificant,
  formatToDecimals,
} from "../../src/core/formatDecimal.ts"
import { formatMoney, formatSmallMoney, sum } from "../../src/core/formatMoney.ts"
import { truncateAddress } from "../../src/core/truncate.ts"

describe("days and months", () => {
  it.each([
    ["en-US", "28 Oct"],
    ["de", "28. Okt."],
    ["not a locale!", "28 Oct"],
  ])("a day is a number and a short month: %s", (locale, text) => {
    expect(formatDay("2025-10-28T12:00:00Z", locale)).toBe(text)
  })

  it("an invalid day is its text", () => {
    expect(formatDay("yesterday", "de")).toBe("yesterday")
    expect(formatDay("", "de")).toBe("")
  })

  it.each([
    [2026, "en-US", "October"],
    [2025, "en-US", "October 2025"],
    [2025, "de", "Oktober 2025"],
  ])("a month of %i is named with its year unless that is this one: %s", (year, locale, text) => {
    expect(formatMonth(year, 9, Date.parse("2026-01-15T12:00:00Z"), locale)).toBe(text)
  })
})

describe("an amount of money", () => {
  it.each([
    ["100.55", "JPY", "¥100"],
    ["99.999", "USD", "$99.99"],
    ["5.5", "USD", "$5.50"],
    ["1.2399", "KWD", "KWD 1.230"],
    ["5.5", "USD", "5,50 $", "de"],
    ["5.5", "USD", "$5.50", "ar-EG"],
  ])("is never rounded up: %s %s is %s", (amount, currency, text, locale = "en-US") => {
    expect(formatCurrency(amount, currency, locale).replace("\u00a0", " ")).toBe(text)
  })
})

describe("numbers of a price", () => {
  it.each([
    ["1204.500000", "en-US", "1,204.5"],
    ["1204.500000", "de", "1.204,5"],
    ["1204.500000", "ar", "1,204.5"],
    ["5.000000", "fr", "5"],
    ["0.1234567", "en-US", "0.123456"],
    ["none", "en-US", ""],
  ])("an amount of %s has no trailing zeros: %s", (amount, locale, text) => {
    expect(formatToDecimals(amount, 6, locale)).toBe(text)
    expect(formatCurrency.token(amount, locale)).toBe(text)
  })

  it.each([
    ["2.193184", "en-US", "2.1931"],
    ["0.0006495123", "en-US", "0.0006495"],
    ["0.0006495123", "de", "0,0006495"],
    ["762.015599", "fr", "762,0155"],
    ["12.00001", "en-US", "12"],
    [".0006495123", "en-US", "0.0006495"],
  ])("a rate of %s is shown by its leading decimals: %s", (rate, locale, text) => {
    expect(formatSignificant(rate, locale)).toBe(text)
  })

  it("decimals are separated as in the locale", () => {
    expect(["en-US", "de", "ar"].map((locale) => decimalSign(locale))).toEqual([".", ",", "."])
  })

  it("an amount's trailing zeros are kept or dropped regardless of the order of calls", () => {
    const german = ["1,50", "1", "1,50"]
    expect([formatToDecimals("1.5", 7), formatAmount("1.5", 7), formatToDecimals("1.5", 7)]).toEqual([
      "1.5",
      "1.5000000",
      "1.5",
    ])
    expect([formatAmount("1.5", 2, "de"), formatToDecimals("1.00", 2, "de"), formatAmount("1.5", 2, "de")]).toEqual(
      german,
    )
    expect([formatToDecimals("2.0", 1, "fr"), decimalSign("fr")]).toEqual(["2", ","])
  })

  it.each([
    [0.12, "en-US", "0.12%"],
    [0.12, "de", "0,12\u00a0%"],
    [12.345, "ar", "12.35%"],
  ])("a share of %s percent: %s", (share, locale, text) => {
    expect(formatPercent(share, locale)).toBe(text)
  })
})

describe("names", () => {
  it("Addresses are truncated to 4 characters at the start and 6 at the end", () => {
    expect(truncateAddress("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")).toBe("0xd8...A96045")
    expect(truncateAddress("5PUrktzVvJPNFYpxNzFkGp4a5Dcj1Dduif5dAzuUUhsr")).toBe("5PUr...uUUhsr")
    expect(truncateAddress("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).toBe("bc1q...v8f3t4")
    expect(truncateAddress(`bc1p${"q".repeat(52)}kedrcr`)).toBe("bc1p...kedrcr")
    expect(truncateAddress("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")).toBe("1A1z...DivfNa")
    for (const short of ["0x12345678", "0x12345678901"]) expect(truncateAddress(short)).toBe(short)
    expect(truncateAddress("")).toBe("")
  })
})

describe("amounts", () => {
  it.each([
    ["1.23456", 3, "1.234"],
    ["1.9999", 3, "1.999"],
    ["0.0004", 3, "0.000"],
    ["12", 3, "12.000"],
    ["007.5", 2, "7.50"],
    [".5", 2, "0.50"],
    ["5.", 2, "5.00"],
    ["-1.239", 2, "-1.23"],
    ["-0.001", 2, "0.00"],
    ["1e-7", 8, "0.00000010"],
    ["1.5e3", 0, "1500"],
    ["1.25e1", 2, "12.50"],
    ["12e1", 0, "120"],
    ["1.25e-2", 4, "0.0125"],
    ["9".repeat(40), 1, `${"9".repeat(40)}.0`],
    [10n ** 30n, 0, `1${"0".repeat(30)}`],
  ])("drops further digits: %s to %i places is %s", (value, places, floored) => {
    expect(floorDecimal(value, places)).toBe(floored)
  })

  it.each([
    ...["", ".", "-", "+", "-.", ".-", "+1", "--1", "1-", " 1", "1 ", "e3", ".e3"],
    ...["abc", "a1e5", "1,5", "1.2.3", "NaN", "Infinity", "0x10", "1e9999", "١"],
  ])("treats %j as not a number", (text) => {
    expect(floorDecimal(text, 3)).toBeUndefined()
    expect(formatAmount(text)).toBe("")
  })

  it.each([
    ["1.23456", "1.234"],
    ["0.9999", "0.999"],
    ["1234567.8919", "1,234,567.891"],
    [12345678901234567890123n, "12,345,678,901,234,567,890,123.000"],
  ])("Balance display is floored to 3 decimals: %s is %s", (amount, shown) => {
    expect(formatAmount(amount)).toBe(shown)
  })

  it("Transaction amounts show 3 decimals", () => {
    expect(formatAmount("2", 3)).toBe("2.000")
  })

  it("groups digits as the locale does", () => {
    expect(formatAmount("1234.5", 3, "de-DE")).toBe("1.234,500")
    expect(formatAmount("1234.5", 3, "no such locale")).toBe("1,234.500")
  })

  it.each([
    [1n, 18, "0.000000000000000001"],
    [1204500000000000000n, 18, "1.2045"],
    [10n ** 18n, 18, "1"],
    [0n, 18, "0"],
    [-15n, 1, "-1.5"],
    [42n, 0, "42"],
  ])("writes %s units of %i decimals as %s", (units, decimals, text) => {
    expect(formatUnits(units, decimals)).toBe(text)
  })
})

describe("money", () => {
  it("Currency USD with 2 decimals", () => {
    const parts = { currency: "$", whole: "1,234", decimal: ".", fraction: "56" }
    expect(formatMoney(1234.567)).toEqual({ text: "$1,234.56", ...parts })
    expect(["5", 5.5].map((value) => formatMoney(value).text)).toEqual(["$5.00", "$5.50"])
    expect(formatMoney(-1234.567).whole).toBe("-1,234")
  })

  it("Locale 'en-US'", () => {
    expect(formatMoney("0.999").text).toBe("$0.99")
    expect(formatMoney("0.999", "de-DE").text).toBe("0,99\u00a0$")
  })

  it.each(["ar", "ar-EG", "fa-IR", "he", "ur"])("is left to right in a right-to-left text: %s", (locale) => {
    expect(directionOf(locale)).toBe("rtl")
    expect(formatMoney("-8995.829", locale).text).toBe("-$8,995.82")
    expect(formatAmount("1234.5", 3, locale)).toBe("1,234.500")
  })

  it("follows the language of a locale, not its country", () => {
    for (const locale of ["es-AR", "en", "not a locale!"]) expect(directionOf(locale)).toBe("ltr")
    expect(formatAmount("1234.5", 3, "es-AR")).toBe("1.234,500")
  })

  it.each(["abc", Number.NaN, "", Number.POSITIVE_INFINITY])("shows %s as zero", (value) => {
    expect(formatMoney(value).text).toBe("$0.00")
  })

  it.each([
    [3397.14, "$3,397.14"],
    [0.019, "$0.01"],
    [0.01, "$0.01"],
    [0.00999, "$0.0099"],
    [0.000413, "$0.00041"],
    [0.001, "$0.0010"],
    [1e-9, "$0.0000000010"],
    [1e-30, "$0.00000000000000000000"],
    [0, "$0.00"],
  ])("writes a price of %f as %s", (price, text) => {
    expect(formatSmallMoney(price)).toBe(text)
  })

  it("adds without floating-point errors", () => {
    expect(sum([0.7, 0.1])).toBe("0.8")
    expect(sum([0.1, 0.2, "1000000000000.00000001"])).toBe("1000000000000.30000001")
    expect(sum([])).toBe("0")
    expect(sum(["nonsense", 1])).toBe("1")
  })
})

describe("time", () => {
  const lengths = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }

  const passed = [
    [0, "second", "second", 0],
    [-5, "day", "second", 0],
    [44, "second", "second", 44],
    [45, "second", "minute", 1],
    [89, "second", "minute", 1],
    [90, "second", "minute", 2],
    [44, "minute", "minute", 44],
    [45, "minute", "hour", 1],
    [89, "minute", "hour", 1],
    [90, "minute", "hour", 2],
    [21, "hour", "hour", 21],
    [22, "hour", "day", 1],
    [35, "hour", "day", 1],
    [36, "hour", "day", 2],
    [25, "day", "day", 25],
    [26, "day", "month", 1],
    [45.9, "day", "month", 1],
    [46, "day", "month", 2],
    [330, "day", "month", 11],
    [335, "day", "year", 1],
    [547, "day", "year", 1],
    [548, "day", "year", 2],
    [3650, "day", "year", 10],
  ] as const
  it("Relative-time wording is thresholded (thresholds not shown)", () => {
    expect(passed.map(([ago, of]) => relativeTime(10_000, 10_000 + ago * lengths[of]))).toEqual(
      passed.map(([, , unit, count]) => ({ unit, count })),
    )
  })
})

describe("foreign text", () => {
  it.each([
    ["a plain name", "MetaMask", "MetaMask"],
    ["scripts and emoji", "محفظة 👩‍🚀 ウォレット", "محفظة 👩‍🚀 ウォレット"],
    ["direction overrides", "abc\u202egnp.exe\u2066x\u2069", "abcgnp.exex"],
    ["controls and line breaks", "Meta\u0000Mask\n\n  Wallet\t", "MetaMask Wallet"],
    ["joiners that its script needs", "می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष"],
    ["joiners that its script does not need", "Meta\u200cMa\u200dsk", "MetaMask"],
    ["invisible characters", "Me\u200bta\ufeffMa\u00adsk\u{e0041}", "MetaMask"],
    ["a line break alone", "Meta\nMask", "Meta Mask"],
    ["64 characters", "a".repeat(64), "a".repeat(64)],
    ["1,000 invisible characters and more", `${"\u200b".repeat(1_000)}a`, ""],
    ["broken surrogates", "a\ud800b", "ab"],
    ["a stack of accents", `z${"\u0301".repeat(50)}`, `z${"\u0301".repeat(4)}`],
    ["nothing once sanitized", "\u202e\u0000 \u200b", ""],
    ["10,000 characters", "a".repeat(10_000), `${"a".repeat(64)}…`],
    ["10,000 emoji", "🦊".repeat(10_000), `${"🦊".repeat(64)}…`],
    ["markup, which stays text", "<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  ])("of %s is sanitized", (_, text, shown) => {
    expect(safeText(text)).toBe(shown)
  })

  it.each([undefined, null, 7, {}, ["MetaMask"], { toString: () => "x" }])("is empty for other values: %j", (value) => {
    expect(safeText(value)).toBe("")
  })

  it("is cut at the requested length", () => {
    expect(safeText("four words in all", 9)).toBe("four word…")
    expect(safeText("four words", 5)).toBe("four…")
  })
})

const svg = "data:image/svg+xml;utf8,<svg onload=alert(1)></svg>"

const longestImage = "data:image/png;base64,".padEnd(512 * 1024, "A")
const longestUrl = "https://wallet.example/".padEnd(2_048, "a")

describe("foreign URLs", () => {
  it.each([
    ["https://wallet.example/icon.png", "https://wallet.example/icon.png"],
    ["http://127.0.0.1:8080/a.png", "http://127.0.0.1:8080/a.png"],
    [svg, svg],
    ["data:image/png;base64,iVBORw0KGgo=", "data:image/png;base64,iVBORw0KGgo="],
    [longestImage, longestImage],
    [longestUrl, longestUrl],
  ])("loads a picture from %.60s", (url, shown) => {
    expect(safeImageUrl(url)).toBe(shown)
  })

  it.each([
    ...["javascript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "JAVASCRIPT:alert(1)"],
    ...["data:text/html,<script>alert(1)</script>", "data:image/svg+xml", "data:,x"],
    ...["blob:https://wallet.example/1", "file:///etc/passwd", "ftp://wallet.example/a.png"],
    ...["//wallet.example/a.png", "/a.png", "https://", "https://user:secret@wallet.example/a.png"],
    ...[`https://wallet.example/${"a".repeat(10_000)}`, `data:image/png;base64,${"A".repeat(600_000)}`],
    ...["javascript:'data:image/png;'", "shttp://wallet.example/a.png", `${longestImage}A`, `${longestUrl}a`],
    ...["", "icon", undefined, null, 7, {}, ["data:image/png,x"]],
  ])("loads no picture from %.60j", (url) => {
    expect(safeImageUrl(url)).toBeUndefined()
  })

  it("opens web pages only where a page is expected", () => {
    expect(webUrl("https://wallet.example")).toBe("https://wallet.example/")
    expect(webUrl("wallet://open")).toBeUndefined()
    expect(webUrl(svg)).toBeUndefined()
  })

  it.each(["wallet://wc", "https://wallet.example/ul", "tg://resolve?domain=wallet"])("lets %s open an app", (url) => {
    expect(safeLink(url)).toBe(url)
  })

  it("an app's scheme is a letter, then letters, digits, plus, minus and points", () => {
    expect(["my-wallet", "w1", "my wallet", "1wallet", "wallet!", ""].filter(isAppScheme)).toEqual(["my-wallet", "w1"])
  })

  it("an app's scheme is none of the web, the system, calls, remote access or payments", () => {
    const taken = [
      ..."javascript vbscript ssh mshtml microsoft-edge data blob file filesystem about intent http https ws wss".split(
        " ",
      ),
      ..."ftp ftps sftp smb nfs afp rdp vnc ldap tel telnet telprompt facetime facetime-audio callto sip sips".split(
        " ",
      ),
      ..."sms mms smsto mmsto mailto jar res resource content shell itms itms-apps bitcoin ethereum solana".split(" "),
      ..."ms-settings app-settings x-apple.systempreferences chrome moz-extension safari view-source".split(" "),
      ..."search-ms android-app".split(" "),
    ]
    expect(taken.filter(isAppScheme)).toEqual([])
    const alike = ["mydata", "dataview", "teller", "mobile", "appwallet", "bitcoinwallet", "scripted", "xhttps"]
    expect(alike.filter(isAppScheme)).toEqual(alike)
  })

  const unsafe = ["javascript:alert(1)", "\tjavascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///x"]
  it.each([...unsafe, "about:blank", "blob:x", "wallet", "", undefined])("follows no link %j", (url) => {
    expect(safeLink(url)).toBeUndefined()
  })
})

describe("time in words", () => {
  const now = Date.parse("2026-01-02T12:00:00.000Z")

  it("shows the time left in minutes and seconds, counting the current second", () => {
    expect([240_000, 59_001, 1, 0, -500].map(formatRemaining)).toEqual(["4:00", "1:00", "0:01", "0:00", "0:00"])
  })

  it("writes seconds in words", () => {
    const spelled = ["60 seconds", "60 Sekunden", "60 seconds"]
    expect(["en-US", "de", "no_such locale"].map((locale) => formatSeconds(60, locale))).toEqual(spelled)
  })

  it("is in the given language, or else in the default one", () => {
    expect(formatRelative(now - 7_200_000, now)).toBe("2 hours ago")
    expect(formatRelative(now - 7_200_000, now, "de")).toBe("vor 2 Stunden")
    expect(formatRelative(now - 7_200_000, now, "no_such locale")).toBe("2 hours ago")
    for (const ago of [0, 44_000]) expect(formatRelative(now - ago, now)).toBe("now")
  })

  it("shows the date and hour of a moment, and leaves an invalid one unchanged", () => {
    expect(formatDateTime("2026-01-02T12:00:00.000Z")).toMatch(/^Jan [123], 2026, /)
    expect(formatDateTime("2026-01-02T12:00:00.000Z", "no_such locale")).toMatch(/^Jan [123], 2026, /)
    expect(formatDateTime("soon")).toBe("soon")
  })
})

describe("an exact amount", () => {
  it("has every digit, in the locale's format", () => {
    expect(formatExactly("1234.000000000000000001")).toBe("1,234.000000000000000001")
    expect(formatExactly("0.4", "de")).toBe("0,4")
    expect(formatExactly("12345678901234567890", "en-US")).toBe("12,345,678,901,234,567,890")
    expect(formatExactly("2.418", "ar")).toBe("2.418")
  })
})
