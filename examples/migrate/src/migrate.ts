import { Node, type Project, type SourceFile } from "ts-morph"
import { appKit } from "./appkit.ts"
import { connectKit } from "./connectkit.ts"
import {
  dropImportsUsedBefore,
  dropUnusedImports,
  importsOf,
  isForEffect,
  isOfPackage,
  usedImports,
  usesOf,
} from "./edit/imports.ts"
import type { Library } from "./library.ts"
import { changeManifest } from "./manifest.ts"
import { rainbowKit } from "./rainbowkit.ts"
import { reportLeft } from "./refuse.ts"
import { type PendingFinding, type Report, type Rewrite, settleFinding } from "./report.ts"
import { isSource, openProject, pathOf, root, type Site, siteOf } from "./site.ts"

const libraries: readonly Library[] = [rainbowKit, connectKit, appKit]

export interface Migration {
  /** Files to write, by their path in the site's folder. */
  readonly files: ReadonlyMap<string, string>
  readonly report: Report
}

/** Rewrites a site, given as text by path. Changes nothing outside its result. */
export const migrate = (files: ReadonlyMap<string, string>): Migration => {
  const sources = new Map([...files].filter(([path, text]) => isSource(path) && mentions(text)))
  const project = openProject(sources)
  const findings: PendingFinding[] = []
  const rewrites: Rewrite[] = []
  const found = libraries.filter((library) =>
    project
      .getSourceFiles()
      .some((file) => importsOf(file, library.packages).length > 0 || library.tags?.test(file.getFullText())),
  )
  const remaining = new Set(found.flatMap((library) => rewriteLibrary(project, library, { findings, rewrites })))
  const changed = new Map<string, string>()
  for (const file of project.getSourceFiles()) {
    const path = pathOf(file)
    const text = file.getFullText()
    if (text !== files.get(path)) changed.set(path, text)
  }
  const others = [...files].filter(([path, text]) => !isSource(path) && isMarkup(path) && mentions(text))
  const manifest = files.get("package.json")
  if (manifest !== undefined && found.length > 0) {
    const next = changeManifest(manifest, { found, remaining, isUsed: (name) => isUsedIn(project, sources, name) })
    if (next !== manifest) changed.set("package.json", next)
  }
  return {
    files: changed,
    report: {
      libraries: found.map(({ name }) => name),
      findings: [
        ...findings.map((one) => settleFinding(one, root)),
        ...others.map(([path]) => ({
          where: `${path}:1`,
          found: "a file that is neither JavaScript nor TypeScript",
          advice: "The command does not read this kind of file. Rewrite it by the guide.",
        })),
      ],
      rewrites,
      changed: [...changed.keys()],
    },
  }
}

const mentions = (text: string): boolean =>
  libraries.some(({ packages, tags }) => packages.some((name) => text.includes(name)) || tags?.test(text)) ||
  /["'](wagmi|@wagmi\/core|portico)["']/.test(text)

const isMarkup = (path: string): boolean => /\.(vue|svelte|astro|html)$/.test(path)

const isUsedIn = (project: Project, sources: ReadonlyMap<string, string>, name: string): boolean =>
  project
    .getSourceFiles()
    .some(
      (file) =>
        sources.size > 0 &&
        file.getImportDeclarations().some((one) => isOfPackage(one.getModuleSpecifierValue(), [name])),
    )

/** Applies a library's rules. Returns its packages that the site still imports. */
const rewriteLibrary = (
  project: Project,
  library: Library,
  log: { readonly findings: PendingFinding[]; readonly rewrites: Rewrite[] },
): readonly string[] => {
  const site = siteOf(project, library, log)
  const isEmpty = site.sources.every((file) => importsOf(file, library.packages).length === 0)
  const before = new Map(site.sources.map((file) => [file, usedImports(file)]))
  library.before?.(site)
  for (const rule of library.rules) for (const file of site.sources) applyRule(site, file, rule)
  if (!isEmpty) library.createModal(site)
  reportLeft(site, library.left)
  const remaining = site.sources.filter((file) => {
    const isLeft = dropUnusedImports(file, library.packages)
    dropImportsUsedBefore(file, before.get(file) ?? new Set())
    finishNames(file)
    return isLeft
  })
  reportUnknown(site)
  return remaining.flatMap((file) =>
    importsOf(file, library.packages).flatMap((one) =>
      library.packages.filter((name) => isOfPackage(one.getModuleSpecifierValue(), [name])),
    ),
  )
}

const applyRule = (site: Site, file: SourceFile, { of, becomes, rewrite }: Library["rules"][number]): void => {
  const { packages } = site.library
  for (const name of of) {
    for (const one of importsOf(file, packages))
      if (one.getModuleSpecifierValue() === name && isForEffect(one)) {
        one.setModuleSpecifier(becomes.replaceAll("`", ""))
        site.rewrote(file, name, becomes)
      }
    const seen = new Set<unknown>()
    for (;;) {
      const node = usesOf(file, packages, name).find((one) => !seen.has(one) && !isClosingTag(one))
      if (!node) break
      seen.add(node)
      const result = rewrite({ node, file, site })
      if (result) site.rewrote(file, name, result === true ? becomes : result)
    }
  }
}

/** Whether a name is in a closing tag, whose element is rewritten by its opening one. */
const isClosingTag = (node: Node): boolean =>
  Node.isJsxClosingElement(node.getParent()) || Node.isJsxClosingElement(node.getParent()?.getParent())

/** Reports the library's exports that no rule knows. They stay as they are. */
const reportUnknown = (site: Site): void => {
  const known = new Set([...site.library.rules.flatMap(({ of }) => of), ...Object.keys(site.library.left)])
  for (const file of site.sources)
    for (const declaration of importsOf(file, site.library.packages)) {
      const star = declaration.getNamespaceImport() ?? declaration.getDefaultImport()
      if (star) site.report(star, declaration.getText(), "Import the names one by one, then run the command again.")
      for (const one of declaration.getNamedImports())
        if (!known.has(one.getName())) site.report(one, one.getName(), "No rule for this export: replace it by hand.")
    }
}

/** Portico's button has an alias while the library's has its name. */
const finishNames = (file: SourceFile): void => {
  const declaration = file.getImportDeclaration((one) => one.getModuleSpecifierValue() === "portico/react")
  for (const one of declaration?.getNamedImports() ?? []) {
    const alias = one.getAliasNode()?.getText()
    const isFree = file
      .getImportDeclarations()
      .every((each) =>
        each
          .getNamedImports()
          .every((name) => name === one || (name.getAliasNode() ?? name.getNameNode()).getText() !== one.getName()),
      )
    const isOurs = alias && [`Portico${one.getName()}`, one.getName().replace(/^use/, "usePortico")].includes(alias)
    if (isOurs && isFree) one.removeAliasWithRename()
  }
}
