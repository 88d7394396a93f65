import { expect } from "@playwright/test"
import { minute } from "../../src/core/first-paint/limits.ts"
import { pairing, verifyWait } from "../../src/walletConnect/limits.ts"
import { advance, becomes, dialog, meanwhile, snapshot, soon, who } from "./parts/playground.ts"
import { connected, holder, other, test } from "./parts/relayed.ts"

test.describe.configure({ mode: "parallel" })

test("A visitor can connect through a scanned pairing code, with optional namespaces, also after rejecting another: the wallet gets the site's metadata, no requirements, and the verify host's attestation of the proposal and of each request", async ({
  page,
  context,
  site,
  provider,
  wallet,
  show,
  code,
  signed,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  wallet.person.next("reject")
  const connecting = await show()
  const old = await code()
  await wallet.pair(old)
  const told = connecting.getByRole("status").filter({ hasText: "Declined in your wallet" })
  await expect(told).toContainText("Connection rejected")
  expect(await who(page)).toMatchObject({ status: "disconnected", address: undefined })

  await connecting.getByRole("button", { name: "Try again" }).click()
  const fresh = await code()
  expect(fresh).not.toBe(old)
  await expect(connecting.getByRole("img", { name: "QR code to connect" }).locator("svg path").first()).toBeVisible()
  await connecting.getByRole("button", { name: "Copy link" }).click()
  // The browser writes to the clipboard after the click.
  await soon(() => page.evaluate(() => navigator.clipboard.readText())).toBe(fresh)

  await wallet.pair(fresh)
  await becomes(page, connected)
  await expect(dialog(page)).toBeHidden()
  const accounts = [{ address: holder.address }, { address: other.address }]
  expect(await snapshot(page)).toMatchObject({ open: false, connections: { eip155: [{ accounts }] } })
  expect(wallet.person.asked).toEqual(["session_proposal", "session_proposal"])
  expect(wallet.proposals).toHaveLength(2)
  for (const proposal of wallet.proposals) {
    expect(proposal).toMatchObject({
      optionalNamespaces: {
        eip155: {
          chains: ["eip155:1", "eip155:137", "eip155:8453"],
          methods: expect.arrayContaining(["personal_sign", "eth_sendTransaction", "wallet_switchEthereumChain"]),
          events: ["accountsChanged", "chainChanged"],
        },
      },
      proposer: { metadata: { name: "Fernhill", url: site.url } },
    })
    expect(proposal.requiredNamespaces).toEqual({})
  }
  expect(await signed("One", holder.address)).toBe(true)
  expect(provider.count("GET /v3/attestation")).toBe(3)
})

test("a lost socket is reopened, and the session continues, also after a relay that refused the project ID for a while; a verify host that does not respond is requested once per page load", async ({
  page,
  provider,
  relay,
  connect,
  signed,
}) => {
  provider.fault("GET /v3/attestation", { delay: Number.POSITIVE_INFINITY })
  const connecting = connect()
  await provider.asked("GET /v3/attestation")
  await meanwhile(page, verifyWait, connecting)
  await page.evaluate(() => {
    const heard: unknown[] = [false]
    Object.assign(window, { heard })
    window.portico.subscribe(({ wcError }) => heard.at(-1) !== wcError && heard.push(wcError))
  })
  await relay.dropAll()
  await soon(() => page.evaluate(() => Reflect.get(window, "heard"))).toEqual([false, true, false])
  expect(await who(page)).toMatchObject(connected)
  expect(await signed("Over a second socket", holder.address)).toBe(true)

  relay.closeWith(3000, "fernhill")
  await relay.dropAll()
  await soon(() => snapshot(page)).toMatchObject({
    wcError: true,
    alerts: [{ code: "APKT007" }],
    activeChain: "eip155",
  })
  expect(await who(page)).toMatchObject(connected)
  relay.closeWith(undefined)
  await page.evaluate(() => window.dispatchEvent(new Event("online")))
  await soon(() => snapshot(page)).toMatchObject({ wcError: false })
  expect(await signed("After the refusal", holder.address)).toBe(true)
  expect(provider.count("GET /v3/attestation")).toBe(1)
  await expect(page.locator("iframe")).toHaveCount(0)
})

test("Alert code APKT007: a relay that refuses the project ID is reported once and not contacted again. A pairing counts as expired 10 s before its 4 minutes are over, and is replaced by a new one", async ({
  page,
  wallet,
  relay,
  show,
  code,
}) => {
  // Counted in the page, because the browser reports a socket later.
  await page.addInitScript(() => {
    const { WebSocket } = window
    let sockets = 0
    window.WebSocket = new Proxy(WebSocket, {
      construct: (made, given) => {
        sockets += 1
        return Reflect.construct(made, given)
      },
    })
    Object.defineProperty(window, "sockets", { get: () => sockets })
  })
  const sockets = (): Promise<number> => page.evaluate(() => Reflect.get(window, "sockets"))
  relay.closeWith(3000)
  // Page time also controls the library's waits.
  await page.clock.install()
  const connecting = await show()
  await expect(connecting.getByRole("alert")).toContainText("Invalid Project ID")
  const after = async (milliseconds: number) => {
    await page.clock.runFor(milliseconds)
    return sockets()
  }
  // Pending attempts have ended.
  await soon(async () => (await after(5_000)) - (await after(5_000))).toBe(0)
  const opened = await sockets()
  expect(opened).toBeGreaterThan(0)
  expect(opened).toBeLessThanOrEqual(3)
  expect((await snapshot(page)).alerts).toMatchObject([{ code: "APKT007", title: "Invalid Project ID" }])
  await advance(page, 10 * minute)
  await page.clock.fastForward(10 * minute)
  await page.clock.runFor(20_000)
  expect(await sockets()).toBe(opened)

  relay.closeWith(undefined)
  await connecting.getByRole("button", { name: "Try again" }).click()
  const old = await code()
  const later = async (milliseconds: number) => {
    await page.clock.fastForward(milliseconds)
    await advance(page, milliseconds)
  }
  await later(pairing.lifetime - pairing.margin - 1)
  expect(await code()).toBe(old)
  await later(1)
  await soon(code).not.toBe(old)
  await expect(connecting.getByText(/Code expires in \W*3:\d\d/)).toBeVisible()

  await wallet.pair(await code())
  await becomes(page, connected)
})
