import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { generatedFiles } from "./generated.ts"

describe("the operation table", () => {
  it.each(Object.entries(generatedFiles()))("is the only list of operations: %s follows from it", (file, content) => {
    expect(readFileSync(file, "utf8")).toBe(content)
  })
})
