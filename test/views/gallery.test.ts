import { describe, expect, it } from "vitest"
import { coverageOf, viewNames } from "../../examples/playground/gallery/coverage.ts"
import type { Reached } from "../../examples/playground/gallery/stage.ts"
import { idOf, type State, states } from "../../examples/playground/gallery/states.ts"
import { allEndpoints } from "../fixtures/endpoints.ts"

const nowhere = { back: false, out: true, on: [], waiting: false }

describe("the gallery", () => {
  it("has a state of every view, and none of other views", () => {
    const covered = coverageOf(viewNames, states, new Map())
    expect(covered.flatMap(({ wrong, view }) => wrong.map((why) => `${view}: ${why}`))).toEqual([])
    expect(covered.flatMap((each) => each.states)).toHaveLength(states.length)
  })

  it("has only faults of existing services, endpoints and methods", async () => {
    const services = ["api", "rpc", "relay", "frame", "abilities"]
    const known = [...services, ...(await allEndpoints()).map(({ name }) => name)]
    const named = states.flatMap(({ visit }) => Object.keys(visit.script?.faults ?? {}))
    expect(named.filter((name) => !known.includes(name) && !/^[A-Za-z]+_\w+$/.test(name))).toEqual([])
  })

  it("gives each state a unique URL", () => {
    expect(new Set(states.map(idOf)).size).toBe(states.length)
  })
})

describe("the gallery's report", () => {
  const state: State = { name: "Connect, alone", visit: {}, seen: ({ dialog }) => dialog }

  it("names a view without a state", () => {
    expect(coverageOf(["Connect", "Account"], [state], new Map())).toMatchObject([
      { view: "Connect", states: [state], reached: 0, wrong: [] },
      { view: "Account", states: [], wrong: ["It has no states"] },
    ])
  })

  it("lists a state that cannot be reached, and one that leads nowhere", () => {
    const report = (reached: Reached) => coverageOf(["Connect"], [state], new Map([[idOf(state), reached]]))[0]
    expect(report({ failed: "There is not: a row" })).toMatchObject({
      reached: 0,
      wrong: ["Connect, alone: There is not: a row"],
    })
    expect(report({ ways: nowhere })).toMatchObject({ reached: 1, wrong: ["Connect, alone: no way forward or back"] })
    for (const way of [{ back: true }, { on: ["Try again"] }, { waiting: true }])
      expect(report({ ways: { ...nowhere, ...way } })).toMatchObject({ reached: 1, wrong: [] })
    expect(report({ ways: { ...nowhere, waiting: true, out: false } })?.wrong).toHaveLength(1)
  })
})
