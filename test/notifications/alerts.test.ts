import { assert, describe, expect, it, vi } from "vitest"
import { dismissAlert, raiseAlert } from "../../src/notifications/flows.ts"
import { alertOf } from "../../src/notifications/model/alertTable.ts"
import { test } from "../fixtures/visits.ts"

describe("alerts", () => {
  const sentences = expect.stringMatching(/^[A-Z`].+\.$/)
  const titles = [
    ["APKT001", "Network Not Found"],
    ["APKT002", "Invalid App Configuration"],
    ["APKT003", "Network Error: Wallet Load Failed"],
    ["APKT004", "Wallet Request Timeout"],
    ["APKT005", "Unverified Domain"],
    ["APKT006", "Session Expired"],
    ["APKT007", "Invalid Project ID"],
    ["APKT008", "Project ID Missing"],
    ["APKT009", "Server Error"],
    ["APKT010", "Rate Limited"],
  ] as const
  it.each(titles)("Alert code %s: %s", (code, title) => {
    expect(alertOf(code)).toMatchObject({ code, title, variant: "error", text: sentences })
  })

  it.each([
    ["Alert warning: Inactive Namespace Not Connected", "APKTW001", "Inactive Namespace Not Connected"],
    ["Alert warning: Invalid Email Address", "APKTW002", "Invalid Email Address"],
  ] as const)("%s", (_, code, title) => {
    expect(alertOf(code)).toMatchObject({ code, title, variant: "warning", text: sentences, developerOnly: false })
  })

  test("are raised beside others, each once, and dismissed one by one", function* ({ core }) {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
    for (const [code] of [...titles, ...titles]) yield* raiseAlert(code)

    assert.deepStrictEqual(
      core.alerts.peek().map(({ code, title }) => [code, title]),
      titles.map((one) => [...one]),
    )
    assert.lengthOf(warn.mock.calls, titles.length)
    warn.mockRestore()

    yield* dismissAlert("APKT003")
    assert.deepStrictEqual(
      core.alerts.peek().map(({ code }) => code),
      titles.flatMap(([code]) => (code === "APKT003" ? [] : [code])),
    )
  })

  test("are printed in full, with personal data in their values hidden", function* ({ core }) {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
    yield* raiseAlert("APKTW001", { namespace: "solana", cause: "refused for mail@site.example" })
    const [[printed] = []] = warn.mock.calls
    warn.mockRestore()

    assert.match(printed, /^APKTW001 Inactive Namespace Not Connected\. Could not connect .* solana: refused for …\.$/)
    assert.include(core.alerts.peek()[0]?.text, "mail@site.example")
  })

  it("include an info alert without a code if multi-wallet is off", () => {
    const title = "Multi-Wallet Not Enabled"
    expect(alertOf("")).toMatchObject({ code: "", variant: "info", title, text: sentences, developerOnly: true })
  })

  it("'Invalid App Configuration': the debug message says the origin is not on the allow list", () => {
    expect(alertOf("APKT002", { origin: "https://site.example" }).text).toMatch(
      /^The origin https:\/\/site\.example is not on .* allow list/,
    )
  })

  it("fill every placeholder, with the given value or a plain default", () => {
    expect(alertOf("APKTW001", { namespace: "solana", cause: "Connection rejected" }).text).toBe(
      "Could not connect the inactive namespace solana: Connection rejected.",
    )
    expect(alertOf("APKT009").text).toContain("configuration: unknown.")
    expect(alertOf("APKT009", { cause: "{origin} $& $1" }).text).toContain("{origin} $& $1")
  })

  it("hide from visitors what only the site's developer can fix", () => {
    const shown = titles.flatMap(([code]) => (alertOf(code).developerOnly ? [] : [code]))

    expect(shown).toEqual(["APKT003", "APKT004", "APKT006"])
  })
})
