import { describe, expect, it } from "vitest"
import { defaultAncestors, isOriginAllowed } from "../../src/project/model/allowedOrigins.ts"

const allowed = [
  "https://site.example",
  "https://*.wild.example",
  "http://*:8080",
  "bare.example",
  "https://slash.example/",
  "https://port.example:*",
  "*.any.example",
  "https://*.two.*.example",
  "https://path.example/app?page=1",
  "https://*.Slashes.example//",
  "capacitor://localhost",
]

describe("allowed origins", () => {
  it("Allowed origins: wildcards supported", () => {
    const listed = [
      ...["https://site.example", "https://bare.example", "http://bare.example", "https://slash.example"],
      ...["https://path.example", "capacitor://localhost"],
    ]
    const wild = [
      "https://a.wild.example",
      "https://a.b.wild.example",
      "http://anything:8080",
      "https://a.two.b.example",
      "https://a.slashes.example",
    ]
    const ports = ["https://port.example", "https://port.example:8443"]
    const schemes = ["https://a.any.example", "http://a.any.example"]
    expect([...listed, ...wild, ...ports, ...schemes].filter((origin) => !isOriginAllowed(origin, allowed))).toEqual([])
  })

  it.each([
    "http://site.example",
    "https://site.example:8443",
    "https://site.example.evil.example",
    "https://evilsite.example",
    "https://wild.example",
    "https://a.wild.example.evil.example",
    "https://evil.example/.wild.example",
    "https://evil.example?.wild.example",
    "https://evil.example#.wild.example",
    "https://user@evil.example:443.wild.example",
    "https://a.wild.example:444",
    "https://a.port.example:8443",
    "null",
    "",
  ])("an origin on neither list is not allowed: %s", (origin) => {
    expect(isOriginAllowed(origin, allowed)).toBe(false)
  })

  it("Default allowed ancestors: localhost, pages.dev, vercel.app, ngrok-free.app, and the provider's mobile secure hosts", () => {
    const origins = [
      "http://localhost",
      "http://localhost:3000",
      "https://localhost:3000",
      "http://127.0.0.1:5173",
      "https://127.0.0.1:5173",
      "https://preview.pages.dev",
      "https://preview.vercel.app",
      "https://a1b2.ngrok-free.app",
      "https://secure-mobile.walletconnect.com",
      "https://secure-mobile.walletconnect.org",
    ]
    expect(origins.filter((origin) => !isOriginAllowed(origin, allowed))).toEqual([])
    expect(defaultAncestors).toHaveLength(9)
  })

  it.each([
    "http://localhost.evil.example",
    "https://pages.dev",
    "http://preview.vercel.app",
    "https://secure-mobile.walletconnect.com.evil.example",
  ])("is outside the default ancestors: %s", (origin) => {
    expect(isOriginAllowed(origin, allowed)).toBe(false)
  })

  it("allow any origin if there is no list, or if an entry is a lone star", () => {
    expect(isOriginAllowed("https://anything.example", [])).toBe(true)
    expect(isOriginAllowed("https://anything.example:8443", ["https://site.example", "*"])).toBe(true)
  })

  it("ignore invalid patterns", () => {
    expect(isOriginAllowed("https://site.example", ["", "(", "[a", "https://", "*(", "%"])).toBe(false)
  })
})
