/**
 * Group of up to four characters of an address. `at`: its position in the address. `end`: whether it is the first or
 * last group.
 */
export interface Group {
  readonly text: string
  readonly at: number
  readonly end: boolean
}

/** Splits an address into groups of four characters. A 0x prefix is returned separately. */
export const groups = (address: string): { readonly prefix: string; readonly parts: readonly Group[] } => {
  const prefix = /^0x/i.exec(address)?.[0] ?? ""
  const texts = address.slice(prefix.length).match(/.{1,4}/gsu) ?? []
  const parts = texts.map((text, index) => ({
    text,
    at: prefix.length + index * 4,
    end: index === 0 || index === texts.length - 1,
  }))
  return { prefix, parts }
}
