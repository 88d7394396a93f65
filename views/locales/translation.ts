import type { English } from "./messages.ts"

/**
 * Complete language: the messages of every English file. Of a plural message, only the form `other` is required; a
 * language adds the other forms that it has.
 */
export type Translation = {
  readonly [File in keyof English]: {
    readonly [Key in keyof English[File] as Key extends `${string}_${OwnCategory}` ? never : Key]: string
  }
}

/** Plural categories that not every language has. */
type OwnCategory = Exclude<Intl.LDMLPluralRule, "other">
