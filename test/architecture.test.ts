import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { importProblems, imports } from "./check/imports.ts"

describe("the architecture", () => {
  it("allows imports in one direction only", () => {
    expect(imports(process.cwd()).problems).toEqual([])
  })
})

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
    ["a service imports a flow", "services/Api.ts", 'import { connect } from "../src/flows/connect.ts"'],
    ["a layer imports the state", "layers/api/http.ts", 'import { createCore } from "../../src/state/core.ts"'],
    ["a layer imports React", "layers/dialog/native.ts", 'import { createRoot } from "react-dom/client"'],
    [
      "a second file imports effect/persistence",
      "layers/storage/memory.ts",
      'import "effect/persistence/KeyValueStore"',
    ],
    ["effect is imported from its root", "layers/api/http.ts", 'import { Effect } from "effect"'],
    ["the domain runs an Effect program", "src/domain/balances.ts", 'import * as Effect from "effect/Effect"'],
    ["the domain imports a service", "src/domain/balances.ts", 'import type { Api } from "../../services/Api.ts"'],
    ["the stub's domain decodes input", "src/domain/errors.ts", 'import * as v from "valibot"'],
    ["the domain imports a second schema library", "src/domain/balances.ts", 'import * as Schema from "effect/Schema"'],
    ["a layer names the schema library", "layers/api/http.ts", 'import * as v from "valibot"'],
    ["the stub imports effect", "src/createModal.ts", 'import * as Effect from "effect/Effect"'],
    ["the stub imports the engine", "src/createModal.ts", 'import { start } from "./engine.ts"'],
    ["the stub imports viem", "src/createModal.ts", 'import { getAddress } from "viem"'],
    ["the stub imports a view", "src/createModal.ts", 'import { mount } from "../views/mount.tsx"'],
    ["the stub imports a layer", "src/index.ts", 'export { live } from "../layers/live.ts"'],
    ["the stub imports a file that only holds types", "src/index.ts", 'import { type Engine } from "./engine.ts"'],
    ["a slice imports effect", "src/state/balances.ts", 'import * as Effect from "effect/Effect"'],
    ["a flow imports a layer", "src/flows/connect.ts", 'import { live } from "../../layers/live.ts"'],
    ["a flow names a library", "src/flows/connect.ts", 'import type { Hex } from "viem"'],
    ["a flow imports a computed path", "src/flows/connect.ts", "const chain = await import(path)"],
    ["a flow prints", "src/flows/open.ts", 'console.warn("text of a wallet")'],
    ["a layer prints", "layers/api/http.ts", 'console.error(new Error("text of a service"))'],
    ["a flow touches the page", "src/flows/open.ts", "const { origin } = window.location"],
    ["the hint reads something other than storage", "src/restore.ts", "const agent = navigator.userAgent"],
    ["an entry imports the engine", "src/react.tsx", 'import { start } from "./engine.ts"'],
    ["a file is in a folder without a rule", "src/helpers/text.ts", 'import "../index.ts"'],
  ]

  it.each(wrong)("fails when %s", (_, path, line) => {
    const problems = importProblems({ [path]: `const first = 1\n${line}\nexport const last = first\n` })

    expect(problems[0]).toContain(`${path}:2 `)
    expect(problems[0]).toContain(line)
  })

  const right: readonly (readonly [path: string, line: string])[] = [
    ["views/account/Account.tsx", 'import { balances } from "../../src/state/balances.ts"'],
    ["views/account/Account.tsx", 'import { refreshBalances } from "../../src/flows/balances.ts"'],
    ["views/account/Account.tsx", 'import type { Wallet } from "../../services/Chains.ts"'],
    ["views/ui/icons.tsx", 'import { X } from "lucide/dist/esm/icons/x.mjs"'],
    ["views/styles/stitches.ts", 'import { createStitches } from "@stitches/react"'],
    ["views/ui/Row.tsx", "const page = ref.current.ownerDocument.defaultView"],
    ["views/ui/Row.tsx", "const at = (document: Document) => document.activeElement"],
    ["views/ui/Row.tsx", 'const here = typeof window === "undefined"'],
    ["views/mount.tsx", 'import { start } from "../src/engine.ts"'],
    ["services/Api.ts", 'import type { Endpoint } from "../src/domain/endpoint.ts"'],
    ["layers/chains/evm.ts", 'import { createPublicClient } from "viem"'],
    ["src/domain/balancesRow.ts", 'import * as v from "valibot"'],
    ["src/createModal.ts", 'import type { Engine } from "./engine.ts"'],
    ["src/createModal.ts", 'import type { EIP1193Provider } from "viem"'],
    ["src/createModal.ts", 'const engine = () => import("./engine.ts")'],
    ["src/state/balances.ts", 'const flow = () => import("../flows/balances.ts")'],
    ["src/restore.ts", 'const hint = globalThis.localStorage.getItem("hint")'],
  ]

  it.each(right)("allows in %s: %s", (path, line) => {
    expect(importProblems({ [path]: `${line}\nexport {}\n` })).toEqual([])
  })

  it("follows the stub's imports through any file to a forbidden package", () => {
    const problems = importProblems({
      "src/index.ts": 'export * from "./createModal.ts"\nexport type * from "./engine.ts"',
      "src/createModal.ts": 'import "./state/core.ts"\nconst engine = () => import("./engine.ts")',
      "src/state/core.ts": 'import { signal } from "@preact/signals-core"\nimport { Row } from "../domain/route.ts"',
      "src/domain/route.ts": 'import * as v from "valibot"',
      "src/engine.ts": 'import * as Effect from "effect/Effect"',
    })

    expect(problems).toContain(
      "the stub reaches a package: src/index.ts > src/createModal.ts > src/state/core.ts > src/domain/route.ts > valibot",
    )
    expect(problems.filter((problem) => problem.includes("effect/Effect"))).toEqual([])
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
