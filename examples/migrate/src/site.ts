import { dirname, posix } from "node:path"
import { type Node, Project, type SourceFile, ts } from "ts-morph"
import type { Library, ModalPlace } from "./library.ts"
import { type PendingFinding, type Rewrite, settleFinding } from "./report.ts"

/** Folder of a site in memory. Files are named relative to it. */
export const root = "/site/"

/** Options of `createModal`: source text, or an object of them. */
export interface Options {
  [name: string]: string | Options
}

/** Site while it is rewritten. */
export interface Site {
  readonly library: Library
  readonly sources: readonly SourceFile[]
  /** Place of the modal. `undefined` if the site has no setup that a rule knows. */
  readonly modal: ModalPlace | undefined
  /** Options collected for `createModal`. */
  readonly options: Options
  /** Modules that the options need, as names by specifier, relative to the modal's file. */
  readonly optionImports: Map<string, Set<string>>
  /** Index of the statement before which the modal is created. */
  place?: number | undefined
  /** Whether the site now uses what needs a `ModalProvider`. */
  needsProvider?: boolean
  /** Adds a file to the site. Returns it, also if it exists. */
  addFile(path: string, text: string): SourceFile
  /** Reports what is left to do by hand, at the line of `node`. */
  report(node: Node, found: string, advice: string): void
  rewrote(file: SourceFile, found: string, becomes: string): void
}

/** Names of the files that the rules read. */
export const isSource = (path: string): boolean => /\.(m|c)?[jt]sx?$/.test(path) && !path.endsWith(".d.ts")

/** Opens files as a project. Only the library's own files are read: type information is limited to names within a file. */
export const openProject = (files: ReadonlyMap<string, string>): Project => {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { noLib: true, noResolve: true, allowJs: true, jsx: ts.JsxEmit.Preserve },
    manipulationSettings: { indentationText: "  " as never },
  })
  for (const [path, text] of files) project.createSourceFile(root + path, text)
  return project
}

interface Log {
  readonly findings: PendingFinding[]
  readonly rewrites: Rewrite[]
}

export const siteOf = (project: Project, library: Library, log: Log): Site => {
  const site: Omit<Site, "modal"> & { modal: ModalPlace | undefined } = {
    library,
    get sources() {
      return project.getSourceFiles()
    },
    modal: undefined,
    options: {},
    optionImports: new Map(),
    addFile: (path, text) => project.getSourceFile(root + path) ?? project.createSourceFile(root + path, text),
    report: (node, found, advice) => {
      const finding = { anchors: [node, ...node.getAncestors()], found, advice }
      const { where } = settleFinding(finding, root)
      const isKnown = log.findings.some((one) => one.found === found && settleFinding(one, root).where === where)
      if (!isKnown) log.findings.push(finding)
    },
    rewrote: (file, found, becomes) => void log.rewrites.push({ file: pathOf(file), found, becomes }),
  }
  site.modal = library.findModal(site)
  return site
}

/** Path of a file relative to the site's folder. */
export const pathOf = (file: SourceFile): string => file.getFilePath().slice(root.length)

/** Specifier by which one file imports another, with the extension that its other relative imports have. */
export const specifierOf = (from: SourceFile, to: string): string => {
  const path = posix.relative(dirname(pathOf(from)), to)
  const extension = /\.\w+$/.exec(to)?.[0] ?? ""
  const relative = from.getImportDeclarations().map((one) => one.getModuleSpecifierValue())
  const written = relative.find((one) => /^\.{1,2}\/.*\.(m|c)?[jt]sx?$/.test(one))
  const bare = path.slice(0, path.length - extension.length)
  const ending = written === undefined ? "" : /\.jsx?$/.test(written) ? ".js" : extension
  return `${path.startsWith(".") ? "" : "./"}${bare}${ending}`
}
