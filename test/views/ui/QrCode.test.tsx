// @vitest-environment happy-dom
import { act } from "react"
import { describe, expect, it } from "vitest"
import { QrCode } from "../../../views/ui/QrCode.tsx"
import { mounted } from "../../fixtures/mounted.ts"

const page = mounted()

const code = () => page.place.querySelector("[role=img]")
/** Classes of the picture, which name its styles. The rules of the shared sheet are gone with the window of an earlier test file. */
const styles = () => code()?.querySelector("svg")?.getAttribute("class")

describe("a QR code without modules", () => {
  it("is busy while the code is awaited, and after a failure neither busy nor drawn in the style that pulses", async () => {
    await act(async () => page.render(<QrCode name="Code" modules={undefined} />))
    expect(code()?.getAttribute("aria-busy")).toBe("true")
    const pulsing = styles()
    expect(pulsing).toBeTruthy()

    await act(async () => page.render(<QrCode name="Code" modules={undefined} faded />))
    expect(code()?.hasAttribute("aria-busy")).toBe(false)
    expect(styles()).toBeTruthy()
    expect(styles()).not.toBe(pulsing)
  })
})
