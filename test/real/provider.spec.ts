import { mkdir, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { expect } from "@playwright/test"
import { serve } from "../serve.ts"
import { loopbackOnly, nothingRefused } from "./parts/browser.ts"
import type { Fault } from "./parts/faults.ts"
import * as Provider from "./parts/provider.ts"
import * as Relay from "./parts/relay.ts"
import { test } from "./parts/shared.ts"

let provider: Provider.Provider

test.beforeEach(async ({ started }) => {
  provider = await Provider.start({ rpc: { "eip155:1": started[1].url } })
})

test.afterEach(() => provider.stop())

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(provider.url + path, { headers: { origin: "http://localhost" }, ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const json = async (path: string, init?: RequestInit) => JSON.parse((await ask(path, init)).text)

test.describe("the provider's services", () => {
  test("page the directory, narrow it and search it", async () => {
    const first = await json("/getWallets?page=1&entries=40&projectId=P")
    const last = await json("/getWallets?page=15&entries=40&projectId=P")
    expect([first.count, first.data.length, last.data.length]).toEqual([600, 40, 40])
    expect(new Set([...first.data, ...last.data].map(({ id }) => id)).size).toBe(80)

    const [metamask, loopback] = first.data
    expect(await json(`/getWallets?include=${loopback.id},${metamask.id}`)).toMatchObject({ count: 2 })
    const without = await json(`/getWallets?exclude=${metamask.id}`)
    expect([without.count, without.data[0].id]).toEqual([599, loopback.id])
    expect(await json("/getWallets?search=METAM")).toMatchObject({ count: 1, data: [{ name: "MetaMask" }] })
    const solana = await json("/getWallets?entries=600&chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp")
    expect(solana.count).toBeGreaterThan(0)
    expect(solana.count).toBeLessThan(600)
  })

  test("answer for an address, and nothing about tokens to a caller without an sdk version", async () => {
    const balance = "/v1/account/0x70997970c51812dc3a010c7d01b50e0d17dc79c8/balance?currency=usd&chainId=eip155:137"
    expect(await json(`${balance}&sv=html-viem-1`)).toMatchObject({ balances: [{ chainId: "eip155:137" }, {}, {}] })
    expect(await json(balance)).toEqual({ balances: [] })
    expect(await json("/v1/identity/0x70997970C51812dc3A010C7d01b50e0d17dc79C8")).toMatchObject({ name: "portico.eth" })
    expect(await json("/v1/identity/0x00000000000000000000000000000000000000aa")).toEqual({ name: null, avatar: null })
  })

  test("pass requests on to the chain's node, single or in a batch", async () => {
    const call = (id: number) => ({ jsonrpc: "2.0", id, method: "eth_chainId", params: [] })
    const post = (body: object) => ({ method: "POST", body: JSON.stringify(body) })
    expect(await json("/v1/?chainId=eip155:1&projectId=P", post(call(1)))).toMatchObject({ id: 1, result: "0x1" })
    expect(await json("/v1?chainId=eip155:1&projectId=P", post([call(1), call(2)]))).toHaveLength(2)
    expect(await ask("/v1?chainId=eip155:5&projectId=P", post(call(1)))).toMatchObject({ status: 400 })
  })

  test("can be given other answers, and keep a ledger", async () => {
    provider.set("GET /getAnalyticsConfig", { isAnalyticsEnabled: false })
    expect(await json("/getAnalyticsConfig?projectId=P")).toEqual({ isAnalyticsEnabled: false })
    await ask("/e?projectId=P", { method: "POST", body: '{"props":{"event":"MODAL_OPEN"}}' })
    expect(provider.count("*")).toBe(2)
    expect(provider.ledger[1]).toMatchObject({
      route: "POST /e",
      query: { projectId: "P" },
      body: { props: { event: "MODAL_OPEN" } },
    })
    expect(() => provider.set("GET /nowhere", {})).toThrow("no route")
  })

  test("are open to a page on another origin, pictures and attestation frame included", async ({ page }) => {
    // A page that Playwright makes up may not reach loopback in Chromium, so it comes from a server on another port.
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
})

test.describe("a fault", () => {
  const route = "GET /v1/supported-chains"
  const path = "/v1/supported-chains"
  const faults: [string, Fault, RegExp][] = [
    ["HTML", { body: "html" }, /^<!doctype html>/],
    ["half of the JSON", { body: "truncated" }, /^\{"http":(?!.*\}$)/],
    ["null", { body: "null" }, /^null$/],
    ["wrong types", { body: "wrong" }, /^\{"http":\{"0":7/],
    ["nothing", { body: "empty" }, /^$/],
  ]
  for (const [name, fault, expected] of faults) {
    test(`answers with ${name}`, async () => {
      provider.fault(route, fault)
      expect((await ask(path)).text).toMatch(expected)
      provider.heal(route)
      expect((await json(path)).http).toContain("eip155:1")
    })
  }

  test("answers with 10 MB", async () => {
    provider.fault(route, { body: "huge" })
    expect((await ask(path)).text.length).toBeGreaterThan(10_000_000)
  })

  test("answers with a status and Retry-After a number of times", async () => {
    provider.fault("*", { status: 429, retryAfter: "2", times: 1 })
    const spoilt = await ask(path)
    expect([spoilt.status, spoilt.headers.get("retry-after")]).toEqual([429, "2"])
    expect((await ask(path)).status).toBe(200)
  })

  test("cuts the line, or never answers", async () => {
    provider.fault(route, { body: "cut" })
    await expect(ask(path)).rejects.toThrow()
    provider.fault(route, { delay: Number.POSITIVE_INFINITY })
    const stop = new AbortController()
    const waiting = ask(path, { signal: stop.signal })
    await provider.asked(route, 2)
    stop.abort()
    await expect(waiting).rejects.toThrow(/abort/)
  })
})

test("a page's requests and sockets to other machines are refused and noted", async ({ browser }) => {
  const context = await browser.newContext()
  const refused = loopbackOnly(context)
  const page = await context.newPage()
  await page.goto(`${provider.url}/v1/supported-chains`)
  const relay = await Relay.start()
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
  await relay.stop()
  await context.close()
  // The loopback relay itself refuses a socket that shows no token.
  expect(reached).toEqual(["refused", 200, 3000])
  expect(() => nothingRefused(refused)).toThrow("requests that left the machine")
  expect([...refused].sort()).toEqual(["https://outside.example/a", "wss://relay.example/"])
})

test("a built example is served with its types, and nothing beside it", async () => {
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
