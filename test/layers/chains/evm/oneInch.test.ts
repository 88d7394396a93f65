import { describe, expect, it } from "vitest"
import { oneInch } from "../../../../layers/chains/evm/swap/oneInch.ts"
import { readTrade, type Trade } from "../../../../layers/chains/evm/swap/routers.ts"

const v5 = "0x1111111254eeb25477b68fb85ed929f73a960582"
const v6 = "0x111111125421ca6dc452d289314280a0f8842a65"
const coin = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
const me = "0x75dca6377c1a3365c98e8c63abe36ced51546723"

/** Calls built by 1inch's service, with the transactions that sent them. */
const sent = {
  // Ethereum, 0x9c04a13b7b4b2a05123ef6ee796a030d71f205b04a4ca279ff8085acb37e0b4e
  "version 5: swap": {
    network: "eip155:1",
    call: {
      to: v5,
      value: 0n,
      data: `0x12aa3caf00000000000000000000000092f3f71cef740ed5784874b8c70ff87ecdf33588000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48000000000000000000000000993864e43caa7f7f12953ad6feb1d1ca635b875f00000000000000000000000092f3f71cef740ed5784874b8c70ff87ecdf33588000000000000000000000000d4f74edd038f9a25208a0680d75602a5ea41038d000000000000000000000000000000000000000000000000000000000823a39d00000000000000000000000000000000000000000000000df3e1320d907fb53a000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000001400000000000000000000000000000000000000000000000000000000000000160000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001a000000000000000000000000000000000000000000000018200006800004e80206c4eca27a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48b4f34d09124b8c9712957b76707b42510041ecbb0000000000000000000000000000000000000000000000000000000000042ad20020d6bdbf78a0b86991c6218b36c1d19d4a2e9eb0ce3606eb4800a007e5c0d20000000000000000000000000000000000000000000000000000f600008f0c20a0b86991c6218b36c1d19d4a2e9eb0ce3606eb483aa370aacf4cb08c7e1e7aa8e8ff9418d73c7e0f6ae40711b8002dc6c03aa370aacf4cb08c7e1e7aa8e8ff9418d73c7e0f424485f89ea52839fdb30640eb7dd7e0078e12fb00000000000000000000000000000000000000000000000000f36d677c660ec7a0b86991c6218b36c1d19d4a2e9eb0ce3606eb4800206ae4071138002dc6c0424485f89ea52839fdb30640eb7dd7e0078e12fb1111111254eeb25477b68fb85ed929f73a96058200000000000000000000000000000000000000000000000df3e1320d907fb53ac02aaa39b223fe8d0a0e5c4f27ead9083c756cc213dbfa98`,
    },
    trade: {
      recipient: "0xd4f74edd038f9a25208a0680d75602a5ea41038d",
      given: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
      wanted: "0x993864e43caa7f7f12953ad6feb1d1ca635b875f",
      units: 136_553_373n,
      minimum: 257_381_055_213_040_809_274n,
    },
  },
  "version 6: swap": {
    network: "eip155:137",
    call: {
      to: v6,
      value: 11_021_000_000_000_000_000n,
      data: `0x07ed2379000000000000000000000000e37e799d5077682fa0a244d46e5649f71457bd09000000000000000000000000eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee0000000000000000000000000d500b1d8e8ef31e21c99d1db9a6444d3adf1270000000000000000000000000e37e799d5077682fa0a244d46e5649f71457bd09000000000000000000000000d8da6bf26964af9d7eed9e03e53415d37aa9604500000000000000000000000000000000000000000000000098f2751bb5948000000000000000000000000000000000000000000000000000982eaf67173b70000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000012000000000000000000000000000000000000000000000000000000000000000b400000000000000000000000000000000000000000000009600006800001a40610d500b1d8e8ef31e21c99d1db9a6444d3adf1270d0e30db080206c4eca270d500b1d8e8ef31e21c99d1db9a6444d3adf1270111111125421ca6dc452d289314280a0f8842a6500000000000000000000000000000000000000000000000098f2751bb59480000020d6bdbf780d500b1d8e8ef31e21c99d1db9a6444d3adf1270111111125421ca6dc452d289314280a0f8842a65000000000000000000000000e26b9977`,
    },
    trade: {
      recipient: "0xd8da6bf26964af9d7eed9e03e53415d37aa96045",
      given: coin,
      wanted: "0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270",
      units: 11_021_000_000_000_000_000n,
      minimum: 10_965_895_000_000_000_000n,
    },
  },
  "version 5: uniswapV3SwapTo": {
    network: "eip155:1",
    call: {
      to: v5,
      value: 0n,
      data: `0xbc80f1a8000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb92266000000000000000000000000000000000000000000000000000000003b3180e0000000000000000000000000000000000000000000000000086e7612dc1b64910000000000000000000000000000000000000000000000000000000000000080000000000000000000000000000000000000000000000000000000000000000120000000000000000000000088e6a0c2ddd26feeb64f039a2c41296fcb3f56408b1ccac8`,
    },
    trade: {
      recipient: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
      given: undefined,
      wanted: undefined,
      units: 993_100_000n,
      minimum: 607_552_823_115_867_281n,
    },
  },
  "version 6: unoswap": {
    network: "eip155:137",
    call: {
      to: v6,
      value: 0n,
      data: `0x83800a8e0000000000000000000000008f3cf7ad23cd3cadbd9735aff958023239c6a0630000000000000000000000000000000000000000000000000061a6eac6f128a100000000000000000000000000000000000000000000000000b16f2e7c0ae66a18000000000000003b6d0340eef611894ceae652979c9d0dae1deb597790c6ee2a6f45f2`,
    },
    trade: {
      recipient: me,
      given: "0x8f3cf7ad23cd3cadbd9735aff958023239c6a063",
      wanted: undefined,
      units: 27_486_600_031_185_057n,
      minimum: 49_943_316_318_053_994n,
    },
  },
  "version 6: unoswapTo": {
    network: "eip155:137",
    call: {
      to: v6,
      value: 0n,
      data: `0xe2c95c8200000000000000000000000075dca6377c1a3365c98e8c63abe36ced51546723000000000000000000000000c2132d05d31c914a87c6611c10748aeb04b58e8f00000000000000000000000000000000000000000000000000000000001e84800000000000000000000000000000000000000000000000001ba26140b741b88708000000000000003b6d034059153f27eefe07e5ece4f9304ebba1da6f53ca88e26b9977`,
    },
    trade: {
      recipient: me,
      given: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f",
      wanted: undefined,
      units: 2_000_000n,
      minimum: 1_991_260_915_831_519_367n,
    },
  },
  "version 6: ethUnoswap": {
    network: "eip155:137",
    call: {
      to: v6,
      value: 301_049_290_996_040n,
      data: `0xa76dfc3b00000000000000000000000000000000000000000000000000000000000000a200800000000000003b6d03406d9e8dbb2779853db00418d4dcf96f3987cfc9d2e26b9977`,
    },
    trade: { recipient: me, given: coin, wanted: undefined, units: 301_049_290_996_040n, minimum: 162n },
  },
} as const

/** The fields of a trade without its functions. */
const plain = (trade: Trade | "unreadable" | undefined) => {
  if (typeof trade !== "object") return trade
  const { withMinimum: _, ...rest } = trade
  return rest
}

describe("the calls of 1inch's routers", () => {
  it.each(Object.entries(sent))("are decoded from published transactions: %s", (_, { network, call, trade }) => {
    expect(plain(readTrade(oneInch, network, me, call))).toEqual(trade)
  })

  it.each(Object.entries(sent))("change only in the minimum when it is raised: %s", (_, { network, call, trade }) => {
    const read = readTrade(oneInch, network, me, call)
    const raised = typeof read === "object" ? read.withMinimum(trade.minimum + 7n) : call
    expect(plain(readTrade(oneInch, network, me, raised))).toEqual({ ...trade, minimum: trade.minimum + 7n })
    expect(raised.data).toHaveLength(call.data.length)
    expect([...raised.data].filter((digit, at) => digit !== call.data[at]).length).toBeLessThanOrEqual(4)
  })

  it("are decoded only at the routers' own addresses and networks", () => {
    const { network, call } = sent["version 6: swap"]
    expect(readTrade(oneInch, "eip155:324", me, call)).toBeUndefined()
    expect(readTrade(oneInch, "eip155:11155111", me, call)).toBeUndefined()
    expect(readTrade(oneInch, network, me, { ...call, to: me })).toBeUndefined()
    expect(readTrade(oneInch, network, me, { ...call, to: v5 })).toBeUndefined()
    expect(readTrade(oneInch, network, me, { ...call, data: `0x12345678${call.data.slice(10)}` })).toBeUndefined()
  })

  it("are unreadable if a word is truncated, an address is invalid, or the options allow another swap", () => {
    const { network, call } = sent["version 6: swap"]
    const withWord = (at: number, word: string) =>
      `${call.data.slice(0, 10 + at * 64)}${word.padStart(64, "0")}${call.data.slice(74 + at * 64)}`
    for (const data of [
      call.data.slice(0, 10 + 7 * 64 + 63),
      withWord(1, `1${coin.slice(2)}`),
      withWord(2, `1${coin.slice(2)}`),
      withWord(4, `1${me.slice(2)}`),
      withWord(7, "1"),
      withWord(7, "2"),
      withWord(7, "4"),
    ])
      expect(readTrade(oneInch, network, me, { ...call, data }), data.slice(0, 600)).toBe("unreadable")
  })
})
