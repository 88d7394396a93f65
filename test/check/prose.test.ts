import { describe, expect, it } from "vitest"
import { temporaryFolders } from "../fixtures/folders.ts"
import { prose } from "./prose.ts"
import { patterns } from "./prosePatterns.ts"

const folderOf = temporaryFolders()

const table = "test/specification.tsv"

/** A project with these files. */
const projectOf = (files: Readonly<Record<string, string>>): string =>
  folderOf({ [table]: "id\tstate\tproof\trule\n", ...files })

const problemsOf = (files: Readonly<Record<string, string>>) => prose(projectOf(files)).problems

/** A sentence for each pattern, in their order. */
const samples = [
  "Whoever connects pays.",
  "It closes. Who connects pays.",
  "A list for who connects.",
  "Then nobody is connected.",
  "It answers with a name.",
  "It may end in NetworkNotFound.",
  "It tells the state.",
  "It hears the tab.",
  "It connects once more.",
  "It takes so many bytes.",
  "A value that is none.",
  "A token that there is.",
  "See what becomes of it.",
  "Nothing for a bad amount.",
  "10 s without one.",
  "It prints one row a request.",
  "The wallet says no.",
  "The chain it stands on.",
  "It is the wallet's business.",
  "It takes the place of the list.",
  "A layer of ours.",
  "An e-mail arrives.",
  "The network in use.",
  "What a site sees.",
]

describe("the check of prose", () => {
  it("has a sample for each pattern", () => {
    expect(samples).toHaveLength(patterns.length)
  })

  it.each(patterns.map(({ advice }, index) => [samples[index] ?? "", advice]))("finds: %s", (sample, advice) => {
    expect(problemsOf({ "src/a.ts": `\n/** ${sample} */\nexport const a = 1\n` })).toEqual([
      `src/a.ts:2 "${sample}". Write: ${advice}`,
    ])
  })

  it("joins the lines of a comment, and names the line of the match", () => {
    const block = "/**\n * First line.\n * It connects once\n * more.\n */\n"
    expect(problemsOf({ "views/a.tsx": `${block}export const a = 1\n` })).toEqual([
      expect.stringContaining("views/a.tsx:3 "),
    ])
    expect(problemsOf({ "views/a.tsx": "// First line.\n// It connects once\n// more.\n" })).toEqual([
      expect.stringContaining("views/a.tsx:2 "),
    ])
  })

  it("does not join a comment with the one at the end of the line before", () => {
    expect(problemsOf({ "src/a.ts": "f() // It connects once\n// more than one time.\n" })).toEqual([])
  })

  it.each([
    ["code", 'const a = "nobody"\nexport const tells = `nobody`\n'],
    ["quotes", "// The alert \"Nobody is connected\" of `nobody`, or 'nobody'.\n"],
    ["a telling apart", "// Two wallets told apart by name.\n"],
    ["a line comment that starts with a question word", "// What a site sees.\n"],
    ["a duration", "/** How long it waits. */\nexport const a = 1\n"],
  ])("passes %s", (_, text) => {
    expect(problemsOf({ "src/a.ts": text })).toEqual([])
  })

  it("does not take an apostrophe for a quote", () => {
    expect(problemsOf({ "src/a.ts": "// The wallet's window that nobody's wallet opens.\n" })).toHaveLength(1)
  })

  it("reads Vue components and the comments of JSX", () => {
    const vue = '<script setup lang="ts">\n/** Nobody. */\nconst a = 1\n</script>\n<template>nobody</template>\n'
    const jsx = "export const A = () => <p>nobody{/* nobody */}</p>\n"
    expect(problemsOf({ "examples/a.vue": vue, "views/a.tsx": jsx })).toEqual([
      expect.stringContaining("examples/a.vue:2 "),
      expect.stringContaining("views/a.tsx:1 "),
    ])
  })

  it("reads Markdown by paragraph, without code", () => {
    const page = "# Nobody\n\nIt connects once\nmore `nobody`.\n\n```ts\n// nobody\n```\n\n- Who connects pays.\n"
    expect(problemsOf({ "README.md": page, "examples/docs/a.md": "<script>\nnobody\n</script>\n" })).toEqual([
      expect.stringContaining('README.md:10 "Who connects pays."'),
      expect.stringContaining('README.md:1 "Nobody"'),
      expect.stringContaining("README.md:3 "),
    ])
  })

  it("reads the titles of tests and groups, except those that the specification's table names", () => {
    const file = "test/a.test.ts"
    const tests =
      'describe("a modal", () => {\n  it("asks nobody", () => {})\n  it.each([1])("asks nobody %s", () => {})\n})\n'
    const row = (...proofs: readonly string[]) => `id\tstate\tproof\trule\nS1-001\tdone\t${proofs.join(" ; ")}\trule\n`

    expect(problemsOf({ [file]: tests })).toEqual([
      expect.stringContaining(`${file} "asks nobody"`),
      expect.stringContaining(`${file} "asks nobody …"`),
    ])
    expect(problemsOf({ [file]: tests, [table]: row(`${file} > asks nobody`) })).toEqual([
      expect.stringContaining(`${file} "asks nobody …"`),
    ])
    const both = row(`${file} > a modal > asks nobody`, `${file} > asks nobody 1`)
    expect(problemsOf({ [file]: tests, [table]: both })).toEqual([])
    expect(problemsOf({ [file]: tests, [table]: row("test/b.test.ts > asks nobody") })).toHaveLength(2)
  })
})
