import { describe, expect, it } from "vitest"
import {
  appLinkOf,
  codeExpiry,
  needsUserApproval,
  requestLink,
  walletLink,
} from "../../src/walletConnect/model/links.ts"

const code = "wc:00@2?relay-protocol=irn&symKey=11"
const encoded = encodeURIComponent(code)
const both = { mobile_link: "fathom://", link_mode: "https://fathom.example/app" }

describe("walletLink", () => {
  it.each([
    ["fathom://", `fathom://wc?uri=${encoded}`],
    ["fathom:", `fathom://wc?uri=${encoded}`],
    ["fathom", `fathom://wc?uri=${encoded}`],
    ["fathom://main", `fathom://main/wc?uri=${encoded}`],
    ["https://fathom.example", `https://fathom.example/wc?uri=${encoded}`],
    ["https://fathom.example/app///", `https://fathom.example/app/wc?uri=${encoded}`],
  ])("adds the pairing URI to %s", (link, href) => expect(walletLink(link, code)?.href).toBe(href))

  const system = ["ms-msdt:", "search-ms:", "intent://x", "view-source:https://a.example", "filesystem:", "tel:"]
  const unsafe = [
    ...system,
    "http://fathom.example",
    "https://fathom.example/a b",
    "javascript:",
    "javascript://x",
    "JavaScript:alert(1)//",
    "data:text/html,",
  ]
  it.each([undefined, "", ...unsafe, "1fathom", "//", "fathom/", "fathom:main", "fathom:/main", "fat:hom://"])(
    "is undefined for %s",
    (link) => expect(walletLink(link, code)).toBeUndefined(),
  )
})

describe("appLinkOf", () => {
  it("prefers the app's own scheme, and returns what it starts with", () =>
    expect(appLinkOf(both, code)).toEqual({ href: `fathom://wc?uri=${encoded}`, base: "fathom://" }))

  it("prefers the universal link if requested and available", () => {
    expect(appLinkOf(both, code, { preferUniversal: true })?.base).toBe("https://fathom.example/app")
    expect(appLinkOf({ mobile_link: "fathom://" }, code, { preferUniversal: true })?.base).toBe("fathom://")
  })

  it("uses the universal link if no other can be opened", () => {
    expect(appLinkOf({ link_mode: "https://fathom.example" }, code)?.base).toBe("https://fathom.example")
    expect(appLinkOf({ ...both, mobile_link: "javascript:" }, code)?.base).toBe("https://fathom.example/app")
    expect(appLinkOf({ link_mode: "fathom" }, code)).toBeUndefined()
  })

  it("encodes the pairing URI twice inside Telegram on Android only", () => {
    const twice = `fathom://wc?uri=${encodeURIComponent(encoded)}`
    expect(appLinkOf(both, code, { telegram: true, os: "android" })?.href).toBe(twice)
    expect(appLinkOf(both, code, { telegram: true, os: "ios" })?.href).toBe(`fathom://wc?uri=${encoded}`)
    expect(appLinkOf(both, code, { os: "android" })?.href).toBe(`fathom://wc?uri=${encoded}`)
  })
})

describe("a request", () => {
  it("brings the app to the front by the start of its link", () => {
    expect(requestLink("fathom://", { topic: "t", id: 7 })).toBe("fathom://wc?requestId=7&sessionTopic=t")
    const universal = "https://f.example/wc?requestId=7&sessionTopic=t"
    expect(requestLink("https://f.example", { topic: "t", id: 7 })).toBe(universal)
  })

  const prompting = ["personal_sign", "eth_sendTransaction", "wallet_switchEthereumChain", "solana_signMessage"]
  it.each([...prompting, "sendTransfer", "x_wallet_getAssets", "eth_chainIdOf"])("%s prompts the visitor", (method) =>
    expect(needsUserApproval(method)).toBe(true),
  )

  const silent = ["eth_accounts", "wallet_getCapabilities", "wallet_getCallsStatus", "solana_getAccounts"]
  it.each([...silent, "getAccountAddresses"])("%s does not prompt the visitor", (method) =>
    expect(needsUserApproval(method)).toBe(false),
  )
})

describe("codeExpiry", () => {
  it.each(["expiryTimestamp=1700000000&symKey=1", "symKey=1&expiryTimestamp=1700000000"])(
    "reads the expiry of the pairing URI, in milliseconds, from %s",
    (parameters) => expect(codeExpiry(`wc:00@2?${parameters}`)).toBe(1_700_000_000_000),
  )
  it.each([code, "wc:00@2?expiryTimestamp=soon", "wc:00@2?xexpiryTimestamp=1"])("is undefined for %s", (uri) =>
    expect(codeExpiry(uri)).toBeUndefined(),
  )
})
