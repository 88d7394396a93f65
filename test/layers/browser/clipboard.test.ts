// @vitest-environment happy-dom
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, assert, vi } from "vitest"
import { layer } from "../../../layers/browser/window.ts"
import { Browser } from "../../../services/Browser.ts"

afterEach(() => vi.unstubAllGlobals())

const denied = (): Promise<never> => Promise.reject(new DOMException("Denied", "NotAllowedError"))
type Case = readonly [string, Pick<Clipboard, "readText" | "writeText"> | undefined, string | undefined, boolean]
const cases: readonly Case[] = [
  ["allowed", { readText: async () => "pasted", writeText: async () => undefined }, "pasted", true],
  ["denied", { readText: denied, writeText: denied }, undefined, false],
  // On a page without a secure context.
  ["missing", undefined, undefined, false],
]

it.effect.each(cases)(
  "the clipboard is read and written if the page may, and never throws: %s",
  ([, clipboard, text, copied]) =>
    Effect.gen(function* () {
      vi.stubGlobal(
        "navigator",
        new Proxy(navigator, { get: (of, key) => (key === "clipboard" ? clipboard : Reflect.get(of, key)) }),
      )
      const { paste, copy } = yield* Browser
      assert.strictEqual(yield* paste, text)
      assert.strictEqual(yield* copy("copied"), copied)
    }).pipe(Effect.provide(layer("clipboard"))),
)
