import { isXOnlyPoint, xOnlyPointAddTweak } from "@bitcoinerlab/secp256k1"
import { address, initEccLib, networks, Psbt } from "bitcoinjs-lib"
import { bitcoinChainOf } from "../../../src/domain/bitcoin.ts"
import { hexOf, quietly } from "./said.ts"
import type { OnChain } from "./wallet.ts"

/** A PSBT (BIP-174) in the spellings that wallets want. */
export interface ReadPsbt {
  readonly bytes: Uint8Array
  readonly base64: string
  readonly hex: string
  /** How many inputs the transaction has. */
  readonly inputs: number
  /** The transaction without its signatures, as hex: two PSBTs are of one transaction if it is the same. */
  readonly unsigned: string
  /** The inputs that somebody has signed. */
  readonly signed: ReadonlySet<number>
}

export type Library = ReturnType<typeof open>

/** The same for every modal of a page, since the library tries each that it is given for the first time. */
const curve = { isXOnlyPoint, xOnlyPointAddTweak }

/** Makes the library ready. */
export const open = () => {
  initEccLib(curve)
  return { isAddressOn, readPsbt, readSignature }
}

/** Whether a text is an address of a network: version or prefix, checksum, and for Taproot a point on the curve. */
const isAddressOn = (text: string, network: OnChain): boolean => {
  try {
    address.toOutputScript(text, formatOf(network))
    return true
  } catch {
    return false
  }
}

/** Reads a PSBT from base64, hex or bytes; nothing for anything else. */
const readPsbt = (said: unknown): ReadPsbt | undefined =>
  quietly(() => {
    const psbt = psbtOf(said)
    return (
      psbt && {
        bytes: psbt.toBuffer(),
        base64: psbt.toBase64(),
        hex: psbt.toHex(),
        inputs: psbt.inputCount,
        unsigned: hexOf(psbt.data.getTransaction()),
        signed: new Set(
          psbt.data.inputs.flatMap((input, index) => (signatures.some((name) => input[name]) ? [index] : [])),
        ),
      }
    )
  })

const psbtOf = (said: unknown): Psbt | undefined => {
  if (said instanceof Uint8Array) return Psbt.fromBuffer(new Uint8Array(said))
  if (typeof said !== "string") return undefined
  return isHex.test(said) ? Psbt.fromHex(said) : Psbt.fromBase64(said)
}

/** A signature as base64, from base64, hex or bytes; nothing for what is none of them, or shorter than any signature. */
const readSignature = (said: unknown): string | undefined =>
  [fromBytes, fromHex, fromBase64].flatMap((read) => {
    const binary = quietly(() => read(said)) ?? ""
    return binary.length < shortest ? [] : btoa(binary)
  })[0]

/** Where a PSBT keeps what an input is signed with. */
const signatures = ["partialSig", "tapKeySig", "tapScriptSig", "finalScriptSig", "finalScriptWitness"] as const

/** A Schnorr signature, the shortest there is. */
const shortest = 64

/** The test chains spell their addresses alike, but for one's bech32. */
export const formatOf = ({ caipNetworkId, testnet }: OnChain) => {
  const chain = bitcoinChainOf(caipNetworkId) ?? (testnet ? "testnet" : "mainnet")
  if (chain === "mainnet") return networks.bitcoin
  return chain === "regtest" ? networks.regtest : networks.testnet
}

// Bytes are texts of one character a byte here, as the platform's own base64 has them.

const fromBytes = (said: unknown) => (said instanceof Uint8Array ? String.fromCharCode(...said) : undefined)
const fromHex = (said: unknown) =>
  typeof said === "string" && isHex.test(said)
    ? said.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))
    : undefined
const fromBase64 = (said: unknown) => (typeof said === "string" ? atob(said) : undefined)

const isHex = /^([0-9a-f]{2})+$/i
