import { readdirSync } from "node:fs"
import { effect, signal } from "@preact/signals-core"
import { describe, expect, it } from "vitest"
import { translate, translateError } from "../../../src/core/first-paint/translate.ts"
import { displayedLocale, type Language, type MessageText } from "../../../src/options/locale.ts"
import type { ModalInstance } from "../../../src/stub/instance.ts"
import { loadLanguage } from "../../../src/stub/loadLanguage.ts"
import { told } from "../../../views/messages/en/told.ts"
import { english } from "../../../views/messages/english.ts"
import { languageOf, languageTags } from "../../../views/messages/languages.ts"
import { toldSentences } from "../../check/toldSentences.ts"

const gapsOf = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort()
const formsOf = (sentence: MessageText) => (typeof sentence === "string" ? [sentence] : Object.values(sentence))

describe("the message table", () => {
  it("has the messages of every namespace", () => {
    const topics = readdirSync("views/messages/en").map((name) => name.replace(".ts", ""))
    expect(Object.keys(english).sort()).toEqual([...topics.filter((name) => name !== "told"), "any", "buttons"].sort())
  })

  it("has each message of the error catalog", () => {
    expect([...told].sort()).toEqual(toldSentences(process.cwd()))
  })
})

describe.each(languageTags)("the language %s", (tag) => {
  it("has every message, its placeholders and its plural forms", async () => {
    const language = await languageOf(tag)
    const wrong: string[] = []
    const check = (name: string, ours: MessageText, theirs: MessageText | undefined) => {
      const forms = theirs === undefined ? [] : formsOf(theirs)
      if (forms.length === 0 || forms.some((form) => form.trim() === "")) wrong.push(`${name} is missing`)
      // A form for one thing may omit the number.
      const wanted = gapsOf(formsOf(ours).at(-1) ?? "")
      const optional = typeof theirs === "object" ? ["{count}"] : []
      for (const form of forms)
        if (
          !wanted.every((gap) => optional.includes(gap) || form.includes(gap)) ||
          !gapsOf(form).every((gap) => wanted.includes(gap))
        )
          wrong.push(`${name} has other gaps: ${form}`)
      if (typeof theirs !== "object") return
      const rules = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
      // Categories only for fractions and millions are `other` for these counts.
      const counted = new Set(Array.from({ length: 200 }, (_, count) => new Intl.PluralRules(tag).select(count)))
      for (const rule of rules)
        if (counted.has(rule) && theirs[rule] === undefined) wrong.push(`${name} has no form "${rule}"`)
    }
    for (const [topic, sentences] of Object.entries(english))
      for (const [key, sentence] of Object.entries(sentences as Record<string, MessageText>))
        check(`${topic}.${key}`, sentence, language?.topics[topic]?.[key])
    for (const sentence of told) check(sentence, sentence, language?.told[sentence])

    expect(wrong).toEqual([])
  })
})

const french: Language = {
  tag: "fr",
  topics: { any: { close: "Fermer" }, send: { to: "À" }, activity: { to: "À {address}" } },
  told: {
    "Failed to connect": "Échec de la connexion",
    "Amount must be between {min} and {max}": "Le montant n'est pas entre {min} et {max}",
  },
}

describe("a message", () => {
  const said = (messages: object, topics: readonly string[] = ["send", "any"], key = "to") =>
    translate(key, topics, { messages: messages as { [name: string]: unknown }, locale: "fr-CA", language: french })

  it("is the language's, first from the view's own namespace", () => {
    expect(said({})).toBe("À")
    expect(said({}, ["activity", "any"])).toBe("À {address}")
    expect(said({}, ["send", "any"], "close")).toBe("Fermer")
    expect(said({}, ["send", "any"], "unheard")).toBeUndefined()
  })

  it("is the site's before the built-in one, for the locale, its language, or any", () => {
    expect(said({ to: "Vers", fr: { to: "Pour" }, "fr-CA": { to: "Chez" } })).toBe("Chez")
    expect(said({ to: "Vers", fr: { to: "Pour" } })).toBe("Pour")
    expect(said({ to: "Vers", de: { to: "An" } })).toBe("Vers")
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
    await loadLanguage({ core, ending } as unknown as ModalInstance)
    const seen: (string | undefined)[][] = []
    ending.add(
      effect(() => {
        const language = core.language.value
        const close = language?.topics.any?.back
        seen.push([displayedLocale(core.locale.value, language, false), typeof close === "string" ? close : undefined])
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
    }) as unknown as ModalInstance

  it("loads its language, and unloads it when it changes", async () => {
    const { core, ending } = instance("en-XA")
    await loadLanguage({ core, ending } as ModalInstance)
    expect(core.language.value?.tag).toBe("en-XA")

    core.locale.value = "en-GB"
    expect(core.language.value).toBeUndefined()
    for (const end of ending) end()
  })

  it("falls back to English if it is unknown", async () => {
    const { core, ending } = instance("tlh")
    await loadLanguage({ core, ending } as ModalInstance)
    expect(core.language.value).toBeUndefined()

    core.locale.value = "not a locale"
    const seen: unknown[] = []
    effect(() => void seen.push(core.language.value))()
    expect(seen).toEqual([undefined])
  })

  it("is not overwritten by a previous one that loads late", async () => {
    const { core, ending } = instance("en-XA")
    const first = loadLanguage({ core, ending } as ModalInstance)
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
