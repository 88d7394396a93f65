/** The name of a message with plural forms, from the key of one of them. */
export const pluralName = (key: string) => /^(\w+)_(zero|one|two|few|many|other)$/.exec(key)?.[1]

const categories = ["zero", "one", "two", "few", "many", "other"] as const

/** Every message of a file by name, with the keys that a language must have for it, those that it may have, and the English text. */
export const messagesOf = (english: Readonly<Record<string, string>>, tag: string) => {
  const rules = new Intl.PluralRules(tag)
  // Categories only for fractions and millions fall back to `other`.
  const counted = new Set(["other", ...Array.from({ length: 200 }, (_, count) => rules.select(count))])
  return Object.entries(english)
    .filter(([key]) => pluralName(key) === undefined || key.endsWith("_other"))
    .map(([key, text]) => {
      const plural = pluralName(key)
      const forms = (own: Iterable<string>) =>
        plural === undefined ? [key] : [...own].map((category) => `${plural}_${category}`)
      return {
        name: plural ?? key,
        text,
        required: forms(counted),
        allowed: forms(categories.filter((one) => rules.resolvedOptions().pluralCategories.includes(one))),
      }
    })
}
