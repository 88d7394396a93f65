/** Whether a locale (BCP 47) is of the language that is always there. `en-XA` is the pseudo-locale, which finds text that no table holds. */
export const isEnglish = (locale: string): boolean => /^en\b(?!-XA)/i.test(locale)
