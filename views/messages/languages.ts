import { type Language, tagsOf } from "../../src/options/locale.ts"
import type { Translation } from "./translation.ts"

/** Every language but English, by BCP 47 tag; each comes when a locale of it is asked for. */
const files: { readonly [tag: string]: () => Promise<{ readonly default: Translation }> } = {
  ar: () => import("./ar.ts"),
  cs: () => import("./cs.ts"),
  de: () => import("./de.ts"),
  "en-XA": () => import("./pseudo.ts"),
  es: () => import("./es.ts"),
  fa: () => import("./fa.ts"),
  fr: () => import("./fr.ts"),
  he: () => import("./he.ts"),
  hi: () => import("./hi.ts"),
  id: () => import("./id.ts"),
  it: () => import("./it.ts"),
  ja: () => import("./ja.ts"),
  ko: () => import("./ko.ts"),
  nl: () => import("./nl.ts"),
  pl: () => import("./pl.ts"),
  pt: () => import("./pt.ts"),
  ru: () => import("./ru.ts"),
  th: () => import("./th.ts"),
  tr: () => import("./tr.ts"),
  uk: () => import("./uk.ts"),
  ur: () => import("./ur.ts"),
  vi: () => import("./vi.ts"),
  "zh-Hans": () => import("./zh-Hans.ts"),
  "zh-Hant": () => import("./zh-Hant.ts"),
}

/** The sentences that fit a locale best: of its language and script. None where we have none. */
export const languageOf = async (locale: string): Promise<Language | undefined> => {
  const tag = tagsOf(locale).find((one) => Object.hasOwn(files, one))
  const file = tag === undefined ? undefined : files[tag]
  return file && tag ? { tag, ...(await file()).default } : undefined
}

/** Tags of all languages except English. */
export const languageTags = Object.keys(files)
