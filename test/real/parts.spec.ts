import { mkdir, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { expect } from "@playwright/test"
import { Connection, SystemProgram, Transaction } from "@solana/web3.js"
import { parseEther } from "viem"
import { solana } from "../../src/options/networks.ts"
import { serve } from "../serve.ts"
import { loopbackOnly, nothingRefused } from "./parts/browser.ts"
import * as Provider from "./parts/provider.ts"
import { first, test, third } from "./parts/shared.ts"
import { keypairs } from "./parts/solanaWallet.ts"
import * as Svm from "./parts/svm.ts"

// Tests of parts that no test of the modal covers. Wallets, relay and provider are also checked by every test that uses
// them.

test("a chain on anvil serves viem, accepts balances, deploys a token, and can be restored", async ({ started }) => {
  const { 1: ethereum, 137: polygon } = started
  expect(await polygon.client.getChainId()).toBe(137)
  const back = await ethereum.keep()
  await ethereum.setBalance(third.address, "2.5")
  expect(await ethereum.client.getBalance({ address: third.address })).toBe(parseEther("2.5"))
  const token = await ethereum.deployToken("Example Coin", "EXC", 1000, first.address)
  expect(await token.held(first.address)).toBe(parseEther("1000"))
  await back()
  expect(await ethereum.client.getBalance({ address: third.address })).toBe(parseEther("10000"))
})

test("a Solana network on litesvm serves web3.js: balances, a transfer and its fee, and the reason of a rejection", async () => {
  const svm = await Svm.start()
  const connection = new Connection(svm.url, { commitment: "confirmed", disableRetryOnRateLimit: true })
  const [from, to] = keypairs
  const send = (lamports: number) => {
    const instruction = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports })
    return connection.sendTransaction(new Transaction().add(instruction), [from])
  }
  const granted = await connection.requestAirdrop(from.publicKey, 2_000_000_000)
  const sent = [await send(1_000_000), await send(1_000_000)]

  expect(await connection.getGenesisHash()).toMatch(new RegExp(`^${solana.id}`))
  expect(await connection.getBalance(from.publicKey)).toBe(2_000_000_000 - 2 * (1_000_000 + 5_000))
  expect((await connection.getAccountInfo(to.publicKey))?.lamports).toBe(2_000_000)
  const { value } = await connection.getSignatureStatuses([granted, ...sent])
  expect(value.map((status) => status?.confirmationStatus)).toEqual(["finalized", "finalized", "finalized"])
  await expect(send(5_000_000_000)).rejects.toThrow("InstructionError(0, Custom(1))")
  await svm.stop()
})

/** Requests a part over HTTP: its status, a header, and its body as text and JSON. */
const asking =
  ({ url }: { readonly url: string }) =>
  async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, { headers: { origin: "http://localhost" }, ...init })
    const text = await answer.text()
    const json = () => JSON.parse(text)
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text, json }
  }

test("the provider's services page and filter the directory, resolve an address, forward calls to the chain's node, and keep a ledger", async ({
  provider,
}) => {
  const ask = asking(provider)
  const json = async (path: string, init?: RequestInit) => (await ask(path, init)).json()
  const [first, last] = [await json("/getWallets?page=1&entries=40"), await json("/getWallets?page=15&entries=40")]
  expect([first.count, first.data.length, last.data.length]).toEqual([600, 40, 40])
  expect(new Set([...first.data, ...last.data].map(({ id }) => id)).size).toBe(80)
  const [{ id: metamask }, { id: loopback }] = first.data
  const balance = "/v1/account/0x70997970c51812dc3a010c7d01b50e0d17dc79c8/balance?currency=usd&chainId=eip155:137"
  for (const [path, expected] of [
    [`/getWallets?include=${loopback},${metamask}`, { count: 2 }],
    [`/getWallets?exclude=${metamask}`, { count: 599 }],
    ["/getWallets?search=METAM", { count: 1, data: [{ name: "MetaMask" }] }],
    [`${balance}&sv=html-viem-1`, { balances: [{ chainId: "eip155:137" }, {}, {}] }],
    [balance, { balances: [] }],
    ["/v1/identity/0x70997970C51812dc3A010C7d01b50e0d17dc79C8", { name: "portico.eth" }],
    ["/v1/identity/0x00000000000000000000000000000000000000aa", { name: null, avatar: null }],
  ] as const)
    expect(await json(path), path).toMatchObject(expected)
  const { count } = await json("/getWallets?chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp")
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(600)

  const call = (id: number) => ({ jsonrpc: "2.0", id, method: "eth_chainId", params: [] })
  const post = (body: object) => ({ method: "POST", body: JSON.stringify(body) })
  expect(await json("/v1/?chainId=eip155:1", post(call(1)))).toMatchObject({ id: 1, result: "0x1" })
  expect(await json("/v1?chainId=eip155:1", post([call(1), call(2)]))).toHaveLength(2)
  expect(await ask("/v1?chainId=eip155:5", post(call(1)))).toMatchObject({ status: 400 })

  provider.set("GET /getAnalyticsConfig", { isAnalyticsEnabled: false })
  expect(await json("/getAnalyticsConfig?projectId=P")).toEqual({ isAnalyticsEnabled: false })
  const body = { props: { event: "MODAL_OPEN" } }
  await ask("/e?projectId=P", post(body))
  expect(provider.ledger.at(-1)).toMatchObject({ route: "POST /e", query: { projectId: "P" }, body })
  expect(() => provider.set("GET /nowhere", {})).toThrow("no route")
})

test("a fault changes the provider's responses the given number of times, until it is removed", async ({
  provider,
}) => {
  const ask = asking(provider)
  const [route, path] = ["GET /v1/supported-chains", "/v1/supported-chains"]
  for (const [body, expected] of [
    ["html", /^<!doctype html>/],
    ["truncated", /^\{"http":(?!.*\}$)/],
    ["null", /^null$/],
    ["wrong", /^\{"http":\{"0":7/],
    ["empty", /^$/],
  ] as const) {
    provider.fault(route, { body })
    expect((await ask(path)).text, body).toMatch(expected)
  }
  provider.fault(route, { body: "huge" })
  expect((await ask(path)).text.length).toBeGreaterThan(10_000_000)
  provider.heal(route)
  expect((await ask(path)).json().http).toContain("eip155:1")

  provider.fault("*", { status: 429, retryAfter: "2", times: 1 })
  expect(await ask(path)).toMatchObject({ status: 429, retryAfter: "2" })
  expect(await ask(path)).toMatchObject({ status: 200 })

  provider.fault(route, { body: "cut" })
  await expect(ask(path)).rejects.toThrow()
  const asked = provider.count(route)
  provider.fault(route, { delay: Number.POSITIVE_INFINITY })
  const stop = new AbortController()
  const waiting = ask(path, { signal: stop.signal })
  await provider.asked(route, asked + 1)
  stop.abort()
  await expect(waiting).rejects.toThrow(/abort/)
})

test("the provider's services allow pages of other origins, including pictures and the attestation frame", async ({
  page,
  provider,
}) => {
  // Chromium blocks loopback requests from pages that Playwright fulfills, so the page comes from a server on another
  // port.
  const site = await Provider.start()
  await page.goto(`${site.url}/sdk`)
  const seen = await page.evaluate(async (url) => {
    const posted = await fetch(`${url}/e`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    })
    const picture = new Image()
    picture.src = `${url}/getWalletImage/some-id`
    await picture.decode()
    const said = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }))
    const frame = document.createElement("iframe")
    frame.src = `${url}/v3/attestation?id=abc`
    document.body.append(frame)
    return { posted: posted.status, width: picture.naturalWidth, said: await said }
  }, provider.url)
  await site.stop()
  expect(seen).toMatchObject({ posted: 202, width: 64 })
  const { type, attestation } = JSON.parse(String(seen.said))
  expect(type).toBe("verify_attestation")
  expect(JSON.parse(Buffer.from(attestation.split(".")[1], "base64url").toString())).toEqual({ id: "abc" })
})

test("a page's requests and sockets to other machines are blocked and recorded", async ({
  browser,
  provider,
  relay,
}) => {
  const context = await browser.newContext()
  const refused = loopbackOnly(context)
  const page = await context.newPage()
  await page.goto(`${provider.url}/v1/supported-chains`)
  const reached = await page.evaluate(
    async ([url, socketUrl]) => {
      const closed = (to: string) =>
        new Promise((resolve) => new WebSocket(to).addEventListener("close", ({ code }) => resolve(code)))
      const outside = await fetch("https://outside.example/a").catch(() => "refused")
      await closed("wss://relay.example/")
      return [outside, (await fetch(`${url}/getAnalyticsConfig`)).status, await closed(socketUrl)]
    },
    [provider.url, relay.url] as const,
  )
  await context.close()
  // The loopback relay rejects a socket without a token.
  expect(reached).toEqual(["refused", 200, 3000])
  expect(() => nothingRefused(refused)).toThrow("requests that left the machine")
  expect([...refused].sort()).toEqual(["https://outside.example/a", "wss://relay.example/"])
})

test("a built example is served with content types, and no other file is", async () => {
  const folder = fileURLToPath(new URL("../../dist-examples/serve-test", import.meta.url))
  await mkdir(`${folder}/assets`, { recursive: true })
  await writeFile(`${folder}/index.html`, "<title>Built</title>")
  await writeFile(`${folder}/assets/a.js`, "export {}")
  const site = await serve("serve-test")
  const get = (path: string) => fetch(site.url + path)
  expect(await (await get("/?layers=live")).text()).toBe("<title>Built</title>")
  expect((await get("/assets/a.js")).headers.get("content-type")).toBe("text/javascript; charset=utf-8")
  expect((await get("/assets")).status).toBe(404)
  expect((await get("/..%2f..%2fpackage.json")).status).toBe(404)
  await site.stop()
  await rm(folder, { recursive: true })
  await expect(serve("serve-test")).rejects.toThrow("npm run build:examples")
})
