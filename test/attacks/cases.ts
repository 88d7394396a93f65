import { expect } from "vitest"

/** How many cases each attack tries. `PORTICO_ATTACKS` chooses another count, `PORTICO_SEED` other cases. */
export const attacks = Number(process.env.PORTICO_ATTACKS ?? 300)

/** The same for an attack of which each case is a visit, from the start of a page to what is restored in it. */
export const visits = Math.ceil(attacks / 5)

/** Seed of the cases. */
export const seed = Number(process.env.PORTICO_SEED ?? 1)

/** Time for a suite, in ms. */
export const timeout = 120_000 + attacks * 300

/** The cases of a suite, in groups of which each is one visit. */
export const visitsOf = <A>(cases: readonly A[], perVisit: number): readonly (readonly A[])[] =>
  Array.from({ length: Math.ceil(cases.length / perVisit) }, (_, at) => cases.slice(at * perVisit, (at + 1) * perVisit))

/** Prints how many cases were tried, and fails if one of them was acted on. */
export const tell = (what: string, tried: number, actedOn: readonly string[], honest?: number): void => {
  const between = honest === undefined ? "" : `; ${honest} honest ones in between were carried out`
  console.info(`${what}: ${tried} tried, ${actedOn.length} acted on${between}`)
  expect(actedOn.slice(0, 20)).toEqual([])
}
