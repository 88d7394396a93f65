import type { Language, MessageText } from "../../options/locale.ts"

/** Replacement messages of a site, by key, or by locale and key. Validated when read. */
type Messages = { readonly [name: string]: unknown }

/** Looks a message up: the site's for the locale, the site's for any locale, then the language's topics in the given order. */
export const translate = (
  key: string,
  topics: readonly string[],
  {
    messages,
    locale,
    language,
  }: { readonly messages: Messages; readonly locale: string; readonly language: Language | undefined },
): MessageText | undefined => {
  const given = [messages[locale], language && messages[language.tag], messages].map(
    (of) => (of as Messages | undefined)?.[key],
  )
  const known = topics.map((topic) => language?.topics[topic]?.[key])
  return [...given.filter(isSentence), ...known].find((sentence) => sentence !== undefined)
}

const isSentence = (given: unknown): given is MessageText =>
  typeof given === "string" || typeof (given as { other?: unknown } | undefined)?.other === "string"

/** Translates a message of the error catalogue. Returns messages that are not in the catalogue, such as a wallet's own, unchanged. */
export const translateError = (said: string, language: Language | undefined): string => {
  if (!language) return said
  if (Object.hasOwn(language.told, said)) return language.told[said] ?? said
  for (const [english, own] of Object.entries(language.told)) {
    if (!english.includes("{")) continue
    const [, ...values] = patternOf(english).exec(said) ?? []
    if (values.length === 0) continue
    const names = [...english.matchAll(gap)].map(([, name]) => name)
    return own.replace(gap, (_, name) => values[names.indexOf(name)] ?? "")
  }
  return said
}

const gap = /\{(\w+)\}/g
const patternOf = (english: string) =>
  new RegExp(
    `^${english
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("([\\s\\S]*)")}$`,
  )
