// @vitest-environment happy-dom
import { Effect } from "effect"
import { TestClock } from "effect/testing"
// Loaded before the layer imports it, so tests only depend on the test clock.
import "../../../layers/frame/client/client.ts"
import type { FrameOptions } from "../../../layers/frame/options.ts"
import { Frame } from "../../../services/Frame.ts"
import * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import { frame as limits } from "../../../src/embedded/limits.ts"
import { afterEach, assert, beforeEach, describe, it, vi } from "../../fixtures/it.ts"
import { settle } from "../../fixtures/time.ts"
import { framePage } from "./frameWorld.ts"

let painted: (() => void)[] = []
const paint = () => {
  const now = painted
  painted = []
  for (const next of now) next()
}

beforeEach(() => {
  painted = []
  vi.stubGlobal("requestAnimationFrame", (next: () => void) => painted.push(next))
  vi.stubGlobal("cancelAnimationFrame", () => {
    painted = []
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** A part of the modal with a rectangle that can change. */
const partAt = (rectangle: { left: number; top: number; width: number; height: number }) => {
  const part = document.createElement("div")
  part.ariaLabel = "Approve in your embedded wallet"
  part.getBoundingClientRect = () => rectangle as DOMRect
  document.body.append(part)
  return part
}

const windowIs = (innerWidth: number, innerHeight: number) => {
  vi.stubGlobal("innerWidth", innerWidth)
  vi.stubGlobal("innerHeight", innerHeight)
}

type Program = (shown: CSSStyleDeclaration, element: HTMLIFrameElement) => Effect.fn.Return<void, unknown, Frame>

/** A test on a ready frame, and its position. */
const test = (title: string, program: Program, given: Partial<FrameOptions> = {}) => {
  const page = framePage(({ say }) => queueMicrotask(() => say({ type: "@w3m-frame/READY" })), given)
  it.effect(title, function* () {
    yield* Effect.gen(function* () {
      const frame = yield* Frame
      yield* Effect.forkChild(Effect.result(frame.request(events.getUser, {})))
      yield* settle
      yield* TestClock.adjust(limits.readyDelay)
      yield* settle
      const { element } = page.framed
      yield* Effect.gen(() => program(element.style, element))
    }).pipe(Effect.provide(page.layer))
  })
}

const placeOf = ({ display, left, top, width, height }: CSSStyleDeclaration) => [display, left, top, width, height]

describe("The embedded wallet's frame is shown", () => {
  test("over a part of the modal, 360 px wide and 600 px high, centered and aligned to its top", function* (shown, element) {
    const { show } = yield* Frame
    windowIs(1280, 900)
    const focused = vi.spyOn(element, "focus")
    const rectangle = { left: 455, top: 130, width: 370, height: 600 }
    assert.strictEqual(shown.display, "none")
    yield* show(partAt(rectangle))

    assert.deepStrictEqual(placeOf(shown), ["block", "460px", "130px", "360px", "600px"])
    assert.strictEqual(element.title, "Approve in your embedded wallet")
    paint()
    Object.assign(rectangle, { top: 140 })
    paint()
    assert.strictEqual(shown.top, "140px")
    assert.deepStrictEqual(focused.mock.calls, [[{ preventScroll: true }]])
    yield* show(undefined)
    assert.strictEqual(shown.display, "none")
    assert.lengthOf(painted, 0)
    // The next approval is in the same place.
    yield* show(partAt(rectangle))
    assert.strictEqual(shown.display, "block")
    assert.lengthOf(focused.mock.calls, 2)
  })

  test("no lower than the bottom of the window", function* (shown) {
    windowIs(1280, 500)
    yield* (yield* Frame).show(partAt({ left: 455, top: 64, width: 370, height: 400 }))

    assert.strictEqual(shown.height, "436px")
  })

  for (const [width, ...place] of [
    [430, "0px", "200px", "430px", "600px", "0"],
    [360, "0px", "200px", "360px", "600px", "0"],
    [431, "35px", "200px", "360px", "600px", "clamp(0px, calc(var(--po-radius, 4px) * 8), 44px)"],
  ] as const)
    test(`as wide as a screen of 430 px or less, at its bottom: ${width} px`, function* (shown) {
      windowIs(width, 800)
      yield* (yield* Frame).show(partAt({ left: 30, top: 200, width: 370, height: 500 }))

      const radius = shown.getPropertyValue("border-end-end-radius")
      assert.deepStrictEqual([shown.left, shown.top, shown.width, shown.height, radius], place)
    })

  test("below the modal's header on a low screen", function* (shown) {
    windowIs(360, 500)
    yield* (yield* Frame).show(partAt({ left: 0, top: 64, width: 360, height: 436 }))

    assert.deepStrictEqual([shown.top, shown.height], [`${limits.header}px`, `${500 - limits.header}px`])
  })

  test(
    "over the part's rectangle in embedded mode, after 300 ms, following its moves",
    function* (shown) {
      windowIs(1280, 900)
      const { show } = yield* Frame
      const rectangle = { left: 20, top: 30, width: 400, height: 450 }
      const showing = yield* Effect.forkChild(show(partAt(rectangle)))
      yield* TestClock.adjust(limits.placeDelay - 1)
      yield* settle
      assert.strictEqual(shown.display, "none")
      yield* TestClock.adjust(1)
      yield* settle
      assert.isDefined(showing.pollUnsafe())
      assert.deepStrictEqual(placeOf(shown), ["block", "20px", "30px", "400px", "450px"])
      Object.assign(rectangle, { left: 25, top: -40 })
      paint()

      assert.deepStrictEqual([shown.left, shown.top], ["25px", "-40px"])
      assert.strictEqual(shown.getPropertyValue("border-end-end-radius"), "0")
    },
    { embedded: true },
  )

  test(
    "not at all if it was hidden again before that",
    function* (shown) {
      const { show } = yield* Frame
      yield* Effect.forkChild(show(partAt({ left: 0, top: 0, width: 400, height: 400 })))
      yield* settle
      yield* show(undefined)
      yield* TestClock.adjust(limits.placeDelay)
      yield* settle

      assert.strictEqual(shown.display, "none")
    },
    { embedded: true },
  )

  test("only while the part is on the page", function* (shown) {
    windowIs(1280, 900)
    const part = partAt({ left: 455, top: 130, width: 370, height: 600 })
    yield* (yield* Frame).show(part)
    part.remove()
    paint()

    assert.strictEqual(shown.display, "none")
  })

  test("no longer once it is lost", function* (_, element) {
    windowIs(1280, 900)
    yield* (yield* Frame).show(partAt({ left: 455, top: 130, width: 370, height: 600 }))
    element.dispatchEvent(new Event("error"))
    paint()

    assert.isFalse(element.isConnected)
    assert.isNull(element.parentElement)
  })
})
