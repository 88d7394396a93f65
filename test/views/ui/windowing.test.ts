import { describe, expect, it } from "vitest"
import { leadsTo, partsOf, renderedIndices, spanOf, spanOfParts } from "../../../views/ui/windowing.ts"

const list = { count: 5_000, columns: 1, pitch: 56, scrolled: 0, viewport: 430, overscan: 4 }
const grid = { count: 600, columns: 4, pitch: 94, scrolled: 0, viewport: 430, overscan: 2 }

describe("the window of a long list", () => {
  it.each([
    ["at its top", list, { from: 0, to: 12 }],
    ["in its middle", { ...list, scrolled: 56_000 }, { from: 996, to: 1_012 }],
    ["between two rows", { ...list, scrolled: 56_028 }, { from: 996, to: 1_013 }],
    ["at its end", { ...list, scrolled: 5_000 * 56 - 430 }, { from: 4_988, to: 5_000 }],
    ["scrolled beyond its end", { ...list, scrolled: 1e9 }, { from: 4_996, to: 5_000 }],
    ["below the viewport", { ...list, scrolled: -2_000 }, { from: 0, to: 0 }],
    ["in whole rows of a grid", grid, { from: 0, to: 28 }],
    ["in the middle of a grid", { ...grid, scrolled: 9_400 }, { from: 392, to: 428 }],
    ["with an incomplete last row", { ...grid, count: 603, scrolled: 1e9 }, { from: 596, to: 603 }],
    ["when it is empty", { ...list, count: 0 }, { from: 0, to: 0 }],
    ["when it is shorter than the viewport", { ...list, count: 3 }, { from: 0, to: 3 }],
  ])("%s", (_, listing, expected) => {
    expect(spanOf(listing)).toEqual(expected)
  })

  it("is bounded for any list length", () => {
    const drawnOf = (count: number): number => {
      const { from, to } = spanOf({ ...list, count, scrolled: (count * 56) / 2 })
      return to - from
    }
    expect(drawnOf(5_000)).toBe(drawnOf(1_000_000))
  })
})

describe("the window of a list in sections", () => {
  const parts = partsOf([3, 1, 1_000], 50, 40)
  const span = (scrolled: number, viewport = 100) =>
    spanOfParts(parts, 40, { count: 1_004, pitch: 50, scrolled, viewport, overscan: 2 })

  it("computes where each section starts", () => {
    expect(parts).toEqual([
      { first: 0, count: 3, top: 0, height: 190 },
      { first: 3, count: 1, top: 190, height: 90 },
      { first: 4, count: 1_000, top: 280, height: 50_040 },
    ])
  })

  it.each([
    ["at its top", 0, { from: 0, to: 4 }],
    ["between two sections", 180, { from: 0, to: 7 }],
    ["on a heading", 280, { from: 2, to: 8 }],
    ["in its middle", 320 + 25_000, { from: 502, to: 509 }],
    ["at its end", 50_320 - 100, { from: 1_000, to: 1_004 }],
    ["scrolled beyond its end", 1e9, { from: 1_002, to: 1_004 }],
    ["below the viewport", -2_000, { from: 0, to: 0 }],
  ])("%s", (_, scrolled, expected) => {
    expect(span(scrolled)).toEqual(expected)
  })

  it("is empty without sections", () => {
    expect(spanOfParts([], 40, { count: 0, pitch: 50, scrolled: 0, viewport: 100, overscan: 2 })).toEqual({
      from: 0,
      to: 0,
    })
  })
})

describe("the rendered items", () => {
  it.each([
    ["none focused", -1, [10, 11, 12]],
    ["one inside focused", 11, [10, 11, 12]],
    ["one before focused", 2, [2, 10, 11, 12]],
    ["one after focused", 40, [10, 11, 12, 40]],
  ])("are the window and the focused item: %s", (_, kept, expected) => {
    expect(renderedIndices({ from: 10, to: 13 }, kept)).toEqual(expected)
  })
})

describe("keys", () => {
  it.each([
    ["ArrowDown", 0, list, 1],
    ["ArrowUp", 0, list, undefined],
    ["ArrowRight", 3, list, undefined],
    ["End", 3, list, 4_999],
    ["Home", 3, list, 0],
    ["Home", 0, list, undefined],
    ["PageDown", 0, list, 6],
    ["PageDown", 4_997, list, 4_999],
    ["PageUp", 2, list, 0],
    ["ArrowDown", 1, grid, 5],
    ["ArrowDown", 599, grid, undefined],
    ["ArrowRight", 1, grid, 2],
    ["ArrowLeft", 1, grid, 0],
    ["a", 1, grid, undefined],
  ])("%s from item %i", (key, at, listing, expected) => {
    expect(leadsTo(key, at, listing, 1)).toBe(expected)
  })

  it("swap sides in right-to-left text", () => {
    expect(leadsTo("ArrowLeft", 1, grid, -1)).toBe(2)
    expect(leadsTo("ArrowRight", 1, grid, -1)).toBe(0)
  })

  it("do nothing in an empty list", () => {
    expect(leadsTo("End", 0, { ...list, count: 0 }, 1)).toBeUndefined()
  })
})
