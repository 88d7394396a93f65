import { existsSync, readdirSync } from "node:fs"
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { build } from "vite"

// Builds every example, or those named, as a static site in dist-examples/<name>/. Most are built together, because they share most of
// their code.
const here = import.meta.dirname
const out = join(here, "../dist-examples")
const apart = ["playground", "secure-site"]
const wanted = process.argv.slice(2)
const names = readdirSync(here).filter((name) => existsSync(join(here, name, "index.html")))
for (const name of wanted) if (!names.includes(name)) throw new Error(`examples/${name} has no index.html`)
const built = wanted.length > 0 ? wanted : names
const alone = built.filter((name) => apart.includes(name))
const together = built.filter((name) => !apart.includes(name))
const shared = join(out, ".together")

/** Files that a page loads, directly or not, by the build's manifest. */
const filesOf = (manifest, key, seen = new Set()) => {
  if (seen.has(key)) return []
  seen.add(key)
  const { file, css = [], assets = [], imports = [], dynamicImports = [] } = manifest[key]
  return [file, ...css, ...assets, ...[...imports, ...dynamicImports].flatMap((next) => filesOf(manifest, next, seen))]
}

/** Copies one example out of the common build. */
const part = async (manifest, name) => {
  const site = join(out, name)
  await rm(site, { recursive: true, force: true })
  await mkdir(site, { recursive: true })
  const page = await readFile(join(shared, name, "index.html"), "utf8")
  await writeFile(join(site, "index.html"), page.replaceAll('"../assets/', '"./assets/'))
  for (const file of new Set(filesOf(manifest, `${name}/index.html`))) {
    await mkdir(dirname(join(site, file)), { recursive: true })
    await cp(join(shared, file), join(site, file))
  }
}

/** Builds examples in one run, then separates them. */
const buildTogether = async () => {
  await build({
    mode: "examples",
    logLevel: "error",
    build: {
      outDir: shared,
      manifest: "manifest.json",
      rollupOptions: { input: together.map((name) => join(here, name, "index.html")) },
    },
  })
  const manifest = JSON.parse(await readFile(join(shared, "manifest.json"), "utf8"))
  await Promise.all(together.map((name) => part(manifest, name)))
  await rm(shared, { recursive: true })
}

await Promise.all([
  ...alone.map((name) => build({ mode: `example:${name}`, logLevel: "error" })),
  ...(together.length > 0 ? [buildTogether()] : []),
])
// The server that renders the page is built into the same folder.
if (built.includes("ssr"))
  await build({
    mode: "examples",
    logLevel: "error",
    build: { ssr: true, outDir: join(out, "ssr/server"), rollupOptions: { input: join(here, "ssr/server.tsx") } },
  })
console.log([...alone, ...together].join(", "))
