import type { Identifier, SourceFile } from "ts-morph"
import type { Site } from "./site.ts"

/** Use of a name that a file imports from the library. */
export interface Use {
  readonly node: Identifier
  readonly file: SourceFile
  readonly site: Site
}

/** Rule for rewriting the uses of a library's exports. */
export interface Rule {
  /** Exported names, or the specifier of an import without names. */
  readonly of: readonly string[]
  /** Short description of the result, for the report. */
  readonly becomes: string
  /** Rewrites one use. Returns whether it did, or what it became instead. If it did not, it has reported why. */
  readonly rewrite: (use: Use) => boolean | string
}

/** Source library: where sites import it from, and its rules in the order in which they apply. */
export interface Library {
  readonly name: string
  /** Packages that a site imports from and no longer needs afterwards. */
  readonly packages: readonly string[]
  /** Custom elements of the library, by tag, for files that no rule can read. */
  readonly tags?: RegExp
  /** Finds the place where the modal is created. Returns `undefined` if the site has none. */
  readonly findModal: (site: Site) => ModalPlace | undefined
  readonly rules: readonly Rule[]
  /** Advice for exports whose uses no rule has rewritten, by name. */
  readonly left: Readonly<Record<string, string>>
  /** Rewrites what is not a use of an import, before the rules. */
  readonly before?: (site: Site) => void
  /** Creates the modal from the collected options, after the rules. */
  readonly createModal: (site: Site) => void
}

/** Place of the modal: the file that creates it, and the name that the file exports it under. */
export interface ModalPlace {
  readonly file: SourceFile
  readonly name: string
  /** Whether the site has it already, as after an earlier run. */
  readonly exists?: boolean
}
