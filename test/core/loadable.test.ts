import { expect, it } from "vitest"
import { idle, type Loadable, latest } from "../../src/core/first-paint/loadable.ts"

const states: readonly (readonly [of: string, state: Loadable<number>, value: number | undefined])[] = [
  ["idle", idle, undefined],
  ["loading for the first time", { is: "loading", last: undefined }, undefined],
  ["loading again", { is: "loading", last: 1 }, 1],
  ["loaded", { is: "loaded", value: 2 }, 2],
  ["failed at first", { is: "failed", error: new Error("no"), last: undefined }, undefined],
  ["failed later", { is: "failed", error: new Error("no"), last: 0 }, 0],
]

it.each(states)("returns the newest value when %s", (_, state, value) => {
  expect(latest(state)).toBe(value)
})
