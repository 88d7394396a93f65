import { describe, expect, it } from "vitest"
import { checkOptions } from "../../src/options/checkOptions.ts"
import * as networks from "../../src/options/networks.ts"
import {
  disclosedAddress,
  disclosedError,
  disclosedEvent,
  disclosedPage,
  textOf,
} from "../../src/telemetry/model/disclosure.ts"
import { failuresOf } from "../../src/telemetry/model/failures.ts"
import {
  redact,
  redactField,
  redactMethod,
  redactName,
  redactNetwork,
  redactToken,
  redactUrl,
} from "../../src/telemetry/model/redact.ts"
import type { AnalyticsEvent, EventName } from "../../src/telemetry/opening/model.ts"

// test/attacks/page proves with random secrets that they are hidden. This file tests the shortest and the odd ones, and that the remaining
// text is useful to a developer.

/** The shortest recovery phrase, with each word written by `write`. */
const phraseOf = (write: (word: string, position: number) => string) =>
  "act add age aim air all any arm art ask bag bar".split(" ").map(write).join(" ")

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
    `"balance" and 'plum'`,
    "erc20_v2 in app.js, app.mjs, main.tsx and index.htm",
    `code 503, code -32000, 12345, 0xabcdef, abcdefghijklmn1 and ${"a".repeat(24)}`,
    "http://127.10.20.30/ http://[::]:8545/ http://localhost/",
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
    ["wc%3Aplum tree, wc%253aplum wc%25253aplum", "wc:… tree, wc:… wc:…"],
    ["\"plum tree\" and “plum tree” and `plum tree` and 'plum tree'", '"…" and "…" and "…" and "…"'],
    ['is "plum \\" tree', 'is "…"'],
    ["is “plum tree", 'is "…"'],
    ["is `plum tree", 'is "…"'],
    ["x://a/b?plum, https://plum?tree", "x://a/b https://plum/"],
    [`! ${phraseOf((word) => word)}.`, "…"],
    [phraseOf((word, at) => `${at}. ${word}`), "…"],
    [phraseOf((word, at) => `${at}${word}`), "…"],
    [phraseOf((word, at) => `${at + 10}) ${word},`), "…"],
    ["가격 가끔 가난 가능 가득 가르침 가뭄 가방 가상 가슴 가운데 가을", "…"],
    ["が ぎ ぐ げ ご ざ じ ず ぜ ぞ だ ぢ".normalize("NFD"), "…"],
    ["Basic  plum", "Basic …"],
    ['a token=plum, my_token=plum, tokens=plum, {"token" : plum}', 'a token=…, my_token=…, tokens=…, {"token" : …'],
    ["apikey=plum api_key=plum privatekey=plum private_key=plum", "apikey=… api_key=… privatekey=… private_key=…"],
    ["plum@b.co plum%40b.co plum%2540b.co", "… … …"],
    ["plum_live_abc, sk-abc, ghp_abc, xoxb-abc, shpat_abc", "…, …, …, …, …"],
    ["at abcd:1:2:3:4:5:6:abcd is abcd:1:2:3:4:5:6:7", "at … is …"],
    ["at fe80::1 is fe80::1%eth0 is 1.1.1.10.", "at … is … is …."],
    ["peer:1.1.1.10 peer:fe80::1 ::ffff:10.20.30.40:8545 0:0:0:0:0:ffff:1.2.3.4", "peer:… peer:… …:8545 …"],
    ["code 1234. one-time 1234; one time: 1234", "code …. one-time …; one time: …"],
    ["code is: 1234. code AB12.", "code is: …. code …."],
    ["use 1234  as  your code", "use …  as  your code"],
    ["call +(12) 3456 now", "call … now"],
    ["ab+cd/ef_gh=ij%kl-mn+op/qr_st=uv%wx-yz+ab", "…"],
    [`${"a".repeat(25)} 0xabcdefa 0x12abcde`, "… … …"],
    ["0x12…cd 0xab..12 0xab...cd 0xab…cd", "… … … …"],
    ["ab1234 plum_v1234 plum-32000 -32000ab abcdefghijklmno1", "… … … … …"],
    ["🌳.eth 🌲.eth", "… …"],
    ["at one.plum2.tree is app.js.plum", "at … is …"],
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

  it.each(["solana:plumtree", "plum eip155:1", "eip155:1 plum", ["eip155:1"]])("hides %j", (id) => {
    expect(redactNetwork(id)).toBe("…")
  })
})

describe("redacted URL", () => {
  it.each([
    ["https://site.example/products/summer-sale-2026?code=1#token", "https://site.example/products/summer-sale-2026"],
    ["https://user:password@node.example/", "https://node.example/"],
    ["https://alice.eth.limo/", "https://….limo/"],
    ["https://10.1.2.3:8545/rpc", "https://…:8545/rpc"],
    ["https://alice.eth.localhost/", "https://….localhost/"],
    ["https://localhost.alice.eth/", "https://…/"],
    ["metamask://wc?uri=wc%3Aabc", "metamask://wc"],
    ["https://a/v10/100/2026/API/a/Account/getAccount/app.mjs/index.htm", undefined],
    ["https://a/summer-v10/summer-100/summer-a/summer-Sale/summer-getSale", undefined],
    ["https://a/summer-summer-summer-summer-summer-summe", undefined],
    ["https://a/summer-summer-summer-summer-summer-summer", "https://a/…"],
    ["no URL", "…"],
  ])("of %j is %j", (url, shown = url) => {
    expect(redactUrl(url)).toBe(shown)
  })
})

describe("redacted traces", () => {
  it.each([
    [
      "tag",
      redactToken,
      ["RATE_LIMITED", "Plum12"],
      [undefined, "two words", "abcdefghijklmnopqrstuvwxyz", "1plum", "plum!"],
    ],
    ["value", redactField, [true, 9999, -99_999, "Plum"], [10_000, -100_000, 1.5, "5"]],
    [
      "name",
      redactName,
      ["connect", "siwx.connect", "siwx.email.connect", "getTransactionReceiptOfAccount"],
      ["plum@tree"],
    ],
    [
      "method",
      redactMethod,
      [
        "call",
        "signTransaction",
        "eth_call",
        "eth_sendRawTransaction",
        "eth_signTypedData_v4",
        "GET",
        "GET_PRICE_LIST",
      ],
      ["plum eth_call", "eth_call plum", 5],
    ],
  ] as const)("keep a %s only in its prescribed form", (_, show: (value: never) => string, kept, hidden) => {
    expect(kept.map((value) => show(value as never))).toEqual(kept.map(String))
    expect(hidden.map((value) => show(value as never))).toEqual(hidden.map(() => "…"))
  })
})

describe("disclosed page URL", () => {
  it("has the origin and the plain words of the path", () => {
    expect(disclosedPage("https://10.0.0.2:5173/login/Zq8f21kd9/done?code=1#access_token=2")).toBe(
      "https://10.0.0.2:5173/login/…/done",
    )
  })
})

/** An error with a tag, whose causes have the other tags. */
const chainOf = (...tags: readonly string[]) =>
  tags.reduceRight<object | undefined>((cause, _tag) => ({ _tag, ...(cause && { cause }) }), undefined)
const address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const smart = { isSmartAccount: true }
const hashes = [`0x${"a0".repeat(32)}`, "a0".repeat(32), "z1".repeat(32), "z1".repeat(44)]
const swapped = {
  ...smart,
  network: "eip155:1",
  swapFromToken: "USDC",
  swapToToken: "ETH",
  swapFromAmount: "12.5",
  swapToAmount: "1",
}
const configuration = {
  network: "eip155:1",
  asset: "native",
  amount: 12.5,
  recipient: "3gMxyLH993Pm69agfhDmyiMb1caxN1u7xGnx91dj1Qpc",
}
const onSolana = { ...configuration, asset: configuration.recipient }
const currentPayment = {
  type: "wallet",
  exchangeId: "binance",
  status: "SUCCESS",
  result: hashes[0] as string,
} as const

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

  it.each<AnalyticsEvent>([
    {
      event: "CONNECT_PROXY_ERROR",
      properties: { message: "No", uri: "wc:", mobile_link: "metamask:", name: "Halyard" },
    },
    { event: "CLICK_TRANSACTIONS", properties: smart },
    { event: "LOAD_MORE_TRANSACTIONS", properties: { ...smart, address, projectId: "p", cursor: "next" } },
    { event: "EMAIL_VERIFICATION_CODE_FAIL", properties: { message: "Wrong code" } },
    { event: "SOCIAL_LOGIN_STARTED", properties: { provider: "google" } },
    { event: "SOCIAL_LOGIN_SUCCESS", properties: { provider: "x", reconnect: true } },
    { event: "SOCIAL_LOGIN_ERROR", properties: { provider: "apple", message: "No" } },
    { event: "SOCIAL_LOGIN_REQUEST_USER_DATA", properties: { provider: "github" } },
    { event: "SOCIAL_LOGIN_CANCELED", properties: { provider: "discord" } },
    { event: "SET_PREFERRED_ACCOUNT_TYPE", properties: { network: "eip155:1", accountType: "eoa" } },
    { event: "SWAP_SUCCESS", properties: swapped },
    { event: "SWAP_ERROR", properties: { ...swapped, message: "No" } },
    { event: "SWAP_APPROVAL_ERROR", properties: { ...swapped, message: "No" } },
    {
      event: "SEND_ERROR",
      properties: { ...smart, network: "eip155:1", token: "USDC", amount: "12.5", message: "No" },
    },
    { event: "SELECT_BUY_CRYPTO", properties: smart },
    { event: "SELECT_BUY_PROVIDER", properties: { ...smart, provider: "meld" } },
    { event: "OPEN_ENS_FLOW", properties: smart },
    { event: "REGISTER_NAME_SUCCESS", properties: { ...smart, ensName: "…" } },
    { event: "REGISTER_NAME_ERROR", properties: { ...smart, ensName: "…", error: "No" } },
    {
      event: "INTERNAL_SDK_ERROR",
      properties: { errorType: "Error", errorMessage: "No", stackTrace: "at go (a:1:2)", uncaught: true },
    },
    { event: "PAY_INITIATED", properties: { source: "pay", paymentId: "p", configuration: onSolana, currentPayment } },
    { event: "PAY_MODAL_OPEN", properties: { exchanges: ["binance"], configuration } },
    {
      event: "PAY_EXCHANGE_SELECTED",
      properties: {
        source: "fund-from-exchange",
        exchange: { id: "binance" },
        configuration: { ...configuration, asset: address },
        currentPayment: { ...currentPayment, type: "exchange" },
        headless: false,
      },
    },
  ])("$event keeps all its properties", ({ event, properties }) => {
    expect(disclosedEvent({ event, properties } as AnalyticsEvent).properties).toEqual(properties)
  })

  it.each<
    [
      event: EventName,
      property: string,
      kept: readonly unknown[],
      hidden: readonly unknown[],
      dropped: readonly unknown[],
    ]
  >([
    ["SELECT_WALLET", "displayIndex", [9_999, -9_999], [], [10_000, 1.5, "5"]],
    ["SELECT_WALLET", "platform", ["qrcode", "mobile", "desktop", "web", "browser"], ["", "plum"], [5]],
    ["SELECT_WALLET", "name", ["a ".repeat(32)], ["plum…"], [5]],
    ["CONNECT_SUCCESS", "method", ["qrcode", "mobile", "browser", "email"], [""], []],
    ["CONNECT_ERROR", "message", ["a ".repeat(150)], [], [5, undefined]],
    ["REGISTER_NAME_SUCCESS", "ensName", [], ["plum.eth", "plum"], []],
    ["LOAD_MORE_TRANSACTIONS", "cursor", ["next"], [5], [undefined]],
    ["SWITCH_NETWORK", "network", ["eip155:1"], [5], [undefined]],
    ["LOAD_MORE_TRANSACTIONS", "projectId", ["p", "a_-0".repeat(16)], ["", "plum tree", "a".repeat(65)], []],
    ["SEND_SUCCESS", "token", ["$", "USD₮", "é.ABCDEFGH+-"], ["", "plum tree", "ABCDEFGHIJKLM"], []],
    ["SEND_SUCCESS", "amount", [12.5, "12", "12.05"], ["plum", "plum 1", "1 plum", "1.2.3"], [true]],
    ["SEND_SUCCESS", "hash", hashes, hashes.flatMap((hash) => [`plum ${hash}`, `${hash} plum`, hash.slice(0, 63)]), []],
    ["INITIALIZE", "sdkType", ["a", "react", "a".repeat(16)], ["", "plum tree", "tree PLUM", "a".repeat(17)], []],
    ["INITIALIZE", "sdkVersion", ["html-1", "react-evm,s2-10.20.30"], ["Plum-1.2", "html-1.2 plum", "html-p.l"], []],
    ["INITIALIZE", "allWallets", ["SHOW", "HIDE", "ONLY_MOBILE"], [""], []],
    ["INITIALIZE", "themeMode", ["dark", "light", "system"], [""], []],
    ["INITIALIZE", "locale", ["de", "es-419", "zh-Hant-TW"], ["d", "plum", "en plum", "plum en", "en-plumtrees"], []],
  ])("%s keeps %s only in its declared shape", (event, property, kept, hidden, dropped) => {
    const shown = (value: unknown) =>
      disclosedEvent({ event, properties: { [property]: value } } as unknown as AnalyticsEvent).properties?.[property]
    expect(kept.map(shown)).toEqual(kept)
    expect(hidden.map(shown)).toEqual(hidden.map(() => "…"))
    expect(dropped.map(shown)).toEqual(dropped.map(() => undefined))
  })

  it.each([
    { asset: "native plum" },
    { asset: `plum ${address}` },
    { asset: `${address} plum` },
    { recipient: `plum ${address}` },
    { recipient: `${address} plum` },
  ])("hides $asset$recipient, which is more than an address", (more) => {
    const properties = { exchanges: [], configuration: { ...configuration, ...more } }
    const shown = { ...configuration, ...Object.fromEntries(Object.keys(more).map((name) => [name, "…"])) }
    expect(disclosedEvent({ event: "PAY_MODAL_OPEN", properties }).properties).toEqual({
      exchanges: [],
      configuration: shown,
    })
  })

  it("has names of up to 64 and messages of up to 300 characters", () => {
    const { properties } = disclosedEvent({
      event: "CONNECT_PROXY_ERROR",
      properties: { message: "a ".repeat(200), uri: "wc:plum", mobile_link: "plum", name: "a ".repeat(200) },
    })
    expect(properties).toEqual({ message: "a ".repeat(150), uri: "wc:", mobile_link: "…", name: "a ".repeat(32) })
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
    ["plum 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", false],
    ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 plum", false],
    [["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"], false],
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

  it.each([
    ["    at https://site.example/app.js:10:20", "    at https://site.example/app.js:10:20"],
    ["    at app.js:10:20", "    at app.js:10:20"],
    ["@https://site.example/app.js:10:20", "    at https://site.example/app.js:10:20"],
    ["go@https://site.example/app.js:10:20", "    at go (https://site.example/app.js:10:20)"],
    ["    at async run [as go] (app.js:1:2)", "    at async run [as go] (app.js:1:2)"],
    ["    at plum tree (app.js:1:2)", "    at … (app.js:1:2)"],
    ["plum    at go (app.js:1:2)", undefined],
    ["    at go (app.js:1:2) plum", undefined],
    ["go@https://site.example/app.js:1:2 plum", undefined],
    [`${"plum ".repeat(40)}g@https://site.example/app.js:1:2`, undefined],
  ])("shows the stack's line %j as %j", (line, shown) => {
    const error = Object.assign(new Error("no page"), { stack: `Error: no page\n${line}` })
    const stackTrace = shown === undefined ? "" : `Error: no page\n${shown}`
    expect(disclosedError(error)).toEqual({ errorType: "Error", errorMessage: "no page", stackTrace, uncaught: true })
    expect(textOf(disclosedError(error))).toBe(stackTrace || "Error: no page")
  })

  it("has the first 300 characters of the message and the first 30 lines of the stack, with causes that have no code", () => {
    const line = "    at go (app.js:1:2)"
    const error = new Error("a ".repeat(200), { cause: new TypeError("plum", { cause: new RangeError("plum") }) })
    error.stack = `${line}\n`.repeat(40)
    const { errorMessage, stackTrace } = disclosedError(error)
    expect(errorMessage).toBe("a ".repeat(150))
    expect(stackTrace.split("\n")).toEqual([`Error: ${errorMessage} < TypeError < RangeError`, ...Array(30).fill(line)])
  })

  it.each([
    ["plum", [{ tag: "string" }]],
    [new TypeError("plum"), [{ tag: "TypeError" }]],
    [Object.assign(new Error("plum"), { name: 5 }), [{ tag: "Error" }]],
    [{ _tag: "Foreign", code: 10_000 }, [{ tag: "Foreign", code: "…" }]],
    [null, [{ tag: "object" }]],
    [chainOf("One", "Two", "Three", "Four"), [{ tag: "One" }, { tag: "Two" }, { tag: "Three" }]],
  ])("of %j lists at most 3 tags and codes", (error, failures) => {
    expect(failuresOf(error)).toEqual(failures)
  })
})
