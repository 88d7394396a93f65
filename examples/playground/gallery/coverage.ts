import type { Reached } from "./stage.ts"
import { idOf, type State } from "./states.ts"
import { isDeadEnd } from "./ways.ts"

/** What the gallery knows of a view. */
export interface Covered {
  readonly view: string
  readonly states: readonly State[]
  readonly reached: number
  /** States that could not be reached, and dead ends, in a line each. */
  readonly wrong: readonly string[]
}

/** Every view of the route table with its states, and what became of those that were looked at, by their ids. */
export const coverageOf = (
  views: readonly string[],
  states: readonly State[],
  looked: ReadonlyMap<string, Reached>,
): readonly Covered[] =>
  views.map((view) => {
    const own = states.filter((state) => viewOf(state) === view)
    const seen = own.flatMap((state) => {
      const reached = looked.get(idOf(state))
      return reached ? [{ state, reached }] : []
    })
    return {
      view,
      states: own,
      reached: seen.filter(({ reached }) => "ways" in reached).length,
      wrong: [
        ...(own.length === 0 ? ["It has no state"] : []),
        ...seen.flatMap(({ state, reached }) => {
          if ("failed" in reached) return [`${state.name}: ${reached.failed}`]
          return isDeadEnd(reached.ways) ? [`${state.name}: nothing leads on or back`] : []
        }),
      ],
    }
  })

/** The view that a state is of. */
export const viewOf = ({ name }: State): string => /^\w+/.exec(name)?.[0] ?? ""
