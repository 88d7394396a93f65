import { existsSync, readFileSync } from "node:fs"
import { stripVTControlCharacters } from "node:util"

/** Path of the table that names the test of each rule. */
export const table = "test/specification.tsv"

/** A rule of the specification, with its number. */
export interface Rule {
  readonly id: string
  readonly rule: string
}

/** A test that failed. */
export interface Failure {
  /** Path from the root. */
  readonly file: string
  /** Titles of the groups around the test and its own, outermost first. */
  readonly titles: readonly string[]
  /** Why it failed. */
  readonly errors?: readonly { readonly message?: string | undefined }[] | undefined
  /** Artifacts of the test, by name. */
  readonly artefacts?: readonly Artefact[]
}

export interface Artefact {
  readonly name: string
  readonly path: string
}

/** The rules that a test proves, from a table's text. A proof names the test by its title, alone or after those of its groups. */
export const rulesOf = (text: string, { file, titles }: Failure): readonly Rule[] => {
  const names = titles.map((_, outermost) => [file, ...titles.slice(outermost)].join(" > "))
  return text
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([, , proof = ""]) => proof.split(" ; ").some((each) => names.includes(each)))
    .map(([id = "", , , rule = ""]) => ({ id, rule }))
}

/** Lines about failed tests: why they failed, the rules they prove and the paths of their artifacts. Empty without failures. */
export const explain = (text: string, failures: readonly Failure[]): readonly string[] =>
  failures.flatMap((failure) => [
    "",
    [failure.file, ...failure.titles].join(" > "),
    ...(failure.errors ?? []).flatMap(({ message = "" }) => reasonOf(message)),
    ...rulesOf(text, failure).map(({ id, rule }) => `  ${id}: ${rule}`),
    ...(failure.artefacts ?? []).map(({ name, path }) => `  ${name}: ${path}`),
  ])

/** The start of an error's message, where the reason stands. */
const reasonOf = (message: string): readonly string[] =>
  stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, 12)
    .map((line) => `  ${line}`)

/** Prints the lines about failed tests, from the project's table. */
export const printExplained = (failures: readonly Failure[]): void => {
  const text = existsSync(table) ? readFileSync(table, "utf8") : ""
  for (const line of explain(text, failures)) console.log(line)
}
