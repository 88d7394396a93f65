import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { errorPages } from "../examples/docs/source/errors.ts"
import { recovery } from "../examples/docs/source/recovery.ts"
import * as Errors from "../src/domain/errors.ts"
import { operationNames } from "../src/flows/index.ts"

const pages = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory()
      ? one.name.startsWith(".")
        ? []
        : pages(join(folder, one.name))
      : one.name.endsWith(".md")
        ? [join(folder, one.name)]
        : [],
  )

describe("the documentation", () => {
  it("tells of every error class what it says, why it comes and what to do", () => {
    const rows = errorPages().flatMap(({ rows }) => rows)
    const classes = Object.entries(Errors).flatMap(([name, one]) =>
      typeof one === "function" && /^[A-Z]/.test(name) ? [name] : [],
    )

    expect(rows.map(({ name }) => name).sort()).toEqual(classes.sort())
    expect(rows.filter(({ cause }) => cause === "").map(({ name }) => name)).toEqual([])
    expect(rows.filter(({ recovery }) => !recovery).map(({ name }) => name)).toEqual([])
    expect(Object.keys(recovery).filter((name) => !classes.includes(name))).toEqual([])
  })

  it("has the sentence of each, but of the two that say what they were given", () => {
    const silent = errorPages().flatMap(({ rows }) =>
      rows.filter(({ sentence }) => sentence === "").map(({ name }) => name),
    )

    expect(silent.sort()).toEqual(["AnswerInvalid", "InvalidInput"])
  })

  it("has a docstring of every operation to make its page of", () => {
    const source = readFileSync("src/flows/operations.ts", "utf8")
    for (const name of operationNames) {
      const file = new RegExp(`^ {2}${name}: \\(\\) => import\\("\\./(\\w+)\\.ts"\\)`, "m").exec(source)?.[1]
      const topic = readFileSync(`src/flows/${file}.ts`, "utf8")
      expect(topic, name).toMatch(new RegExp(`\\*/\\nexport const ${name} = `))
    }
  })

  it("leads to no page that is not there", () => {
    const root = "examples/docs"
    const known = pages(root).map((page) => page.slice(root.length).replace(/(index)?\.md$/, ""))
    const dead = pages(root).flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/\]\((\/[^)#]*|\.{1,2}\/[^)#]*)\)/g)]
        .map(([, link = ""]) => new URL(link, `http://site${page.slice(root.length)}`).pathname)
        .filter((link) => !/\.png$/.test(link) && !known.includes(link))
        .map((link) => `${page}: ${link}`),
    )
    expect(dead).toEqual([])
  })
})
