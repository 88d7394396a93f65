import type { Language, MessageFiles, MessageText } from "../../options/language.ts"
import { kept } from "./formatNumber.ts"

/** Replacement messages of a site, by key, or by locale and key. Validated when read. */
type Messages = { readonly [name: string]: unknown }

/**
 * Looks up a message in this order: the site's message for `locale`, for the tag of `language`, for the first subtag of `locale` or for any
 * locale; the message of `language` in the files named in `english`; the English message. `count` selects the plural form. Returns "" if
 * there is none.
 */
export const translate = (
  key: string,
  english: MessageFiles,
  {
    messages,
    locale,
    language,
  }: { readonly messages: Messages; readonly locale: string; readonly language: Language | undefined },
  count?: string | number,
): string => {
  const category =
    count === undefined ? "other" : kept("plural", locale, (known) => new Intl.PluralRules(known)).select(Number(count))
  const [base = ""] = locale.split("-")
  const own = [messages[locale], language && messages[language.tag], messages[base], messages]
    .map((of) => (of as Messages | undefined)?.[key])
    .find(isSentence)
  if (own !== undefined) return typeof own === "string" ? own : (own[category] ?? own.other)
  for (const file of [...Object.keys(english).map((name) => language?.messages[name]), ...Object.values(english)]) {
    const message = file?.[`${key}_${category}`] ?? file?.[`${key}_other`] ?? file?.[key]
    if (message !== undefined) return message
  }
  return ""
}

const isSentence = (given: unknown): given is MessageText =>
  typeof given === "string" || typeof (given as { other?: unknown } | undefined)?.other === "string"

/** Translates a message of the error catalogue. Returns messages that are not in the catalogue, such as a wallet's own, unchanged. */
export const translateError = (text: string, language: Language | undefined): string => {
  const errors = language?.messages.errors ?? {}
  if (Object.hasOwn(errors, text)) return errors[text] ?? text
  for (const [english, own] of Object.entries(errors)) {
    if (!english.includes("{")) continue
    const [, ...values] = patternOf(english).exec(text) ?? []
    if (values.length === 0) continue
    const names = [...english.matchAll(placeholder)].map(([, name]) => name)
    return own.replace(placeholder, (_, name) => values[names.indexOf(name)] ?? "")
  }
  return text
}

const placeholder = /\{(\w+)\}/g
const patternOf = (english: string) =>
  new RegExp(
    `^${english
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("([\\s\\S]*)")}$`,
  )
