// @vitest-environment happy-dom
import { act } from "react"
import { describe, expect, it } from "vitest"
import { sheet } from "../../../views/styles/stitches.ts"
import { QrCode } from "../../../views/ui/QrCode.tsx"
import { mounted } from "../../fixtures/mounted.ts"

const page = mounted()

/** Animation of the picture by the shared sheet, without the rules for reduced motion. */
const animation = () => {
  const picture = page.place.querySelector("[role=img] svg")
  const stylesIn = (rules: CSSRuleList): readonly CSSStyleRule[] =>
    [...rules].flatMap((rule) => {
      if ("selectorText" in rule) return [rule as CSSStyleRule]
      const { cssRules, conditionText = "" } = rule as CSSMediaRule
      return cssRules && !conditionText.includes("reduced-motion") ? stylesIn(cssRules) : []
    })
  return stylesIn(sheet().cssRules)
    .filter(({ selectorText }) => picture?.matches(selectorText) === true)
    .map(({ cssText }) => /animation: ?([^;}]*)/.exec(cssText)?.[1])
    .findLast((given) => given !== undefined)
}

const busy = () => page.place.querySelector("[role=img]")?.getAttribute("aria-busy")

describe("a QR code without modules", () => {
  it("pulses and is busy while the code is awaited", async () => {
    await act(async () => page.render(<QrCode name="Code" modules={undefined} />))
    expect(animation()).toMatch(/infinite/)
    expect(busy()).toBe("true")
  })

  it("is still and not busy after a failure", async () => {
    await act(async () => page.render(<QrCode name="No code" modules={undefined} faded />))
    expect(animation()).toBe("none")
    expect(busy()).toBeNull()
  })
})
