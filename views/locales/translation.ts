import type { English } from "./messages.ts"

/** A complete language: the messages of every English file. Of plural forms it needs `other`, and those that the language has. */
export type Translation = {
  readonly [File in keyof English]: {
    readonly [Key in keyof English[File] as Key extends `${string}_${OwnCategory}` ? never : Key]: string
  }
}

/** Plural categories that not every language has. */
type OwnCategory = Exclude<Intl.LDMLPluralRule, "other">
