import { existsSync } from "node:fs"
import { join } from "node:path"
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

await report({
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
