import { execFile } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { rolldown } from "rolldown"
import { dts } from "rolldown-plugin-dts"
import type { Verdict } from "./source.ts"

/** The public surface of the package, as committed: every change of it shows in review. `npm run api` writes it. */
const file = "test/check/api.txt"

/** Compares the public surface with the committed one. */
export const api = async (root: string): Promise<Verdict> => {
  const now = await surfaceOf(root)
  const before = existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : ""
  const [one, other] = [before, now].map((text) => new Set(text.split("\n"))) as [Set<string>, Set<string>]
  const lost = [...one].filter((line) => !other.has(line)).map((line) => `- ${line}`)
  const added = [...other].filter((line) => !one.has(line)).map((line) => `+ ${line}`)
  const changes = [...lost, ...added]
  return {
    problems:
      now === before
        ? []
        : ["The public types changed. If that is intended, run `npm run api`:", ...changes.slice(0, 40)],
    note: `${now.split("\n").length} lines`,
  }
}

/** The names that each entry exports, and the declarations behind them, without comments. */
const surfaceOf = async (root: string): Promise<string> => {
  const types = join(root, ".cache/types")
  // Types are checked elsewhere.
  const built = ["-p", "tsconfig.build.json", "--outDir", types, "--noCheck", "--singleThreaded"]
  await promisify(execFile)(join(root, "node_modules/.bin/tsc"), built, { cwd: root })
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const entries = Object.entries(exports as Readonly<Record<string, { readonly types?: string }>>).flatMap(
    ([name, { types: declared }]) =>
      declared && !name.endsWith(".css") ? [[join("portico", name), declared.replace("./dist", types)] as const] : [],
  )
  const bundle = await rolldown({
    input: Object.fromEntries(entries),
    external: (id) => !/^[./]/.test(id),
    plugins: [dts({ dtsInput: true, tsconfig: false, sourcemap: false })],
    logLevel: "silent",
  })
  const { output } = await bundle.generate({
    chunkFileNames: "[name].d.ts",
    codeSplitting: { groups: [{ name: "declarations", test: /./ }] },
  })
  const chunks = output.filter((each) => each.type === "chunk")
  const names = chunks
    .filter(({ isEntry }) => isEntry)
    .map(
      ({ name, exports: exported }) =>
        `${name}\n${exported
          .toSorted()
          .map((each) => `  ${each}\n`)
          .join("")}`,
    )
  const declared = chunks.filter(({ isEntry }) => !isEntry).map(({ code }) => code)
  return `${names.toSorted().join("\n")}\n${declared.map(bare).join("\n")}`
}

/** Declarations without comments, imports of other files, and the short names under which files share them. */
const bare = (code: string): string =>
  `${code}\n`
    .replaceAll(/^\s*(\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm, "")
    .replaceAll(/^(import .* from "\.[^"]*"|export \{[\s\S]*?\});?\n/gm, "")

if (process.argv.includes("--write")) writeFileSync(join(process.cwd(), file), await surfaceOf(process.cwd()))
