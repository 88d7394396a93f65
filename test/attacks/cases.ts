import { expect } from "vitest"

/** Number of cases per attack. `PORTICO_ATTACKS` sets another number, `PORTICO_SEED` other cases. */
export const attacks = Number(process.env.PORTICO_ATTACKS ?? 200)

/** The same for attacks whose cases are whole visits, from page start to what is restored on it. */
export const visits = Math.ceil(attacks / 5)

/** Seed of the cases. */
export const seed = Number(process.env.PORTICO_SEED ?? 1)

/** Time limit of a suite, in ms. */
export const timeout = 120_000 + attacks * 300

/** The cases of a suite, in groups of one visit each. */
export const visitsOf = <A>(cases: readonly A[], perVisit: number): readonly (readonly A[])[] =>
  Array.from({ length: Math.ceil(cases.length / perVisit) }, (_, at) => cases.slice(at * perVisit, (at + 1) * perVisit))

/** Prints the number of cases, and fails if an attack had an effect. */
export const tell = (what: string, tried: number, actedOn: readonly string[], honest?: number): void => {
  const between = honest === undefined ? "" : `; ${honest} honest ones in between were carried out`
  console.info(`${what}: ${tried} tried, ${actedOn.length} acted on${between}`)
  expect(actedOn.slice(0, 20)).toEqual([])
}
