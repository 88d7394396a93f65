import { type Language, tagsOf } from "../../src/options/language.ts"
import type { Translation } from "./translation.ts"

/** Every language except English, by BCP 47 tag. Each loads when one of its locales is set. */
const files: { readonly [tag: string]: () => Promise<{ readonly default: Translation }> } = {
  ar: () => import("./ar/index.ts"),
  cs: () => import("./cs/index.ts"),
  de: () => import("./de/index.ts"),
  "en-XA": () => import("./en-XA/index.ts"),
  es: () => import("./es/index.ts"),
  fa: () => import("./fa/index.ts"),
  fr: () => import("./fr/index.ts"),
  he: () => import("./he/index.ts"),
  hi: () => import("./hi/index.ts"),
  id: () => import("./id/index.ts"),
  it: () => import("./it/index.ts"),
  ja: () => import("./ja/index.ts"),
  ko: () => import("./ko/index.ts"),
  nl: () => import("./nl/index.ts"),
  pl: () => import("./pl/index.ts"),
  pt: () => import("./pt/index.ts"),
  ru: () => import("./ru/index.ts"),
  th: () => import("./th/index.ts"),
  tr: () => import("./tr/index.ts"),
  uk: () => import("./uk/index.ts"),
  ur: () => import("./ur/index.ts"),
  vi: () => import("./vi/index.ts"),
  "zh-Hans": () => import("./zh-Hans/index.ts"),
  "zh-Hant": () => import("./zh-Hant/index.ts"),
}

/**
 * Loads the language closest to a locale, by its language and script. Resolves with `undefined` if there is none, and rejects if it does
 * not load.
 */
export const languageOf = async (locale: string): Promise<Language | undefined> => {
  const tag = tagsOf(locale).find((one) => Object.hasOwn(files, one))
  const file = tag === undefined ? undefined : files[tag]
  return file && tag ? { tag, messages: (await file()).default } : undefined
}

/** Tags of all languages except English. */
export const languageTags = Object.keys(files)
