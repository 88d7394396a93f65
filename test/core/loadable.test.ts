import { expect, it } from "vitest"
import { idle, type Loadable, latest } from "../../src/core/first-paint/loadable.ts"

const states: readonly (readonly [of: string, state: Loadable<number>, value: number | undefined])[] = [
  ["idle", idle, undefined],
  ["loading for the first time", { status: "loading", last: undefined }, undefined],
  ["loading again", { status: "loading", last: 1 }, 1],
  ["loaded", { status: "loaded", value: 2 }, 2],
  ["failed at first", { status: "failed", error: new Error("no"), last: undefined }, undefined],
  ["failed later", { status: "failed", error: new Error("no"), last: 0 }, 0],
]

it.each(states)("returns the newest value when %s", (_, state, value) => {
  expect(latest(state)).toBe(value)
})
