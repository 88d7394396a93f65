import { expect, it } from "vitest"

it("importing a part needs no style sheet, as on a server", async () => {
  expect(typeof globalThis.CSSStyleSheet).toBe("undefined")
  const { Button } = await import("../../../views/ui/Button.tsx")
  const { sheet } = await import("../../../views/styles/stitches.ts")
  expect(Button).toBeTypeOf("function")
  expect(sheet).toThrow("There is no style sheet outside a browser")
})
