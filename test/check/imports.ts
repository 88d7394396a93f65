import { readdirSync } from "node:fs"
import { posix } from "node:path"
import { homes, page, pageNames, rules, steps, stubEntry, stubPackages, topFolders } from "./rules.ts"
import { filesIn, lineAt, type Node, parse, read, type Verdict, walk } from "./source.ts"

/** Path from the root and text of each file. */
export type Sources = Readonly<Record<string, string>>

type Kind = "static" | "type" | "lazy"

interface Import {
  readonly from: string | undefined
  readonly kind: Kind
  readonly position: number
}

/** Checks that every import of the repository at `root` is allowed by `rules.ts`. */
export const imports = (root: string): Verdict => {
  const paths = filesIn(root, topFolders, /\.[jt]sx?$/)
  const sources = Object.fromEntries(paths.map((path) => [path, read(root, path)]))
  return {
    problems: [...foldersOf(root), ...importProblems(sources)],
    note: `${paths.length} files`,
  }
}

/** Problems in these files: imports that point the wrong way, use of the page, circles, and static imports out of a step of loading. */
export const importProblems = (sources: Sources): readonly string[] => {
  const checked = Object.entries(sources).filter(([path]) => ruleOf(path)?.part !== "free")
  const trees = new Map(checked.map(([path, text]) => [path, parse(path, text)]))
  const found = new Map([...trees].map(([path, tree]) => [path, importsOf(tree)]))

  return [
    ...[...trees].flatMap(([path, tree]) => {
      const text = sources[path] ?? ""
      const at = (position: number, why: string) => {
        const line = lineAt(text, position)
        return `${path}:${line} ${why}: ${text.split("\n")[line - 1]?.trim()}`
      }
      return [
        ...(found.get(path) ?? []).flatMap((each) => wrong(path, each).map((why) => at(each.position, why))),
        ...touches(path, tree).map(({ name, position }) => at(position, `${name} may not be used here`)),
      ]
    }),
    ...reached(found).map((trail) => `the stub reaches a package: ${trail.join(" > ")}`),
    ...circlesOf(found).map((circle) => `files import each other in a circle: ${circle.join(" > ")}`),
    ...steps.flatMap(({ step, roots, folders }) =>
      strays(found, roots, folders).map((trail) => `the ${step} reaches a file of a later step: ${trail.join(" > ")}`),
    ),
  ]
}

const wrong = (path: string, { from, kind }: Import): readonly string[] => {
  const rule = ruleOf(path)
  if (rule === undefined) return ["test/check/rules.ts has no rule for this file"]
  if (from === undefined) return ["import() of something that is not a literal"]

  if (!from.startsWith(".")) {
    const home = homes.find(([packages]) => packages.test(from))?.[1]
    if (home !== undefined) return home.test(path) ? [] : [`${from} is only allowed in ${home.source}`]
    const allowed = [...rule.packages, ...(kind === "type" ? (rule.typePackages ?? []) : [])]
    return allowed.some((packages) => packages.test(from)) ? [] : [`${rule.part} may not import ${from}`]
  }

  const target = ruleOf(resolve(path, from))?.part ?? "something outside the source folders"
  const extra = kind === "type" ? rule.types : kind === "lazy" ? rule.lazy : []
  if (rule.parts === "any" || extra === "any" || target === rule.part) return []
  return [...rule.parts, ...(extra ?? [])].includes(target) ? [] : [`${rule.part} may not import ${target}`]
}

/** Chains of static imports from the stub's entry that end in a package the stub must not contain. */
const reached = (found: ReadonlyMap<string, readonly Import[]>): readonly (readonly string[])[] => {
  const seen = new Set<string>()
  const follow = (path: string, trail: readonly string[]): readonly (readonly string[])[] => {
    if (seen.has(path)) return []
    seen.add(path)
    return (found.get(path) ?? [])
      .filter(({ kind }) => kind === "static")
      .flatMap(({ from = "" }) => {
        if (from.startsWith(".")) return follow(resolve(path, from), [...trail, resolve(path, from)])
        return stubPackages.some((packages) => packages.test(from)) ? [] : [[...trail, from]]
      })
  }
  return follow(stubEntry, [stubEntry])
}

/** Files of the project that a file imports statically. */
const importedBy = (path: string, found: ReadonlyMap<string, readonly Import[]>): readonly string[] =>
  (found.get(path) ?? []).flatMap(({ from, kind }) =>
    kind === "static" && from?.startsWith(".") ? [resolve(path, from)] : [],
  )

/** Files of the project that a file imports in any way. A module may name the type of its own exports. */
const namedBy = (path: string, found: ReadonlyMap<string, readonly Import[]>): readonly string[] =>
  (found.get(path) ?? []).flatMap(({ from, kind }) => {
    if (!from?.startsWith(".")) return []
    const target = resolve(path, from)
    return kind === "type" && target === path ? [] : [target]
  })

/** Circles of imports, types and `import()` included, each from the file where it was found back to that file. */
const circlesOf = (found: ReadonlyMap<string, readonly Import[]>): readonly (readonly string[])[] => {
  const done = new Set<string>()
  const follow = (path: string, trail: readonly string[]): readonly (readonly string[])[] => {
    const start = trail.indexOf(path)
    if (start >= 0) return [[...trail.slice(start), path]]
    if (done.has(path)) return []
    const circles = namedBy(path, found).flatMap((next) => follow(next, [...trail, path]))
    done.add(path)
    return circles
  }
  return [...found.keys()].flatMap((path) => follow(path, []))
}

/** Follows static imports from the roots. Returns the trail to each file outside these folders, without going further. */
const strays = (
  found: ReadonlyMap<string, readonly Import[]>,
  roots: RegExp,
  folders: readonly RegExp[],
): readonly (readonly string[])[] => {
  const seen = new Set<string>()
  const follow = (path: string, trail: readonly string[]): readonly (readonly string[])[] => {
    if (seen.has(path)) return []
    seen.add(path)
    if (!folders.some((folder) => folder.test(path))) return [trail]
    return importedBy(path, found).flatMap((next) => follow(next, [...trail, next]))
  }
  return [...found.keys()].filter((path) => roots.test(path)).flatMap((path) => follow(path, [path]))
}

const importsOf = (tree: Node): readonly Import[] => {
  const found: Import[] = []
  walk(tree, (node) => {
    switch (node.type) {
      case "ImportDeclaration":
        found.push({
          from: node.source.value,
          kind: node.importKind === "type" ? "type" : "static",
          position: node.start,
        })
        break
      case "ExportAllDeclaration":
      case "ExportNamedDeclaration":
        if (node.source)
          found.push({
            from: node.source.value,
            kind: node.exportKind === "type" ? "type" : "static",
            position: node.start,
          })
        break
      case "TSImportType":
        found.push({ from: node.source.value, kind: "type", position: node.start })
        break
      case "ImportExpression":
        found.push({
          from: node.source.type === "Literal" ? String(node.source.value) : undefined,
          kind: "lazy",
          position: node.start,
        })
        break
      case "CallExpression":
        if (node.callee.type === "Identifier" && node.callee.name === "require")
          found.push({ from: undefined, kind: "static", position: node.start })
    }
  })
  return found
}

const touches = (path: string, tree: Node): readonly { readonly name: string; readonly position: number }[] => {
  const free = page.filter(({ files }) => files.test(path))
  if (free.some(({ names }) => names === undefined)) return []

  const own = new Set(free.flatMap(({ names }) => names ?? []))
  const found: { name: string; position: number }[] = []
  walk(tree, (node, parent, field) => {
    if (node.type !== "Identifier" || !pageNames.includes(node.name)) return
    if (field === "params" || (parent?.type === "VariableDeclarator" && field === "id")) own.add(node.name)
    else if (isUse(parent, field)) found.push({ name: node.name, position: node.start })
  })
  return found.filter(({ name }) => !own.has(name))
}

/** Whether an identifier in this place is a use of that name, and not a property name, a type or a `typeof` check. */
const isUse = (parent: Node | undefined, field: string): boolean => {
  switch (parent?.type) {
    case "MemberExpression":
      return field === "object" || parent.computed || nameOf(parent.object) === "globalThis"
    case "Property":
      return field === "value" && parent.kind === "init"
    case "UnaryExpression":
      return parent.operator !== "typeof"
    case "MethodDefinition":
    case "PropertyDefinition":
      return field === "value"
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
      return field === "expression"
    default:
      return !parent?.type.startsWith("TS")
  }
}

const nameOf = (node: Node): string | undefined => (node.type === "Identifier" ? node.name : undefined)

const ruleOf = (path: string) => rules.find(({ files }) => files.test(path))

const resolve = (path: string, specifier: string): string =>
  posix.join(posix.dirname(path), specifier.replace(/[?#].*$/, ""))

const foldersOf = (root: string): readonly string[] => {
  const ignored = read(root, ".gitignore").split("\n")
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !ignored.includes(entry.name))
    .filter((entry) => !topFolders.includes(entry.name))
    .map((entry) => `${entry.name}/ is not one of the folders at the top: ${topFolders.join(", ")}`)
}
