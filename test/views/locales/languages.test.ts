import { readdirSync } from "node:fs"
import { effect, signal } from "@preact/signals-core"
import { describe, expect, it } from "vitest"
import { translate, translateError } from "../../../src/core/first-paint/translate.ts"
import { displayedLocale, type Language, type MessageFiles } from "../../../src/options/language.ts"
import type { ModalContext } from "../../../src/stub/context.ts"
import { loadLanguage } from "../../../src/stub/loadLanguage.ts"
import { english } from "../../../views/locales/en/index.ts"
import { languageOf, languageTags } from "../../../views/locales/languages.ts"
import { toldSentences } from "../../check/toldSentences.ts"
import { messagesOf, pluralName } from "./messages.ts"

const placeholdersOf = (message: string) => [...new Set(message.match(/\{\w+\}/g) ?? [])].sort()
/** Mistakes in the translation of a file. */
const mistakes = (
  english: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | undefined>>,
  tag: string,
): readonly string[] => {
  const messages = messagesOf(english, tag)
  const allowed = messages.flatMap((message) => message.allowed)
  return [
    ...messages.flatMap(({ required }) =>
      required.filter((key) => !own[key]?.trim()).map((key) => `${key} is missing`),
    ),
    ...Object.keys(own)
      .filter((key) => !allowed.includes(key))
      .map((key) => `${key} is not a message`),
    ...messages.flatMap((message) =>
      message.allowed.flatMap((key) => {
        const has = placeholdersOf(own[key] ?? "")
        const wanted = placeholdersOf(message.text)
        // A plural form may omit the number.
        const needed = wanted.filter((each) => each !== "{count}" || pluralName(key) === undefined)
        return own[key] === undefined ||
          (needed.every((each) => has.includes(each)) && has.every((each) => wanted.includes(each)))
          ? []
          : [`${key} has other placeholders: ${own[key]}`]
      }),
    ),
  ]
}

describe("the message files", () => {
  it("are the same in every language", () => {
    const files = Object.keys(english).map((name) => `${name}.json`)
    const made = ["en-XA"]
    const tags = readdirSync("views/locales").filter((name) => !name.endsWith(".ts"))
    expect(tags.sort()).toEqual(["en", ...languageTags].sort())
    for (const tag of tags)
      expect([tag, ...readdirSync(`views/locales/${tag}`).sort()]).toEqual([
        tag,
        ...(made.includes(tag) ? ["index.ts"] : [...files, "index.ts"].sort()),
      ])
  })

  it("have each message of the error catalog, by its English text", () => {
    expect(Object.keys(english.errors).sort()).toEqual(toldSentences(process.cwd()))
    expect(Object.values(english.errors)).toEqual(Object.keys(english.errors))
  })

  it("have one English text per key, because a site's text replaces all texts of its key", () => {
    const { errors, ...files } = english
    const texts = new Map<string, Set<string>>()
    for (const messages of Object.values<Readonly<Record<string, string>>>(files))
      for (const { name, text } of messagesOf(messages, "en")) texts.set(name, (texts.get(name) ?? new Set()).add(text))
    expect([...texts].filter(([, { size }]) => size > 1)).toEqual([])
  })

  it("have both plural forms in English", () => {
    expect(Object.values(english).flatMap((messages) => mistakes(messages, messages, "en"))).toEqual([])
  })
})

describe.each(languageTags)("the language %s", (tag) => {
  it("has every message, its placeholders and its plural forms, and no other message", async () => {
    const language = await languageOf(tag)
    expect(
      Object.entries(english).flatMap(([file, messages]) =>
        mistakes(messages, language?.messages[file] ?? {}, tag).map((mistake) => `${file}: ${mistake}`),
      ),
    ).toEqual([])
  })
})

const french: Language = {
  tag: "fr",
  messages: {
    common: { close: "Fermer", results_one: "{count} résultat", results_other: "{count} résultats" },
    send: { to: "À" },
    activity: { to: "À {address}" },
    errors: {
      "Failed to connect": "Échec de la connexion",
      "Amount must be between {min} and {max}": "Le montant n'est pas entre {min} et {max}",
    },
  },
}

describe("a message", () => {
  const common = { close: "Close", back: "Back", results_one: "{count} result", results_other: "{count} results" }
  const english = { send: { to: "To" }, common }
  const said = (
    messages: object,
    { files = english as MessageFiles, key = "to", locale = "fr-CA", count = NaN } = {},
  ) =>
    translate(
      key,
      files,
      {
        messages: messages as { [name: string]: unknown },
        locale,
        language: locale.startsWith("en") ? undefined : french,
      },
      Number.isNaN(count) ? undefined : count,
    )

  it("is the language's, first from the view's own file, then the English one", () => {
    expect(said({})).toBe("À")
    expect(said({}, { files: { activity: { to: "To {address}" }, common } })).toBe("À {address}")
    expect(said({}, { key: "close" })).toBe("Fermer")
    expect(said({}, { key: "back" })).toBe("Back")
    expect(said({}, { locale: "en" })).toBe("To")
  })

  it("is in the plural form of its count in the locale, both the built-in one and the site's", () => {
    const forms = (messages: object, locale: string) =>
      [0, 1, 2, 1_000_000].map((count) => said(messages, { key: "results", locale, count }))
    expect(forms({}, "en")).toEqual(["{count} results", "{count} result", "{count} results", "{count} results"])
    // French counts 0 as one. It has a form for millions, which is missing here.
    expect(forms({}, "fr")).toEqual(["{count} résultat", "{count} résultat", "{count} résultats", "{count} résultats"])
    expect(forms({ results: { one: "Un", many: "Millions", other: "Plusieurs" } }, "fr")).toEqual([
      "Un",
      "Un",
      "Plusieurs",
      "Millions",
    ])
    expect(forms({ results: "Trouvé" }, "fr")).toEqual(["Trouvé", "Trouvé", "Trouvé", "Trouvé"])
    expect(said({}, { key: "results" })).toBe("{count} résultats")
  })

  it("is the site's before the built-in one, for the locale, its language, or any", () => {
    expect(said({ to: "Vers", fr: { to: "Pour" }, "fr-CA": { to: "Chez" } })).toBe("Chez")
    expect(said({ to: "Vers", fr: { to: "Pour" } })).toBe("Pour")
    expect(said({ to: "Vers", de: { to: "An" } })).toBe("Vers")
    // English has no file of its own.
    expect(said({ to: "Vers", en: { to: "Toward" } }, { locale: "en-US" })).toBe("Toward")
  })

  it("is the built-in one if the site's is not a message", () => {
    expect(said({ to: 7, fr: null, "fr-CA": { to: { one: "x" } } })).toBe("À")
  })
})

describe("a message of the error catalog", () => {
  it("is translated, with its placeholders filled in", () => {
    expect(translateError("Failed to connect", french)).toBe("Échec de la connexion")
    expect(translateError("Amount must be between 5 and 7.50", french)).toBe("Le montant n'est pas entre 5 et 7.50")
  })

  it("stays as is if it is a wallet's own, or in English", () => {
    expect(translateError("The vault is shut", french)).toBe("The vault is shut")
    expect(translateError("Failed to connect", undefined)).toBe("Failed to connect")
    expect(translateError("constructor", french)).toBe("constructor")
  })
})

describe("the language exposed to screen readers", () => {
  const spoken = (locale: string, tag?: string, own = false) =>
    displayedLocale(locale, tag === undefined ? undefined : { ...french, tag }, own)

  it("is the locale once its messages are loaded, and the previous one until then", () => {
    expect(spoken("fr-CA", "fr")).toBe("fr-CA")
    expect(spoken("zh-TW", "zh-Hant")).toBe("zh-TW")
    expect(spoken("zh-CN", "zh-Hans")).toBe("zh-CN")
    expect(spoken("de", "fr")).toBe("fr")
    expect(spoken("zh-Hant", "zh-Hans")).toBe("zh-Hans")
    expect(spoken("zh-CN", "zh-Hant")).toBe("zh-Hant")
    expect(spoken("en", "en-XA")).toBe("en-XA")
    expect(spoken("not a locale", "zh-Hans")).toBe("zh-Hans")
  })

  it("is English if only the site has messages for the locale", () => {
    expect([spoken("tlh"), spoken("en-GB"), spoken("tlh", undefined, true)]).toEqual(["en", "en-GB", "tlh"])
  })

  it("changes with the messages from one Chinese script to the other", async () => {
    const core = { locale: signal("zh-Hans"), language: signal<Language | undefined>() }
    const ending = new Set<() => void>()
    await loadLanguage({ core, ending } as unknown as ModalContext)
    const seen: (string | undefined)[][] = []
    ending.add(
      effect(() => {
        const language = core.language.value
        const close = language?.messages.common?.back
        seen.push([displayedLocale(core.locale.value, language, false), close])
      }),
    )
    core.locale.value = "zh-TW"
    await expect.poll(() => core.language.value?.tag).toBe("zh-Hant")
    for (const end of ending) end()
    expect(seen.map(([lang]) => lang)).toEqual(["zh-Hans", "zh-Hans", "zh-TW"])
    expect(seen[1]).toEqual(seen[0])
  })
})

describe("the locale", () => {
  const instance = (locale: string) =>
    ({
      core: { locale: signal(locale), language: signal<Language | undefined>() },
      ending: new Set(),
    }) as unknown as ModalContext

  it("loads its language, and unloads it when it changes", async () => {
    const { core, ending } = instance("en-XA")
    await loadLanguage({ core, ending } as ModalContext)
    expect(core.language.value?.tag).toBe("en-XA")

    core.locale.value = "en-GB"
    expect(core.language.value).toBeUndefined()
    for (const end of ending) end()
  })

  it("falls back to English if it is unknown", async () => {
    const { core, ending } = instance("tlh")
    await loadLanguage({ core, ending } as ModalContext)
    expect(core.language.value).toBeUndefined()

    core.locale.value = "not a locale"
    const seen: unknown[] = []
    effect(() => void seen.push(core.language.value))()
    expect(seen).toEqual([undefined])
  })

  it("is not overwritten by a previous one that loads late", async () => {
    const { core, ending } = instance("en-XA")
    const first = loadLanguage({ core, ending } as ModalContext)
    core.locale.value = "en"
    await first
    await languageOf("en-XA")
    expect(core.language.value).toBeUndefined()
  })

  it("finds its language by language and script", async () => {
    expect(await languageOf("en-XA")).toMatchObject({ tag: "en-XA" })
    expect(await languageOf("tlh-KX")).toBeUndefined()
  })

  it.each([
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hant-SG", "zh-Hant"],
    ["ja-JP", "ja"],
  ])("%s resolves to %s", async (locale, tag) => {
    expect((await languageOf(locale))?.tag).toBe(tag)
  })
})
