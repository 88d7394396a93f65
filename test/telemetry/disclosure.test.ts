import { describe, expect, it } from "vitest"
import { checkOptions } from "../../src/options/checkOptions.ts"
import * as networks from "../../src/options/networks.ts"
import {
  disclosedAddress,
  disclosedError,
  disclosedEvent,
  disclosedPage,
} from "../../src/telemetry/model/disclosure.ts"
import { redact, redactNetwork, redactUrl } from "../../src/telemetry/model/redact.ts"

// test/attacks/page proves that secrets are hidden. This file tests that the remaining text is useful to a developer.

describe("redacted text", () => {
  it.each([
    "HTTP status code: 503",
    "The wallet rejected the request (4001).",
    "execution reverted: ERC20: transfer amount exceeds balance",
    "code -32603: Internal error",
    "eth_signTypedData_v4 is not supported",
    "Cannot read properties of undefined (reading 'x')",
    "balance 0, cost 21000, overshot 12",
    "Failed to fetch http://127.0.0.1:8545/",
    "https://rpc.example/v1/account is down",
    "Unauthorized: origin not allowed",
  ])("keeps %j", (text) => {
    expect(redact(text)).toBe(text)
  })

  it.each([
    ["abandon ability able about above absent absorb abstract absurd abuse access accident", "…"],
    ["Your code is 482913, sent to a@b.co", "Your code is …, sent to …"],
    ["Authorization: Bearer abc", "Authorization: … …"],
    [
      "alice.eth has no address on https://node.example/v3/0a1b2c3d4e5f?x=1#y",
      "… has no address on https://node.example/v3/…",
    ],
    ["wc:abc@2?symKey=1 expired", "wc:… expired"],
  ])("of %j is %j", (text, shown) => {
    expect(redact(text)).toBe(shown)
  })
})

describe("redacted text of more than 20,000 characters", () => {
  it("is hidden as a whole, since cutting it could leave part of a secret", () => {
    expect([redact("a ".repeat(10_000)), redact("a ".repeat(10_001))]).toEqual(["a ".repeat(10_000), "…"])
  })
})

describe("redacted network", () => {
  it.each(Object.values(networks).filter((value) => typeof value === "object"))(
    "keeps $caipNetworkId",
    ({ caipNetworkId }) => {
      expect(redactNetwork(caipNetworkId)).toBe(caipNetworkId)
    },
  )

  it("hides custom networks of the site", () => {
    expect(redactNetwork("solana:plumtree")).toBe("…")
  })
})

describe("redacted URL", () => {
  it.each([
    ["https://site.example/products/summer-sale-2026?code=1#token", "https://site.example/products/summer-sale-2026"],
    ["https://user:password@node.example/", "https://node.example/"],
    ["https://alice.eth.limo/", "https://….limo/"],
    ["https://10.1.2.3:8545/rpc", "https://…:8545/rpc"],
    ["metamask://wc?uri=wc%3Aabc", "metamask://wc"],
    ["no URL", "…"],
  ])("of %j is %j", (url, shown) => {
    expect(redactUrl(url)).toBe(shown)
  })
})

describe("disclosed page URL", () => {
  it("has the origin and the plain words of the path", () => {
    expect(disclosedPage("https://10.0.0.2:5173/login/Zq8f21kd9/done?code=1#access_token=2")).toBe(
      "https://10.0.0.2:5173/login/…/done",
    )
  })
})

describe("disclosed event", () => {
  it("has only its declared properties, each in its declared shape", () => {
    const properties = { connected: true, mnemonic: "abandon", another: { of: "abandon" } }
    expect(disclosedEvent({ event: "MODAL_OPEN", properties })).toEqual({
      event: "MODAL_OPEN",
      properties: { connected: true },
    })
    expect(disclosedEvent({ event: "MODAL_OPEN", properties: { connected: "abandon" as unknown as boolean } })).toEqual(
      {
        event: "MODAL_OPEN",
        properties: {},
      },
    )
  })

  it("keeps what the declared shape allows", () => {
    const hash = `0x${"ab".repeat(32)}`
    const sent = { isSmartAccount: false, network: "eip155:1", token: "USDC", amount: "12.5" }
    expect(disclosedEvent({ event: "SEND_SUCCESS", properties: { ...sent, hash } }).properties).toEqual({
      ...sent,
      hash,
    })
    const selected = { name: "Halyard", platform: "browser", displayIndex: 4 } as const
    expect(disclosedEvent({ event: "SELECT_WALLET", properties: selected }).properties).toEqual(selected)
  })

  it("of the start contains options as IDs and flags, without keys and texts of the site", () => {
    const secret = "plum-tree"
    const { options } = checkOptions({
      projectId: "p",
      networks: [networks.mainnet, networks.polygon],
      defaultNetwork: networks.polygon,
      features: { send: false },
      metadata: { name: secret, description: secret, url: `https://${secret}.example`, icons: [secret] },
      siwx: { statement: secret, getSessions: () => [] },
      customRpcUrls: { "eip155:1": [{ url: `https://node.example/${secret}` }] },
      paymasters: { "eip155:1": { url: `https://pay.example/${secret}` } },
      customWallets: [{ id: secret, name: secret }],
      tokens: { "eip155:1": { address: secret } },
      termsConditionsUrl: `https://site.example/${secret}`,
      themeVariables: { [secret]: secret },
      messages: { connectWallet: secret },
      hosts: { api: `https://${secret}.example` },
      layers: () => ({}),
      cspNonce: secret,
    })
    const { properties } = disclosedEvent({ event: "INITIALIZE", properties: options })

    expect(properties).toMatchObject({
      projectId: "p",
      networks: ["eip155:1", "eip155:137"],
      defaultNetwork: "eip155:137",
      features: { send: false, receive: true },
      siwx: true,
      siweConfig: false,
      enableReconnect: true,
    })
    expect(JSON.stringify(properties)).not.toContain(secret)
    expect(JSON.parse(JSON.stringify(properties))).toEqual(properties)
  })
})

describe("disclosed address", () => {
  it.each([
    ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", true],
    ["3gMxyLH993Pm69agfhDmyiMb1caxN1u7xGnx91dj1Qpc", true],
    ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", true],
    ["alice.eth", false],
    ["plum tree", false],
    [undefined, false],
  ])("of %j is included: %s", (address, isThere) => {
    expect(disclosedAddress(address)).toBe(isThere ? address : undefined)
  })
})

describe("disclosed error", () => {
  it("has the types, the message and the code positions, but nothing that the message quotes", () => {
    const error = new RangeError("no page 7 for a@b.co", {
      cause: Object.assign(new TypeError("a@b.co"), { code: -32_000 }),
    })
    error.stack = [
      "RangeError: no page 7 for a@b.co",
      "    at next (https://site.example/assets/app.js?v=a@b.co:10:5)",
      "    at async Object.run [as go] (https://site.example/app.js:1:1234567)",
      "    at a@b.co",
      "go@https://site.example/app.js:3:4",
    ].join("\n")
    expect(disclosedError(error)).toEqual({
      errorType: "RangeError",
      errorMessage: "no page 7 for …",
      stackTrace: [
        "RangeError: no page 7 for … < TypeError -32000",
        "    at next (https://site.example/assets/app.js:10:5)",
        "    at … (https://site.example/app.js:1:1234567)",
        "    at go (https://site.example/app.js:3:4)",
      ].join("\n"),
      uncaught: true,
    })
  })
})
