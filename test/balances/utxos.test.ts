import { describe, expect, it } from "vitest"
import { utxoEndpoint } from "../../src/balances/endpoints/utxos.ts"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import { HttpStatus, InvalidInput } from "../../src/errors/index.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet } from "../../src/options/networks.ts"
import { sent } from "../fixtures/rows.ts"

describe("the unspent outputs of an address", () => {
  const unknown = { caipNetworkId: "bip122:00000000000000000000000000000000" as const }
  it.each([
    ["mainnet", bitcoin, "/api/address/tb1q/utxo"],
    ["testnet", bitcoinTestnet, "/testnet/api/address/tb1q/utxo"],
    ["signet", bitcoinSignet, "/signet/api/address/tb1q/utxo"],
    ["a custom chain", unknown, "/api/address/tb1q/utxo"],
    ["a custom test chain", { ...unknown, testnet: true }, "/testnet/api/address/tb1q/utxo"],
  ])("are requested on %s", (_, network, path) => {
    expect(sent(utxoEndpoint, { network, address: "tb1q" })[0]).toBe(`GET utxo ${path}`)
  })

  it("are requested for an address that stays one path segment", () => {
    expect(utxoEndpoint.path({ network: bitcoin, address: "../x?y#z" })).toBe("/api/address/..%2Fx%3Fy%23z/utxo")
  })

  const coin = { txid: "aa", vout: 0, value: 5_000, status: { confirmed: true } }
  it("are decoded, however many there are", () => {
    expect(decodeUnknown(utxoEndpoint.response)([])).toEqual([])
    expect(decodeUnknown(utxoEndpoint.response)([coin])).toEqual([{ value: 5_000 }])
  })

  it("are rejected if a value is missing, negative, fractional, too large or not a number", () => {
    const invalid = [-1, 0.5, "5000", 2 ** 60, undefined].map((value) => [coin, { ...coin, value }])
    for (const said of [{ value: 1 }, ...invalid])
      expect(decodeUnknown(utxoEndpoint.response)(said)).toBeInstanceOf(InvalidInput)
  })

  it("fail with the error of their request", () => {
    const cause = new HttpStatus(500)
    expect(utxoEndpoint.failure(cause)).toBe(cause)
  })
})
