// Loaded before the layer imports it, so tests only depend on the test clock.
import "../../../layers/frame/client/client.ts"
import { Effect, Fiber, type Result, type Scope } from "effect"
import { TestClock } from "effect/testing"
import type { FrameOptions } from "../../../layers/frame/options.ts"
import type { Browser } from "../../../services/Browser.ts"
import type { Dialog } from "../../../services/Dialog.ts"
import { Frame, type FrameChange } from "../../../services/Frame.ts"
import type { Storage } from "../../../services/Storage.ts"
import type * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import { frame as limits } from "../../../src/embedded/limits.ts"
import { failing } from "../../fixtures/fails.ts"
import { it, vi } from "../../fixtures/it.ts"
import { ended, settle } from "../../fixtures/time.ts"
import { type Framed, framePage } from "./frameWorld.ts"

export const secure = "https://secure.example"

export type Page = ReturnType<typeof framePage>

type Program = (page: Page) => Effect.fn.Return<void, unknown, Frame | Storage | Dialog | Browser | Scope.Scope>

/** A test on a page whose frames the test simulates. */
export const test = (title: string, program: Program, given: Partial<FrameOptions> = {}) => {
  it.effect(title, function* () {
    const page = framePage(() => {}, given)
    yield* Effect.provide(
      Effect.gen(() => program(page)),
      page.layer,
    )
  })
}

export const ask = <Input, Answer>(event: events.FrameEvent<Input, Answer>, input: Input) =>
  Effect.flatMap(Frame, (frame) => frame.request(event, input))

/** Sends a request, and waits until the frame is created. */
export const asked = <Input, Answer>(event: events.FrameEvent<Input, Answer>, input: Input) =>
  Effect.tap(Effect.forkChild(Effect.result(ask(event, input))), settle)

/** Sends a request, and waits until the frame has loaded. */
export const begun = <Input, Answer>(page: Page, event: events.FrameEvent<Input, Answer>, input: Input) =>
  Effect.tap(asked(event, input), () => begins(page.framed))

/** The frame reports that it is ready, and accepts requests half a second later. */
export const begins = Effect.fnUntraced(function* ({ loads, say }: Framed) {
  loads()
  say({ type: "@w3m-frame/READY", payload: {} })
  yield* settle
  yield* TestClock.adjust(limits.readyDelay)
  yield* settle
})

/** Any endpoint. */
// biome-ignore lint/suspicious/noExplicitAny: rows take different inputs, and a table holds them all
export type Row = events.FrameEvent<any, unknown>

/** The posted requests. */
export const posted = ({ posted }: Framed) =>
  posted.map(({ message }) => message).filter(({ type }) => !type.startsWith("@w3m-app/SYNC_"))

export const reply = (framed: Framed, kind: "SUCCESS" | "ERROR", payload?: unknown, at = -1) => {
  const { id, type } = posted(framed).at(at) ?? {}
  framed.say({ id, type: `${type?.replace("-app", "-frame")}_${kind}`, payload })
}

/** Sends a request to a frame that responds. */
export const answered = Effect.fnUntraced(function* <Input, Answer>(
  page: Page,
  event: events.FrameEvent<Input, Answer>,
  input: Input,
  answer?: unknown,
) {
  const fiber = yield* asked(event, input)
  if (page.framed.posted.length === 0) yield* begins(page.framed)
  reply(page.framed, "SUCCESS", answer)
  yield* settle
  return yield* Effect.fromResult(yield* Fiber.join(fiber))
})

export const failureOf = <A, E>(fiber: Fiber.Fiber<Result.Result<A, E>>) =>
  Effect.flatMap(ended(fiber), (result) => failing(Effect.fromResult(result)))

export const successOf = <A, E>(fiber: Fiber.Fiber<Result.Result<A, E>>) =>
  Effect.flatMap(ended(fiber), Effect.fromResult)

export const user = {
  address: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9",
  chainId: 8453,
  email: "linden@fernhill.example",
}

/** Returns a function that returns the names of the events to which the page has stopped listening since. */
export const unheardSince = () => {
  const removing = vi.spyOn(window, "removeEventListener")
  return () => {
    const events = removing.mock.calls.map(([event]) => event)
    removing.mockRestore()
    return events
  }
}

export const facts = () => framePage(() => {}).options.now

/** Collects what the frame reports from now on. */
export const heard = Effect.gen(function* () {
  const changes: FrameChange[] = []
  yield* (yield* Frame).watch((change) => changes.push(change))
  return changes
})
