import { describe, expect, it } from "vitest"
import { codeIn, digitsOf, typed } from "../../src/embedded/model/oneTimeCode.ts"

describe("A one-time code", () => {
  it.each([
    ["481072", "481072"],
    [" 481072\n", "481072"],
    ["481 072", "481072"],
    ["481-072", "481072"],
    ["4 8 1 0 7 2", "481072"],
    ["Your code is 481072. It works for 20 minutes.", "481072"],
    ["٤٨١٠٧٢", "481072"],
    ["48107", undefined],
    ["4810725", undefined],
    ["48a072", undefined],
    ["", undefined],
    ["no digits", undefined],
  ])("is found in pasted text: %j", (text, code) => {
    expect(codeIn(text)).toBe(code)
  })

  it("consists of the digits of any script, and of nothing else", () => {
    expect(digitsOf("a1-2٣۴x")).toBe("1234")
  })

  it.each([
    ["typing at the end", "4810", 4, "4810", 4],
    ["a letter is ignored", "48x", 3, "48", 2],
    ["typing in a full code overwrites the digit after the caret", "4891072", 3, "489072", 3],
    ["digits typed after a full code are ignored", "4810729", 7, "481072", 6],
    ["a deleted digit leaves the rest", "48072", 2, "48072", 2],
  ])("%s", (_, text, at, code, caret) => {
    expect(typed(text, at)).toEqual({ code, caret })
  })
})
