import { isXOnlyPoint, xOnlyPointAddTweak } from "@bitcoinerlab/secp256k1"
import { address, initEccLib, networks, Psbt } from "bitcoinjs-lib"
import { bitcoinChainOf } from "../../../src/namespaces/model/bitcoinProvider.ts"
import { hexOf, ignoreFailure } from "./wallets/decode.ts"
import type { OnChain, ReadPsbt } from "./wallets/wallet.ts"

export type Library = ReturnType<typeof open>

/** Curve functions for bitcoinjs-lib. All modals of a page share this object, because the library tests each new object. */
const curve = { isXOnlyPoint, xOnlyPointAddTweak }

/** Initializes bitcoinjs-lib and returns the functions that need it. */
export const open = () => {
  initEccLib(curve)
  return { isAddressOn, readPsbt, readSignature }
}

/**
 * Whether `text` is an address on `network`. Checks the version or prefix, the checksum, and for Taproot whether the key is on the curve.
 */
const isAddressOn = (text: string, network: OnChain): boolean => {
  try {
    address.toOutputScript(text, formatOf(network))
    return true
  } catch {
    return false
  }
}

/** Reads a PSBT from base64, hex or bytes. Returns `undefined` for anything else. */
const readPsbt = (value: unknown): ReadPsbt | undefined =>
  ignoreFailure(() => {
    const psbt = psbtOf(value)
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

const psbtOf = (value: unknown): Psbt | undefined => {
  if (value instanceof Uint8Array) return Psbt.fromBuffer(new Uint8Array(value))
  if (typeof value !== "string") return undefined
  return isHex.test(value) ? Psbt.fromHex(value) : Psbt.fromBase64(value)
}

/**
 * Reads a signature from base64, hex or bytes and returns it as base64. Returns `undefined` for anything else, or for less than 64 bytes.
 */
const readSignature = (value: unknown): string | undefined =>
  [fromBytes, fromHex, fromBase64].flatMap((read) => {
    const binary = ignoreFailure(() => read(value)) ?? ""
    return binary.length < shortest ? [] : btoa(binary)
  })[0]

/** Fields of a PSBT input that hold signatures. */
const signatures = ["partialSig", "tapKeySig", "tapScriptSig", "finalScriptSig", "finalScriptWitness"] as const

/** Length in bytes of a Schnorr signature, the shortest kind. */
const shortest = 64

/** Returns the address format of a network. All test networks share one format, except for the bech32 prefix of regtest. */
export const formatOf = ({ caipNetworkId, testnet }: OnChain) => {
  const chain = bitcoinChainOf(caipNetworkId) ?? (testnet ? "testnet" : "mainnet")
  if (chain === "mainnet") return networks.bitcoin
  return chain === "regtest" ? networks.regtest : networks.testnet
}

// Bytes are binary strings here, one character per byte, as in `atob` and `btoa`.

const fromBytes = (value: unknown) => (value instanceof Uint8Array ? String.fromCharCode(...value) : undefined)
const fromHex = (value: unknown) =>
  typeof value === "string" && isHex.test(value)
    ? value.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))
    : undefined
const fromBase64 = (value: unknown) => (typeof value === "string" ? atob(value) : undefined)

const isHex = /^([0-9a-f]{2})+$/i
