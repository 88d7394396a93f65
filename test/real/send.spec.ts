import { expect, type Page } from "@playwright/test"
import {
  type Address,
  createWalletClient,
  encodeAbiParameters,
  encodeErrorResult,
  erc20Abi,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
  toFunctionSelector,
} from "viem"
import { mainnet as ens } from "viem/chains"
import { type Site, serve } from "../serve.ts"
import { answering } from "./parts/answering.ts"
import * as Anvil from "./parts/anvil.ts"
import { installMetaMask, type MetaMask } from "./parts/metamask.ts"
import { addressOf, becomes, choose, patiently, uncaught, view } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import { test } from "./parts/shared.ts"

const [first, second] = Anvil.accounts
if (!first || !second) throw new Error("Anvil has ten accounts")
/** Nobody's, so that what is there was sent by the test. */
const receiver = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"

let mainnet: Anvil.Anvil
let polygon: Anvil.Anvil
let site: Site
let provider: Provider.Provider
let metamask: MetaMask
let errors: readonly string[]

test.beforeAll(async () => {
  site = await serve("whole")
})
test.afterAll(() => site.stop())

test.beforeEach(async ({ context, page }) => {
  ;[mainnet, polygon] = await Promise.all([Anvil.start({ chainId: 1 }), Anvil.start({ chainId: 137 })])
  provider = await Provider.start({ rpc: { "eip155:1": mainnet.url, "eip155:137": polygon.url } })
  metamask = await installMetaMask(context, {
    accounts: [first, second],
    chains: { 1: mainnet.url, 137: polygon.url },
  })
  errors = uncaught(page)
  await page.goto(addressOf({ site, provider, nodes: { 1: mainnet.url, 137: polygon.url } }))
  await choose(page, "io.metamask")
  await becomes(page, { status: "connected", address: first.address, network: "eip155:1" })
})

test.afterEach(async ({ context, page }) => {
  // A page that still asks would ask nodes that are gone.
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.goto(`${site.url}/nothing`)
  await Promise.all([provider.stop(), mainnet.stop(), polygon.stop()])
  expect(errors, "what nobody caught in the page").toEqual([])
})

test("Wallet operation: send transaction, as the visitor fills it in and reviews it, in views that are loaded on demand", async ({
  page,
}) => {
  const before = await mainnet.client.getBalance({ address: receiver })
  const fetched: string[] = []
  page.on("request", (request) => fetched.push(request.url()))
  await page.evaluate(() => window.portico.open({ view: "Account" }))
  const tile = view(page, "Account").getByRole("button", { name: "Send", exact: true })
  await page.evaluate(() => window.portico.updateFeatures({ send: false }))
  await expect(tile).toHaveCount(0)
  await page.evaluate(() => window.portico.updateFeatures({ send: true }))
  await expect(tile).toBeVisible()
  expect(fetched.filter((url) => url.includes("/sendViews-"))).toEqual([])
  await tile.click()
  const form = view(page, "WalletSend")
  await form.getByRole("textbox", { name: /^Amount/ }).fill("0.4")
  await form.getByLabel("Address or name").fill(receiver)
  await patiently(form.getByRole("button", { name: "Preview Send" })).toBeEnabled()
  await form.getByRole("button", { name: "Preview Send" }).click()
  const review = view(page, "WalletSendPreview")
  expect(fetched.filter((url) => url.includes("/sendViews-"))).not.toEqual([])
  await patiently(review.getByRole("button", { name: /^Send 0\.4/ })).toBeEnabled()
  // Two presses, as of somebody in a hurry.
  await review.getByRole("button", { name: /^Send 0\.4/ }).dblclick()

  await patiently(page.locator("[data-snack=success]")).toContainText("Transaction started")
  await expect(view(page, "Account")).toBeVisible()
  await patiently.poll(() => latest(page)).toMatchObject({ status: "confirmed", amount: "0.4", to: receiver })
  expect((await mainnet.client.getBalance({ address: receiver })) - before).toBe(parseEther("0.4"))
  expect(metamask.person.asked.filter((method) => method === "eth_sendTransaction")).toHaveLength(1)
})

test("Wallet operation: write contract (an ERC20 transfer with recipient and amount), on chain 1 and 137", async ({
  page,
}) => {
  for (const chain of [mainnet, polygon]) {
    const token = await chain.deployToken("Harbour", "HRB", 1_000, first.address)
    if (chain === polygon) {
      await page.evaluate(() => window.portico.switchNetwork({ network: "eip155:137" }))
      await becomes(page, { network: "eip155:137" })
    }
    const input = { token: token.address, sendTokenAmount: "12.000000000000000001", receiverAddress: receiver }
    const { hash } = await page.evaluate((asked) => window.portico.send(asked), input)

    const held = (of: Address) =>
      chain.client.readContract({ address: token.address, abi: erc20Abi, functionName: "balanceOf", args: [of] })
    // A node gives the hash before the block.
    await patiently.poll(() => held(receiver)).toBe(12_000_000_000_000_000_001n)
    const { to, value, chainId } = await chain.client.getTransaction({ hash: hash as `0x${string}` })
    expect([to?.toLowerCase(), value, chainId]).toEqual([token.address.toLowerCase(), 0n, chain.chainId])
  }
})

test("a token like USDT, whose transfer answers nothing, is sent as any other", async ({ page }) => {
  const token = "0x00000000000000000000000000000000000c0de5"
  await mainnet.control.setCode({ address: token, bytecode: oddToken })
  const input = { token, sendTokenAmount: "1.5", receiverAddress: receiver }
  await page.evaluate((asked) => window.portico.send(asked), input)

  const slot = `0x${receiver.slice(2).padStart(64, "0").toLowerCase()}` as const
  const held = async () => BigInt((await mainnet.client.getStorageAt({ address: token, slot })) ?? "0x0")
  await patiently.poll(held).toBe(1_500_000n)
})

test("all that can be sent leaves exactly nothing after the fee, on chain 1 and 137", async ({ page }) => {
  for (const chain of [mainnet, polygon]) {
    if (chain === polygon) {
      await page.evaluate(() => window.portico.switchNetwork({ network: "eip155:137" }))
      await becomes(page, { network: "eip155:137" })
    }
    await chain.setBalance(first.address, "3.141592653589793238")
    const before = await chain.client.getBalance({ address: receiver })
    const input = { token: "native", sendTokenAmount: "max", receiverAddress: receiver }
    const estimate = await page.evaluate((asked) => window.portico.estimateSend(asked), input)
    await page.evaluate((asked) => window.portico.send(asked), input)

    await patiently.poll(() => chain.client.getBalance({ address: first.address })).toBe(0n)
    const came = (await chain.client.getBalance({ address: receiver })) - before
    expect(came).toBeGreaterThan(parseEther("3.14"))
    expect(parseEther(estimate.sendTokenAmount) + parseEther(estimate.fee)).toBe(parseEther("3.141592653589793238"))
  }
})

test("Wallet operation: estimate gas: what the nodes have against a transfer is told, and the wallet is not asked", async ({
  page,
}) => {
  const refused = (input: object) =>
    page.evaluate((asked) => window.portico.send(asked).catch(({ _tag, lacks }) => [_tag, lacks]), input)
  await mainnet.setBalance(first.address, "1")
  const native = { token: "native", receiverAddress: receiver }
  expect(await refused({ ...native, sendTokenAmount: "2" })).toEqual(["InsufficientFunds", "amount"])
  expect(await refused({ ...native, sendTokenAmount: "1" })).toEqual(["InsufficientFunds", "fee"])
  expect(await refused({ ...native, token: receiver, sendTokenAmount: "1" })).toEqual(["TokenNotFound", undefined])
  metamask.person.next("reject")
  expect(await refused({ ...native, sendTokenAmount: "0.5" })).toEqual(["UserRejectedRequestError", undefined])
  expect(metamask.person.asked.slice(1)).toEqual(["eth_sendTransaction"])
})

test("a transfer that the chain turns back has failed, and the visitor is told", async ({ page }) => {
  await mainnet.control.setAutomine(false)
  await send(page)
  // Whoever pays it now is turned away.
  await mainnet.control.setCode({ address: receiver, bytecode: "0x60006000fd" })
  await mainnet.control.mine({ blocks: 1 })

  await patiently.poll(() => latest(page)).toMatchObject({ status: "failed" })
  await page.evaluate(() => window.portico.open({ view: "Account" }))
  await patiently(page.locator("[data-snack=error]")).toContainText("Sending 0.4 ETH failed")
})

test("a transfer whose place another took is told as replaced, also after a reload", async ({ page }) => {
  await mainnet.control.setAutomine(false)
  const hash = await send(page)
  await patiently.poll(() => latest(page)).toMatchObject({ status: "pending", nonce: 0 })
  await page.reload()
  await patiently.poll(() => latest(page)).toMatchObject({ id: hash, status: "pending" })
  await mainnet.control.dropTransaction({ hash })
  const wallet = createWalletClient({ account: first, transport: http(mainnet.url) })
  await wallet.sendTransaction({ chain: null, to: second.address, value: 1n, nonce: 0 })
  await mainnet.control.mine({ blocks: 1 })

  await patiently.poll(() => latest(page)).toMatchObject({ status: "replaced" })
})

test("a transfer that is sped up in the wallet is told as sent, by its new hash, also after a reload", async ({
  page,
}) => {
  await mainnet.control.setAutomine(false)
  const hash = await send(page)
  await patiently.poll(() => latest(page)).toMatchObject({ status: "pending", nonce: 0 })
  await page.reload()
  await patiently.poll(() => latest(page)).toMatchObject({ id: hash, status: "pending" })
  await mainnet.control.dropTransaction({ hash })
  const wallet = createWalletClient({ account: first, transport: http(mainnet.url) })
  const fees = { maxFeePerGas: parseEther("0.0000001"), maxPriorityFeePerGas: parseEther("0.00000001") }
  const faster = await wallet.sendTransaction({
    chain: null,
    to: receiver,
    value: parseEther("0.4"),
    nonce: 0,
    ...fees,
  })
  await mainnet.control.mine({ blocks: 5 })

  await patiently.poll(() => latest(page)).toMatchObject({ id: hash, status: "confirmed", hash: faster })
  await page.evaluate(() => window.portico.open({ view: "Account" }))
  await patiently(page.locator("[data-snack=success]")).toContainText("0.4 ETH sent")
})

test("a chain that takes a block back makes a transfer pending again", async ({ page }) => {
  await send(page)
  await patiently.poll(() => latest(page)).toMatchObject({ status: "confirmed" })
  await mainnet.control.request({ method: "anvil_rollback", params: [1] } as never)

  await patiently.poll(() => latest(page)).toMatchObject({ status: "pending" })
})

test("a transfer that is never carried out, or that the nodes drop, stays pending, and settles if it comes after all", async ({
  page,
}) => {
  await mainnet.control.setAutomine(false)
  const hash = await send(page)
  await patiently.poll(() => latest(page)).toMatchObject({ status: "pending", nonce: 0 })
  const wire = await mainnet.control.request({ method: "eth_getRawTransactionByHash", params: [hash] } as never)
  await mainnet.control.dropTransaction({ hash })
  const asked = () => provider.ledger.filter(({ body }) => JSON.stringify(body ?? "").includes(hash)).length
  const before = asked()
  await patiently.poll(asked).toBeGreaterThan(before + 1)
  expect(await latest(page)).toMatchObject({ status: "pending", nonce: 0 })
  await page.evaluate(() => window.portico.open({ view: "Account" }))
  await expect(page.locator("[data-snack=error]")).toHaveCount(0)

  await mainnet.client.sendRawTransaction({ serializedTransaction: wire as `0x${string}` })
  await mainnet.control.mine({ blocks: 1 })
  await patiently.poll(() => latest(page)).toMatchObject({ status: "confirmed" })
})

test("two tabs whose transfers have one place in the account: the one is told as replaced, the other as sent, in each tab its own", async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto(page.url())
  await becomes(other, { status: "connected", address: first.address })
  await mainnet.control.setAutomine(false)
  const hash = await send(page)
  await patiently.poll(() => latest(page)).toMatchObject({ status: "pending", nonce: 0 })
  // The wallet takes the same place again, as one does whose node does not know of the first.
  await mainnet.control.dropTransaction({ hash })
  const taken = await send(other, "0.3")
  await mainnet.control.mine({ blocks: 1 })

  await patiently.poll(() => latest(page)).toMatchObject({ id: hash, status: "replaced" })
  await patiently.poll(() => latest(other)).toMatchObject({ id: taken, status: "confirmed", amount: "0.3" })
  expect(await mainnet.client.getTransactionCount({ address: first.address })).toBe(1)
})

test("a name of ENS is asked of the chain's resolver, and what is sent goes to whom it stands for", async ({
  page,
}) => {
  const resolver = ens.contracts.ensUniversalResolver.address
  const address = encodeAbiParameters([{ type: "address" }], [receiver])
  const says = (code: Hex) => mainnet.control.setCode({ address: resolver, bytecode: code })
  const resolve = toFunctionSelector("resolveWithGateways(bytes,bytes,string[])")
  const returns = encodeAbiParameters([{ type: "bytes" }, { type: "address" }], [address, resolver])
  await says(answering([[resolve, { returns }]]))
  const before = await mainnet.client.getBalance({ address: receiver })
  await page.evaluate(() =>
    window.portico.send({ token: "native", sendTokenAmount: "0.4", receiverAddress: "ansel.eth" }),
  )
  const came = async () => (await mainnet.client.getBalance({ address: receiver })) - before
  await patiently.poll(came).toBe(parseEther("0.4"))
  expect(await page.evaluate(() => window.portico.resolveName({ name: "ansel.eth" }))).toMatchObject({
    address: receiver,
  })

  const notFound = encodeErrorResult({
    abi: parseAbi(["error ResolverNotFound(bytes name)"]),
    errorName: "ResolverNotFound",
    args: ["0x"],
  })
  await says(answering([[resolve, { reverts: notFound }]]))
  const refused = page.evaluate(() =>
    window.portico
      .send({ token: "native", sendTokenAmount: "0.4", receiverAddress: "nobody.eth" })
      .catch(({ _tag }) => _tag),
  )
  expect(await refused).toBe("ReceiverInvalid")
})

const send = async (page: Page, amount = "0.4"): Promise<`0x${string}`> => {
  const { hash } = await page.evaluate((input) => window.portico.send(input), {
    token: "native",
    sendTokenAmount: amount,
    receiverAddress: receiver,
  })
  return hash as `0x${string}`
}

/** The transfer that was sent last, as the modal's state has it. */
const latest = (page: Page) =>
  page.evaluate(() => (window.portico.getState().sentTransfers as readonly object[] | undefined)?.[0])

/**
 * Assembled by hand: without arguments it answers 6 (`decimals`), with one 10^12 (`balanceOf`), with two (`transfer`) it writes the
 * amount down under the receiver, and answers nothing.
 */
const oddToken = `0x${[
  "36600414601657" + "36602414602157",
  "6024356004355500",
  "5b600660005260206000f3",
  `5b64${numberToHex(10n ** 12n).slice(2)}60005260206000f3`,
].join("")}` as const
