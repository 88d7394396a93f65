import { readdirSync } from "node:fs"
import { table } from "../run/specification.ts"
import { type Comment, filesIn, lineAt, parseWithComments, read } from "./source.ts"
import { type Piece, testsOf } from "./titles.ts"

/** A piece of English prose: a comment, a paragraph of Markdown or the title of a test. */
export interface Passage {
  readonly file: string
  /** Line of the file, from 1, at a position of the text. `undefined` for titles. */
  readonly lineOf?: (position: number) => number
  /** The lines, joined by spaces. Quotes and code have the same length, but no letters. */
  readonly text: string
  readonly isDocstring: boolean
}

/** Files with prose: code and Markdown. */
const prosaic = /\.(tsx?|js|vue|md)$/
const folders = ["src", "services", "layers", "views", "test", "examples"]

/** All prose of the project at `root`, without titles that the table of the specification names. */
export const passagesOf = (root: string): readonly Passage[] => {
  const named = namedTitles(read(root, table))
  const files = [...readdirSync(root).filter((name) => prosaic.test(name)), ...filesIn(root, folders, prosaic)]
  return files.flatMap((file) => {
    const text = read(root, file)
    return file.endsWith(".md") ? inMarkdown(file, text) : inCode(file, text, named)
  })
}

interface Line {
  readonly number: number
  readonly text: string
}

const passage = (file: string, lines: readonly Line[], isDocstring = false): readonly Passage[] => {
  const kept = lines.map(({ number, text }) => ({ number, text: text.trim() })).filter(({ text }) => text !== "")
  if (kept.length === 0) return []
  const ends = kept.map((_, index) => kept.slice(0, index + 1).reduce((sum, { text }) => sum + text.length + 1, 0))
  const lineOf = (position: number) => kept[ends.findIndex((end) => position < end)]?.number ?? 0
  return [{ file, lineOf, isDocstring, text: masked(kept.map(({ text }) => text).join(" ")) }]
}

/** Code, quotes and addresses are not the author's prose. An apostrophe inside or after a word does not start a quote. */
const masked = (text: string): string =>
  text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|(?<!\w)'[^']*'(?!\w)|\bhttps?:\S+|\]\([^)]*\)/g, (quote) =>
    "·".repeat(quote.length),
  )

const inCode = (file: string, source: string, named: ReadonlyMap<string, readonly string[]>): readonly Passage[] => {
  const isVue = file.endsWith(".vue")
  const text = isVue ? scriptOf(source) : source
  const { tree, comments } = parseWithComments(isVue ? `${file}.ts` : file, text)
  const isTest = /\.(test|spec)\.tsx?$/.test(file)
  const titles = isTest ? new Set(testsOf(tree).flatMap((test) => test.titles)) : []
  return [
    ...joined(text, comments).flatMap((group) => {
      const [first] = group
      return passage(file, group.flatMap(linesIn(text)), first?.type === "Block" && first.value.startsWith("*"))
    }),
    ...[...titles]
      .filter((title) => !named.get(file)?.some((part) => patternOf(title).test(part)))
      .map((title) => ({
        file,
        text: masked(title.map((piece) => piece ?? "…").join("")),
        isDocstring: false,
      })),
  ]
}

/** The script of a Vue file, on its own lines. */
const scriptOf = (source: string): string => {
  const [all = "", before = "", script = ""] = /^([\s\S]*?<script[^>]*>)([\s\S]*?)<\/script>/.exec(source) ?? []
  return all === "" ? "" : before.replace(/[^\n]/g, "") + script
}

/** Groups line comments that follow each other on lines of their own. */
const joined = (text: string, comments: readonly Comment[]): readonly (readonly Comment[])[] => {
  const groups: Comment[][] = []
  for (const comment of comments) {
    const last = groups.at(-1)?.at(-1)
    const follows =
      last?.type === "Line" && comment.type === "Line" && /^\n[ \t]*$/.test(text.slice(last.end, comment.start))
    if (follows && isAlone(text, last)) groups.at(-1)?.push(comment)
    else groups.push([comment])
  }
  return groups
}

const isAlone = (text: string, { start }: Comment): boolean =>
  text.slice(text.lastIndexOf("\n", start - 1) + 1, start).trim() === ""

const linesIn =
  (text: string) =>
  ({ start, value }: Comment): readonly Line[] => {
    const first = lineAt(text, start)
    return value.split("\n").map((line, index) => ({ number: first + index, text: line.replace(/^\s*\*+/, "") }))
  }

const inMarkdown = (file: string, source: string): readonly Passage[] => {
  const found: Line[][] = [[]]
  let end: RegExp | undefined
  for (const [index, text] of source.split("\n").entries()) {
    if (end) {
      if (end.test(text)) end = undefined
      continue
    }
    end = skipped.find(([start]) => start.test(text))?.[1]
    if (end || /^\s*$/.test(text)) found.push([])
    else if (/^\s*([-*|#>]|\d+\.) ?/.test(text))
      found.push([{ number: index + 1, text: text.replace(/^\s*([-*|#>]+|\d+\.)\s*/, "") }])
    else found.at(-1)?.push({ number: index + 1, text })
  }
  return found.flatMap((lines) => passage(file, lines))
}

/** Starts and ends of the parts of Markdown that are not prose. */
const skipped: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^\s*```/, /^\s*```/],
  [/^<script/, /^<\/script>/],
  [/^<style/, /^<\/style>/],
]

/** The titles of groups and tests that the table names, by file. */
const namedTitles = (text: string): ReadonlyMap<string, readonly string[]> => {
  const named = new Map<string, readonly string[]>()
  for (const row of text.split("\n").slice(1))
    for (const proof of row.split("\t")[2]?.split(" ; ") ?? []) {
      const [file = "", ...titles] = proof.split(" > ")
      named.set(file, [...(named.get(file) ?? []), ...titles])
    }
  return named
}

const patternOf = (title: readonly Piece[]): RegExp =>
  new RegExp(
    `^${title.map((piece) => (piece === null ? ".*" : piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))).join("")}$`,
  )
