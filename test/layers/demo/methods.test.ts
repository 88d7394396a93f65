import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { createWorld, type DemoWallet, type Manner, type World } from "../../../layers/demo.ts"
import { walletOf } from "./demoParts.ts"

const [able, token] = ["example.cinderbox", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"]

/** The EVM wallets of a world, each with this behavior. */
const wallets: readonly (readonly [string, (manner: Manner) => DemoWallet])[] = [
  ["in the page", (manner) => walletOf(createWorld({ wallets: { "*": manner } }))],
  [
    "of the program that frames the page",
    (manner) => walletOf(createWorld({ wallets: { "example.latchkey": manner } }), "example.latchkey"),
  ],
  ["on the phone", (manner) => createWorld({ relay: { connect: "approve", ...manner } }).phone],
]
const asking =
  ({ request }: DemoWallet) =>
  (method: string, ...params: readonly unknown[]) =>
    Effect.runPromise(request({ method, params }))
const heard = (wallet: DemoWallet) => {
  const events: unknown[] = []
  wallet.listen((event, value) => events.push([event, value]))
  return events
}
/** The wallet's prompts from now on, each of which is approved. */
const questions = (wallet: DemoWallet) => {
  const asked: string[] = []
  wallet.behave({ connect: "hang", switch: "hang", watch: "hang" })
  wallet.watch(() => {
    asked.push(...wallet.state().openPrompts)
    wallet.approve()
  })
  return asked
}
const permission = (accounts: readonly string[]) => ({
  invoker: expect.any(String),
  parentCapability: "eth_accounts",
  caveats: [{ type: "restrictReturnedAccounts", value: accounts }],
})

describe.each(wallets)("The EVM wallet %s", (_, made) => {
  it("grants, lists and revokes permissions (EIP-2255)", async () => {
    const wallet = made({})
    const [ask, events, asked, accounts] = [asking(wallet), heard(wallet), questions(wallet), wallet.state().addresses]
    expect(await ask("wallet_getPermissions")).toEqual([])
    expect(await ask("wallet_requestPermissions", { eth_accounts: {} })).toEqual([permission(accounts)])
    expect(await ask("wallet_getPermissions")).toEqual([permission(accounts)])
    expect(await ask("eth_accounts")).toEqual(accounts)
    expect(await ask("wallet_revokePermissions", { eth_accounts: {} })).toBeNull()
    expect([await ask("wallet_getPermissions"), await ask("eth_accounts")]).toEqual([[], []])
    expect(events).toEqual([
      ["accountsChanged", accounts],
      ["accountsChanged", []],
    ])
    expect(asked).toEqual(["connect"])
  })

  it("prompts again for granted permissions, and keeps the grant if that is rejected", async () => {
    const wallet = made({})
    const ask = asking(wallet)
    await ask("eth_requestAccounts")
    wallet.behave({ connect: "reject" })
    await expect(ask("wallet_requestPermissions", { eth_accounts: {} })).rejects.toMatchObject({ code: 4001 })
    expect(await ask("eth_accounts")).toEqual(wallet.state().addresses)
  })

  it.each(["wallet_requestPermissions", "wallet_revokePermissions"])(
    "rejects unknown permissions: %s",
    async (method) => {
      const wallet = made({})
      const [ask, asked] = [asking(wallet), questions(wallet)]
      for (const given of [undefined, {}, { eth_accounts: true }, { snap: {} }, { eth_accounts: {}, snap: {} }])
        await expect(ask(method, given)).rejects.toMatchObject({ code: -32602 })
      expect(asked).toEqual([])
    },
  )

  it("prompts to watch an asset (EIP-747)", async () => {
    const wallet = made({})
    const [ask, asked] = [asking(wallet), questions(wallet)]
    const options = { address: token, symbol: "USDC", decimals: 6 }
    expect(
      await Effect.runPromise(wallet.request({ method: "wallet_watchAsset", params: { type: "ERC20", options } })),
    ).toBe(true)
    expect(await ask("wallet_watchAsset", { type: "ERC721", options: { address: token, tokenId: "7" } })).toBe(true)
    expect(asked).toEqual(["watch", "watch"])
    wallet.behave({ watch: "reject" })
    await expect(ask("wallet_watchAsset", { type: "ERC20", options })).rejects.toMatchObject({ code: 4001 })
    for (const wrong of [
      undefined,
      { type: "ERC20" },
      { type: "ERC7", options },
      { type: "ERC20", options: { ...options, address: "0x12" } },
      { type: "ERC20", options: { ...options, symbol: "ALONGSYMBOL!" } },
      { type: "ERC20", options: { ...options, decimals: 37 } },
      { type: "ERC721", options },
    ])
      await expect(ask("wallet_watchAsset", wrong)).rejects.toMatchObject({ code: -32602 })
  })

  it("rejects a token as it does a signature, unless its script sets otherwise", async () => {
    const watching = (manner: Manner) =>
      asking(made(manner))("wallet_watchAsset", { type: "ERC20", options: { address: token } })
    await expect(watching({ sign: "reject" })).rejects.toMatchObject({ code: 4001 })
    expect(await watching({ sign: "reject", watch: "approve" })).toBe(true)
  })

  it("switches to known chains (EIP-3326) and adds others (EIP-3085)", async () => {
    const wallet = made({ chains: [1, 137] })
    const [ask, events, asked] = [asking(wallet), heard(wallet), questions(wallet)]
    expect(await ask("wallet_switchEthereumChain", { chainId: "0x89" })).toBeNull()
    await expect(ask("wallet_switchEthereumChain", { chainId: "0xa" })).rejects.toMatchObject({ code: 4902 })
    expect(await ask("wallet_addEthereumChain", { chainId: "0xa", rpcUrls: ["https://node.example"] })).toBeNull()
    expect(await ask("eth_chainId")).toBe("0xa")
    expect(events).toEqual([
      ["chainChanged", "0x89"],
      ["chainChanged", "0xa"],
    ])
    expect(asked).toEqual(["switch", "switch"])
    for (const chainId of [1, "1", "0x", "0x0", undefined])
      await expect(ask("wallet_switchEthereumChain", { chainId })).rejects.toMatchObject({ code: -32602 })
    wallet.behave({ switch: "reject" })
    await expect(ask("wallet_switchEthereumChain", { chainId: "0x1" })).rejects.toMatchObject({ code: 4001 })
  })

  it.each([
    "eth_sign",
    "eth_signTypedData",
    "eth_signTypedData_v3",
    "wallet_getSnaps",
    "wallet_sendCalls",
    "wallet_getCapabilities",
    "nonsense",
  ])("does not support %s", async (method) => {
    await expect(asking(made({}))(method)).rejects.toMatchObject({ code: -32601 })
  })
})

describe("An EVM wallet that bundles calls (EIP-5792)", () => {
  const made = (): readonly [World, DemoWallet, readonly string[]] => {
    const world = createWorld()
    const wallet = walletOf(world, able)
    wallet.resume({ granted: true, chainId: 8453 })
    return [world, wallet, wallet.accounts()]
  }

  it("lists its capabilities, limited to the requested chains", async () => {
    const [, wallet, [from]] = made()
    const all = (await asking(wallet)("wallet_getCapabilities", from)) as Record<string, object>
    expect(Object.keys(all).sort()).toEqual(["0x1", "0x2105"])
    expect(all["0x1"]).toMatchObject({ atomic: { status: "supported" } })
    expect(await asking(wallet)("wallet_getCapabilities", from, ["0x1", "0xa"])).toEqual({ "0x1": all["0x1"] })
    await expect(asking(wallet)("wallet_getCapabilities", token)).rejects.toMatchObject({ code: 4100 })
  })

  it("sends them as signed transactions, under the site's ID, which can be used once", async () => {
    const [world, wallet, [from = ""]] = made()
    const ask = asking(wallet)
    const calls = [
      { to: token, value: "0x1" },
      { to: from, data: "0x12" },
    ]
    const bundle = { version: "2.0.0", from, chainId: "0x2105", atomicRequired: true, id: "0xsite", calls }
    expect(await ask("wallet_sendCalls", bundle)).toEqual({ id: "0xsite" })
    expect(world.ledger.moved.map(({ from, to, nonce }) => [from, to, nonce])).toEqual([
      [from, token, 0],
      [from, from, 1],
    ])
    expect(await ask("wallet_getCallsStatus", "0xsite")).toMatchObject({ id: "0xsite", status: 100 })
    expect(await ask("wallet_showCallsStatus", "0xsite")).toBeNull()
    await expect(ask("wallet_sendCalls", bundle)).rejects.toMatchObject({ code: 5720 })
    for (const method of ["wallet_getCallsStatus", "wallet_showCallsStatus"])
      await expect(ask(method, "0xother")).rejects.toMatchObject({ code: 5730 })
  })

  it("accepts an unknown capability only if it is optional", async () => {
    const [, wallet, [from]] = made()
    const bundle = { version: "2.0.0", from, chainId: "0x2105", atomicRequired: false, calls: [{ to: token }] }
    const asked = (capabilities: object) => asking(wallet)("wallet_sendCalls", { ...bundle, capabilities })
    await expect(asked({ flow: {} })).rejects.toMatchObject({ code: 5700 })
    await expect(asked({ flow: { optional: true } })).resolves.toMatchObject({ id: expect.any(String) })
  })
})
