import { isEnglish } from "./isEnglish.ts"

/** Message with placeholders in braces, or one message per plural category of `Intl.PluralRules`, selected by the placeholder `count`. */
export type MessageText =
  | string
  | ({ readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string })

/** Messages of a language by topic and key. The topic `any` contains those shared by all views. */
export interface Language {
  /** BCP 47. */
  readonly tag: string
  readonly topics: { readonly [topic: string]: { readonly [key: string]: MessageText } }
  /** Messages of the error catalogue and of snacks, by their English text, with placeholders in braces. */
  readonly told: { readonly [english: string]: string }
}

/** Returns the language tags to try for a locale, closest first: the locale, language and script, language. */
export const tagsOf = (locale: string): readonly string[] => {
  try {
    const { language, script } = new Intl.Locale(locale).maximize()
    return [locale, `${language}-${script}`, language]
  } catch {
    return [locale]
  }
}

/**
 * Returns the locale that messages are shown in. English if neither Portico nor the site (`own`) has messages for it; the previous one
 * until the next has loaded.
 */
export const displayedLocale = (locale: string, language: Language | undefined, own: boolean): string => {
  if (language) return tagsOf(locale).includes(language.tag) ? locale : language.tag
  return isEnglish(locale) || own ? locale : "en"
}
