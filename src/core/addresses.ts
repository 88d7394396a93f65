// Address formats of the namespaces (specification section 5).

/** Converts a lower-case 0x address to its checksummed form (EIP-55). Callers pass this function in, so this file does not load keccak. */
export type ToChecksum = (address: string) => string

/** Whether `text` is 40 hex digits, with or without 0x. With `toChecksum`, a mixed-case address must also have a valid EIP-55 checksum. */
export const isEvmAddress = (text: string, toChecksum?: ToChecksum): boolean => {
  if (!/^(0x)?[0-9a-f]{40}$/i.test(text)) return false
  const digits = text.slice(-40)
  const lower = digits.toLowerCase()
  if (!toChecksum || digits === lower || digits === digits.toUpperCase()) return true
  return toChecksum(`0x${lower}`) === `0x${digits}`
}

/** Whether `text` is 32 to 44 base58 characters. */
export const isSolanaAddress = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)

/**
 * Whether `text` looks like a Bitcoin address of the main or a test network: base58 (legacy, script) or bech32 (SegWit, Taproot). Checksums
 * are not verified.
 */
export const isBitcoinAddress = (text: string): boolean =>
  /^[13mn2][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text) ||
  /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}$/.test(text) ||
  /^(BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{11,87}$/.test(text)
