import { describe, expect, it } from "vitest"
import { InvalidInput } from "../../src/domain/errors.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet } from "../../src/domain/networks.ts"
import { decodeUnknown } from "../../src/domain/schema.ts"
import { utxoRow } from "../../src/domain/utxoRow.ts"

describe("the unspent outputs of an address", () => {
  const unknown = { caipNetworkId: "bip122:00000000000000000000000000000000" as const }
  it.each([
    ["mainnet", bitcoin, "/api/address/tb1q/utxo"],
    ["testnet", bitcoinTestnet, "/testnet/api/address/tb1q/utxo"],
    ["signet", bitcoinSignet, "/signet/api/address/tb1q/utxo"],
    ["a chain of the site's own", unknown, "/api/address/tb1q/utxo"],
    ["a test chain of the site's own", { ...unknown, testnet: true }, "/testnet/api/address/tb1q/utxo"],
  ])("are asked for on %s", (_, network, path) => {
    expect(utxoRow.path({ network, address: "tb1q" })).toBe(path)
  })

  it("are asked for an address that is nothing but one segment", () => {
    expect(utxoRow.path({ network: bitcoin, address: "../x?y#z" })).toBe("/api/address/..%2Fx%3Fy%23z/utxo")
  })

  const coin = { txid: "aa", vout: 0, value: 5_000, status: { confirmed: true } }
  it("are read, however many", () => {
    expect(decodeUnknown(utxoRow.answer)([])).toEqual([])
    expect(decodeUnknown(utxoRow.answer)([coin])).toEqual([{ value: 5_000 }])
  })

  it("are rejected when a value is missing, negative, fractional, too large or no number", () => {
    const invalid = [-1, 0.5, "5000", 2 ** 60, undefined].map((value) => [coin, { ...coin, value }])
    for (const said of [{ value: 1 }, ...invalid])
      expect(decodeUnknown(utxoRow.answer)(said)).toBeInstanceOf(InvalidInput)
  })
})
