import { effect } from "@preact/signals-core"
import { isEnglish } from "../options/locale.ts"
import type { ModalContext } from "./context.ts"

/**
 * Loads the messages of the locale, now and when it changes. Falls back to English if the file cannot be loaded. Resolves after the first
 * load.
 */
export const loadLanguage = ({ core, ending }: ModalContext): Promise<void> =>
  new Promise((resolve) => {
    const follow = async (locale: string) => {
      const language = isEnglish(locale)
        ? undefined
        : await import("../../views/locales/languages.ts").then((all) => all.languageOf(locale)).catch(() => undefined)
      if (core.locale.peek() === locale) core.language.value = language
      resolve()
    }
    ending.add(effect(() => void follow(core.locale.value)))
  })
