import { readFileSync } from "node:fs"
import { dirname, posix } from "node:path"
import { type SourceFile, ts } from "ts-morph"
import { styleOf } from "./edit/style.ts"
import { pathOf, type Site } from "./site.ts"

/** Adds a component of this package's `support` folder to the site, next to a file that needs it. Returns its file. */
export const addSupport = (site: Site, support: string, name: string, near: SourceFile): SourceFile => {
  const known = site.sources.find((one) => one.getBaseNameWithoutExtension() === name)
  if (known) return known
  const source = readFileSync(new URL(`../support/${support}.tsx`, import.meta.url), "utf8")
  const { isTypeScript } = styleOf(near)
  const text = isTypeScript ? source : withoutTypes(source)
  return site.addFile(posix.join(dirname(pathOf(near)), `${name}.${isTypeScript ? "tsx" : "jsx"}`), text)
}

const withoutTypes = (source: string): string =>
  ts.transpileModule(source, {
    fileName: "support.tsx",
    compilerOptions: { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText
