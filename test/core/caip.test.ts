import { getAddress } from "viem"
import { describe, expect, it } from "vitest"
import { isBitcoinAddress, isEvmAddress, isSolanaAddress } from "../../src/core/addresses.ts"
import { formatAccountId, formatChainId, parseAccountId, parseChainId } from "../../src/core/caip.ts"
import { InvalidInput } from "../../src/errors/index.ts"
import { allNamespaces } from "../../src/options/isNamespace.ts"

const evm = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const sol = "5PUrktzVvJPNFYpxNzFkGp4a5Dcj1Dduif5dAzuUUhsr"
const toChecksum = (address: string) => getAddress(address)

describe("CAIP-2", () => {
  it.each([
    ["eip155:1", "eip155", "1"],
    ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana", "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"],
    ["bip122:000000000019d6689c085ae165831e93", "bip122", "000000000019d6689c085ae165831e93"],
    ["cosmos:cosmoshub-4", "cosmos", "cosmoshub-4"],
  ] as const)("reads %s", (text, namespace, reference) => {
    expect(parseChainId(text)).toEqual({ namespace, reference })
    expect(formatChainId(namespace, reference)).toBe(text)
  })

  const invalid = ["", "eip155", "eip155:", ":1", "near:mainnet", "eip155:1:2", "eip155:a b", "toString:1"]
  it.each([...invalid, `eip155:${"1".repeat(33)}`])("rejects %j", (text) => {
    expect(parseChainId(text)).toEqual(new InvalidInput(`Expected CAIP-2 network id, received '${text}'`))
  })
})

describe("CAIP-10", () => {
  it("reads a chain and an address", () => {
    const chain = { namespace: "eip155", reference: "1", caipNetworkId: "eip155:1" }
    expect(parseAccountId(`eip155:1:${evm}`)).toEqual({ ...chain, address: evm })
    expect(formatAccountId("eip155:1", evm)).toBe(`eip155:1:${evm}`)
  })

  it("A CAIP address must have 3 non-empty parts", () => {
    for (const text of ["eip155", "eip155:1", "eip155:1:", "eip155::0xab", ":1:0xab", "::"])
      expect(parseAccountId(text), text).toBeInstanceOf(InvalidInput)
  })

  it("rejects an ID of four parts", () => {
    expect(parseAccountId("eip155:1:0xab:0xcd")).toEqual(
      new InvalidInput("Expected CAIP-10 account id, received 'eip155:1:0xab:0xcd'"),
    )
  })

  it("A CAIP address must have a known namespace", () => {
    for (const text of ["near:mainnet:a", "EIP155:1:a", "constructor:1:a"])
      expect(parseAccountId(text), text).toBeInstanceOf(InvalidInput)
    for (const namespace of allNamespaces)
      expect(parseAccountId(`${namespace}:1:a`)).toMatchObject({ namespace, address: "a" })
  })

  it.each([
    [undefined, "Required"],
    [null, "Expected CAIP-10 account id, received null"],
    [{}, "Expected CAIP-10 account id, received object"],
    [7, "Expected CAIP-10 account id, received number"],
    [`${"x".repeat(50)}\u202egpj`, `Expected CAIP-10 account id, received '${"x".repeat(40)}...'`],
    ["a\u202eb\u0000c", "Expected CAIP-10 account id, received 'abc'"],
  ])("reports what it got instead of an ID: %j", (value, sentence) => {
    expect(parseAccountId(value)).toEqual(new InvalidInput(sentence))
  })
})

describe("addresses", () => {
  it("EVM address: 40 hex digits with optional 0x prefix (optional checksum)", () => {
    const upper = evm.slice(2).toUpperCase()
    for (const text of [evm, evm.slice(2), evm.toLowerCase(), `0x${upper}`, `0X${upper}`])
      expect(isEvmAddress(text), text).toBe(true)
    for (const text of [evm.slice(0, -1), `${evm}0`, `0x${"g".repeat(40)}`, ` ${evm}`, ""])
      expect(isEvmAddress(text), text).toBe(false)
  })

  it("checks the checksum of an EVM address on request", () => {
    const misspelled = evm.replace("dA6B", "Da6B")

    expect(isEvmAddress(misspelled)).toBe(true)
    expect(isEvmAddress(misspelled, toChecksum)).toBe(false)
    for (const address of [evm, evm.slice(2), evm.toLowerCase(), evm.slice(2).toUpperCase()])
      expect(isEvmAddress(address, toChecksum)).toBe(true)
  })

  it("Solana address: 32 to 44 base58 characters", () => {
    const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

    const lengths = Array.from({ length: 60 }, (_, length) => length)
    expect(lengths.filter((length) => isSolanaAddress("1".repeat(length)))).toEqual(lengths.slice(32, 45))
    const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    expect(characters.filter((one) => isSolanaAddress(one + sol.slice(1)))).toEqual([...base58])
  })

  it.each([
    ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", true],
    ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", true],
    ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", true],
    ["BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ", true],
    ["tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", true],
    ["bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297", true],
    ["bc1Qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", false],
    ["bc1qb", false],
    [evm, false],
    ["", false],
  ])("recognizes the format of a Bitcoin address: %s is %s", (text, is) => {
    expect(isBitcoinAddress(text)).toBe(is)
    for (const longer of [` ${text}`, `${text} `]) expect(isBitcoinAddress(longer), longer).toBe(false)
  })
})
