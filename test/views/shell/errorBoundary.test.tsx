// @vitest-environment happy-dom
import * as Effect from "effect/Effect"
import { act, type ReactNode } from "react"
import { beforeEach, describe, expect, it } from "vitest"
import { Telemetry } from "../../../services/Telemetry.ts"
import { UnknownFailure } from "../../../src/errors/index.ts"
import type { Flow } from "../../../src/runtime/flow.ts"
import { HereContext, type ViewContext } from "../../../views/shared/first-paint/useModal.ts"
import { ErrorBoundary } from "../../../views/shell/ErrorBoundary.tsx"
import { mounted } from "../../fixtures/mounted.ts"

// Keeps caught errors out of the console.
const page = mounted({ onCaughtError: () => undefined })
let reported: unknown[]

beforeEach(() => {
  reported = []
})

const telemetry: Telemetry["Service"] = {
  track: () => Effect.void,
  report: (bug) => Effect.sync(() => void reported.push(bug)),
  allow: () => Effect.void,
  refused: Effect.never,
}
const here = {
  run: async (flow: () => Promise<Flow>) =>
    Effect.runPromise(
      Effect.provideService((await flow()) as Effect.Effect<void, never, Telemetry>, Telemetry, telemetry),
    ),
} as unknown as ViewContext

const show = (children: ReactNode) =>
  act(async () =>
    page.render(
      <HereContext.Provider value={here}>
        <ErrorBoundary instead={() => "Something went wrong"}>{children}</ErrorBoundary>
      </HereContext.Provider>,
    ),
  )

function Breaks({ error }: { readonly error: Error }): ReactNode {
  throw error
}

describe("the error boundary of a view", () => {
  it("reports a bug", async () => {
    const bug = new TypeError("x is not a function")
    await show(<Breaks error={bug} />)

    expect(page.place.textContent).toBe("Something went wrong")
    await expect.poll(() => reported).toEqual([bug])
  })

  it("does not report code that failed to load", async () => {
    await show(<Breaks error={new UnknownFailure({ cause: new TypeError("Failed to fetch") })} />)

    expect(page.place.textContent).toBe("Something went wrong")
    expect(reported).toEqual([])
  })
})
