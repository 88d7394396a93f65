import { expect, type Frame, type Page } from "@playwright/test"
import { verifyMessage } from "viem"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import { addressOf, patiently, uncaught } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import * as Safe from "./parts/safeHost.ts"
import { test } from "./parts/shared.ts"

const [owner, other] = Anvil.accounts
if (!owner || !other) throw new Error("Anvil has ten accounts")

let mainnet: Anvil.Anvil
let site: Site
let provider: Provider.Provider
let host: Safe.SafeHost
let errors: readonly string[]

test.beforeAll(async () => {
  ;[mainnet, site] = await Promise.all([Anvil.start({ chainId: 1 }), serve("whole")])
})

test.afterAll(async () => {
  await Promise.all([mainnet.stop(), site.stop()])
})

test.beforeEach(async ({ page }) => {
  provider = await Provider.start({ rpc: { "eip155:1": mainnet.url } })
  host = await Safe.start({ account: owner, node: mainnet })
  errors = uncaught(page)
})

test.afterEach(async () => {
  await Promise.all([provider.stop(), host.stop()])
  expect(errors, "what nobody caught in the page").toEqual([])
})

test("An app that a Safe frames is connected to it at once, and after a reload, without a question to anybody", async ({
  page,
}) => {
  const app = await framed(page)
  await app.getByRole("button", { name: "Connect Wallet" }).first().click()
  await becomes(app, connected)
  await patiently(app.locator('portico-modal [data-view="Account"]')).toBeVisible()
  expect(host.asked.every(({ method }) => method === "getSafeInfo")).toBe(true)

  // From now on nobody has to press anything.
  await app.evaluate(() => location.reload())
  await becomes(await appOf(page), connected)
})

test("A Safe signs, sends, reads its node, and says plainly what it does not do", async ({ page }) => {
  const app = await framed(page)
  await open(app)
  await becomes(app, connected)

  const message = "Grüße\n👋"
  const signature = await app.evaluate((message) => window.portico.signMessage({ message }), message)
  expect(await verifyMessage({ address: owner.address, message, signature: signature as `0x${string}` })).toBe(true)

  const call = request(app)
  const hash = await call("eth_sendTransaction", [{ from: owner.address, to: other.address, value: "0x2a" }])
  expect(hash).toMatch(/^0x5a/)
  expect(await call("eth_getTransactionReceipt", [hash])).toMatchObject({ transactionHash: hash, status: "0x1" })
  expect(await call("eth_chainId", [])).toBe("0x1")
  const { result } = await calls(app, "eth_call", [{ to: other.address, data: "0x" }, "latest"])
  expect(result).toBe("0x")
  expect(await calls(app, "eth_getBalance", [other.address])).toMatchObject({ result: expect.stringMatching(/^0x/) })

  expect(await calls(app, "wallet_switchEthereumChain", [{ chainId: "0x89" }])).toMatchObject({ code: 4200 })
  expect(await calls(app, "eth_signTransaction", [{}])).toMatchObject({ code: 4200 })
  expect(await calls(app, "personal_sign", ["0x00", other.address])).toMatchObject({ code: 4100 })
  host.owners = "refuse"
  expect(await calls(app, "personal_sign", ["0x00", owner.address])).toMatchObject({ code: 4001 })
  expect(await app.evaluate(() => window.portico.signMessage({ message: "no" }).catch(({ _tag }) => _tag))).toBe(
    "UserRejectedRequestError",
  )
})

test("What a Safe sends is followed by the Safe's own id until its owners have confirmed it, or cancelled it", async ({
  page,
}) => {
  const app = await framed(page)
  await open(app)
  await becomes(app, connected)
  host.owners = "wait"
  const send = (sendTokenAmount: string) =>
    app.evaluate((input) => window.portico.send(input), {
      token: "native",
      sendTokenAmount,
      receiverAddress: other.address,
    })
  const latest = () =>
    app.evaluate(() => (window.portico.getState().sentTransfers as readonly object[] | undefined)?.[0])
  const { hash } = await send("0.01")
  expect(hash).toMatch(/^0x5a/)
  const asked = () => host.asked.filter(({ method }) => method === "getTxBySafeTxHash").length
  await patiently.poll(asked).toBeGreaterThan(1)
  expect(await latest()).toMatchObject({ id: hash, status: "pending" })
  await host.confirm("send")
  await patiently
    .poll(latest)
    .toMatchObject({ id: hash, status: "confirmed", hash: expect.not.stringMatching(/^0x5a/) })

  const { hash: second } = await send("0.02")
  await host.confirm("cancel")
  await patiently.poll(latest).toMatchObject({ id: second, status: "replaced" })
})

test("A Safe comes back before a wallet of the last visit, and not once the visitor has signed out of it", async ({
  page,
}) => {
  await page.addInitScript(announce, { address: other.address, rdns: desk })
  host.manner = "silent"
  let app = await framed(page)
  await open(app)
  await app.locator('portico-modal [data-wallet="example.desk"]').click()
  await becomes(app, { status: "connected", connector: desk })

  host.manner = "answers"
  await app.evaluate(() => location.reload())
  app = await appOf(page)
  await becomes(app, connected)
  await app.evaluate(() => window.portico.disconnect({ connectorId: "safe" }))

  await app.evaluate(() => location.reload())
  app = await appOf(page)
  await becomes(app, { status: "connected", connector: desk })
})

for (const manner of ["silent", "absurd"] as const)
  test(`A host that is ${manner} offers no Safe, and holds nobody up`, async ({ page }) => {
    host.manner = manner
    const app = await framed(page)
    await open(app)
    await patiently.poll(() => host.asked.length).toBe(1)
    await expect(app.locator('portico-modal [data-wallet="walletConnect"]')).toBeVisible()
    await app.evaluate(() => window.portico.ready())
    await expect(app.locator('portico-modal [data-wallet="safe"]')).toHaveCount(0)
    expect((await state(app)).status).toBe("disconnected")
  })

test("A page that is no Safe's host is not even asked, and messages of other windows are not heard", async ({
  page,
}) => {
  const stranger = await Safe.start({ account: other, node: mainnet })
  try {
    // Framed by the stranger, while Safe is said to be elsewhere.
    await stranger.frame(page, addressAt(host.url))
    const app = await appOf(page)
    await open(app)
    await expect(app.locator('portico-modal [data-wallet="walletConnect"]')).toBeVisible()
    await app.evaluate(() => window.portico.ready())
    expect(stranger.asked).toEqual([])
  } finally {
    await stranger.stop()
  }
})

test("What windows other than the host post to an app in a Safe changes and breaks nothing", async ({ page }) => {
  const app = await framed(page)
  await open(app)
  await becomes(app, connected)
  await app.evaluate(async () => {
    const frame = document.body.appendChild(document.createElement("iframe"))
    const say = (data: unknown) => window.postMessage(data, "*")
    for (const data of [null, 7, {}, { id: "x" }, { id: "x", version: 1, success: true }]) {
      say(data)
      frame.contentWindow?.parent.postMessage(data, "*")
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  await page.evaluate(() => {
    const { contentWindow } = document.querySelector("iframe") as HTMLIFrameElement
    for (const data of [null, {}, { id: "x", version: "9.1.0", success: true, data: null }])
      contentWindow?.postMessage(data, "*")
  })
  await becomes(app, connected)
  expect(await request(app)("eth_accounts", [])).toEqual([owner.address])
})

const desk = "example.desk"

/** Runs in every page: a wallet that grants its account to whoever asks. */
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

const connected = { status: "connected", address: owner.address, connector: "safe" }

/** The playground for a Safe that frames pages from `safe`. */
const addressAt = (safe: string) => {
  const all = ["api", "blockchain", "analytics", "secureSite", "verify", "utxo", "images", "coinbase"]
  const hosts = { ...Object.fromEntries(all.map((name) => [name, provider.url])), relay: "ws://127.0.0.1:1", safe }
  return addressOf({ site, provider, nodes: { 1: mainnet.url }, options: { hosts } })
}

const framed = async (page: Page): Promise<Frame> => {
  await host.frame(page, addressAt(host.url))
  return appOf(page)
}

const appOf = async (page: Page): Promise<Frame> => {
  const find = () => page.frames().find((frame) => frame.url().startsWith(site.url))
  await patiently
    .poll(() =>
      find()
        ?.evaluate(() => "portico" in window)
        .catch(() => false),
    )
    .toBe(true)
  return find() as Frame
}

const open = (app: Frame) => app.getByRole("button", { name: "Connect Wallet" }).first().click()

const state = async (app: Frame) => {
  const { chains } = await app.evaluate(() => window.portico.getState())
  const { accountState, connectionClient } = chains.eip155 ?? {}
  return { status: accountState?.status, address: accountState?.address, connector: connectionClient }
}

const becomes = (app: Frame, wanted: Readonly<Record<string, unknown>>) =>
  patiently.poll(() => state(app).catch(() => undefined)).toMatchObject(wanted)

/** What the provider that a site gets answers; or the code that it fails with. */
const calls = (app: Frame, method: string, params: readonly unknown[]) =>
  app.evaluate(
    async ({ method, params }): Promise<{ readonly result?: unknown; readonly code?: number }> => {
      const provider = (await window.portico.getProvider("eip155")) as {
        request(input: { method: string; params: readonly unknown[] }): Promise<unknown>
      }
      return provider.request({ method, params }).then(
        (result) => ({ result }),
        ({ code }) => ({ code }),
      )
    },
    { method, params },
  )

const request =
  (app: Frame) =>
  async (method: string, params: readonly unknown[]): Promise<unknown> =>
    (await calls(app, method, params)).result
