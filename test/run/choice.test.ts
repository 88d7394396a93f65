import { mkdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { temporaryFolders } from "../fixtures/folders.ts"
import { choicesFor, choicesOf, nearTopics, readersOf } from "./choice.ts"
import { buildsOf, sitesOf } from "./sites.ts"
import { testFilesOf } from "./testFiles.ts"

/** Writes a project with these files. Returns its root. */
const project = temporaryFolders()

const empty = ["src/flows/send.ts", "src/domain/limits.ts", "src/domain/sendRow.ts", "layers/relay/library.ts"]
const files = testFilesOf(
  project({
    ...Object.fromEntries(empty.map((path) => [path, ""])),
    "test/flows/modal.ts": 'import "../../src/domain/sendRow.ts"',
    "test/flows/send.test.ts": 'import { world } from "./modal.ts"',
    "test/flows/resend.test.ts": "",
    "test/flows/sender.test.ts": "",
    "test/flows/swap.test.tsx": 'import { a } from "../../src/flows/send.ts"\nexport { b } from "./modal.ts"',
    "test/flows/pay.test.ts": 'import type { Send } from "../../src/flows/send.ts"',
    "test/layers/evmSend.test.ts": "",
    "test/layers/relay/page.test.ts": 'import { page } from "../../../src/domain/limits.ts"',
    "test/browser/walletSends.spec.ts": 'import { playground } from "./playground.ts"',
    "test/browser/layout.spec.ts": "",
    "test/browser/playground.ts": 'export { site } from "../serve.ts"',
    "test/serve.ts": 'import "../src/domain/limits.ts"',
    "test/real/relay.spec.ts": 'import { limit } from "../../src/domain/limits.ts"\nimport("./gone.ts")',
  }),
)
const chosen = (topic: string) => Object.fromEntries(choicesOf(files, topic).map(({ path, why }) => [path, why]))

describe("The tests of a topic", () => {
  it("have the topic among the words of their file name, or import a source file that does", () => {
    expect(chosen("send")).toEqual({
      "test/flows/send.test.ts": "its name",
      "test/flows/swap.test.tsx": "imports src/flows/send.ts",
      "test/layers/evmSend.test.ts": "its name",
      "test/browser/walletSends.spec.ts": "its name",
    })
  })

  it("are in its folder, or import from it", () => {
    expect(chosen("relay")).toEqual({
      "test/layers/relay/page.test.ts": "its name",
      "test/real/relay.spec.ts": "its name",
    })
    expect(chosen("layers")).toEqual({
      "test/layers/evmSend.test.ts": "its name",
      "test/layers/relay/page.test.ts": "its name",
    })
    expect(chosen("domain")).toEqual({
      "test/layers/relay/page.test.ts": "imports src/domain/limits.ts",
      "test/real/relay.spec.ts": "imports src/domain/limits.ts",
    })
  })

  it("do not include those that import it through a helper, and a top folder is not a topic", () => {
    expect(chosen("playground")).toEqual({})
    expect(chosen("src")).toEqual({})
  })

  it("have the words of a longer topic in the same order", () => {
    expect(Object.keys(chosen("walletSend"))).toEqual(["test/browser/walletSends.spec.ts"])
    expect(chosen("sendWallet")).toEqual({})
  })

  it("start with the topic if no name contains it as a word", () => {
    expect(Object.keys(chosen("swa"))).toEqual(["test/flows/swap.test.tsx"])
    expect(Object.keys(chosen("wap"))).toEqual([])
    expect(Object.keys(chosen("evmsend"))).toEqual(["test/layers/evmSend.test.ts"])
  })

  it("are a single file if the topic is its path", () => {
    expect(chosen("test/flows/pay.test.ts")).toEqual({ "test/flows/pay.test.ts": "its path" })
  })

  it("run as unit, browser or real-parts tests, by their folder", () => {
    const levels = Object.fromEntries(choicesOf(files, "send").map(({ path, level }) => [path, level]))
    expect(levels).toMatchObject({ "test/flows/send.test.ts": "unit", "test/browser/walletSends.spec.ts": "browser" })
    expect(choicesOf(files, "relay").map(({ level }) => level)).toEqual(["unit", "real"])
  })

  it("are none for an unknown topic, for which similar ones are suggested", () => {
    expect(chosen("sned")).toEqual({})
    expect(nearTopics(files, "sned")).toEqual(["send"])
    expect(nearTopics(files, "relays2")).toContain("relay")
    expect(nearTopics(files, "walletconnect")).toEqual(["wallet"])
    expect(nearTopics(files, "xyz")).toEqual([])
  })
})

describe("The browser tests that a change touches", () => {
  const specs = files.filter(({ level }) => level !== "unit")
  const touched = (...changed: readonly string[]) =>
    Object.fromEntries(
      choicesFor(specs, changed, (path) => (path.includes("relay") ? ["examples/csp"] : [])).map(({ path, why }) => [
        path,
        why,
      ]),
    )

  it("are changed themselves, or import a changed file, even through helpers", () => {
    expect(touched("test/real/relay.spec.ts")).toEqual({ "test/real/relay.spec.ts": "changed" })
    expect(touched("src/domain/limits.ts")).toEqual({ "test/real/relay.spec.ts": "imports src/domain/limits.ts" })
    expect(touched("test/serve.ts")).toEqual({ "test/browser/walletSends.spec.ts": "imports test/serve.ts" })
  })

  it("share their name with a changed source file or its folder", () => {
    expect(touched("views/send/Amount.tsx")).toMatchObject({
      "test/browser/walletSends.spec.ts": "shares its name with views/send/Amount.tsx",
    })
    expect(touched("src/state/relayCalls.ts")).toEqual({
      "test/real/relay.spec.ts": "shares its name with src/state/relayCalls.ts",
    })
    expect(touched("test/flows/send.test.ts", "README.md", "src/ui/card.ts")).toEqual({})
  })

  it("include the layout test if a view changed", () => {
    expect(touched("src/state/rows.ts", "views/ui/Card.tsx")).toEqual({
      "test/browser/layout.spec.ts": "measures views/ui/Card.tsx",
    })
  })

  it("visit a changed site", () => {
    expect(touched("examples/csp/main.ts")).toEqual({ "test/real/relay.spec.ts": "visits examples/csp" })
  })
})

it("A changed documentation page affects the tests that read it", () => {
  expect(readersOf(["src/index.ts", "README.md"]).map(({ path, why }) => [path, why])).toEqual([
    ["test/docs/docs.test.ts", "reads README.md"],
    ["test/docs/samples.test.ts", "reads README.md"],
  ])
  expect(readersOf(["src/index.ts"])).toEqual([])
})

describe("The sites that browser tests visit", () => {
  const sites = ["csp", "playground", "react", "secure-site"]
  const pages = Object.fromEntries(sites.map((name) => [`examples/${name}/index.html`, ""]))
  const root = () =>
    project({
      ...pages,
      "src/index.ts": "",
      "test/browser/kit/main.ts": "",
      "test/a.spec.ts": 'import { test } from "./playground.ts"',
      "test/b.spec.ts": 'import { test } from "./kit.ts"',
      "test/c.spec.ts": 'const site = await serve("react")',
      "test/d.spec.ts": "const site = await serve(name)",
      "test/e.spec.ts": 'test("reports", async ({ strictSite }) => {})',
      "test/f.spec.ts": 'test("logs in", async ({ page, secure }) => {})',
    })
  const built = (at: string, sites: readonly string[], time: number) => {
    for (const site of sites) {
      mkdirSync(join(at, "dist-examples", site), { recursive: true })
      writeFileSync(join(at, "dist-examples", site, "index.html"), "")
      utimesSync(join(at, "dist-examples", site, "index.html"), time, time)
    }
  }

  it("are found in the text of the test", () => {
    const at = root()
    const visited = ["a", "b", "c", "d", "e", "f"].map((name) => sitesOf(at, `test/${name}.spec.ts`))

    expect(visited).toEqual([
      ["kit"],
      ["kit"],
      ["react", "kit"],
      [...sites, "kit"],
      ["csp", "kit"],
      ["secure-site", "kit"],
    ])
  })

  it("are built if they are missing or older than a source file", () => {
    const at = root()
    const now = Date.now() / 1000
    const commands = () => buildsOf(at, ["playground", "csp", "kit", "playground"]).map(({ command }) => command)
    const kit = "node test/run.js test/browser/kit/build.ts"

    expect(commands()).toEqual(["node examples/build.js playground csp", kit])
    built(at, ["playground", "csp", "kit"], now + 10)
    expect(commands()).toEqual([])
    utimesSync(join(at, "test/browser/kit/main.ts"), now + 20, now + 20)
    expect(commands()).toEqual([kit])
    built(at, ["csp", "kit"], now + 40)
    utimesSync(join(at, "src/index.ts"), now + 30, now + 30)
    expect(commands()).toEqual(["node examples/build.js playground"])
  })
})
