import { describe, expect, it } from "vitest"
import { alertCodeOf, alertOf } from "../../src/domain/alertTable.ts"

describe("alerts", () => {
  it.each([
    ["Alert code APKT001: Network Not Found", "APKT001", "Network Not Found"],
    ["Alert code APKT002: Invalid App Configuration", "APKT002", "Invalid App Configuration"],
    ["Alert code APKT003: Network Error: Wallet Load Failed", "APKT003", "Network Error: Wallet Load Failed"],
    ["Alert code APKT004: Wallet Request Timeout", "APKT004", "Wallet Request Timeout"],
    ["Alert code APKT005: Unverified Domain", "APKT005", "Unverified Domain"],
    ["Alert code APKT006: Session Expired", "APKT006", "Session Expired"],
    ["Alert code APKT007: Invalid Project ID", "APKT007", "Invalid Project ID"],
    ["Alert code APKT008: Project ID Missing", "APKT008", "Project ID Missing"],
    ["Alert code APKT009: Server Error", "APKT009", "Server Error"],
    ["Alert code APKT010: Rate Limited", "APKT010", "Rate Limited"],
  ] as const)("%s", (_, code, title) => {
    expect(alertOf(code)).toMatchObject({ code, title, variant: "error" })
  })

  it.each([
    ["Alert warning: Inactive Namespace Not Connected", "APKTW001", "Inactive Namespace Not Connected"],
    ["Alert warning: Invalid Email Address", "APKTW002", "Invalid Email Address"],
  ] as const)("%s", (_, code, title) => {
    expect(alertOf(code)).toMatchObject({ code, title, variant: "warning", developerOnly: false })
  })

  it("has an info alert without a code for multi-wallet being off", () => {
    expect(alertOf("")).toMatchObject({ code: "", variant: "info", title: "Multi-Wallet Not Enabled" })
  })

  it("'Invalid App Configuration': the debug message says the origin is not on the allow list", () => {
    expect(alertOf("APKT002", { origin: "https://site.example" }).text).toMatch(
      /^The origin https:\/\/site\.example is not on .* allow list/,
    )
  })

  it("fills every gap, with what it is told or plainly", () => {
    expect(alertOf("APKTW001", { namespace: "solana", cause: "Connection rejected" }).text).toBe(
      "The namespace solana, which is not the active one, could not be connected: Connection rejected.",
    )
    expect(alertOf("APKT009").text).toContain("could not be fetched: unknown.")
    expect(alertOf("APKT009", { cause: "{origin} $& $1" }).text).toContain("{origin} $& $1")
  })

  it("keeps from visitors what only the site's developer can mend", () => {
    const codes = [
      "APKT001",
      "APKT002",
      "APKT003",
      "APKT004",
      "APKT005",
      "APKT006",
      "APKT007",
      "APKT008",
      "APKT009",
      "APKT010",
    ] as const

    expect(codes.filter((code) => !alertOf(code).developerOnly)).toEqual(["APKT003", "APKT004", "APKT006"])
  })

  it.each([
    ["Unauthorized: origin not allowed", "APKT002"],
    ["WebSocket closed: Unauthorized: origin not allowed (3000)", "APKT002"],
    ["JWT validation error: JWT Token is not yet valid: basic claims", "APKT006"],
    ["Unauthorized: invalid key", "APKT007"],
    ["Socket hang up", undefined],
    ["", undefined],
  ])("knows what the provider means by %j", (message, code) => {
    expect(alertCodeOf(message)).toBe(code)
  })
})
