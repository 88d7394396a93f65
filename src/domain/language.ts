import { isEnglish } from "./isEnglish.ts"

/** A sentence with its gaps in braces, or one a plural category of `Intl.PluralRules`, chosen by the gap `count`. */
export type Sentence = string | ({ readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string })

/** The sentences of a language by topic and key; the topic `any` holds those that every view may say. */
export interface Language {
  /** BCP 47. */
  readonly tag: string
  readonly topics: { readonly [topic: string]: { readonly [key: string]: Sentence } }
  /** Sentences of the error catalogue and of snacks, by the English ones, gaps in braces. */
  readonly told: { readonly [english: string]: string }
}

/** What the languages of a locale may be called, the closest first: by itself, its language and script, its language. */
export const tagsOf = (locale: string): readonly string[] => {
  try {
    const { language, script } = new Intl.Locale(locale).maximize()
    return [locale, `${language}-${script}`, language]
  } catch {
    return [locale]
  }
}

/** What the sentences are in: English where neither we nor the site (`own`) know the locale's, and the one before until the next has come. */
export const spokenIn = (locale: string, language: Language | undefined, own: boolean): string => {
  if (language) return tagsOf(locale).includes(language.tag) ? locale : language.tag
  return isEnglish(locale) || own ? locale : "en"
}
