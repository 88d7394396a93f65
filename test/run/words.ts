/** Words of a file's name without its extensions, in lower case: `evmSend.test.ts` gives "evm", "send". */
export const wordsOf = (name: string): readonly string[] =>
  (name.replace(/\..*$/, "").match(/[A-Z]?[a-z\d]+|[A-Z\d]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

/** Whether all words of one name occur in sequence in the other. Plurals match their singular. */
export const contains = (words: readonly string[], others: readonly string[]): boolean =>
  others.length > 0 && words.some((_, start) => others.every((other, index) => isWord(words[start + index], other)))

/** Whether a topic, as typed, is the start of some words of a name. */
export const begins = (words: readonly string[], topic: string): boolean =>
  words.some((_, start) => words.slice(start).join("").startsWith(topic.toLowerCase()))

/** Whether at most `edits` insertions, deletions, replacements or swaps of adjacent letters turn one word into the other. */
export const isNear = (one: string, other: string, edits: number): boolean => {
  if (edits < 0) return false
  if (one === "" || other === "") return one.length + other.length <= edits
  const [first, rest, last] = [one[0], one.slice(1), other.slice(1)]
  if (first === other[0]) return isNear(rest, last, edits)
  if (isNear(rest, other, edits - 1) || isNear(one, last, edits - 1) || isNear(rest, last, edits - 1)) return true
  return first === last[0] && rest[0] === other[0] && isNear(rest.slice(1), last.slice(1), edits - 1)
}

const isWord = (word: string | undefined, other: string): boolean => word?.replace(/s$/, "") === other.replace(/s$/, "")
