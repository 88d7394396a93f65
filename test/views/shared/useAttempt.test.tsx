// @vitest-environment happy-dom
import { signal } from "@preact/signals-core"
import { act } from "react"
import { beforeEach, describe, expect, it } from "vitest"
import { idle, type Loadable } from "../../../src/core/first-paint/loadable.ts"
import { ConnectionRejected } from "../../../src/errors/index.ts"
import { HereContext, type ViewContext } from "../../../views/shared/first-paint/useModal.ts"
import { useAttempt } from "../../../views/shared/useAttempt.ts"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"

let started: string[]
const failure: Loadable<string> = { status: "failed", error: new ConnectionRejected(), last: undefined }
const progress = signal<Loadable<string>>(idle)
const instance = instanceOf()
instance.core.open.value = true

/** Started tasks never run, as before the engine is loaded. */
const here = {
  instance,
  run: (flow: unknown) => {
    started.push(String(flow))
    return () => undefined
  },
  afterPaint: (run: () => void) => {
    run()
    return () => undefined
  },
} as unknown as ViewContext

function Attempting({ wallet }: { readonly wallet: string }) {
  const { now, again } = useAttempt(progress, () => wallet as never, wallet)
  return (
    <button type="button" onClick={again}>
      {now.status}
    </button>
  )
}

const page = mounted()

beforeEach(() => {
  started = []
})

describe("An attempt of a view", () => {
  const show = (wallet: string) =>
    act(async () =>
      page.render(
        <HereContext.Provider value={here}>
          <Attempting key={wallet} wallet={wallet} />
        </HereContext.Provider>,
      ),
    )
  const become = (next: Loadable<string>) =>
    act(async () => {
      progress.value = next
    })

  it("does not show the progress of an earlier view", async () => {
    progress.value = failure
    await show("first")
    expect(page.place.textContent).toBe("idle")
    await become({ status: "loading", last: undefined })
    expect(page.place.textContent).toBe("loading")
    await become({ ...failure })
    expect(page.place.textContent).toBe("failed")

    await show("second")
    expect(page.place.textContent).toBe("idle")
    expect(started).toEqual(["first", "second"])
  })

  it("does not show the result of the previous attempt", async () => {
    await show("first")
    await become({ status: "loaded", value: "" })
    expect(page.place.textContent).toBe("loaded")
    await become(failure)
    await act(async () => page.place.querySelector("button")?.click())

    expect(page.place.textContent).toBe("idle")
    expect(started).toEqual(["first", "first"])
  })
})
