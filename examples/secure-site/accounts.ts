import { getBase58Decoder, getBase58Encoder } from "@solana/kit"
import nacl from "tweetnacl"
import { type Hex, toHex } from "viem"
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"

/** Base58 encoding of Solana addresses, messages and transactions. */
export const base58 = {
  encode: (bytes: Uint8Array): string => getBase58Decoder().decode(bytes),
  decode: (text: string): Uint8Array => new Uint8Array(getBase58Encoder().encode(text)),
}

/** Keys of one user, generated at their first login. */
export interface Keys {
  readonly eoa: Hex
  /** Key that signs for the smart account. It is a plain second key, because nothing is deployed. */
  readonly smartAccount: Hex
  /** Seed of an ed25519 key. */
  readonly solana: string
}

export const makeKeys = (): Keys => ({
  eoa: generatePrivateKey(),
  smartAccount: generatePrivateKey(),
  solana: toHex(crypto.getRandomValues(new Uint8Array(32))),
})

export type AccountType = "eoa" | "smartAccount"

export const evmAccount = (keys: Keys, type: AccountType): PrivateKeyAccount => privateKeyToAccount(keys[type])

/** An ed25519 account with its address and signing functions. */
export const solanaAccount = ({ solana }: Keys) => {
  const seed = Uint8Array.from(solana.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed)
  return {
    address: base58.encode(publicKey),
    sign: (message: Uint8Array) => nacl.sign.detached(message, secretKey),
    /** Adds this account's signature to a serialized transaction. */
    signTransaction: (transaction: Uint8Array) => {
      const [count = 0, start] = shortCount(transaction)
      const message = transaction.subarray(start + count * 64)
      const at = signersOf(message).findIndex((key) => base58.encode(key) === base58.encode(publicKey))
      if (at < 0 || at >= count) throw new Error("This account does not sign this transaction")
      const signed = transaction.slice()
      const signature = nacl.sign.detached(message, secretKey)
      signed.set(signature, start + at * 64)
      return { signed, signature }
    },
  }
}

/** Reads Solana's compact length. Returns it with the offset after it. */
const shortCount = (bytes: Uint8Array, from = 0): readonly [count: number, next: number] => {
  let [count, shift, at] = [0, 0, from]
  for (;;) {
    const byte = bytes[at++] ?? 0
    count |= (byte & 0x7f) << shift
    if (byte < 0x80) return [count, at]
    shift += 7
  }
}

/** Reads the accounts that must sign a transaction message, legacy or version 0. */
const signersOf = (message: Uint8Array): readonly Uint8Array[] => {
  const header = (message[0] ?? 0) & 0x80 ? 1 : 0
  const [, first] = shortCount(message, header + 3)
  return Array.from({ length: message[header] ?? 0 }, (_, index) =>
    message.subarray(first + index * 32, first + (index + 1) * 32),
  )
}
