import { isEnglish } from "./locale.ts"

/** Message with placeholders in braces, or one message per plural category of `Intl.PluralRules`, selected by the placeholder `count`. */
export type MessageText =
  | string
  | ({ readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string })

/** Messages by file and key, with placeholders in braces. Each plural form has its own key: `<key>_<category>`. */
export interface MessageFiles {
  readonly [file: string]: { readonly [key: string]: string }
}

export interface Language {
  /** BCP 47 language tag. */
  readonly tag: string
  /**
   * Messages by file and key. The file `common` has those shared by all views, and `errors` those of the error catalogue, keyed by their
   * English text.
   */
  readonly messages: MessageFiles
}

/**
 * Returns the language tags to try for a locale, closest first: the locale, language and script, language. Only the locale itself if it is
 * invalid.
 */
export const tagsOf = (locale: string): readonly string[] => {
  try {
    const { language, script } = new Intl.Locale(locale).maximize()
    return [locale, `${language}-${script}`, language]
  } catch {
    return [locale]
  }
}

/**
 * Returns the locale that messages are shown in. With a loaded language, this is `locale` if the language is one of its tags (`tagsOf`), or
 * else the language's own tag. If no language is loaded, it is `locale` if that is English or the site has messages for it (`own`), or else
 * `en`.
 */
export const displayedLocale = (locale: string, language: Language | undefined, own: boolean): string => {
  if (language) return tagsOf(locale).includes(language.tag) ? locale : language.tag
  return isEnglish(locale) || own ? locale : "en"
}
