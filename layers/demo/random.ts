/** Returns a 32-bit unsigned integer derived from a text. */
const hash = (text: string): number => {
  let mixed = 0x811c9dc5
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Returns a number from 0 up to but not including 1, derived from a text. */
export const fraction = (text: string): number => hash(text) / 2 ** 32

/** Returns hex digits derived from a text. */
export const hexOf = (text: string, digits: number): string =>
  Array.from({ length: Math.ceil(digits / 8) }, (_, part) => hash(`${text}#${part}`).toString(16).padStart(8, "0"))
    .join("")
    .slice(0, digits)

/** Returns an element of a list, chosen by a text. */
export const oneOf = <A>(list: readonly A[], text: string): A => list[hash(text) % list.length] as A

/** Returns the list in an order derived from a text. */
export const shuffled = <A>(list: readonly A[], text: string): readonly A[] =>
  list
    .map((entry, index) => ({ entry, at: hash(`${text}#${index}`) }))
    .sort((one, other) => one.at - other.at)
    .map(({ entry }) => entry)
