import { describe, expect, it } from "vitest"
import { explain, rulesOf } from "./specification.ts"

const table = [
  "id\tstate\tproof\trule",
  "S2-001\tdone\ttest/flows/open.test.ts > Opening > opens Connect\tOpens Connect otherwise",
  "S2-002\tdone\ttest/flows/open.test.ts > opens Account ; test/browser/hooks.spec.ts > opens Connect\tOpens Account",
  "S2-003\tnone\tan introduction: test/flows/open.test.ts > opens Connect\tThe modal opens",
  "S2-004\tissue\t12\tThe modal closes",
].join("\n")
const idsOf = (file: string, ...titles: readonly string[]) => rulesOf(table, { file, titles }).map(({ id }) => id)

describe("The rules that a test proves", () => {
  it("are those whose proof names its file, then its title after those of its groups", () => {
    expect(rulesOf(table, { file: "test/flows/open.test.ts", titles: ["Opening", "opens Connect"] })).toEqual([
      { id: "S2-001", rule: "Opens Connect otherwise" },
    ])
    expect(idsOf("test/flows/open.test.ts", "A modal", "Opening", "opens Connect")).toEqual(["S2-001"])
  })

  it("are found by one of several proofs, and by a title without its groups", () => {
    expect(idsOf("test/flows/open.test.ts", "Opening", "opens Account")).toEqual(["S2-002"])
    expect(idsOf("test/browser/hooks.spec.ts", "opens Connect")).toEqual(["S2-002"])
  })

  it("are none for another file, another group or part of a title", () => {
    expect(idsOf("test/flows/close.test.ts", "Opening", "opens Connect")).toEqual([])
    expect(idsOf("test/flows/open.test.ts", "Closing", "opens Connect")).toEqual([])
    expect(idsOf("test/flows/open.test.ts", "never opens Account")).toEqual([])
  })

  it("are printed below the failed test and its reason, above the paths of its artifacts", () => {
    const failure = {
      file: "test/browser/hooks.spec.ts",
      titles: ["opens Connect"],
      errors: [{ message: `\u001b[31mExpected Connect\u001b[39m\n\n${"  at a line\n".repeat(20)}` }, {}],
      artefacts: [{ name: "screenshot", path: "test-results/hooks/test-failed-1.png" }],
    }

    expect(explain(table, [failure])).toEqual([
      "",
      "test/browser/hooks.spec.ts > opens Connect",
      "  Expected Connect",
      ...Array(11).fill("    at a line"),
      "  S2-002: Opens Account",
      "  screenshot: test-results/hooks/test-failed-1.png",
    ])
    expect(explain(table, [])).toEqual([])
  })
})
