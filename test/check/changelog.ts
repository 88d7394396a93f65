import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

// `npm run bump`: after changesets chose the version, the changelog's unreleased section becomes that version's, and create-portico gets the
// same version.
const root = process.cwd()
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const file = join(root, "CHANGELOG.md")
const text = readFileSync(file, "utf8")
const heading = `## [${version}]`
if (!text.includes(heading)) {
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(file, text.replace("## [Unreleased]\n", `## [Unreleased]\n\n${heading} - ${today}\n`))
}

const created = join(root, "examples/create/package.json")
writeFileSync(created, readFileSync(created, "utf8").replace(/(?<="version": ")[^"]+/, version))
