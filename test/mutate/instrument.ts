import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Instrumenter } from "@stryker-mutator/instrumenter"

/** Small change to a source file, off until a test run switches it on. */
export interface Mutant {
  readonly id: string
  readonly file: string
  readonly line: number
  readonly original: string
  readonly replacement: string
}

/** Adds all mutants of some files to the copy of the project in `folder`. Returns them. */
export const instrument = async (folder: string, paths: readonly string[]): Promise<readonly Mutant[]> => {
  const files = paths.map((name) => ({ name, content: readFileSync(join(folder, name), "utf8"), mutate: true }))
  const options = { plugins: null, ignorers: [], excludedMutations: [] }
  const result = await new Instrumenter(silent).instrument(files, options)
  // Counting takes longer than the tests themselves, so it stops after the first run.
  const count = "function cover() {"
  for (const { name, content } of result.files) {
    if (content.includes("stryMutAct") && !content.includes(count)) throw new Error(`${name}: cannot stop the counting`)
    writeFileSync(join(folder, name), content.replace(count, `${count}\n    if (ns.countsNothing) return;`))
  }

  const lines = new Map(files.map(({ name, content }) => [name, content.split("\n")]))
  return result.mutants.map(({ id, fileName: file, location: { start, end }, replacement }) => {
    const line = lines.get(file)?.[start.line] ?? ""
    const original = start.line === end.line ? line.slice(start.column, end.column) : `${line.slice(start.column)} ...`
    return { id, file, line: start.line + 1, original, replacement }
  })
}

const ignored = () => undefined
const not = () => false
const silent = {
  ...{ trace: ignored, debug: ignored, info: ignored, warn: console.warn, error: console.error, fatal: console.error },
  ...{ isTraceEnabled: not, isDebugEnabled: not, isInfoEnabled: not },
  ...{ isWarnEnabled: not, isErrorEnabled: not, isFatalEnabled: not },
}
