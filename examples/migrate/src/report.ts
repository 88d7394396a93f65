import type { Node } from "ts-morph"

/** Something that the command could not rewrite. */
export interface Finding {
  /** File relative to the site's folder, and line after the change: `src/App.tsx:12`. */
  readonly where: string
  readonly found: string
  readonly advice: string
}

/** Something that the command rewrote. */
export interface Rewrite {
  readonly file: string
  readonly found: string
  readonly becomes: string
}

export interface Report {
  readonly libraries: readonly string[]
  readonly findings: readonly Finding[]
  readonly rewrites: readonly Rewrite[]
  readonly changed: readonly string[]
}

/** Finding whose line is read when all changes are made. */
export interface PendingFinding {
  readonly anchors: readonly Node[]
  readonly found: string
  readonly advice: string
}

/** Returns the place of a finding: the line of the innermost node that still exists. */
export const settleFinding = ({ anchors, found, advice }: PendingFinding, root: string): Finding => {
  const node = anchors.find((one) => !one.wasForgotten())
  const path = node?.getSourceFile().getFilePath().slice(root.length) ?? "?"
  return { where: `${path}:${node?.getStartLineNumber() ?? 1}`, found: oneLine(found), advice }
}

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length > 100 ? `${line.slice(0, 97)}...` : line
}

/** Writes a report as Markdown. */
export const writeReport = ({ libraries, findings, rewrites, changed }: Report): string => {
  const from = libraries.length === 0 ? "another modal" : libraries.join(" and ")
  const byHand = findings.length === 0 ? ["Nothing was left to do by hand."] : table(findingRows(findings))
  const summary =
    changed.length === 0
      ? ["Nothing to rewrite."]
      : [`Changed: ${changed.map(code).join(", ")}. Line numbers are those after the change.`]
  return [
    `# Migration from ${from} to Portico`,
    "",
    ...summary,
    "",
    "## To do by hand",
    "",
    ...byHand,
    "",
    "## Rewritten",
    "",
    ...(rewrites.length === 0 ? ["Nothing."] : table(rewriteRows(rewrites))),
    "",
  ].join("\n")
}

const findingRows = (findings: readonly Finding[]) => [
  ["Where", "Found", "What to do"],
  ...findings.map(({ where, found, advice }) => [where, code(found), advice]),
]

const rewriteRows = (rewrites: readonly Rewrite[]) => {
  const counts = new Map<string, { readonly row: Rewrite; count: number }>()
  for (const row of rewrites) {
    const key = `${row.file} ${row.found}`
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { row, count: 1 })
  }
  return [
    ["File", "Found", "Now"],
    ...[...counts.values()].map(({ row, count }) => [
      row.file,
      `${code(row.found)}${count > 1 ? `, ${count} times` : ""}`,
      row.becomes,
    ]),
  ]
}

const table = ([head = [], ...rows]: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(escape).join(" | ")} |`)

const escape = (cell: string) => cell.replaceAll("|", "\\|")
const code = (text: string) => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``)
