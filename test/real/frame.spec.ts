import { expect, type Frame, type Page } from "@playwright/test"
import { W3mFrameSchema } from "@reown/appkit-wallet"
import { getBase58Decoder, getBase58Encoder } from "@solana/kit"
import nacl from "tweetnacl"
import { createPublicClient, type Hex, http, verifyMessage } from "viem"
import type { Message } from "../../examples/secure-site/service.ts"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import { frameClients } from "./parts/frameBundle.ts"
import { patiently } from "./parts/playground.ts"
import { forward } from "./parts/rpc.ts"
import { test } from "./parts/shared.ts"

let site: Site
let secure: Site
let mainnet: Anvil.Anvil

test.beforeAll(async () => {
  ;[site, secure, mainnet] = await Promise.all([serve("whole"), serve("secure-site"), Anvil.start({ chainId: 1 })])
})

test.afterAll(async () => {
  await Promise.all([site.stop(), secure.stop(), mainnet.stop()])
})

/** A page of the site's origin with both clients at hand, and nothing else. */
const visit = async (page: Page, which: "ours" | "theirs" = "ours") => {
  await page.goto(`${site.url}/nothing`)
  await page.addScriptTag({ content: await frameClients(`${secure.url}/sdk`) })
  await page.evaluate(
    ({ which, setting }) => {
      window.client = window[which](setting) as typeof window.client
    },
    { which, setting: { secureSite: secure.url, node: mainnet.url } },
  )
}

const frameOf = async (page: Page): Promise<Frame> => {
  await patiently.poll(() => page.frames().some((frame) => frame.url().startsWith(secure.url))).toBe(true)
  const frame = page.frames().find((one) => one.url().startsWith(secure.url))
  if (!frame) throw new Error("There is no frame")
  await frame.waitForFunction(() => "messages" in window)
  return frame
}

const code = async (page: Page) => (await frameOf(page)).evaluate(() => window.mails.at(-1)?.code ?? "")

/** What is to be approved shows; the visitor presses a button. The frame may be out of sight. */
const press = async (page: Page, button: "approve" | "reject") => {
  const frame = await frameOf(page)
  await frame.waitForFunction(() => document.querySelector<HTMLElement>("#approval")?.hidden === false)
  await frame.evaluate((id) => document.querySelector<HTMLElement>(`#${id}`)?.click(), button)
}

const logged = async (page: Page) => {
  const messages = await (await frameOf(page)).evaluate(() => window.messages)
  return messages.map(({ dir, message }) => ({ dir, ...(message as Message) }))
}

const logIn = async (page: Page, email = "linden@fernhill.example") => {
  expect(await page.evaluate((to) => window.client.connectEmail(to), email)).toEqual({ action: "VERIFY_OTP" })
  const otp = await code(page)
  await page.evaluate((given) => window.client.connectOtp(given), otp)
  return (await page.evaluate(() => window.client.getUser())) as {
    readonly address: Hex
    readonly email: string
    readonly accounts: readonly { readonly address: Hex; readonly type: string }[]
    readonly preferredAccountType: string
  }
}

test("the same scenario gives the same messages with AppKit's client and with ours, but for what ours refuses to send, and all pass the published schemas", async ({
  browser,
}) => {
  const run = async (which: "ours" | "theirs") => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await visit(page, which)
    const answers: unknown[] = []
    answers.push(await page.evaluate(() => window.client.connectEmail("linden@fernhill.example")))
    const right = await code(page)
    const wrong = right === "000000" ? "000001" : "000000"
    answers.push(await page.evaluate((otp) => window.client.connectOtp(otp), wrong))
    await page.evaluate((otp) => window.client.connectOtp(otp), right)
    const { address } = (await page.evaluate(() => window.client.getUser())) as { readonly address: string }
    const signing = page.evaluate((by) => window.client.request("personal_sign", ["0x68656c6c6f", by]), address)
    await press(page, "approve")
    await signing
    const refusing = page.evaluate((by) => window.client.request("personal_sign", ["0x6e6f", by]), address)
    await press(page, "reject")
    answers.push(await refusing)
    answers.push(await page.evaluate(() => window.client.request("eth_chainId", [])).then(Number))
    await page.evaluate(() => window.client.request("eth_nope", []))
    answers.push(await page.evaluate(() => window.client.networks()))
    answers.push(await page.evaluate(() => window.client.switchNetwork(1)))
    await page.evaluate(() => window.client.theme("purple"))
    await page.evaluate(() => window.client.theme("light"))
    answers.push((await page.evaluate(() => window.client.connectEmail("linden@fernhill.example"))) !== undefined)
    await page.evaluate(() => window.client.signOut())
    const log = await logged(page)
    await context.close()
    return { answers, log }
  }
  const [theirs, ours] = [await run("theirs"), await run("ours")]

  expect(ours.answers).toEqual(theirs.answers)
  const comparable = (log: typeof ours.log) =>
    log
      .filter(({ type }) => !type.includes("SYNC_") && type !== "@w3m-frame/SESSION_UPDATE")
      .map(({ id: _, ...rest }) => JSON.parse(neutral(JSON.stringify(rest))))
  const sendable = comparable(theirs.log).filter((message) => !/eth_nope|purple/.test(JSON.stringify(message)))
  const refused = comparable(theirs.log).findIndex((message) => JSON.stringify(message).includes("eth_nope"))
  expect(refused).toBeGreaterThan(0)
  // The node's answer to the unknown method is the only one that ours has no question for.
  const unknown = sendable.findIndex(({ dir }, at) => dir === "frame->app" && at >= refused)
  expect(comparable(ours.log)).toEqual(sendable.filter((_, at) => at !== unknown))
  const synced = ({ log }: typeof ours) =>
    new Set(
      log
        .filter(({ type, payload }) => type.startsWith("@w3m-app/SYNC_") && !JSON.stringify(payload).includes("purple"))
        .map(({ type, payload }) => JSON.stringify([type, sorted(payload)])),
    )
  expect(synced(ours)).toEqual(synced(theirs))

  for (const { dir, ...message } of ours.log) {
    const schema = dir === "app->frame" ? W3mFrameSchema.appEvent : W3mFrameSchema.frameEvent
    expect(schema.safeParse(message).success, JSON.stringify(message)).toBe(true)
  }
})

/** Keys and codes are made anew in each run. */
const neutral = (text: string) =>
  text
    .replace(/0x[0-9a-f]{130}\b/gi, "SIGNATURE")
    .replace(/0x[0-9a-f]{40}\b/gi, "ADDRESS")
    .replace(/"otp":"\d{6}"/g, '"otp":"CODE"')

const sorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort()
          .map(([key, one]) => [key, sorted(one)]),
      )
    : value

test("a wrong and then a right code log in, a message is signed or refused, and a transaction reaches the chain", async ({
  page,
}) => {
  await visit(page)
  await page.evaluate(() => window.client.connectEmail("linden@fernhill.example"))
  const right = await code(page)
  const wrong = right === "000000" ? "000001" : "000000"
  expect(await page.evaluate((otp) => window.client.connectOtp(otp), wrong)).toBe("failed: Invalid code")
  expect(await page.evaluate(() => window.client.connectEmail("linden@fernhill.example"))).toMatch(
    /^failed: Please try again after \d+ seconds$/,
  )
  await page.evaluate((otp) => window.client.connectOtp(otp), right)
  const user = (await page.evaluate(() => window.client.getUser())) as { readonly address: Hex }

  const signing = page.evaluate((by) => window.client.request("personal_sign", ["0x68656c6c6f", by]), user.address)
  await press(page, "approve")
  const signature = (await signing) as Hex
  expect(await verifyMessage({ address: user.address, message: "hello", signature })).toBe(true)
  const refusing = page.evaluate((by) => window.client.request("personal_sign", ["0x6e6f", by]), user.address)
  await press(page, "reject")
  expect(await refusing).toBe("failed: User rejected the request")

  await forward(mainnet.url, "anvil_setBalance", [user.address, "0xde0b6b3a7640000"])
  const to = "0x00000000000000000000000000000000000a11ce"
  const before = await page.evaluate(() => window.client.changes.length)
  const sending = page.evaluate(
    ([from, to]) => window.client.request("eth_sendTransaction", [{ from, to, value: "0x2386f26fc10000" }]),
    [user.address, to],
  )
  await press(page, "approve")
  const hash = (await sending) as Hex
  const client = createPublicClient({ transport: http(mainnet.url) })
  const receipt = await client.waitForTransactionReceipt({ hash })
  expect([receipt.status, receipt.from, receipt.to]).toEqual(["success", user.address.toLowerCase(), to])
  expect(await client.getBalance({ address: to })).toBe(10n ** 16n)
  const changes = await page.evaluate((from) => window.client.changes.slice(from), before)
  expect(changes.map(({ is }) => is)).toEqual(["asked", "answered"])
  expect(BigInt(String(await page.evaluate(() => window.client.request("eth_blockNumber", []))))).toBeGreaterThan(0n)
})

test("the account's type, its address and its e-mail change, Solana signs, a reload finds the login and signing out ends it", async ({
  page,
}) => {
  await visit(page)
  const user = await logIn(page)
  expect(user.preferredAccountType).toBe("smartAccount")
  const eoa = user.accounts.find(({ type }) => type === "eoa")?.address
  const ask = (name: string, input?: unknown) =>
    page.evaluate(([name, input]) => window.client.ask(name, input), [name, input] as const)
  expect(await ask("SET_PREFERRED_ACCOUNT", { type: "eoa" })).toEqual({ type: "eoa", address: eoa })
  const signing = page.evaluate((by) => window.client.request("personal_sign", ["0x6869", by]), eoa ?? "")
  await press(page, "approve")
  expect(await verifyMessage({ address: eoa ?? "0x", message: "hi", signature: (await signing) as Hex })).toBe(true)

  const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
  const there = (await ask("GET_USER", { chainId: solana })) as { readonly address: string }
  const message = new TextEncoder().encode("hello")
  const input = {
    method: "solana_signMessage",
    params: { message: getBase58Decoder().decode(message), pubkey: there.address },
    chainNamespace: "solana",
    chainId: solana,
  }
  const approving = ask("RPC_REQUEST", input)
  await press(page, "approve")
  const { signature } = (await approving) as { readonly signature: string }
  const bytes = (text: string) => new Uint8Array(getBase58Encoder().encode(text))
  expect(nacl.sign.detached.verify(message, bytes(signature), bytes(there.address))).toBe(true)

  expect(await ask("UPDATE_EMAIL", { email: "hall@fernhill.example" })).toEqual({ action: "VERIFY_PRIMARY_OTP" })
  await ask("UPDATE_EMAIL_PRIMARY_OTP", { otp: await code(page) })
  expect(await ask("UPDATE_EMAIL_SECONDARY_OTP", { otp: await code(page) })).toEqual({
    newEmail: "hall@fernhill.example",
  })

  await visit(page)
  expect(await page.evaluate(() => window.client.kept())).toMatchObject({ email: "hall@fernhill.example" })
  expect(await ask("IS_CONNECTED", {})).toEqual({ isConnected: true })
  const back = (await ask("GET_USER", { chainId: 1 })) as { readonly address: Hex; readonly email: string }
  expect(back).toMatchObject({ address: eoa, email: "hall@fernhill.example" })

  await ask("SIGN_OUT")
  expect(await page.evaluate(() => window.client.kept())).toBeUndefined()
  expect(await ask("IS_CONNECTED", {})).toEqual({ isConnected: false })
  expect(await ask("GET_USER", {})).toBe("failed: Nobody is logged in")
})

test("the frame is shown over the modal, approved by keyboard, given up when asked to, and named for screen readers", async ({
  page,
}) => {
  await visit(page)
  const { address } = await logIn(page)
  const signing = page.evaluate((by) => window.client.request("personal_sign", ["0x68656c6c6f", by]), address)
  await page.evaluate(() => window.client.show(true))
  const element = page.locator("portico-modal iframe")
  await patiently(element).toBeVisible()
  expect((await element.boundingBox())?.width).toBe(360)
  await patiently(page.getByRole("dialog").locator(`iframe[title="${new URL(secure.url).host}"]`)).toBeVisible()
  const inside = page.frameLocator("portico-modal iframe")
  await patiently(inside.getByRole("heading", { name: "Sign a message" })).toBeFocused()
  await expect(inside.getByText("hello")).toBeVisible()
  await expect(inside.getByText("Asked by Fernhill")).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(inside.getByRole("button", { name: "Reject" })).toBeFocused()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  expect(await verifyMessage({ address, message: "hello", signature: (await signing) as Hex })).toBe(true)
  await expect(inside.getByRole("status")).toHaveText("Approved")
  await page.evaluate(() => window.client.show(false))
  await expect(element).toBeHidden()

  const given = page.evaluate((by) => window.client.request("personal_sign", ["0x6e6f", by]), address)
  const frame = await frameOf(page)
  await frame.waitForFunction(() => document.querySelector<HTMLElement>("#approval")?.hidden === false)
  await page.evaluate(() => window.client.abort())
  expect(await given).toBe("failed: Request was aborted")
  await frame.waitForFunction(() => document.querySelector<HTMLElement>("#approval")?.hidden === true)
})

test("a frame that begins anew or leaves its page while it is asked is loaded anew by the next question", async ({
  page,
}) => {
  await visit(page)
  const { address } = await logIn(page)
  const leaves: readonly ((frame: Frame) => Promise<unknown>)[] = [
    (frame) => frame.evaluate(() => location.reload()),
    (frame) => frame.evaluate(() => location.replace("/nothing")),
  ]
  for (const leave of leaves) {
    const open = page.evaluate((by) => window.client.request("personal_sign", ["0x6e6f", by]), address)
    const frame = await frameOf(page)
    await frame.waitForFunction(() => document.querySelector<HTMLElement>("#approval")?.hidden === false)
    await leave(frame).catch(() => undefined)
    expect(await open).toBe("failed: Network Error: Wallet Load Failed")
    expect(await page.evaluate(() => window.client.getUser())).toMatchObject({ address })
    expect(await page.locator("portico-modal iframe").count()).toBe(1)
  }
})

test("a login by a window is taken from the secure site only; one that is closed, blocked or astray is told apart", async ({
  page,
}) => {
  await visit(page)
  const { uri } = (await page.evaluate(() => window.client.ask("GET_SOCIAL_REDIRECT_URI", { provider: "google" }))) as {
    readonly uri: string
  }
  const opened = async (to: string) => {
    await page.evaluate((at) => {
      document.querySelector("button")?.remove()
      const button = document.createElement("button")
      button.textContent = "Log in"
      document.body.prepend(button)
      button.onclick = () => Object.assign(window, { outcome: window.client.social(at) })
    }, to)
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Log in" }).click(),
    ])
    return popup
  }
  const outcome = () => page.evaluate(() => (window as unknown as { outcome: Promise<unknown> }).outcome)

  const approved = await opened(uri)
  await approved.getByLabel("Name").fill("linden")
  // Somebody else's word counts for nothing meanwhile.
  await page.evaluate(() => window.postMessage({ resultUri: "https://evil.example" }, "*"))
  await approved.getByRole("button", { name: "Log in" }).click()
  const result = String(await outcome())
  expect(result).toContain(`${secure.url}/result?provider=google&name=linden`)
  const user = await page.evaluate((uri) => window.client.ask("CONNECT_SOCIAL", { uri, chainId: 1 }), result)
  expect(user).toMatchObject({ userName: "linden", email: "linden@fernhill.example" })
  expect(await page.evaluate(() => window.client.kept())).toMatchObject({ username: "linden" })

  const closed = await opened(uri)
  await closed.close()
  expect(await outcome()).toBe("failed: Popup closed")

  const hostile = await opened(uri)
  await hostile.getByRole("button", { name: "Log in" }).waitFor()
  const elsewhere = `${site.url.replace("127.0.0.1", "localhost")}/nothing`
  await hostile.evaluate((to) => location.assign(to), elsewhere)
  await hostile.waitForURL(elsewhere)
  await hostile.evaluate(() => window.opener.postMessage({ resultUri: "https://evil.example" }, "*"))
  expect(await outcome()).toBe("failed: Failed to initiate social connection")

  await page.evaluate(() => {
    window.open = () => null
  })
  expect(await page.evaluate((at) => window.client.social(at), uri)).toBe(
    "failed: Failed to initiate social connection",
  )
})
