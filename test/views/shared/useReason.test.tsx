// @vitest-environment happy-dom
import { describe, expect, it } from "vitest"
import { translateError } from "../../../src/core/first-paint/translate.ts"
import { SendUnclear } from "../../../src/errors/index.ts"
import type { Language } from "../../../src/options/language.ts"
import connect from "../../../views/locales/en/connect.json" with { type: "json" }
import japanese from "../../../views/locales/ja/index.ts"
import { useText, type ViewContext } from "../../../views/shared/first-paint/useModal.ts"
import { useReason } from "../../../views/shared/useReason.ts"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"

const page = mounted()

function Failed({ error }: { readonly error: Error | undefined }) {
  const text = useText({ connect })
  const reason = useReason()
  return text("failedHint", { reason: reason(error) })
}

const shown = async (error: Error, language?: Language) => {
  const instance = instanceOf()
  instance.core.language.value = language
  const here = {
    instance,
    translateError: (text) => translateError(text, language),
  } as Partial<ViewContext> as ViewContext
  await page.show(here, <Failed error={error} />)
  return page.place.textContent
}

describe("The reason of a failure, in a sentence", () => {
  it.each(["The wallet is locked", "The wallet is locked.", "The wallet is locked!\n"])(
    "has one full stop if the wallet's message is %j",
    async (message) => {
      expect(await shown(new Error(message))).toBe("The wallet is locked. Nothing was shared.")
    },
  )

  it("is translated, and has one full stop in other scripts too", async () => {
    const text = await shown(new SendUnclear(), { tag: "ja", messages: japanese })
    expect(text).toContain("。")
    expect(text).not.toMatch(/[a-z]{3}|。。/)
  })
})
