/// <reference types="vite/client" />

/** Documentation of an operation: its docstring, and its input as TypeScript. */
export interface Doc {
  readonly says: string
  readonly input: string
}

const files: Readonly<Record<string, string>> = import.meta.glob(
  ["../../src/*/operations.ts", "../../src/*/operations/*.ts"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
)
const sources = Object.values(files)

/** Reads an operation's docstring and input from its source. */
export const docOf = (name: string): Doc => {
  const head = new RegExp(`(/\\*\\*(?:[^*]|\\*(?!/))*\\*/\\s*)?export const ${name} = [^]*?(?:function\\*|=) ?\\(`)
  for (const source of sources) {
    const found = head.exec(source)
    if (!found) continue
    const [whole, doc = ""] = found
    return { says: prose(doc), input: inputIn(source.slice(found.index + whole.length)) }
  }
  return { says: "", input: "" }
}

const prose = (doc: string) =>
  doc
    .replace(/^\/\*\*|\*\/\s*$/g, "")
    .replace(/^\s*\*/gm, "")
    .replace(/\s+/g, " ")
    .replace(/^ ?Operation: /, "")
    .trim()
    .replace(/^./, (first) => first.toUpperCase())

/** Returns the parameters up to their closing bracket. */
const inputIn = (source: string) => {
  let depth = 1
  let at = 0
  for (; depth > 0 && at < source.length; at += 1) {
    if ("({[".includes(source[at] ?? "")) depth += 1
    else if (")}]".includes(source[at] ?? "")) depth -= 1
  }
  return (
    source
      .slice(0, at - 1)
      .replaceAll("readonly ", "")
      // A field ends with its line.
      .replace(/([\w>\])])\n(?=\s*\w)/g, "$1; ")
      .replace(/\s+/g, " ")
      .replace(/,? popup\?: .*$/, "")
      .replace(/,?\s*$/, "")
      .trim()
  )
}
