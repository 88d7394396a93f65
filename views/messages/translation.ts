import type { MessageText } from "../../src/options/locale.ts"
import type { Told } from "./en/told.ts"
import type { english } from "./english.ts"

/** A language, complete: what a file of one holds. */
export interface Translation {
  readonly topics: {
    readonly [Name in keyof typeof english]: { readonly [Key in keyof (typeof english)[Name]]: MessageText }
  }
  /** Error messages, by the English message, with placeholders in braces. */
  readonly told: { readonly [Sentence in Told]: string }
}
