import { readFileSync } from "node:fs"
import { join } from "node:path"
import { operationRows } from "../../examples/docs/source/operations.ts"

const root = join(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")

/** Returns the files that repeat the operation table, as they follow from it, by path. */
export const generatedFiles = (): Readonly<Record<string, string>> => ({
  [namesFile]: read(namesFile).replace(
    /= \[[^\]]*\]/,
    () =>
      `= [\n${operationRows()
        .map(([name]) => `  "${name}",\n`)
        .join("")}]`,
  ),
  [effectsFile]: `${read(effectsFile).split(mark)[0]}${mark}${operationRows().map(effectOf).join("")}`,
})

const namesFile = "src/stub/operationNames.ts"
const effectsFile = "src/operations/effects.ts"
const mark = "// Generated from the operation table by `npm run operations`.\n\n"

const effectOf = ([name, file]: readonly [name: string, file: string]): string => {
  const source = read(`src/${file}.ts`)
  const said = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport const ${name}\\b`).exec(source)?.[1]
  const about = said?.replace(/\s*\n \* ?/g, " ").trim()
  if (!about?.startsWith(begin))
    throw new Error(`The docstring of ${name} in src/${file}.ts does not begin with "${begin}"`)
  const text = `${about.charAt(begin.length).toUpperCase()}${about.slice(begin.length + 1)}`
  return `${docstring(text)}\nexport const ${name} = lazily("${name}")\n`
}
const begin = "Operation: "

/** Wraps a text into the lines of a docstring. */
const docstring = (text: string): string => {
  if (text.length <= width - "/**  */".length) return `/** ${text} */`
  const lines: string[] = []
  let line = " *"
  for (const word of text.split(" ")) {
    if (line.length + 1 + word.length > width) {
      lines.push(line)
      line = " *"
    }
    line += ` ${word}`
  }
  return ["/**", ...lines, line, " */"].join("\n")
}
const width = 140
