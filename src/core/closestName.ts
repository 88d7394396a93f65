/**
 * Returns the closest known name: one that differs by a few letters, or contains the given name if that has over 3 letters. Ignores case.
 * Returns `undefined` if there is none.
 */
export const closestName = (given: string, known: readonly string[]): string | undefined => {
  const wanted = given.slice(0, longest).toLowerCase()
  const [first] = known
    .map((name) => ({ name, steps: distance(wanted, name.toLowerCase()) }))
    .sort((one, other) => one.steps - other.steps)
  if (first && first.steps <= Math.max(1, Math.floor(wanted.length / 4))) return first.name
  return wanted.length > 3 ? known.find((name) => name.toLowerCase().includes(wanted)) : undefined
}

const longest = 40

/** Counts the letters to add, remove, replace or swap with a neighbor (optimal string alignment distance). */
const distance = (one: string, other: string): number => {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  const steps = (at: number, to: number) => rows[at]?.[to] ?? 0
  for (let at = 1; at <= one.length; at += 1) {
    rows[at] = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = steps(at - 1, to - 1) + (one[at - 1] === other[to - 1] ? 0 : 1)
      const swapped =
        one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1] && at > 1 && to > 1
          ? steps(at - 2, to - 2) + 1
          : replaced
      rows[at]?.push(Math.min(steps(at - 1, to) + 1, steps(at, to - 1) + 1, replaced, swapped))
    }
  }
  return steps(one.length, other.length)
}
