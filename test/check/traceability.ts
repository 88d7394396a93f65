import { existsSync } from "node:fs"
import { join, posix } from "node:path"
import { table } from "../run/specification.ts"
import { type Node, parse, read, type Verdict, walk } from "./source.ts"
import { isTitled, literalsOf, testsOf, type WrittenTest } from "./titles.ts"

/** Number of rows per section of the specification, from S0. Rows are numbered from 1. */
const rowsOf = [2, 24, 68, 101, 62, 54, 24, 80, 90, 113]

const columns = ["id", "state", "proof", "rule"]

/**
 * Checks that the table at `root` has every row of the specification, and that each finished row names tests that exist and run. A proof
 * has the form `path/to/file.test.ts > title of the test`; several are joined by " ; ".
 */
export const traceability = (root: string): Verdict => {
  const [header = "", ...lines] = read(root, table).trimEnd().split("\n")
  const rows = lines.map((line) => line.split("\t"))
  const known = rowsOf.flatMap((count, section) =>
    Array.from({ length: count }, (_, index) => idOf(section, index + 1)),
  )
  const given = rows.map(([id = ""]) => id)
  const files = fileReader(root)

  return {
    problems: [
      ...(header === columns.join("\t") ? [] : [`the header is not ${columns.join(", ")}`]),
      ...known.filter((id) => !given.includes(id)).map((id) => `${id} is missing`),
      ...given.filter((id) => !known.includes(id)).map((id) => `${id} is not a row of the specification`),
      ...given.filter((id, index) => given.indexOf(id) !== index).map((id) => `${id} occurs twice`),
      ...rows.flatMap((row) => wrong(row, files).map((why) => `${row[0]} ${why}`)),
    ],
    note: countsOf(rows),
  }
}

const wrong = (row: readonly string[], files: FileReader): readonly string[] => {
  const [, state, proof = "", rule = ""] = row
  if (row.length !== columns.length || rule === "") return [`does not have ${columns.length} columns`]
  switch (state) {
    case "done":
      return proof.split(" ; ").flatMap((each) => unproven(each, files))
    case "issue":
      return /^[1-9]\d*$/.test(proof) ? [] : ["names no issue"]
    case "none":
      return proof.trim() === "" ? ["gives no reason"] : []
    default:
      return [`is neither done, issue nor none but "${state}"`]
  }
}

const unproven = (proof: string, files: FileReader): readonly string[] => {
  const [path = "", ...rest] = proof.split(" > ")
  const title = rest.join(" > ")
  if (!/^test\/.*\.(test|spec)(-d)?\.tsx?$/.test(path)) return [`names no test file but "${path}"`]
  const file = files(path)
  if (file === undefined) return [`names a missing file: ${path}`]
  if (title === "") return [`names no test in ${path}`]

  const named = file.tests.filter((test) => isTitled(test, title, file.literals))
  if (named.length === 0) return [`names a test that ${path} does not have: ${title}`]
  if (named.some(({ skipped }) => skipped)) return [`names a test that is skipped: ${proof}`]
  if (file.tests.some(({ only }) => only)) return [`names a file in which only some tests run: ${path}`]
  return []
}

interface TestFile {
  readonly tests: readonly WrittenTest[]
  readonly literals: ReadonlySet<string>
}

type FileReader = (path: string) => TestFile | undefined

/** Literals that fill a table's titles may be in the test's file or in one that it imports. */
const fileReader = (root: string): FileReader => {
  const read = once((path) => (existsSync(join(root, path)) ? readFile(root, path) : undefined))
  return once((path) => {
    const file = read(path)
    const near = file?.near.flatMap((each) => [...(read(each)?.literals ?? [])])
    return file && { tests: file.tests, literals: new Set([...file.literals, ...(near ?? [])]) }
  })
}

/** Reads each path once. */
const once = <A>(read: (path: string) => A): ((path: string) => A) => {
  const seen = new Map<string, A>()
  return (path) => {
    const known = seen.get(path) ?? read(path)
    seen.set(path, known)
    return known
  }
}

/** A file, and the paths of the project files it imports. */
const readFile = (root: string, path: string): TestFile & { readonly near: readonly string[] } => {
  const text = read(root, path)
  const tree = path.endsWith(".json") ? parse(`${path}.ts`, `export default ${text}`) : parse(path, text)
  return { tests: testsOf(tree), literals: literalsOf(tree), near: neighbours(path, tree) }
}

const neighbours = (path: string, tree: Node): readonly string[] => {
  const found: string[] = []
  walk(tree, (node) => {
    if (node.type === "ImportDeclaration" && node.source.value.startsWith("."))
      found.push(posix.join(posix.dirname(path), node.source.value))
  })
  return found.filter((each) => /\.(tsx?|json)$/.test(each))
}

const idOf = (section: number, row: number): string => `S${section}-${String(row).padStart(3, "0")}`

const countsOf = (rows: readonly (readonly string[])[]): string => {
  const counts = new Map<string, number>()
  for (const [, state = "", proof = ""] of rows) {
    const name = state === "issue" ? `issue ${proof}` : state
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${name}: ${count}`)
    .join(", ")
}
