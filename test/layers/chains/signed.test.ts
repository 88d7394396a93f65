import { generateKeyPairSync, sign } from "node:crypto"
import { getAddressDecoder, getBase58Decoder } from "@solana/kit"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import { isSigned as ofBitcoin } from "../../../layers/chains/bitcoin/verifySignature.ts"
import { isSigned as ofEvm } from "../../../layers/chains/evm/verifySignature.ts"
import { isSigned as ofSolana } from "../../../layers/chains/solana/verifySignature.ts"
import { bitcoin, bitcoinTestnet, mainnet } from "../../../src/options/networks.ts"
import { isSignedBy } from "../../real/parts/bitcoinJudge.ts"
import { keysOf } from "../../real/parts/bitcoinKeys.ts"

const message = "Grüße\n👋"

describe("The signature of an EVM account", () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const other = privateKeyToAccount(generatePrivateKey())
  const node = (answer: string) => async () => answer

  it("is verified by its key, regardless of the address's case", async () => {
    const signature = await account.signMessage({ message })
    const asked = { address: account.address.toLowerCase(), message, signature, network: mainnet }
    expect(await ofEvm(asked, node("0x"))).toBe(true)
    expect(await ofEvm({ ...asked, message: `${message}!` }, node("0x"))).toBe(false)
    expect(await ofEvm({ ...asked, address: other.address }, node("0x"))).toBe(false)
    expect(await ofEvm({ ...asked, signature: "0x00" }, node("0x"))).toBe(false)
  })

  it("of a contract account is verified by the contract", async () => {
    const asked = { address: other.address, message, signature: "0x1234", network: mainnet }
    const methods: unknown[] = []
    const says = async (method: string) => {
      methods.push(method)
      return `0x${"1".padStart(64, "0")}`
    }
    expect(await ofEvm(asked, says)).toBe(true)
    expect(methods).toContain("eth_call")
  })
})

describe("The signature of a Solana account", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519")
  const raw = publicKey.export({ type: "spki", format: "der" }).subarray(-32)
  const address = getAddressDecoder().decode(raw)
  const signature = getBase58Decoder().decode(sign(null, Buffer.from(message), privateKey))

  it("is verified by its key", async () => {
    expect(await ofSolana(address, message, signature)).toBe(true)
    expect(await ofSolana(address, `${message}!`, signature)).toBe(false)
    for (const invalid of ["1111", "not base58 0OIl"]) expect(await ofSolana(address, message, invalid)).toBe(false)
  })
})

describe("The signature of a Bitcoin account", () => {
  const cases = (["mainnet", "testnet"] as const).flatMap((chain) =>
    keysOf(1, chain === "mainnet" ? "mainnet" : "test").flatMap((key) =>
      (["bip322", ...(key.type === "p2wpkh" ? (["ecdsa"] as const) : [])] as const).map(
        (way) => [chain, key.type, way, key, chain === "mainnet" ? bitcoin : bitcoinTestnet] as const,
      ),
    ),
  )

  it.each(cases)("on %s, %s by %s, is verified as by bip322-js", async (_, __, way, key, network) => {
    const { address } = key
    const signature = await key.sign(message, way)
    const asked = { address, message, signature, network }
    expect([ofBitcoin(asked), isSignedBy(address, message, signature)]).toEqual([true, true])
    expect(ofBitcoin({ ...asked, message: `${message}!` })).toBe(false)
    for (const other of keysOf(2, network === bitcoin ? "mainnet" : "test"))
      expect(ofBitcoin({ ...asked, address: other.address })).toBe(false)
  })

  it.each([252, 253, 65_535, 65_536, 70_000])("of %i bytes is verified as by bip322-js", async (length) => {
    const key = keysOf(1, "mainnet").find(({ type }) => type === "p2wpkh")
    const long = "x".repeat(length)
    const signature = (await key?.sign(long, "ecdsa")) ?? ""
    const asked = { address: `${key?.address}`, message: long, signature, network: bitcoin }
    expect([ofBitcoin(asked), isSignedBy(asked.address, long, signature)]).toEqual([true, true])
  })

  it.each(["", "AA==", "not base64!", btoa("\x02\x00\x00"), btoa("\x01\xff"), btoa("x".repeat(65))])(
    "is rejected if it is %j",
    (signature) => {
      const [{ address }] = keysOf(1, "mainnet")
      expect(ofBitcoin({ address, message, signature, network: bitcoin })).toBe(false)
      expect(ofBitcoin({ address: "nowhere", message, signature, network: bitcoin })).toBe(false)
    },
  )
})
