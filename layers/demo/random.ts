/** A whole number of 32 bits that follows from a text alone: the same text, the same number. */
const hash = (text: string): number => {
  let mixed = 0x811c9dc5
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** A number from 0 up to 1 that follows from a text. */
export const fraction = (text: string): number => hash(text) / 2 ** 32

/** So many hex digits that follow from a text. */
export const hexOf = (text: string, digits: number): string =>
  Array.from({ length: Math.ceil(digits / 8) }, (_, part) => hash(`${text}#${part}`).toString(16).padStart(8, "0"))
    .join("")
    .slice(0, digits)

/** One of a list that follows from a text. */
export const oneOf = <A>(list: readonly A[], text: string): A => list[hash(text) % list.length] as A

/** The list in an order that follows from a text. */
export const shuffled = <A>(list: readonly A[], text: string): readonly A[] =>
  list
    .map((entry, index) => ({ entry, at: hash(`${text}#${index}`) }))
    .sort((one, other) => one.at - other.at)
    .map(({ entry }) => entry)
