// @vitest-environment happy-dom
import { act, type ReactNode } from "react"
import { createRoot, type Root } from "react-dom/client"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { UnknownFailure } from "../../src/domain/errors.ts"
import { Boundary } from "../../views/shell/Boundary.tsx"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let place: HTMLElement
let root: Root
let reported: unknown[]

beforeEach(() => {
  place = document.body.appendChild(document.createElement("div"))
  reported = []
  // What it is told of stays out of the console.
  root = createRoot(place, { onCaughtError: () => undefined })
})

afterEach(() => {
  act(() => root.unmount())
  place.remove()
})

const show = (children: ReactNode) =>
  act(() =>
    root.render(
      <Boundary instead={() => "Something went wrong"} report={(bug) => void reported.push(bug)}>
        {children}
      </Boundary>,
    ),
  )

function Breaks({ error }: { readonly error: Error }): ReactNode {
  throw error
}

describe("what keeps a broken view from taking the modal with it", () => {
  it("reports a bug", () => {
    const bug = new TypeError("x is not a function")
    show(<Breaks error={bug} />)

    expect(place.textContent).toBe("Something went wrong")
    expect(reported).toEqual([bug])
  })

  it("reports no code that could not be fetched", () => {
    show(<Breaks error={new UnknownFailure({ cause: new TypeError("Failed to fetch") })} />)

    expect(place.textContent).toBe("Something went wrong")
    expect(reported).toEqual([])
  })
})
