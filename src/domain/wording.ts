import type { Language, Sentence } from "./language.ts"

/** What a site says in its own words, by key, or by locale and key; checked where it is read. */
type Messages = { readonly [name: string]: unknown }

/** A sentence of one of the topics, in this order: the site's own for the locale, its own for any, the language's. */
export const wording = (
  key: string,
  topics: readonly string[],
  {
    messages,
    locale,
    language,
  }: { readonly messages: Messages; readonly locale: string; readonly language: Language | undefined },
): Sentence | undefined => {
  const given = [messages[locale], language && messages[language.tag], messages].map(
    (of) => (of as Messages | undefined)?.[key],
  )
  const known = topics.map((topic) => language?.topics[topic]?.[key])
  return [...given.filter(isSentence), ...known].find((sentence) => sentence !== undefined)
}

const isSentence = (given: unknown): given is Sentence =>
  typeof given === "string" || typeof (given as { other?: unknown } | undefined)?.other === "string"

/** What a sentence of the error catalogue is in a language; as it is where the language does not know it: a wallet's own words. */
export const retold = (said: string, language: Language | undefined): string => {
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
