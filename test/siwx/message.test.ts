import { describe, expect, it } from "vitest"
import { misstates } from "../../src/siwx/model/grammar.ts"
import {
  isSameSite,
  isValidNow,
  readMessage,
  readSessions,
  type SiwxMessageData,
  siwxText,
  withText,
} from "../../src/siwx/model/message.ts"

const least: SiwxMessageData = {
  accountAddress: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
  chainId: "eip155:8453",
  domain: "site.example",
  uri: "https://site.example",
  version: "1",
  nonce: "12345678",
}
const whole: Required<SiwxMessageData> = {
  ...least,
  notBefore: "2026-01-01T00:00:00.000Z",
  statement: "Sign in to Site",
  resources: ["https://site.example/terms", "email:somebody@site.example"],
  requestId: "request-1",
  issuedAt: "2026-01-01T00:00:00.000Z",
  expirationTime: "2026-01-08T00:00:00.000Z",
}
const session = { data: whole, message: siwxText(whole), signature: "0x01" }

/** Suffixes of registries and hosts under which anyone can register a site. */
const shared = `
  com org io co.uk com.au co.jp gov.uk kawasaki.jp
  appspot.com azurestaticapps.net azurewebsites.net blogspot.com cloudfront.net deno.dev eth.limo eth.link firebaseapp.com fly.dev
  github.io gitlab.io herokuapp.com netlify.app ngrok.io ngrok-free.app now.sh onrender.com pages.dev replit.app surge.sh
  trycloudflare.com up.railway.app vercel.app web.app workers.dev s3.amazonaws.com
  a.run.app amplifyapp.com bubbleapps.io carrd.co codeberg.page csb.app ddns.net duckdns.org dweb.link dyndns.org framer.app gitbook.io
  hf.space lovable.app myshopify.com no-ip.org notion.site pythonanywhere.com readthedocs.io repl.co streamlit.app webflow.io wixsite.com
  fleek.co glitch.me hashnode.dev neocities.org on.fleek.co stackblitz.io tumblr.com webcontainer.io weebly.com wordpress.com
`
  .trim()
  .split(/\s+/)

describe("A sign-in message", () => {
  it("SIWX message: accountAddress, chainId, domain, uri, version, nonce, notBefore, statement, resources, requestId, issuedAt, expirationTime", () => {
    expect(readMessage({ ...whole, other: 1, resources: [7, ...whole.resources, null] })).toEqual(whole)
    expect(siwxText(whole)).toBe(`site.example wants you to sign in with your Ethereum account:
0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045

Sign in to Site

URI: https://site.example
Version: 1
Chain ID: 8453
Nonce: 12345678
Issued At: 2026-01-01T00:00:00.000Z
Expiration Time: 2026-01-08T00:00:00.000Z
Not Before: 2026-01-01T00:00:00.000Z
Request ID: request-1
Resources:
- https://site.example/terms
- email:somebody@site.example`)
  })

  it("is invalid if its text does not follow the standard", () => {
    for (const before of ["", "\n", "\n\n", " \r\n", "\ufeff"])
      expect(misstates(before + siwxText(least), least)).toBe(before !== "")
    for (const text of ["Sign in to Site", siwxText(least).toLowerCase(), `${siwxText(least)}\n`])
      expect(misstates(text, least)).toBe(true)
  })

  it("is valid if its text matches its fields, with or without a scheme and a second empty line", () => {
    expect([least, whole].some((data) => misstates(siwxText(data), data))).toBe(false)
    const schemed = siwxText(least).replace("site.example wants", "https://site.example wants")
    expect(misstates(schemed, least)).toBe(false)
    expect(misstates(siwxText(least).replace("\n\n\n", "\n\n"), least)).toBe(false)
    for (const statement of ["", " \n"]) expect(siwxText({ ...least, statement })).toBe(siwxText(least))
  })

  it.each([
    ["several spaces, some of them non-breaking", " Vraiment\u00a0?  Oui\u202f! ", true],
    ["a mark that reverses letters", "Sign in\u202e", false],
    ["a space that could pass for a line break", "Sign\u2003in", false],
    ["a tab", "Sign\tin", false],
  ])("may have a statement with %s, unchanged: %s", (_, statement, may) => {
    const text = siwxText(least).replace("\n\n\n", `\n\n${statement}\n\n`)
    expect(misstates(text, { ...least, statement })).toBe(!may)
  })

  it.each([
    ["domain", "site.example wants", "bank.example wants"],
    ["domain with a scheme", "site.example wants", "https://bank.example wants"],
    ["chain's name", "Ethereum account", "Solana account"],
    ["account", least.accountAddress, `0x${"1".repeat(40)}`],
    ["uri", "URI: https://site.example", "URI: https://bank.example"],
    ["chain", "Chain ID: 8453", "Chain ID: 1"],
    ["nonce", "Nonce: 12345678", "Nonce: 87654321"],
    ["nonce, repeated", "Nonce: 12345678", "Nonce: 12345678\nNonce: 87654321"],
    ["domain, after a non-breaking space", "site.example wants", "bank.example\u00a0wants"],
    ["resource, which is not in the fields", "12345678", "12345678\nResources:\n- https://bank.example"],
    ["end, which is not in the fields", "12345678", "12345678\nExpiration Time: 2099-01-01T00:00:00Z"],
  ])("is invalid if its text has another %s than its fields", (_, from, to) => {
    expect(misstates(siwxText(least).replace(from, to), least)).toBe(true)
  })

  it.each([
    ["site.example", "site.example", true],
    ["site.example", "app.site.example", true],
    ["site.example:5173", "site.example:5173", true],
    ["site.example", "site.example:5173", false],
    ["app.site.example", "site.example", false],
    ["ite.example", "site.example", false],
    ["bank.example", "site.example", false],
    ["localhost", "localhost", true],
    ["com", "bank.com", false],
    ["co.uk", "bank.co.uk", false],
    ["com.au", "bank.com.au", false],
    ["bank.co.uk", "app.bank.co.uk", true],
    ["vercel.app", "bank.vercel.app", false],
    ["bank.vercel.app", "bank.vercel.app", true],
    ["bank.vercel.app", "preview.bank.vercel.app", true],
    ["bit.ly", "app.bit.ly", true],
    ["vercel.app:8443", "bank.vercel.app:8443", false],
    ["co.uk:8443", "bank.co.uk:8443", false],
    ["vercel.app.", "bank.vercel.app.", false],
    ["bank.vercel.app:8443", "app.bank.vercel.app:8443", true],
    ["weebly.com:8443", "bank.weebly.com:8443", false],
    ["weebly.com.", "bank.weebly.com.", false],
    ["0.1", "127.0.0.1", false],
    ["city.kawasaki.jp", "app.city.kawasaki.jp", true],
  ])("for %s is valid on a page of %s: %s", async (domain, host, speaks) => {
    expect(await isSameSite({ domain }, host)).toBe(speaks)
  })

  it.each(shared)(
    "for the shared domain %s is not valid on a site under it; the site's own message is",
    async (domain) => {
      // Under some suffixes the list has one more shared label.
      const site = `bank.eu.${domain}`
      expect(await isSameSite({ domain }, site)).toBe(false)
      expect(await isSameSite({ domain }, `bank.${domain}`)).toBe(false)
      expect(await isSameSite({ domain: site }, site)).toBe(true)
      expect(await isSameSite({ domain: site }, `app.${site}`)).toBe(true)
    },
  )

  it("with few fields keeps the standard's empty lines", () => {
    expect(withText(least).toString()).toBe(`site.example wants you to sign in with your Ethereum account:
0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045


URI: https://site.example
Version: 1
Chain ID: 8453
Nonce: 12345678`)
  })

  it.each([
    ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "Solana", "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"],
    ["bip122:000000000019d6689c085ae165831e93", "Bitcoin", "000000000019d6689c085ae165831e93"],
  ])("names the chain of %s", (chainId, name, reference) => {
    const text = siwxText({ ...least, chainId })
    expect(text).toContain(`your ${name} account:`)
    expect(text).toContain(`Chain ID: ${reference}\n`)
  })

  it("cannot forge other fields with a statement of several lines", () => {
    const data = { ...least, statement: " Hello\n\nURI: https://evil.example\n" }
    expect(siwxText(data)).toContain("\n\nHello URI: https://evil.example\n\nURI: https://site.example\n")
    expect(misstates(siwxText(data), data)).toBe(false)
  })

  it.each(["accountAddress", "chainId", "domain", "uri", "version", "nonce"])("is invalid without %s", (key) => {
    expect(readMessage({ ...whole, [key]: undefined })).toBeUndefined()
    expect(readMessage({ ...whole, [key]: 1 })).toBeUndefined()
  })
})

describe("A session", () => {
  it("SIWX session records also carry message and signature", () => {
    expect(readSessions([session])).toEqual([session])
    for (const wrong of [{ message: undefined }, { signature: 1 }, { data: undefined }])
      expect(readSessions([{ ...session, ...wrong }, null, "x"])).toEqual([])
    expect(readSessions({ 0: session })).toEqual([])
  })

  const now = Date.parse("2026-01-02T00:00:00.000Z")
  const account = { chainId: whole.chainId, accountAddress: whole.accountAddress }

  it("is valid only for its account and network, in any spelling of an EVM address", () => {
    expect(isValidNow(session, { ...account, accountAddress: account.accountAddress.toLowerCase() }, now)).toBe(true)
    expect(isValidNow(session, { ...account, chainId: "eip155:1" }, now)).toBe(false)
    const solana = { ...session, data: { ...whole, chainId: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" } }
    const lower = { chainId: solana.data.chainId, accountAddress: account.accountAddress.toLowerCase() }
    expect(isValidNow(solana, lower, now)).toBe(false)
  })

  it.each([
    ["over", { expirationTime: "2026-01-02T00:00:00.000Z" }, false],
    ["just begun", { notBefore: "2026-01-02T00:00:00.000Z" }, true],
    ["not yet begun", { notBefore: "2026-01-02T00:00:00.001Z" }, false],
    ["of an invalid time", { expirationTime: "soon" }, false],
    ["without an end", { expirationTime: undefined }, true],
  ])("is valid or not when %s", (_, times, held) => {
    const data = { ...whole, ...times } as SiwxMessageData
    expect(isValidNow({ ...session, data }, account, now)).toBe(held)
  })
})
