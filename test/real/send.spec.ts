import { expect, type Page } from "@playwright/test"
import {
  createWalletClient,
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
  toFunctionSelector,
} from "viem"
import { mainnet as ens } from "viem/chains"
import { sending } from "../../src/send/limits.ts"
import { answering } from "./parts/answering.ts"
import { becomes, call, latest, pass, refusal, rest, settles, snack, soon, view } from "./parts/playground.ts"
import { connected, first, stranger, test } from "./parts/shared.ts"

/** The published playground, in files that are loaded on demand. */
const onDemand = test.extend({ visit: ({ visit, splitSite }, use) => use((more) => visit(more, splitSite)) })

/** MetaMask is connected. */
test.beforeEach(async ({ page, visit, metamask: _ }) => {
  await visit()
  await call(page, "connect", { wallet: connected.connector })
})

onDemand(
  "Wallet operation: send transaction, as entered and reviewed by the visitor, in views that are loaded on demand",
  async ({ page, ethereum, metamask }) => {
    const fetched: string[] = []
    page.on("request", (request) => fetched.push(request.url()))
    const sendViews = () => fetched.filter((url) => url.includes("/views/send/index-"))
    await call(page, "open", { view: "Account" })
    const tile = view(page, "Account").getByRole("button", { name: "Send", exact: true })
    await call(page, "updateFeatures", { send: false })
    await expect(tile).toHaveCount(0)
    await call(page, "updateFeatures", { send: true })
    await expect(tile).toBeVisible()
    expect(sendViews()).toEqual([])
    await tile.click()
    const form = view(page, "WalletSend")
    await expect(form).toBeVisible()
    await form.getByRole("textbox", { name: /^Amount/ }).fill("0.4")
    await form.getByLabel("Address or name").fill(stranger)
    await form.getByRole("button", { name: "Preview Send" }).click()
    const button = view(page, "WalletSendPreview").getByRole("button", { name: /^Send 0\.4/ })
    await expect(button).toBeEnabled()
    expect(sendViews()).not.toEqual([])
    // A double-click.
    await button.dblclick()

    await expect(snack(page, "success")).toContainText("Transaction started")
    await expect(view(page, "Account")).toBeVisible()
    await settles(page, { status: "confirmed", amount: "0.4", to: stranger })
    expect(await ethereum.client.getBalance({ address: stranger })).toBe(parseEther("0.4"))
    expect(metamask.person.times("eth_sendTransaction")).toBe(1)
  },
)

test("Wallet operation: write contract (an ERC20 transfer with recipient and amount), also of a USDT-like token, whose transfer returns nothing, and sending the maximum leaves exactly nothing after the fee", async ({
  page,
  polygon,
}) => {
  await call(page, "switchNetwork", { network: "eip155:137" })
  await becomes(page, { network: "eip155:137" })
  const token = await polygon.deployToken("Harbour", "HRB", 1_000, first.address)
  const hash = await send(page, "12.000000000000000001", token.address)
  await polygon.mined(hash)
  expect(await token.held(stranger)).toBe(12_000_000_000_000_000_001n)
  const { to, value, chainId } = await polygon.client.getTransaction({ hash })
  expect([to?.toLowerCase(), value, chainId]).toEqual([token.address.toLowerCase(), 0n, 137])

  const address = "0x00000000000000000000000000000000000c0de5"
  await polygon.control.setCode({ address, bytecode: oddToken })
  await polygon.mined(await send(page, "1.5", address))
  const slot = `0x${stranger.slice(2).padStart(64, "0").toLowerCase()}` as const
  expect(BigInt((await polygon.client.getStorageAt({ address, slot })) ?? "0x0")).toBe(1_500_000n)

  await polygon.setBalance(first.address, "3.141592653589793238")
  const input = { token: "native", sendTokenAmount: "max", receiverAddress: stranger }
  const estimate = await call(page, "estimateSend", input)
  await polygon.mined(await send(page, "max"))
  expect(await polygon.client.getBalance({ address: first.address })).toBe(0n)
  expect(await polygon.client.getBalance({ address: stranger })).toBeGreaterThan(parseEther("3.14"))
  expect(parseEther(estimate.sendTokenAmount) + parseEther(estimate.fee)).toBe(parseEther("3.141592653589793238"))
})

test("Wallet operation: estimate gas: the nodes' error is shown, and the wallet is not prompted; a transfer to an ENS name goes to the address in the chain's resolver", async ({
  page,
  ethereum,
  metamask,
}) => {
  await ethereum.setBalance(first.address, "1")
  const refused = async (sendTokenAmount: string, token = "native") => {
    const { _tag, lacks } = (await refusal(page, "send", { token, sendTokenAmount, receiverAddress: stranger })) ?? {}
    return [_tag, lacks]
  }
  expect(await refused("2")).toEqual(["InsufficientFunds", "amount"])
  expect(await refused("1")).toEqual(["InsufficientFunds", "fee"])
  expect(await refused("1", stranger)).toEqual(["TokenNotFound", undefined])
  metamask.person.next("reject")
  expect(await refused("0.5")).toEqual(["UserRejectedRequestError", undefined])
  expect(metamask.person.asked.slice(1)).toEqual(["eth_sendTransaction"])

  const resolver = ens.contracts.ensUniversalResolver.address
  const resolve = toFunctionSelector("resolveWithGateways(bytes,bytes,string[])")
  const address = encodeAbiParameters([{ type: "address" }], [stranger])
  const returns = encodeAbiParameters([{ type: "bytes" }, { type: "address" }], [address, resolver])
  const name = "ansel.eth"
  await ethereum.control.setCode({ address: resolver, bytecode: answering([[resolve, { returns }]]) })
  await ethereum.mined(await send(page, "0.4", "native", name))
  expect(await ethereum.client.getBalance({ address: stranger })).toBe(parseEther("0.4"))
  expect(await call(page, "resolveName", { name })).toMatchObject({ address: stranger })

  const abi = parseAbi(["error ResolverNotFound(bytes name)"])
  const reverts = encodeErrorResult({ abi, errorName: "ResolverNotFound", args: ["0x"] })
  await ethereum.control.setCode({ address: resolver, bytecode: answering([[resolve, { reverts }]]) })
  const input = { token: "native", sendTokenAmount: "0.4", receiverAddress: "unknown.eth" }
  expect(await refusal(page, "send", input)).toMatchObject({ _tag: "ReceiverInvalid" })
})

test("a reverted transfer is reported to the visitor as failed, and one sped up in the wallet as sent with its new hash, also after a reload", async ({
  page,
  ethereum: { control, url },
}) => {
  await control.setAutomine(false)
  await send(page)
  // From now on every payment to it reverts.
  await control.setCode({ address: stranger, bytecode: "0x60006000fd" })
  await control.mine({ blocks: 1 })
  await settles(page, { status: "failed" })
  await call(page, "open", { view: "Account" })
  await expect(snack(page, "error")).toContainText("Couldn't send 0.4 ETH")

  await control.setCode({ address: stranger, bytecode: "0x" })
  const id = await send(page, "0.3")
  await settles(page, { status: "pending", nonce: 1 })
  await page.reload()
  await becomes(page, connected)
  await settles(page, { id, status: "pending", nonce: 1 })
  await control.dropTransaction({ hash: id })
  const hash = await createWalletClient({ account: first, transport: http(url) }).sendTransaction({
    chain: null,
    nonce: 1,
    to: stranger,
    value: parseEther("0.3"),
    maxFeePerGas: parseEther("0.0000001"),
    maxPriorityFeePerGas: parseEther("0.00000001"),
  })
  await control.mine({ blocks: 5 })
  await settles(page, { id, status: "confirmed", hash })
  await call(page, "open", { view: "Account" })
  await expect(snack(page, "success")).toContainText("0.3 ETH sent")
})

test("an unmined or dropped transfer stays pending, settles if it is mined later, and is pending again after a reorg", async ({
  page,
  provider,
  ethereum,
}) => {
  await ethereum.control.setAutomine(false)
  const hash = await send(page)
  await settles(page, { status: "pending", nonce: 0 })
  const wire = await ethereum.control.request({ method: "eth_getRawTransactionByHash", params: [hash] } as never)
  await ethereum.control.dropTransaction({ hash })
  const asked = () => provider.ledger.filter(({ body }) => JSON.stringify(body ?? "").includes(hash)).length
  for (let polls = 0; polls < 2; polls++) {
    const before = asked()
    await soon(() => pass(page, sending.watch)).toBe(true)
    await provider.until(() => asked() > before)
    await rest(page)
    expect(await latest(page)).toMatchObject({ status: "pending", nonce: 0 })
  }

  await ethereum.client.sendRawTransaction({ serializedTransaction: wire as Hex })
  await ethereum.control.mine({ blocks: 1 })
  await settles(page, { status: "confirmed" })
  await call(page, "open", { view: "Account" })
  await expect(snack(page, "success")).toContainText("0.4 ETH sent")
  await expect(snack(page, "error")).toHaveCount(0)

  await ethereum.control.request({ method: "anvil_rollback", params: [1] } as never)
  await settles(page, { status: "pending" })
})

test("of two tabs' transfers with the same nonce one is reported as replaced, the other as sent, each in its own tab", async ({
  page,
  context,
  ethereum,
}) => {
  const other = await context.newPage()
  await other.goto(page.url())
  await becomes(other, { status: "connected", address: first.address })
  await ethereum.control.setAutomine(false)
  const hash = await send(page)
  await settles(page, { status: "pending", nonce: 0 })
  // The wallet reuses the nonce, like one whose node does not know the first transaction.
  await ethereum.control.dropTransaction({ hash })
  const taken = await send(other, "0.3")
  await ethereum.control.mine({ blocks: 1 })

  await settles(page, { id: hash, status: "replaced" })
  await settles(other, { id: taken, status: "confirmed", amount: "0.3" })
  expect(await ethereum.client.getTransactionCount({ address: first.address })).toBe(1)
})

const send = async (page: Page, sendTokenAmount = "0.4", token = "native", receiverAddress: string = stranger) => {
  const { hash } = await call(page, "send", { token, sendTokenAmount, receiverAddress })
  return hash as Hex
}

/**
 * Assembled by hand. Without arguments it returns 6 (`decimals`), with one 10^12 (`balanceOf`), with two (`transfer`)
 * it stores the amount under the receiver and returns nothing.
 */
const oddToken = `0x${[
  "36600414601657" + "36602414602157",
  "6024356004355500",
  "5b600660005260206000f3",
  `5b64${numberToHex(10n ** 12n).slice(2)}60005260206000f3`,
].join("")}` as const
