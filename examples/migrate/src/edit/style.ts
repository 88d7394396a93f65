import type { SourceFile } from "ts-morph"
import type { Options } from "../site.ts"

/** Code style of a file. */
export interface Style {
  readonly quote: '"' | "'"
  readonly end: ";" | ""
  readonly isTypeScript: boolean
}

export const styleOf = (file: SourceFile): Style => {
  const text = file.getFullText()
  const imports = /^import .*?(["']).*?\1(;?)\s*$/m.exec(text)
  return {
    quote: imports?.[1] === "'" ? "'" : '"',
    end: imports ? (imports[2] === ";" ? ";" : "") : /;\s*$/m.test(text) ? ";" : "",
    isTypeScript: /\.(m|c)?tsx?$/.test(file.getFilePath()),
  }
}

/** Writes a string literal. */
export const quoted = (text: string, { quote }: Style): string => {
  const json = JSON.stringify(text)
  return quote === "'" && !text.includes("'") ? `'${json.slice(1, -1).replaceAll('\\"', '"')}'` : json
}

/** Writes options as an object literal. A field whose text is its own name becomes shorthand. */
export const writeObject = (options: Options, indent = ""): string => {
  const fields = Object.entries(options).map(([name, value]) => {
    const key = /^[\w$]+$/.test(name) ? name : `"${name}"`
    const text = typeof value === "string" ? value : writeObject(value, `${indent}  `)
    return `${indent}  ${text === name ? name : `${key}: ${text}`},\n`
  })
  return fields.length === 0 ? "{}" : `{\n${fields.join("")}${indent}}`
}

/** Moves all lines but the first to the left. ts-morph indents text that it inserts. */
export const dedent = (text: string, by: number): string =>
  by > 0 ? text.replaceAll(new RegExp(`\\n {0,${by}}(?= *\\S)`, "g"), "\n") : text
