import type SafeAppsSDK from "@safe-global/safe-apps-sdk"
import { describe, expect, it } from "vitest"
import { providerOf } from "../../../layers/chains/evm/safe/provider.ts"
import { InvalidInput } from "../../../src/errors/index.ts"
import { decodeSafeInfo } from "../../../src/wallets/schema/safe.ts"

const own = `0x${"1".repeat(40)}`
const to = `0x${"2".repeat(40)}`
const hash = `0x${"5".repeat(64)}`

/** A Safe on Ethereum. Its owners get `txs` to approve, and the host responds with `response`. */
const safe = (response: unknown = { safeTxHash: hash }) => {
  const asked: unknown[] = []
  const send = async ({ txs }: { readonly txs: readonly unknown[] }) => {
    asked.push(...txs)
    return response
  }
  const sign = async () => response
  const txs = { send, signMessage: sign, signTypedMessage: sign, getBySafeTxHash: sign }
  const eth = { getTransactionReceipt: async ([hash]: readonly string[]) => ({ transactionHash: hash }) }
  const provider = providerOf({ txs, eth } as unknown as SafeAppsSDK, async () => ({ address: own, chainId: 1 }))
  const request = async (method: string, params: readonly unknown[]) => provider.request({ method, params })
  return {
    asked,
    signs: () => request("personal_sign", ["0x68690a", own]),
    signsTyped: () => request("eth_signTypedData_v4", [own, {}]),
    follows: () => request("wallet_getCallsStatus", [hash]),
    sendsOne: (call: object) => request("eth_sendTransaction", [{ from: own, to, ...call }]),
    sendsAll: (call: object) => request("wallet_sendCalls", [{ from: own, chainId: "0x1", calls: [{ to, ...call }] }]),
  }
}

const ways = ["sendsOne", "sendsAll"] as const

describe("A Safe's owners", () => {
  it.each(ways)("get the whole data of a call, whichever field it is in (%s)", async (way) => {
    for (const call of [{ data: "0x1234" }, { input: "0x1234" }, { input: "0x1234", data: "0x1234" }]) {
      const host = safe()
      expect(await host[way](call)).toEqual(way === "sendsOne" ? hash : { id: hash })
      expect(host.asked).toEqual([{ to, value: "0", data: "0x1234" }])
    }
  })

  it.each(ways)("get no call with other data than the site's (%s)", async (way) => {
    const bytes = Uint8Array.of(1)
    for (const call of [
      { data: "0x12", input: "0x34" },
      { data: "0x", input: "0x34" },
      { data: bytes },
      { input: 1 },
    ]) {
      const host = safe()
      await expect(host[way](call)).rejects.toMatchObject({ code: -32602 })
      expect(host.asked).toEqual([])
    }
  })

  it("get no transaction for another chain", async () => {
    const host = safe()
    for (const chainId of ["0x89", 137, "polygon", null])
      await expect(host.sendsOne({ chainId })).rejects.toMatchObject({ code: 5710 })
    await host.sendsOne({ chainId: "0x1" })
    expect(host.asked).toHaveLength(1)
  })
})

describe("The host of a Safe", () => {
  it("cannot pass off anything but an address on a chain as its account", () => {
    for (const said of [
      ...[null, own, {}, { safeAddress: own }, { safeAddress: own, chainId: "1" }, { safeAddress: own, chainId: 0 }],
      ...[`<img>${own}`, own.slice(1), 5].map((safeAddress) => ({ safeAddress, chainId: 1 })),
    ])
      expect(decodeSafeInfo(said), JSON.stringify(said)).toBeInstanceOf(InvalidInput)
    expect(decodeSafeInfo({ safeAddress: own, chainId: 1, owners: [to] })).toEqual({ address: own, chainId: 1 })
  })

  it("cannot pass off anything but a hash as the mined transaction, or anything but a known status as its end", async () => {
    const mined = `0x${"6".repeat(64)}`
    expect(await safe({ txHash: mined, txStatus: "SUCCESS" }).follows()).toMatchObject({
      status: 200,
      receipts: [{ transactionHash: mined }],
    })
    const pending = { version: "2.0.0", id: hash, chainId: "0x1", status: 100, atomic: true }
    for (const txHash of [undefined, null, "", mined.slice(1), 5])
      expect(await safe({ txHash, txStatus: "toString" }).follows()).toEqual(pending)
  })

  it.each(ways)("cannot pass off anything but a hash as a sent transaction (%s)", async (way) => {
    for (const safeTxHash of [
      undefined,
      null,
      "",
      "0x",
      hash.slice(0, -1),
      `${hash}0`,
      hash.replace("5", "g"),
      5,
      { hash },
    ])
      await expect(safe({ safeTxHash })[way]({}), String(safeTxHash)).rejects.toMatchObject({ code: -32603 })
    for (const response of [null, hash, []])
      await expect(safe(response)[way]({})).rejects.toMatchObject({ code: -32603 })
  })

  it.each(["signs", "signsTyped"] as const)("cannot pass off anything but hex as a signature (%s)", async (way) => {
    for (const signature of [null, "", "1234", "0xyz", "0x12 34", 5, { hex: "0x12" }])
      await expect(safe({ signature })[way](), String(signature)).rejects.toMatchObject({ code: -32603 })
    for (const response of [null, "0x1234", 5])
      await expect(safe(response)[way]()).rejects.toMatchObject({ code: -32603 })
  })

  it.each(["signs", "signsTyped"] as const)("may respond before enough owners have signed (%s)", async (way) => {
    expect(await safe({ signature: "0x12aB" })[way]()).toBe("0x12aB")
    for (const response of [{}, { signature: undefined }, { messageHash: hash }, { safeTxHash: hash }])
      expect(await safe(response)[way]()).toBe("0x")
  })
})
