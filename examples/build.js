import { existsSync, readdirSync } from "node:fs"
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { build } from "vite"

// Every example as a static site of its own, dist-examples/<name>/. Most are built together, since most of their code is one.
const here = import.meta.dirname
const out = join(here, "../dist-examples")
const alone = ["playground", "secure-site"]
const together = readdirSync(here).filter((name) => !alone.includes(name) && existsSync(join(here, name, "index.html")))
const shared = join(out, ".together")

/** The files that a page leads to, by the list that the build has written. */
const filesOf = (manifest, key, seen = new Set()) => {
  if (seen.has(key)) return []
  seen.add(key)
  const { file, css = [], assets = [], imports = [], dynamicImports = [] } = manifest[key]
  return [file, ...css, ...assets, ...[...imports, ...dynamicImports].flatMap((next) => filesOf(manifest, next, seen))]
}

/** Takes one example out of what was built together. */
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

await Promise.all([
  ...alone.map((name) => build({ mode: `example:${name}`, logLevel: "error" })),
  build({
    mode: "examples",
    logLevel: "error",
    build: {
      outDir: shared,
      manifest: "manifest.json",
      rollupOptions: { input: together.map((name) => join(here, name, "index.html")) },
    },
  }),
])
const manifest = JSON.parse(await readFile(join(shared, "manifest.json"), "utf8"))
await Promise.all(together.map((name) => part(manifest, name)))
await rm(shared, { recursive: true })

// The server of the rendered page stands beside it.
await build({
  mode: "examples",
  logLevel: "error",
  build: { ssr: true, outDir: join(out, "ssr/server"), rollupOptions: { input: join(here, "ssr/server.tsx") } },
})
console.log([...alone, ...together].join(", "))
