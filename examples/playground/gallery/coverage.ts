import { type FirstView, views } from "../../../views/routes.tsx"
import type { Reached } from "./stage.ts"
import { idOf, type State } from "./states.ts"
import { isDeadEnd } from "./ways.ts"

/** Coverage of a view by the gallery. */
export interface Covered {
  readonly view: string
  readonly states: readonly State[]
  readonly reached: number
  /** States that could not be reached, and dead ends, one line each. */
  readonly wrong: readonly string[]
}

const firstViews: readonly FirstView[] = ["Connect", "ConnectWallets"]

/** Names of all views. */
export const viewNames: readonly string[] = [...firstViews, ...Object.keys(views)]

/** Returns every view with its states and the results of the states played so far, which are given by ID. */
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
        ...(own.length === 0 ? ["It has no states"] : []),
        ...seen.flatMap(({ state, reached }) => {
          if ("failed" in reached) return [`${state.name}: ${reached.failed}`]
          return isDeadEnd(reached.ways) ? [`${state.name}: no way forward or back`] : []
        }),
      ],
    }
  })

/** Returns the view of a state. */
export const viewOf = ({ name }: State): string => /^\w+/.exec(name)?.[0] ?? ""
