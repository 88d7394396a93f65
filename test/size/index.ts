import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildLibrary } from "../library.ts"
import budgets from "./budgets.json" with { type: "json" }
import type { Bundle } from "./bundleSizes.ts"
import { judge, type Row } from "./compareWithBudgets.ts"
import { openOnce } from "./openInBrowser.ts"
import { sitesOf } from "./sites.ts"

// `npm run size`: every entry and every lazy chunk of the built library against its budget, and what a first open loads in a real browser.
const root = process.cwd()
const folder = mkdtempSync(join(tmpdir(), "portico-size-"))

buildLibrary(root)

const line = ({ name, size, budget, made }: Row): string =>
  [
    name.padEnd(56),
    ...[size.min, size.gzip, size.brotli].map((bytes) => (bytes / 1000).toFixed(1).padStart(7)),
    (budget === undefined ? "" : String(budget)).padStart(7),
    ` ${made}`,
  ].join(" ")

try {
  // A separate process, since the bundle depends on NODE_ENV, which may be set already.
  execFileSync(
    process.execPath,
    ["test/run.js", "test/size/buildSites.ts", root, folder, JSON.stringify(sitesOf(root))],
    {
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "inherit"],
    },
  )
  const bundles: readonly Bundle[] = JSON.parse(readFileSync(join(folder, "bundles.json"), "utf8"))
  const { rows, problems } = judge(bundles, await openOnce(folder), budgets)

  console.log(`${"kB (1000 bytes); React left out".padEnd(56)} minified  gzip  brotli  budget  made of`)
  for (const row of rows) console.log(line(row))
  if (problems.length > 0) {
    console.log(`\n${problems.join("\n")}`)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
