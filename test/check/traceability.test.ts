import { describe, expect, it } from "vitest"
import { temporaryFolders } from "../fixtures/folders.ts"
import { table } from "../run/specification.ts"
import { read } from "./source.ts"
import { traceability } from "./traceability.ts"

const whole = read(process.cwd(), table)
const folderOf = temporaryFolders()

/** The problems that the check finds in a project with this table and these files. */
const problemsOf = (text: string, files: Readonly<Record<string, string>> = {}): readonly string[] => {
  return traceability(folderOf({ ...files, [table]: text })).problems
}

/** The table with S2-001 as the only finished row, with this proof. */
const proving = (proof: string): string => {
  const [header, ...rows] = whole.trimEnd().split("\n")
  const open = rows.map((row) => row.replace(/\tdone\t[^\t]*/, "\tissue\t2"))
  return [header, ...open.map((row) => row.replace(/^S2-001\t\w+\t[^\t]*/, `S2-001\tdone\t${proof}`))].join("\n")
}

describe("the traceability check", () => {
  const row = /^S4-018\t.*\n/m
  const broken: readonly (readonly [title: string, text: string, problem: string])[] = [
    ["a row is missing", whole.replace(row, ""), "S4-018 is missing"],
    ["a row is unknown", `${whole}S4-063\tissue\t3\tA rule\n`, "S4-063 is not a row of the specification"],
    ["a row occurs twice", `${whole}S4-018\tissue\t3\tA rule\n`, "S4-018 occurs twice"],
    [
      "a state is unknown",
      whole.replace(row, "S4-018\tlater\t2\tA rule\n"),
      'S4-018 is neither done, issue nor none but "later"',
    ],
    ["an issue is not a number", whole.replace(row, "S4-018\tissue\tsoon\tA rule\n"), "S4-018 names no issue"],
    ["a reason is empty", whole.replace(row, "S4-018\tnone\t\tA rule\n"), "S4-018 gives no reason"],
    ["a column is missing", whole.replace(row, "S4-018\tissue\t2\n"), "S4-018 does not have 4 columns"],
    ["the header differs", whole.replace("id\tstate", "id\tstatus"), "the header is not id, state, proof, rule"],
    ["a proof names no test file", proving("src/index.ts > a"), 'S2-001 names no test file but "src/index.ts"'],
    ["a proof's file does not exist", proving("test/no.test.ts > a"), "S2-001 names a missing file: test/no.test.ts"],
  ]

  it.each(broken)("fails if %s", (_, text, problem) => {
    expect(problemsOf(text)).toContain(problem)
  })

  const tests = {
    "test/a.test.ts": `
      import { names } from "./names.ts"
      it("plain", () => {})
      it.effect("in effect", () => Effect.void)
      it.skip("skipped", () => {})
      it.todo("to do")
      it("skipped by its options", { skip: true }, () => {})
      it("skipped inside", (context) => { context.skip() })
      it.skipIf(process.env.CI)("skipped at times", () => {})
      describe.skip("a skipped group", () => { it("in a skipped group", () => {}) })
      describe("a group", () => { it("in a group", () => {}) })
      it.each([["first", 4], ["second", 5]])("%s is %i", () => {})
      it.each([{ name: "third" }])("called $name", () => {})
      for (const name of names) it(\`from a table: \${name}\`, () => {})
      for (const name of names) it(name, () => {})
      describe.each(Object.entries({ memory, local }))("Storage, %s", () => { it("keeps", () => {}) })
      layer(Demo)("with a layer", (it) => { it.effect("in a layer", () => Effect.void) })
    `,
    "test/names.ts": 'export const names = ["aurora", "celo"]',
    "test/real/b.spec.ts": `
      test.describe("browser", () => {
        test("runs", async ({ page }) => { await test.step("not a test", async () => {}) })
        test.fixme("broken", async ({ page }) => {})
        test("not everywhere", async ({ page }) => { test.skip(process.platform === "win32", "no such thing there") })
      })
    `,
    "test/c.test.ts": 'it("kept from running", () => {})\nit.only("alone", () => {})',
  }

  it.each([
    "test/a.test.ts > plain",
    "test/a.test.ts > in effect",
    "test/a.test.ts > in a group",
    "test/a.test.ts > a group > in a group",
    "test/a.test.ts > first is 4",
    "test/a.test.ts > called third",
    "test/a.test.ts > from a table: celo",
    "test/a.test.ts > aurora",
    "test/a.test.ts > Storage, memory > keeps",
    "test/a.test.ts > with a layer > in a layer",
    "test/real/b.spec.ts > browser > runs",
    "test/a.test.ts > plain ; test/real/b.spec.ts > runs",
  ])("finds %s", (proof) => {
    expect(problemsOf(proving(proof), tests)).toEqual([])
  })

  it.each([
    ["test/a.test.ts > plainer", "does not have"],
    ["test/a.test.ts > first is", "does not have"],
    ["test/a.test.ts > called fourth", "does not have"],
    ["test/a.test.ts > from a table: fantom", "does not have"],
    ["test/a.test.ts > another group > in a group", "does not have"],
    ["test/real/b.spec.ts > not a test", "does not have"],
    ["test/a.test.ts", "names no test"],
    ["test/a.test.ts > plain ; test/a.test.ts > plainer", "does not have"],
    ["test/a.test.ts > skipped", "is skipped"],
    ["test/a.test.ts > to do", "is skipped"],
    ["test/a.test.ts > skipped by its options", "is skipped"],
    ["test/a.test.ts > skipped inside", "is skipped"],
    ["test/a.test.ts > skipped at times", "is skipped"],
    ["test/a.test.ts > in a skipped group", "is skipped"],
    ["test/real/b.spec.ts > broken", "is skipped"],
    ["test/real/b.spec.ts > not everywhere", "is skipped"],
    ["test/c.test.ts > kept from running", "only some tests run"],
  ])("rejects %s", (proof, why) => {
    const [problem, ...others] = problemsOf(proving(proof), tests)

    expect(problem).toContain(`S2-001 `)
    expect(problem).toContain(why)
    expect(others).toEqual([])
  })
})
