import type SafeAppsSDK from "@safe-global/safe-apps-sdk"
import { describe, expect, it } from "vitest"
import { providerOf } from "../../../layers/chains/evm/safe/provider.ts"

const own = `0x${"1".repeat(40)}`
const to = `0x${"2".repeat(40)}`
const hash = `0x${"5".repeat(64)}`

/** A Safe on Ethereum. Its owners get `txs` to approve. */
const safe = () => {
  const asked: unknown[] = []
  const send = async ({ txs }: { readonly txs: readonly unknown[] }) => {
    asked.push(...txs)
    return { safeTxHash: hash }
  }
  const provider = providerOf({ txs: { send } } as unknown as SafeAppsSDK, async () => ({ address: own, chainId: 1 }))
  const request = async (method: string, params: readonly unknown[]) => provider.request({ method, params })
  return {
    asked,
    sendsOne: (call: object) => request("eth_sendTransaction", [{ from: own, to, ...call }]),
    sendsAll: (call: object) => request("wallet_sendCalls", [{ from: own, chainId: "0x1", calls: [{ to, ...call }] }]),
  }
}

const ways = ["sendsOne", "sendsAll"] as const

describe("A Safe's owners", () => {
  it.each(ways)("get the whole data of a call, whichever field it is in (%s)", async (way) => {
    for (const call of [{ data: "0x1234" }, { input: "0x1234" }, { input: "0x1234", data: "0x1234" }]) {
      const host = safe()
      await host[way](call)
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
