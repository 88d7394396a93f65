import { existsSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { memberPages } from "../../examples/docs/source/members.ts"
import { operationPages } from "../../examples/docs/source/operations.ts"
import { command, report } from "./command.ts"
import type { Verdict } from "./source.ts"

// What a site gets: publint and attw on the package as npm would pack it, and the reference generated from its declarations. Needs
// `npm run build` first.
const root = process.cwd()

if (!existsSync(join(root, "dist"))) throw new Error("there is no dist/: run `npm run build` first")

// Packs the existing build; nothing is built while other checks run.
process.env.npm_config_ignore_scripts = "true"

/** The parts that the reference must describe, by page. */
const described: Readonly<Record<string, readonly string[]>> = {
  signMessage: ["[`UserRejectedRequestError`](../errors/rpc#userrejectedrequesterror)"],
  modal: [
    ...["open", "close", "preload", "ready", "destroy", "getState", "subscribe", "state", "element", "provider"],
    ...["getProvider", "setThemeMode", "setLocale"],
  ].map((name) => `\n## ${name}\n\n\`\`\`ts\nmodal.${name}`),
  react: [
    ...["\n## useAccount\n", "\n## useSession\n", "\n## ConnectButton\n"],
    ...["interface ButtonProps", "interface AccountButtonProps"],
  ],
}

const reference = (): Verdict => {
  const pages = new Map([
    ...operationPages().map(({ name, content }) => [name, content] as const),
    ...memberPages().map(({ topic, content }) => [topic, content] as const),
  ])
  const parts = Object.entries(described).flatMap(([page, texts]) => texts.map((text) => ({ page, text })))
  const missing = parts.filter(({ page, text }) => !pages.get(page)?.includes(text))
  return {
    problems: missing.map(({ page, text }) => `The page of ${page} lacks ${JSON.stringify(text)}`),
    note: `${pages.size} pages`,
  }
}

/** Code that loads for a site that draws its own interface, and the views, which must not be in it. */
const headless = ["dist/src/index.js", "dist/src/headless.js", "dist/src/headless/flows.js", "dist/engine.js"]
const drawn = /^dist\/(painted\.js|views\/(?!locales))|^react/

const views = (): Verdict => {
  const reached = new Set<string>()
  const add = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    if (!file.startsWith("dist/")) return
    const text = readFileSync(join(root, file), "utf8")
    for (const [, name = ""] of text.matchAll(/^(?:import|export)\b[^;]*?"([^"]+)";?$/gm))
      add(name.startsWith(".") ? relative(root, join(root, dirname(file), name)) : name)
  }
  headless.forEach(add)
  return {
    problems: [...reached].filter((file) => drawn.test(file)).map((file) => `${file} loads without an interface`),
    note: `${reached.size} files and packages`,
  }
}

await report({
  views,
  reference,
  publint: () => command(root, "publint", "--strict"),
  attw: () =>
    command(
      root,
      "attw",
      "--pack",
      ".",
      "--profile",
      "esm-only",
      "--no-definitely-typed",
      "--exclude-entrypoints",
      "buttons.css",
    ),
})
