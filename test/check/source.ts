import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { type ESTree, parseSync } from "vite"

/** What a check found: no problem means that it passed; `note` is a line about what was looked at. */
export interface Verdict {
  readonly problems: readonly string[]
  readonly note: string
}

export type Node = ESTree.Node

/** A node, the node around it and the field of that node in which it stands. */
export type Visit = (node: Node, parent: Node | undefined, field: string) => void

/** The syntax tree of a TypeScript file. Throws with the file's name when it cannot be read. */
export const parse = (file: string, text: string): Node => {
  const { program, errors } = parseSync(file, text, { sourceType: "module" })
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return program
}

/** Every node below and with `node`, outermost first. */
export const walk = (node: Node, visit: Visit): void => step(node, undefined, "", visit)

/** The nodes that stand directly in `node`, with the field each stands in. A loop, since the checks ask millions of times. */
export const children = (node: Node): readonly (readonly [field: string, child: Node])[] => {
  const found: (readonly [string, Node])[] = []
  for (const field in node) {
    if (field === "parent") continue
    const value: unknown = node[field as keyof Node]
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) found.push([field, child])
    } else if (isNode(value)) found.push([field, value])
  }
  return found
}

/** The line, from 1, of a position in a text. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split("\n").length

/** The files under `folders` whose name matches, as paths from `root` with forward slashes; a folder that is not there has none. */
export const filesIn = (root: string, folders: readonly string[], name: RegExp): readonly string[] =>
  folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
        const path = posix.join(folder, entry.name)
        if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : filesIn(root, [path], name)
        return name.test(entry.name) ? [path] : []
      }),
    )
    .sort()

/** A file of the project as text. */
export const read = (root: string, path: string): string => readFileSync(join(root, path), "utf8")

const step = (node: Node, parent: Node | undefined, field: string, visit: Visit): void => {
  visit(node, parent, field)
  for (const [below, child] of children(node)) step(child, node, below, visit)
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
