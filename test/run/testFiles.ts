import { existsSync } from "node:fs"
import { join, posix } from "node:path"
import { parseSync } from "vite"
import { filesIn, read } from "../check/source.ts"

/** Level of a test file by what it needs to run: nothing, the built sites in a browser, or also the real wallets. */
export type Level = "unit" | "browser" | "real"

export interface TestFile {
  /** Path from the root. */
  readonly path: string
  readonly level: Level
  /** Its imports, and those files below `test` that they import. Type imports are left out. */
  readonly imports: readonly string[]
}

/** Every test file below `root`. */
export const testFilesOf = (root: string): readonly TestFile[] => {
  const known = new Map<string, readonly string[]>()
  const importsOf = (path: string): readonly string[] => {
    const imports = known.get(path) ?? importsIn(root, path)
    known.set(path, imports)
    return imports
  }
  const helpersOf = (path: string, found = new Set<string>()): ReadonlySet<string> => {
    for (const each of importsOf(path).filter((each) => /^test\/.*\.tsx?$/.test(each) && !found.has(each)))
      helpersOf(each, found.add(each))
    return found
  }

  return filesIn(root, ["test"], /\.(test|spec)\.tsx?$/).map((path) => ({
    path,
    level: levelOf(path),
    imports: [...new Set([...importsOf(path), ...helpersOf(path)])],
  }))
}

const levelOf = (path: string): Level => {
  if (path.startsWith("test/browser/")) return "browser"
  return path.startsWith("test/real/") ? "real" : "unit"
}

/** The project files that a file imports, from its text. */
const importsIn = (root: string, path: string): readonly string[] => {
  const { staticImports, staticExports } = parseSync(path, read(root, path)).module
  const specifiers = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
    ),
  ]
  return [...new Set(specifiers)]
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(path), specifier))
    .filter((file) => existsSync(join(root, file)))
}
