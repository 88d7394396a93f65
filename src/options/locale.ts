/**
 * Whether a locale (BCP 47) is English, whose messages are built in. `en-XA` is excluded: it is the pseudo-locale that reveals untranslated
 * text.
 */
export const isEnglish = (locale: string): boolean => /^en\b(?!-XA)/i.test(locale)

/** Default locale (specification section 9). */
export const defaultLocale = "en-US"
