import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, posix } from "node:path"
import { describe, expect, it } from "vitest"
import { importProblems, imports } from "./imports.ts"

describe("the architecture check", () => {
  const wrong: readonly (readonly [title: string, path: string, line: string])[] = [
    ["a view imports effect", "views/account/Account.tsx", 'import * as Effect from "effect/Effect"'],
    ["a view imports a type of effect", "views/account/Account.tsx", 'import type { Effect } from "effect/Effect"'],
    ["a view imports a service", "views/account/Account.tsx", 'import { Api } from "../../services/Api.ts"'],
    ["a view imports a layer", "views/account/Account.tsx", 'import { live } from "../../layers/live.ts"'],
    ["a view names a library", "views/ui/QrCode.tsx", 'import { encode } from "uqr"'],
    [
      "a view other than the icons names their library",
      "views/ui/Row.tsx",
      'import { X } from "lucide/dist/esm/icons/x.mjs"',
    ],
    ["a view other than the encoder names the code library", "views/ui/QrCode.tsx", 'import { encode } from "uqr"'],
    ["a view outside styles names Stitches", "views/ui/Row.tsx", 'import { styled } from "@stitches/react"'],
    ["a view touches the page", "views/ui/Row.tsx", "const width = window.innerWidth"],
    ["a view reads the document", "views/ui/Row.tsx", 'globalThis.document.querySelector("button")'],
    ["a service imports a layer", "services/Api.ts", 'import { layer } from "../layers/api/http.ts"'],
    ["a service re-exports a layer", "services/index.ts", 'export * from "../layers/api/http.ts"'],
    ["a service imports a layer's type", "services/Api.ts", 'type Leaf = import("../layers/api/http.ts").Leaf'],
    ["a service imports a flow", "services/Api.ts", 'import { connect } from "../src/connect/operations.ts"'],
    ["a layer imports the state", "layers/api/http.ts", 'import { createCore } from "../../src/stub/state.ts"'],
    ["a layer imports React", "layers/dialog/native.ts", 'import { createRoot } from "react-dom/client"'],
    [
      "a second file imports effect/persistence",
      "layers/storage/memory.ts",
      'import "effect/persistence/KeyValueStore"',
    ],
    ["effect is imported from its root", "layers/api/http.ts", 'import { Effect } from "effect"'],
    ["a model runs an Effect program", "src/balances/model/tokens.ts", 'import * as Effect from "effect/Effect"'],
    ["a model imports a service", "src/balances/model/tokens.ts", 'import type { Api } from "../../services/Api.ts"'],
    ["the error catalogue decodes input", "src/errors/index.ts", 'import * as Schema from "effect/Schema"'],
    ["a model decodes input", "src/balances/model/tokens.ts", 'import * as Schema from "effect/Schema"'],
    ["a layer defines a schema", "layers/api/http.ts", 'import * as Schema from "effect/Schema"'],
    ["a second schema library is used", "src/balances/endpoints/balances.ts", 'import * as v from "valibot"'],
    ["the stub imports effect", "src/stub/createModal.ts", 'import * as Effect from "effect/Effect"'],
    ["the stub imports the engine", "src/stub/createModal.ts", 'import { start } from "../engine/engine.ts"'],
    ["the stub imports viem", "src/stub/createModal.ts", 'import { getAddress } from "viem"'],
    ["the stub imports a view", "src/stub/createModal.ts", 'import { mount } from "../../views/mount.tsx"'],
    ["the stub imports a layer", "src/index.ts", 'export { live } from "../layers/live.ts"'],
    [
      "the stub imports a file that only holds types",
      "src/index.ts",
      'import { type Engine } from "./engine/engine.ts"',
    ],
    ["a slice imports effect", "src/balances/state/tokens.ts", 'import * as Effect from "effect/Effect"'],
    ["a slice loads a flow", "src/balances/state/tokens.ts", 'const flow = () => import("../flows.ts")'],
    ["a flow imports a layer", "src/connect/operations.ts", 'import { live } from "../../layers/live.ts"'],
    ["a flow names a library", "src/connect/operations.ts", 'import { getAddress } from "viem"'],
    ["a flow imports a computed path", "src/connect/operations.ts", "const chain = await import(path)"],
    ["a flow prints", "src/navigation/opening/flows.ts", 'console.warn("text of a wallet")'],
    ["a layer prints", "layers/api/http.ts", 'console.error(new Error("text of a service"))'],
    ["a flow touches the page", "src/navigation/opening/flows.ts", "const { origin } = window.location"],
    ["the hint reads something other than storage", "src/stub/restoreHint.ts", "const agent = navigator.userAgent"],
    ["an entry imports the engine", "src/react.tsx", 'import { start } from "./engine/engine.ts"'],
    ["a file is in a folder without a rule", "src/helpers/text.ts", 'import "../index.ts"'],
  ]

  it.each(wrong)("fails when %s", (_, path, line) => {
    const problems = importProblems({ [path]: `const first = 1\n${line}\nexport const last = first\n` })

    expect(problems[0]).toContain(`${path}:2 `)
    expect(problems[0]).toContain(line)
  })

  const right: readonly (readonly [path: string, line: string])[] = [
    ["views/account/Account.tsx", 'import { balances } from "../../src/balances/state/tokens.ts"'],
    ["views/account/Account.tsx", 'import { refreshBalances } from "../../src/balances/flows/nfts.ts"'],
    ["views/account/Account.tsx", 'import type { Wallet } from "../../services/Chains.ts"'],
    ["views/ui/icons.tsx", 'import { X } from "lucide/dist/esm/icons/x.mjs"'],
    ["views/styles/stitches.ts", 'import { createStitches } from "@stitches/react"'],
    ["views/ui/Row.tsx", "const page = ref.current.ownerDocument.defaultView"],
    ["views/ui/Row.tsx", "const at = (document: Document) => document.activeElement"],
    ["views/ui/Row.tsx", 'const here = typeof window === "undefined"'],
    ["views/mount.tsx", 'import type { start } from "../src/engine/engine.ts"'],
    ["services/Api.ts", 'import type { Endpoint } from "../src/core/opening/endpoint.ts"'],
    ["layers/chains/evm/adapter.ts", 'import { createPublicClient } from "viem"'],
    ["src/balances/endpoints/balances.ts", 'import * as Schema from "effect/Schema"'],
    ["src/stub/createModal.ts", 'import type { Engine } from "../engine/engine.ts"'],
    ["src/stub/createModal.ts", 'import type { EIP1193Provider } from "viem"'],
    ["src/stub/createModal.ts", 'const engine = () => import("../engine/engine.ts")'],
    ["src/stub/restoreHint.ts", 'const hint = globalThis.localStorage.getItem("hint")'],
  ]

  it.each(right)("allows in %s: %s", (path, line) => {
    expect(importProblems({ [path]: `${line}\nexport {}\n` })).toEqual([])
  })

  it("follows the stub's imports through any file to a forbidden package", () => {
    const problems = importProblems({
      "src/index.ts": 'export * from "./stub/createModal.ts"\nexport type * from "./engine/engine.ts"',
      "src/stub/createModal.ts": 'import "./state.ts"\nconst engine = () => import("../engine/engine.ts")',
      "src/stub/state.ts":
        'import { signal } from "@preact/signals-core"\nimport { Row } from "../navigation/first-paint/model/routes.ts"',
      "src/navigation/first-paint/model/routes.ts": 'import * as Schema from "effect/Schema"',
      "src/engine/engine.ts": 'import * as Effect from "effect/Effect"',
    })

    expect(problems).toContain(
      "the stub reaches a package: src/index.ts > src/stub/createModal.ts > src/stub/state.ts > src/navigation/first-paint/model/routes.ts > effect/Schema",
    )
    expect(problems.filter((problem) => problem.includes("effect/Effect"))).toEqual([])
  })

  it.each([
    ["stub", "src/stub/createModal.ts", "src/index.ts", "../core/amounts.ts"],
    ["first view", "views/connect/first-paint/Connect.tsx", "views/mount.tsx", "../../../src/core/amounts.ts"],
    ["engine", "src/project/opening/flows.ts", "src/engine/engine.ts", "../../core/amounts.ts"],
  ])("fails when the %s brings a file of a later step", (step, path, root, amounts) => {
    const specifier = posix.relative(posix.dirname(root), path)
    const problems = importProblems({
      [root]: `import "${specifier.startsWith(".") ? specifier : `./${specifier}`}"`,
      [path]: `import { parseUnits } from "${amounts}"\nexport type { Amount } from "${amounts}"`,
      "src/core/amounts.ts": "export const parseUnits = 1",
    })

    expect(problems).toContain(`the ${step} reaches a file of a later step: ${root} > ${path} > src/core/amounts.ts`)
  })

  it.each([
    ["statically", 'import { fee } from "./model/fees.ts"'],
    ["by a re-export", 'export { fee } from "./model/fees.ts"'],
    ["as a type", 'import type { Fee } from "./model/fees.ts"'],
    ["as a type in place", 'type Fee = import("./model/fees.ts").Fee'],
    ["on demand", 'const fees = () => import("./model/fees.ts")'],
  ])("fails when files import each other in a circle, however long, one of them %s", (_, line) => {
    const problems = importProblems({
      "src/send/model.ts": line,
      "src/send/model/fees.ts": 'import { swap } from "../../swap/model.ts"',
      "src/swap/model.ts": 'import { send } from "../send/model.ts"',
    })

    expect(problems).toEqual([
      "files import each other in a circle: src/send/model.ts > src/send/model/fees.ts > src/swap/model.ts > src/send/model.ts",
    ])
  })

  it("allows a module to name the type of its own exports", () => {
    const catalogue = 'export class InvalidInput extends Error {}\ntype Catalogue = typeof import("./index.ts")'

    expect(importProblems({ "src/errors/index.ts": catalogue })).toEqual([])
  })

  it("fails when a folder is added at the top", () => {
    const root = mkdtempSync(join(tmpdir(), "architecture-"))
    for (const folder of ["src", "lib", "dist", ".ci"]) mkdirSync(join(root, folder))
    writeFileSync(join(root, ".gitignore"), "dist\n")
    const { problems } = imports(root)
    rmSync(root, { recursive: true })

    expect(problems).toEqual([
      "lib/ is not one of the folders at the top: src, services, layers, views, test, examples",
    ])
  })
})
