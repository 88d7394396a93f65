import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { describe, expect, it, vi } from "vitest"
import { compiledStyles } from "../../../views/styles/compile.ts"
import { css } from "../../../views/styles/compiled.ts"
import { filesIn } from "../../check/source.ts"

/** A views module as built for a modal. */
const built = async (path: string, code = readFileSync(path, "utf8")): Promise<string> => {
  const { transform } = compiledStyles()
  if (typeof transform !== "function") throw new Error("The plugin transforms nothing")
  const made = (await Reflect.apply(transform, undefined, [code, resolve(path)])) as { readonly code: string } | null
  return made?.code ?? code
}

describe("the styles of a built modal", () => {
  it("are text, with a class per part and one per value of its variants", async () => {
    const code = await built("views/ui/RowGroup.tsx")

    const [, name, rules, variants, varied, usual] =
      /const rowGroup = css\("(\w+)",("(?:[^"\\]|\\.)*"),(\{.*?\}\}),("(?:[^"\\]|\\.)*"),(\{.*?\})\)/.exec(code) ?? []
    expect(JSON.parse(rules ?? "")).toContain(
      `.${name}{position:relative;overflow:clip;border-radius:calc(var(--po-radius) * 4)`,
    )
    const { kind } = JSON.parse(variants ?? "")
    expect(JSON.parse(varied ?? "")).toContain(`.${kind.raised}{`)
    expect(JSON.parse(usual ?? "")).toEqual({ kind: "raised" })
  })

  it("include the classes of the parts they are composed of, whose rules are inserted once", async () => {
    const code = await built("views/ui/RemoteImage.tsx")
    const [, middle] = /const middle = css\("(\w+)"/.exec(code) ?? []
    const [, classes, rules] = /const initial = css\("([^"]+)",("[^"]*")/.exec(code) ?? []

    expect(classes).toMatch(new RegExp(`^${middle} \\w+$`))
    expect(rules).not.toContain(`.${middle}{`)
  })

  it("use keyframes by their compiled names", async () => {
    const code = await built("views/ui/Spinner.tsx")
    const [, turn] = /const turn = keyframes\("@keyframes (\w+)\{to\{transform:rotate\(1turn\)\}\}"\)/.exec(code) ?? []

    expect(code).toMatch(new RegExp(`animation:\\w+ 200ms step-end, ${turn} .9s linear infinite`))
  })

  it("keep the line numbers of a module", async () => {
    const lines = readFileSync("views/ui/Row.tsx", "utf8").split("\n")
    const code = (await built("views/ui/Row.tsx")).split("\n")

    expect(code.length).toBe(lines.length)
    expect(code.indexOf("export function Row({")).toBe(lines.indexOf("export function Row({"))
  })

  it("name no left or right side, so that they mirror in languages written from right to left", async () => {
    const paths = filesIn(process.cwd(), ["views"], /\.tsx?$/).filter((path) =>
      readFileSync(path, "utf8").includes("/styles/stitches.ts"),
    )
    const codes = await Promise.all(paths.map((path) => built(path)))
    expect(codes.join("\n")).toContain("margin-inline-start:")
    expect(codes.join("\n")).not.toMatch(/(?:margin|padding|border)-(?:left|right)|[{;](?:left|right):/)
  })

  it("can only be defined at the top level of a module", async () => {
    const code = 'import { css } from "../styles/stitches.ts"\nexport const Part = () => css({ color: "red" })()\n'

    await expect(built("views/ui/Part.tsx", code)).rejects.toThrow("must be created at the top level of the module")
  })

  it("return the classes of the requested or default variants", () => {
    const part = css("a", ".a{}", { size: { 1: "a-0", 2: "a-1" }, on: { true: "a-2" } }, ".a-0{}", { size: "2" })

    expect(part()).toBe("a a-1")
    expect(part({ size: 1, on: true })).toBe("a a-0 a-2")
    expect(part({ size: 3, on: false })).toBe("a")
    expect(part({ size: undefined, on: undefined })).toBe("a a-1")
  })

  it("are inserted into the sheet once, each after those it overrides", async () => {
    const rules: string[] = []
    vi.stubGlobal(
      "CSSStyleSheet",
      class {
        insertRule = (rule: string, at: number) => void rules.splice(at, 0, rule)
      },
    )
    vi.resetModules()
    const { css, globalCss } = await import("../../../views/styles/compiled.ts")
    vi.unstubAllGlobals()
    const part = css("a", ".a{}", { on: { true: "a-0" } }, ".a-0{}")
    const reset = globalCss("ul{}")
    expect(rules).toEqual([])

    reset()
    part()
    reset()
    part({ on: true })
    expect(rules).toEqual(["@media{ul{}}", "@media{.a{}}", "@media{.a-0{}}"])

    css("b", ".b{}")()
    expect(rules).toEqual(["@media{ul{}}", "@media{.a{}}", "@media{.b{}}", "@media{.a-0{}}"])
  })
})
