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
  const options = { plugins: null, ignorers: [spanNames], excludedMutations: [] }
  const result = await new Instrumenter(silent).instrument(files, options)
  // Counting takes longer than the tests themselves, so it stops after the first run.
  const count = "function cover() {"
  for (const { name, content } of result.files) {
    if (content.includes("stryMutAct") && !content.includes(count)) throw new Error(`${name}: cannot stop the counting`)
    writeFileSync(join(folder, name), content.replace(count, `${count}\n    if (ns.countsNothing) return;`))
  }

  const lines = new Map(files.map(({ name, content }) => [name, content.split("\n")]))
  const mutants = result.mutants.filter(({ status }) => status !== "Ignored")
  return mutants.map(({ id, fileName: file, location: { start, end }, replacement }) => {
    const line = lines.get(file)?.[start.line] ?? ""
    const original = start.line === end.line ? line.slice(start.column, end.column) : `${line.slice(start.column)} ...`
    return { id, file, line: start.line + 1, original, replacement }
  })
}

/** Leaves the names of spans alone. Nothing but a trace shows them. */
const spanNames = {
  shouldIgnore: (path: object) => {
    const { node, parent } = path as { node: { type: string }; parent?: { callee?: Callee } }
    const isSpan =
      parent?.callee?.object?.name === "Effect" && ["fn", "withSpan"].includes(parent.callee.property?.name ?? "")
    return isSpan && node.type === "StringLiteral" ? "Name of a span" : undefined
  },
}

/** Part of Babel's node of a called function, such as `Effect.fn`. */
interface Callee {
  readonly object?: { readonly name?: string }
  readonly property?: { readonly name?: string }
}

const ignored = () => undefined
const not = () => false
const silent = {
  ...{ trace: ignored, debug: ignored, info: ignored, warn: console.warn, error: console.error, fatal: console.error },
  ...{ isTraceEnabled: not, isDebugEnabled: not, isInfoEnabled: not },
  ...{ isWarnEnabled: not, isErrorEnabled: not, isFatalEnabled: not },
}
