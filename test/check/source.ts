import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { type ESTree, parseSync } from "vite"

/** Result of a check: it passed if there are no problems. `note` summarizes what was checked. */
export interface Verdict {
  readonly problems: readonly string[]
  readonly note: string
}

export type Node = ESTree.Node

/** A node, its parent, and the parent's field that holds it. */
export type Visit = (node: Node, parent: Node | undefined, field: string) => void

/** A comment, with its text and its position in the file. */
export interface Comment {
  readonly type: "Line" | "Block"
  readonly value: string
  readonly start: number
  readonly end: number
}

/** The syntax tree of a TypeScript file. Throws with the file's name if it cannot be parsed. */
export const parse = (file: string, text: string): Node => parseWithComments(file, text).tree

/** The same with the comments, in the order of the file. */
export const parseWithComments = (
  file: string,
  text: string,
): { readonly tree: Node; readonly comments: readonly Comment[] } => {
  const { program, comments, errors } = parseSync(file, text, { sourceType: "module" })
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return { tree: program, comments }
}

/** Visits `node` and every node below it, outermost first. */
export const walk = (node: Node, visit: Visit): void => step(node, undefined, "", visit)

/** The direct children of `node`, each with its field. A loop for speed: the checks call it millions of times. */
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

/** The line of a position in a text, counted from 1. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split("\n").length

/** The files under `folders` whose name matches, as paths from `root` with forward slashes. Missing folders count as empty. */
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

/** A project file as text. */
export const read = (root: string, path: string): string => readFileSync(join(root, path), "utf8")

const step = (node: Node, parent: Node | undefined, field: string, visit: Visit): void => {
  visit(node, parent, field)
  for (const [below, child] of children(node)) step(child, node, below, visit)
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
