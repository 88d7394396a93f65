import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import type { SiwxConfig } from "../../../src/siwx/model/message.ts"
import type { ModalOptions } from "../../../src/stub/modal.ts"
import { approved, session, signs, whenSiteSignsIn } from "../../fixtures/scenes/siwx.ts"

const root = resolve(import.meta.dirname, "../../..")

/** The `siwx` options of the documentation's sample for sites with a server. */
const documented = async (): Promise<SiwxConfig> => {
  const guide = readFileSync(join(root, "examples/docs/guide/sign-in.md"), "utf8")
  const [, sample = ""] =
    [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].find(([, code]) => code?.includes("addSession")) ?? []
  const folder = join(root, "test-results/samples")
  mkdirSync(folder, { recursive: true })
  const file = join(folder, "sign-in-with-server.ts")
  const code = sample.replace(/^import .*$/m, "").replace("createModal({", "export const options = ({")
  writeFileSync(file, `const mainnet = {}\n${code}`)
  const { options } = (await import(/* @vite-ignore */ file)) as { readonly options: ModalOptions }
  return options.siwx ?? {}
}

describe("The documented sign-in with a server", () => {
  it.effect.each([
    [200, true],
    [401, false],
    [403, false],
    [500, false],
  ] as const)("signs in if the server responds with %i: %s", ([status, signedIn]) =>
    Effect.gen(function* () {
      vi.stubGlobal("fetch", async (path: string) =>
        path === "/sessions" ? new Response("", { status }) : new Response("[]", { status: 200 }),
      )
      const siwx = yield* Effect.promise(documented)
      yield* whenSiteSignsIn({ siwx }, function* () {
        yield* approved
        yield* signs
        assert.strictEqual((yield* session) !== undefined, signedIn)
      })
      vi.unstubAllGlobals()
    }),
  )
})
