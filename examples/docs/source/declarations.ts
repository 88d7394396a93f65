import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, resolve } from "node:path"

/** Project root. The site is built there, but its pages are bundled elsewhere, so `import.meta` does not point to it. */
export const root = process.cwd()

const dist = resolve(root, "dist")

/** Reads a declaration file that `npm run build` wrote, by its path in the package. */
export const declarations = (path: string): string => {
  try {
    return readFileSync(join(dist, path), "utf8")
  } catch (cause) {
    throw new Error(`Run \`npm run build\` first: ${path} is not in dist`, { cause })
  }
}

/** A declaration with its docstring. */
export interface Declared {
  readonly about: string
  readonly code: string
}

/** Converts a docstring to plain text. */
const plainText = (docstring: string) =>
  docstring
    .replace(/^\s*\/\*\*|\*\/\s*$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join(" ")
    .trim()

/** Finds a declaration by name. Returns `undefined` if the file has none. */
export const declared = (
  source: string,
  kind: "const" | "function" | "interface" | "type" | "class",
  name: string,
): Declared | undefined => {
  const start = new RegExp(`(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\s*)?^(export )?(declare )?${kind} ${name}\\b`, "m").exec(
    source,
  )
  if (!start) return undefined
  const from = start.index + (start[1]?.length ?? 0)
  return {
    about: plainText(start[1] ?? ""),
    code: source.slice(from, ending(source, from)).replace(/^export (declare )?/, ""),
  }
}

/** Returns the end of a declaration: its semicolon, or its closing brace, outside all brackets. */
const ending = (source: string, from: number) => {
  let depth = 0
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at]
    if (sign === "/" && source[at + 1] === "*") {
      at = source.indexOf("*/", at) + 1
      continue
    }
    if (sign === "{" || sign === "(" || sign === "[") depth += 1
    if (sign === "}" || sign === ")" || sign === "]") {
      depth -= 1
      const rest = /^\s*[;&|[,>)]|^\s*=>/.test(source.slice(at + 1, at + 8))
      if (depth === 0 && sign === "}" && !rest) return at + 1
    }
    if (sign === ";" && depth === 0) return at
  }
  return source.length
}

/** Collects every interface and type that the package's declarations export, by name. */
export const namedTypes = (): ReadonlyMap<string, Declared> => {
  const found = new Map<string, Declared>()
  const walk = (folder: string) => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      if (statSync(path).isDirectory()) walk(path)
      else if (name.endsWith(".d.ts")) {
        const source = readFileSync(path, "utf8")
        for (const [, kind, type] of source.matchAll(/^export (interface|type) (\w+)/gm)) {
          if (!type || found.has(type)) continue
          const one = declared(source, kind as "interface", type)
          if (one) found.set(type, one)
        }
      }
    }
  }
  for (const part of ["src", "services"]) walk(join(dist, part))
  return found
}
