/** Texts that must not be printed: random, but the same on every run. */
export const secrets = (count: number): readonly { readonly kind: string; readonly secret: string }[] => {
  const next = random(7)
  const text = (length: number, letters: string) =>
    Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join("")
  const kinds: Readonly<Record<string, () => string>> = {
    "project id": () => text(32, hex),
    "EVM address": () => `0x${text(40, hex)}`,
    "EVM address in mixed case": () => `0x${text(40, `${hex}ABCDEF`)}`,
    "Solana address": () => text(43, base58),
    "Bitcoin address": () => `1${text(25 + Math.floor(next() * 9), base58)}`,
    "Bitcoin address in bech32": () => `bc1q${text(38, bech32)}`,
    "Cosmos address": () => `cosmos1${text(38, bech32)}`,
    "CAIP-10 account": () => `eip155:1:0x${text(40, hex)}`,
    "e-mail": () => `${text(8, letters)}.${text(5, letters)}@${text(7, letters)}.example`,
    "email with a plus": () => `${text(3, letters)}+${text(3, digits)}@${text(2, letters)}.co`,
    "EVM signature": () => `0x${text(130, hex)}`,
    "compact signature": () => `0x${text(128, hex)}`,
    "signature of a contract": () => `0x${text(400, hex)}`,
    "Solana signature": () => text(88, base58),
    "Bitcoin signature": () => `${text(87, `${base58}0OIl+/`)}=`,
    "pairing URI": () => `wc:${text(64, hex)}@2?relay-protocol=irn&symKey=${text(64, hex)}&expiryTimestamp=1732200000`,
  }
  const names = Object.keys(kinds)
  return Array.from({ length: Math.max(count, names.length) }, (_, at) => {
    const kind = names[at % names.length] ?? ""
    return { kind, secret: kinds[kind]?.() ?? "" }
  })
}

const digits = "0123456789"
const hex = `${digits}abcdef`
const letters = "abcdefghijklmnopqrstuvwxyz"
const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
const bech32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

/** Mulberry32. */
const random = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
