import { existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Runs a command in a folder. Resolves with its output, rejects with it if the command fails. */
type Run = (command: string, args: readonly string[], cwd: string) => Promise<string>

/** The package's elements in a Vue template. */
const vueElements = `
<script setup lang="ts">
import "portico/elements"
</script>

<template>
  <portico-button namespace="solana" modal="second" disabled class="wide" @portico-open="(event) => event.detail satisfies null" />
  <portico-account-button no-balance no-avatar @click="(event) => event.preventDefault()" />
  <!-- @vue-expect-error: no such namespace. -->
  <portico-button namespace="ethereum" />
  <portico-account-button :disabled="false" :no-balance="false" />
  <!-- @vue-expect-error: the network button has no namespace. -->
  <portico-network-button namespace="solana" />
</template>
`

/** The same in JSX. */
const jsxElements = `
import "portico/elements"

export const right = <portico-button namespace="solana" disabled className="wide" ref={(button) => button?.click()} />
// @ts-expect-error: no such namespace.
export const wrong = <portico-button namespace="ethereum" />
`

/** The same as types of Svelte, which checks the attributes in components with them. */
const svelteElements = `
import type {} from "portico/elements"
import type { SvelteHTMLElements } from "svelte/elements"

export const right: SvelteHTMLElements["portico-button"] = {
  namespace: "solana",
  disabled: false,
  class: "wide",
  "onportico-open": (event) => event.detail satisfies null,
}
// @ts-expect-error: no such namespace.
export const wrong: SvelteHTMLElements["portico-button"] = { namespace: "ethereum" }
`

/** Problems in the package's declarations that a site's TypeScript finds. Those in the framework's own are not of interest. */
export const checkDeclarations = async (at: string, run: Run): Promise<readonly string[]> => {
  const has = (name: string) => existsSync(join(at, "node_modules", name))
  if (!has("typescript")) return []
  const entries = [
    ...["portico", "portico/elements", "portico/layers", "portico/headless", "portico/trace"],
    ...(has("@types/react") ? ["portico/react"] : []),
  ]
  const files: Readonly<Record<string, string>> = {
    "declarations.ts": entries.map((entry, i) => `export * as e${i} from "${entry}"\n`).join(""),
    ...(has("@types/react") && { "declarations-jsx.tsx": jsxElements }),
    ...(has("svelte") && { "declarations-svelte.ts": svelteElements }),
    ...(has("vue-tsc") && { "declarations-vue.vue": vueElements }),
  }
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: false, types: [] },
    ...{ target: "es2022", lib: ["es2023", "dom"], jsx: "react-jsx", module: "esnext", moduleResolution: "bundler" },
  }
  const config = { compilerOptions, vueCompilerOptions: { strictTemplates: true }, include: Object.keys(files) }
  const written = { ...files, "declarations.json": JSON.stringify(config) }
  for (const [file, text] of Object.entries(written)) writeFileSync(join(at, file), text)
  const compiler = has("vue-tsc") ? "vue-tsc" : "tsc"
  const output = await run("npx", [compiler, "-p", "declarations.json"], at).catch((error: Error) => error.message)
  for (const file of Object.keys(written)) rmSync(join(at, file))
  return output.split("\n").filter((line) => /node_modules\/portico\/.*error TS|^declarations.*error TS/.test(line))
}
