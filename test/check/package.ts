import { existsSync } from "node:fs"
import { join } from "node:path"
import { command, report } from "./command.ts"

// What a site gets: publint and attw on the package as npm would pack it. Needs `npm run build` first.
const root = process.cwd()

if (!existsSync(join(root, "dist"))) throw new Error("there is no dist/: run `npm run build` first")

// Packs the existing build; nothing is built while other checks run.
process.env.npm_config_ignore_scripts = "true"

await report({
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
