import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { errorPages } from "../../examples/docs/source/errors.ts"
import { recovery } from "../../examples/docs/source/recovery.ts"
import { zooPage } from "../../examples/docs/source/zoo.ts"
import * as Errors from "../../src/errors/index.ts"
import { operationNames } from "../../src/stub/operationNames.ts"
import { zoo } from "../../src/testing/zoo.ts"

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

/** The exports of a module, including re-exports, each with its docstring if it has one. */
const exported = (file: string): ReadonlyMap<string, string | undefined> => {
  const source = readFileSync(file, "utf8")
  const found = new Map<string, string | undefined>()
  const from = (path: string) => exported(join(dirname(file), path))
  const docstring = String.raw`(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?`
  const declared = (before: string, name: string) =>
    source.matchAll(new RegExp(`^${docstring}${before}(?:const|function|class|interface|type) (${name})\\b`, "gm"))
  for (const [, about, name = ""] of declared("export (?:declare )?", String.raw`\w+`))
    if (!found.has(name)) found.set(name, about)
  for (const [, names = "", path] of source.matchAll(/^export (?:type )?\{([^}]*)\}(?: from "([^"]+)")?/gm))
    for (const one of names.split(",").filter((name) => name.trim() !== "")) {
      const [own = "", as = own] = one
        .trim()
        .replace(/^type /, "")
        .split(" as ")
      const imported = new RegExp(`import (?:type )?\\{[^}]*\\b${own}\\b[^}]*\\} from "(\\.[^"]+)"`).exec(source)?.[1]
      const [here] = declared("", own)
      found.set(as, (path ?? imported) ? from(path ?? imported ?? "").get(own) : here?.[1])
    }
  for (const [, path = ""] of source.matchAll(/^export (?:type )?\* from "([^"]+)"/gm))
    for (const [name, about] of from(path)) if (!found.has(name)) found.set(name, about)
  return found
}

const entries = ["src/index.ts", "src/react.tsx", "src/elements.ts", "src/effect.ts", "services/index.ts"]
const furtherEntries = ["layers/index.ts", "src/testing/index.ts", "src/trace.ts"]

const line = (docstring: string | undefined) => docstring?.replace(/\s*\n \* ?/g, " ").trim()

describe("the documentation", () => {
  it.each([...entries, ...furtherEntries])("describes every export of %s", (entry) => {
    const all = exported(entry)

    expect(all.size).toBeGreaterThan(0)
    expect([...all].filter(([, about]) => !line(about)).map(([name]) => name)).toEqual([])
  })

  it("has the same text for an operation as a method, as an Effect and on its page", () => {
    const effects = exported("src/effect.ts")
    for (const name of operationNames) {
      const file = new RegExp(`^ {2}${name}: \\(\\) => import\\("\\.\\./([\\w/]+)\\.ts"\\)`, "m").exec(
        readFileSync("src/operations/registry.ts", "utf8"),
      )?.[1]
      const [, first = "", rest = ""] =
        /^Operation: (.)(.*)/s.exec(line(exported(`src/${file}.ts`).get(name)) ?? "") ?? []
      expect(line(effects.get(name)), name).toBe(`${first.toUpperCase()}${rest}`)
    }
  })

  it("explains the message, the cause and the recovery of every error class", () => {
    const rows = errorPages().flatMap(({ rows }) => rows)
    const classes = Object.entries(Errors).flatMap(([name, one]) =>
      typeof one === "function" && /^[A-Z]/.test(name) ? [name] : [],
    )

    expect(rows.map(({ name }) => name).sort()).toEqual(classes.sort())
    expect(rows.filter(({ cause }) => cause === "").map(({ name }) => name)).toEqual([])
    expect(rows.filter(({ recovery }) => !recovery).map(({ name }) => name)).toEqual([])
    expect(Object.keys(recovery).filter((name) => !classes.includes(name))).toEqual([])
  })

  it("quotes the message of each, except those of wallets and nodes and the two that quote their input", () => {
    const silent = errorPages().flatMap(({ topic, rows }) =>
      (topic === "rpc" ? [] : rows).filter(({ sentence }) => sentence === "").map(({ name }) => name),
    )

    expect(silent.sort()).toEqual(["AnswerInvalid", "InvalidInput"])
  })

  it("has no table that browsers complete, which would not hydrate", () => {
    const cut = pages("examples/docs").filter((page) => /<table>\s*<tr/.test(readFileSync(page, "utf8")))

    expect(cut).toEqual([])
  })

  it("lists every wallet of the zoo with its report", () => {
    for (const { name, source } of zoo)
      expect(zooPage().content).toMatch(new RegExp(`^\\| ${name} \\|.*\\(${source}\\) \\|$`, "m"))
  })

  it("describes every custom element and its attributes", () => {
    const source = readFileSync("src/elements.ts", "utf8")
    const page = readFileSync("examples/docs/reference/elements.md", "utf8")
    const attributes = [...source.matchAll(/(?:getAttribute|has)\("([\w-]+)"\)/g)].map(([, name]) => `| \`${name}\``)
    const elements = [...source.matchAll(/^ {2}"(portico-[\w-]+)": \{$/gm)].map(([, name]) => `| \`<${name}>\``)

    expect(new Set([...attributes, ...elements]).size).toBe(8)
    expect([...attributes, ...elements].filter((row) => !page.includes(row))).toEqual([])
  })

  it("has no broken links", () => {
    const root = "examples/docs"
    const written = pages(root).map((page) => page.slice(root.length).replace(/(index)?\.md$/, ""))
    const known = [...written, `/reference/${zooPage().topic}`, "/reference/modal", "/reference/react"]
    const dead = pages(root).flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/\]\((\/[^)#]*|\.{1,2}\/[^)#]*)\)/g)]
        .map(([, link = ""]) => new URL(link, `http://site${page.slice(root.length)}`).pathname)
        .filter((link) => !/\.png$/.test(link) && !known.includes(link))
        .map((link) => `${page}: ${link}`),
    )
    expect(dead).toEqual([])
  })
})

describe.each([
  ["CONTRIBUTING.md", 20, 8],
  ["SECURITY.md", 12, 1],
])("%s", (name, leastFiles, leastCommands) => {
  const page = readFileSync(name, "utf8")
  const quoted = [...page.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = ""]) => text)

  it("names files that exist", () => {
    const files = quoted.filter((text) => /^(src|services|layers|views|test|examples)\/[^<]*$/.test(text))

    expect(files.length).toBeGreaterThan(leastFiles)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  it("names commands that exist", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
    const commands = quoted.flatMap((text) => /^npm (?:run )?([\w:]+)/.exec(text)?.[1] ?? [])
    const own = commands.filter((command) => !["ci", "pack"].includes(command))

    expect(own.length).toBeGreaterThan(leastCommands)
    expect(own.filter((command) => !(command in scripts))).toEqual([])
  })

  it("has a row for each parameter that the playground reads from its URL", () => {
    const source = readFileSync("examples/playground/parameters.ts", "utf8")
    const read = [...source.matchAll(/query\.get\("(\w+)"\)/g)].map(([, name]) => name)
    const page = readFileSync("examples/docs/reference/playground.md", "utf8")

    expect(read.length).toBeGreaterThan(10)
    expect(read.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([])
  })
})
