import { expect, type Frame } from "@playwright/test"
import { type Hex, verifyMessage } from "viem"
import { announceWait } from "../../src/connections/limits.ts"
import { sending } from "../../src/send/limits.ts"
import {
  addressOf,
  becomes,
  call,
  latest,
  meanwhile,
  pass,
  press,
  refusal,
  request,
  settles,
  soon,
  view,
  who,
} from "./parts/playground.ts"
import * as Safe from "./parts/safeHost.ts"
import { second as other, first as owner, test as shared } from "./parts/shared.ts"

const test = shared.extend<{
  readonly host: Safe.SafeHost
  /** Makes the host frame the playground, which treats this URL as Safe's. */
  readonly framed: (host: Safe.SafeHost, safe?: string) => Promise<Frame>
  /** The framed page, once it has created its modal. */
  readonly appOf: () => Promise<Frame>
  /** The open, connected modal of an app in a Safe. */
  readonly app: Frame
}>({
  chains: [1],
  host: async ({ ethereum }, use) => {
    const host = await Safe.start({ account: owner, node: ethereum })
    await use(host)
    await host.stop()
  },
  appOf: ({ page, site }, use) =>
    use(async () => {
      const find = () => page.frames().find((frame) => frame.url().startsWith(site.url))
      const frame = find() ?? (await page.waitForEvent("framenavigated", (one) => one === find()))
      await frame.waitForFunction(() => "portico" in window)
      return frame
    }),
  framed: ({ page, site, provider, nodes, appOf, uncaught: _ }, use) =>
    use(async (host, safe = host.url) => {
      await host.frame(page, addressOf({ site, provider, nodes, options: { hosts: { safe } } }))
      return appOf()
    }),
  app: async ({ host, framed }, use) => {
    const app = await framed(host)
    await press(app)
    await becomes(app, connected)
    await use(app)
  },
})

const connected = { status: "connected", address: owner.address, connector: "safe" }

/** Reloads the app in the same frame. */
const reload = async (app: Frame) => {
  await app.evaluate(() => {
    Object.assign(window, { isOld: true })
    location.reload()
  })
  await app.waitForFunction(() => !("isOld" in window) && "portico" in window)
}

test("An app framed by a Safe connects to it at once, signs, sends, reads its node, rejects unsupported methods clearly, ignores messages from other windows, and is connected after a reload; its transaction is tracked by the Safe's ID until the owners confirm or cancel it", async ({
  page,
  host,
  app,
}) => {
  await expect(view(app, "Account")).toBeVisible()
  expect(host.asked.every(({ method }) => method === "getSafeInfo")).toBe(true)

  await app.evaluate(() => {
    const frame = document.body.appendChild(document.createElement("iframe"))
    for (const data of [null, 7, {}, { id: "x" }, { id: "x", version: 1, success: true }]) {
      window.postMessage(data, "*")
      frame.contentWindow?.parent.postMessage(data, "*")
    }
  })
  await page.evaluate(() => {
    const { contentWindow } = document.querySelector("iframe") as HTMLIFrameElement
    for (const data of [null, {}, { id: "x", version: "9.1.0", success: true, data: null }])
      contentWindow?.postMessage(data, "*")
  })
  // Later responses of the host are still accepted.
  const message = "Grüße\n👋"
  const signature = (await call(app, "signMessage", { message })) as Hex
  expect(await verifyMessage({ address: owner.address, message, signature })).toBe(true)

  const transaction = { from: owner.address, to: other.address, value: "0x2a" }
  const { result: hash } = await request(app, "eth_sendTransaction", [transaction])
  expect(hash).toMatch(/^0x5a/)
  // The node mines after it has responded to the Safe.
  await soon(() => request(app, "eth_getTransactionReceipt", [hash])).toMatchObject({
    result: { transactionHash: hash, status: "0x1" },
  })
  const bundle = { version: "2.0.0", chainId: "0x1", from: owner.address, atomicRequired: true, calls: [transaction] }
  const { result: sent } = await request(app, "wallet_sendCalls", [bundle])
  await soon(() => request(app, "wallet_getCallsStatus", [(sent as { readonly id: string }).id])).toMatchObject({
    result: { version: "2.0.0", chainId: "0x1", status: 200, atomic: true, receipts: [{ status: "0x1" }] },
  })
  for (const [method, params, result] of [
    ["eth_chainId", [], "0x1"],
    ["eth_accounts", [], [owner.address]],
    ["eth_call", [{ to: other.address, data: "0x" }, "latest"], "0x"],
    ["eth_getBalance", [other.address], expect.stringMatching(/^0x/)],
  ] as const)
    expect(await request(app, method, params), method).toEqual({ result })

  host.owners = "refuse"
  for (const [method, params, code] of [
    ["wallet_switchEthereumChain", [{ chainId: "0x89" }], 4200],
    ["eth_signTransaction", [{}], 4200],
    ["personal_sign", ["0x00", other.address], 4100],
    ["personal_sign", ["0x00", owner.address], 4001],
  ] as const)
    expect(await request(app, method, params), method).toEqual({ code })
  expect(await refusal(app, "signMessage", { message: "no" })).toMatchObject({ _tag: "UserRejectedRequestError" })

  // From now on no click is needed.
  await reload(app)
  await becomes(app, connected)

  host.owners = "wait"
  const send = (sendTokenAmount: string) =>
    call(app, "send", { token: "native", sendTokenAmount, receiverAddress: other.address })
  const { hash: first } = await send("0.01")
  expect(first).toMatch(/^0x5a/)
  const asked = () => host.asked.filter(({ method }) => method === "getTxBySafeTxHash").length
  for (let polls = 0; polls < 2; polls++) {
    const before = asked()
    await soon(() => pass(app, sending.watch)).toBe(true)
    await host.until(() => asked() > before)
    expect(await latest(app)).toMatchObject({ id: first, status: "pending" })
  }
  await host.confirm("send")
  await settles(app, { id: first, status: "confirmed", hash: expect.not.stringMatching(/^0x5a/) })

  const { hash: second } = await send("0.02")
  await host.confirm("cancel")
  await settles(app, { id: second, status: "replaced" })
})

test("a Safe is restored before a wallet of the last visit, but not after the visitor disconnected it; a host with no or invalid responses offers none and delays nothing", async ({
  page,
  host,
  framed,
}) => {
  await page.addInitScript(announce, { address: other.address, rdns: desk })
  host.manner = "absurd"
  const app = await framed(host)
  await press(app)
  await host.until(() => host.asked.length > 0)
  await offersNoSafe(app)
  expect((await who(app)).status).toBe("disconnected")
  await app.locator(`portico-modal [data-wallet="${desk}"]`).click()
  await becomes(app, { status: "connected", connector: desk })

  host.manner = "answers"
  await reload(app)
  await becomes(app, connected)
  await call(app, "disconnect", { connectorId: "safe" })
  await reload(app)
  await becomes(app, { status: "connected", connector: desk })

  host.manner = "silent"
  const asked = host.asked.length
  await app.evaluate(() => localStorage.clear())
  await reload(app)
  await press(app)
  await host.until(() => host.asked.length > asked)
  await offersNoSafe(app)
})

test("a page that is not a Safe host is not contacted, and messages of other windows are ignored", async ({
  ethereum,
  host,
  framed,
}) => {
  // Framed by the stranger, with Safe configured at another URL.
  const stranger = await Safe.start({ account: other, node: ethereum })
  const app = await framed(stranger, host.url)
  await press(app)
  await offersNoSafe(app)
  expect(stranger.asked).toEqual([])
  await stranger.stop()
})

/** Expects start-up to finish with other wallets but no Safe. */
const offersNoSafe = async (app: Frame) => {
  await expect(app.locator('portico-modal [data-wallet="walletConnect"]')).toBeVisible()
  await meanwhile(app, announceWait, call(app, "ready"))
  await expect(app.locator('portico-modal [data-wallet="safe"]')).toHaveCount(0)
}

const desk = "example.desk"

/** Runs in every page: a wallet that grants its account to every page that requests it. */
const announce = ({ address, rdns }: { readonly address: string; readonly rdns: string }) => {
  const asked = () => localStorage.getItem(rdns) !== null
  const provider = {
    request: async ({ method }: { readonly method: string }) => {
      if (method === "eth_requestAccounts") localStorage.setItem(rdns, "granted")
      if (method === "eth_chainId") return "0x1"
      return asked() ? [address] : []
    },
  }
  const info = { uuid: "0b4a1c1e-5f5e-4a57-9f0c-2f4a4a2d6f01", name: "Desk", icon: "data:image/png;base64,", rdns }
  const tell = () =>
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }))
  window.addEventListener("eip6963:requestProvider", tell)
  tell()
}
