import { readdirSync } from "node:fs"
import { relative, resolve } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig, type Rolldown } from "vite"
import { compiledStyles } from "./views/styles/compile.ts"

const here = import.meta.dirname

/** The public entries of the package (package.json, `exports`). */
const entries = {
  "src/index": "src/index.ts",
  "src/react": "src/react.tsx",
  "src/elements": "src/elements.ts",
  "src/effect": "src/effect.ts",
  "src/trace": "src/trace.ts",
  // Of the command `portico-test`.
  "src/trace/testOf": "src/trace/testOf.ts",
  "src/wagmi": "src/wagmi.ts",
  "src/headless": "src/headless.ts",
  "src/testing/index": "src/testing/index.ts",
  "services/index": "services/index.ts",
  "layers/index": "layers/index.ts",
}

/** The entries that a page without a bundler can import. The others are for sites that have React, Effect or wagmi themselves. */
const standalone = {
  index: entries["src/index"],
  elements: entries["src/elements"],
  headless: entries["src/headless"],
  trace: entries["src/trace"],
  layers: entries["layers/index"],
}

/** Resolves the imports of examples as in a site that has installed the package. */
const installed = [
  ...Object.values(entries).map((file) => {
    const name = file.replace(/^src\//, "").replace(/\/?index\.ts$|\.tsx?$/, "")
    return { find: new RegExp(`^portico${name && `/${name}`}$`), replacement: resolve(here, file) }
  }),
  // Android's own wallet comes with React Native, which is not installed here.
  { find: "@solana-mobile/wallet-adapter-mobile", replacement: resolve(here, "examples/wallet-adapter/noMobile.ts") },
  { find: "portico/buttons.css", replacement: resolve(here, "src/buttons.css") },
]

/** The source files in folders of this name, at any depth. */
const filesInFolders = (name: RegExp): string[] =>
  ["src", "layers"].flatMap((room) =>
    readdirSync(resolve(here, room), { recursive: true, encoding: "utf8" })
      .map((path) => `${room}/${path.replaceAll("\\", "/")}`)
      .filter((path) => name.test(path) && /\.tsx?$/.test(path)),
  )

/**
 * The steps of loading, each with the modules that bring all others of its file (`test/check/rules.ts` holds the folders of each step). The
 * layers are apart from the rest of the engine for sites that import single ones. A step keeps what a later one needs too.
 */
const files = {
  stub: ["src/stub/createModal.ts", "src/errors/setup.ts"],
  firstView: ["views/mount.tsx"],
  liveLayers: ["layers/live.ts"],
  engine: filesInFolders(/^src\/engine\/|\/opening\//),
  demo: ["layers/demo.ts"],
}

/** Returns the file of the library that a module is written to, without extension. */
const fileOf = (id: string, graph: Rolldown.ChunkingContext): string | null => {
  if (!id.startsWith(`${here}/`)) return null
  // A language is one file, with all that only its index imports. Those of English are apart, because each loads with its views.
  if (/^views\/locales\/(?!en\/)/.test(nameOf(id))) return null
  // Imports an error of the stub's file, which would import it in a circle.
  if (nameOf(id) === "src/options/guards") return "stub"
  const first = openingFileOf(id, graph)
  // A file with both would bring the demo to sites without it: their bundlers drop its statements, but write what it imports on demand.
  const file = first === "demo" && loadsWithoutDemo(graph).has(id) ? undefined : first
  const having = Object.values(entries).filter(
    (entry) => !ownOf[file ?? ""]?.(entry) && broughtBy([entry], graph).has(id),
  )
  // What the engine shares with the first view is apart from the views, for sites that draw their own.
  if (file === "firstView" && having.length === 0 && loadsWithoutViews(id, graph)) return "state"
  if (file && having.length === 0) return file
  // What the layers' entry shares is one separate file, because each further one is another request for the site.
  if (file && having.every((entry) => large.includes(entry))) return `${file}Shared`
  // What a small entry shares stays a separate module, so a site's bundler drops what the site does not import.
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  // A module that is only imported on demand is a separate file anyway, with the module's exports.
  return importers.length > 0 || dynamicImporters.length === 0 ? nameOf(id) : null
}

/** Entries that are many times larger than what they share with a modal. */
const large: readonly string[] = [entries["layers/index"], entries["src/testing/index"]]

/** Returns the first file of an opening that loads a module. */
const openingFileOf = (id: string, graph: Rolldown.ChunkingContext): string | undefined =>
  Object.entries(files).find(([, from]) => broughtBy(from, graph).has(id))?.[0]

/** Whether the engine loads a module, or a site that draws its own interface. */
const loadsWithoutViews = (id: string, graph: Rolldown.ChunkingContext): boolean =>
  broughtBy([...files.liveLayers, ...files.engine, "src/headless/flows.ts"], graph).has(id)

/** Returns the modules that sites without the demo can load, on demand or at once. */
const loadsWithoutDemo = (graph: Rolldown.ChunkingContext): ReadonlySet<string> => {
  if (live.size > 0) return live
  const add = (id: string): void => {
    if (live.has(id)) return
    live.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) add(imported)
  }
  for (const entry of Object.values(entries)) if (!large.includes(entry)) add(resolve(here, entry))
  return live
}
const live = new Set<string>()

/**
 * Modules that the playground's page imports before it opens the modal, and that the modal has too. In a file of the modal's, they would
 * load the engine.
 */
const named = ["src/options/networks.ts", "src/options/publicViews.ts"].map((file) => resolve(here, file))
const shared = (id: string): string | undefined => (named.includes(id) ? "named" : undefined)

/** The entries that each file is for. */
const ownOf: Readonly<Record<string, (entry: string) => boolean>> = {
  stub: (entry) => !apartFromStub.includes(entry),
  liveLayers: (entry) => entry === entries["layers/index"],
}

const apartFromStub: readonly string[] = [entries["services/index"], entries["src/trace"], entries["src/trace/testOf"]]

const nameOf = (id: string) => relative(here, id).replace(/\.(tsx?|json)$/, "")

/** Returns these modules and all that they import statically. */
const broughtBy = (modules: readonly string[], graph: Rolldown.ChunkingContext): ReadonlySet<string> => {
  const known = brought.get(`${modules}`) ?? new Set()
  const add = (id: string): void => {
    // The catalogue's list of errors. Its importers need only one or two of them.
    if (known.has(id) || id === resolve(here, "src/errors/index.ts")) return
    known.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(add)
  }
  for (const module of modules) add(resolve(here, module))
  brought.set(`${modules}`, known)
  return known
}
const brought = new Map<string, Set<string>>()

/** Messages are imported whole, as an object. */
const json = { namedExports: false, stringify: false }

/** Names a site's file after the place of its code in the project, so a browser's list of requests shows what loads. */
const chunkFileNames = ({ facadeModuleId }: Rolldown.PreRenderedChunk) =>
  facadeModuleId?.startsWith(`${here}/`) && !facadeModuleId.includes("node_modules")
    ? `assets/${nameOf(facadeModuleId)}-[hash].js`
    : "assets/[name]-[hash].js"

/** `--mode lib` builds the library. Other modes serve the playground, or build examples (`examples/build.js`). */
export default defineConfig(({ mode }) => {
  const example = mode.startsWith("example:") ? mode.slice("example:".length) : "playground"
  if (mode === "lib")
    return {
      // Independent of the NODE_ENV of the build.
      oxc: { jsx: { runtime: "automatic", development: false } },
      plugins: [compiledStyles()],
      json,
      build: {
        outDir: "dist",
        emptyOutDir: true,
        minify: false,
        target: "es2022",
        lib: {
          entry: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, resolve(here, file)])),
          formats: ["es"],
        },
        rollupOptions: {
          preserveEntrySignatures: "allow-extension",
          external: (id) => !id.startsWith(".") && !id.startsWith("/") && !id.startsWith("\0"),
          output: {
            entryFileNames: "[name].js",
            chunkFileNames: ({ facadeModuleId }) => `${facadeModuleId ? nameOf(facadeModuleId) : "[name]"}.js`,
            codeSplitting: { groups: [{ debugName: "files", name: fileOf }], includeDependenciesRecursively: false },
          },
        },
      },
    }
  // For pages without a bundler: everything in one folder, React included.
  if (mode === "standalone")
    return {
      plugins: [compiledStyles(), react()],
      json,
      define: { "process.env.NODE_ENV": '"production"' },
      build: {
        outDir: "dist/standalone",
        target: "es2022",
        // The other files leave the dependencies, with their licenses, to the site's own install.
        license: { fileName: "licenses.md" },
        lib: {
          entry: Object.fromEntries(Object.entries(standalone).map(([name, file]) => [name, resolve(here, file)])),
          formats: ["es"],
        },
        rollupOptions: { output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" } },
      },
    }
  const site = {
    base: "./",
    plugins: [compiledStyles(), react()],
    json,
    resolve: { alias: installed },
  }
  // `examples/build.js` provides the rest.
  if (mode === "examples")
    return {
      ...site,
      root: resolve(here, "examples"),
      build: { emptyOutDir: true, target: "es2022", rollupOptions: { output: { chunkFileNames } } },
    }
  return {
    ...site,
    root: resolve(here, "examples", example),
    server: { port: 5173, strictPort: true },
    preview: { port: 5173, strictPort: true },
    optimizeDeps: { include: ["react", "react-dom/client"] },
    build: {
      outDir: resolve(here, "dist-examples", example),
      emptyOutDir: true,
      target: "es2022",
      rollupOptions: {
        preserveEntrySignatures: "allow-extension",
        input: Object.fromEntries(
          readdirSync(resolve(here, "examples", example))
            .filter((file) => file.endsWith(".html"))
            .map((file) => [file.replace(".html", ""), resolve(here, "examples", example, file)]),
        ),
        // Examples are built from the sources. What opens the modal comes in as few files as from the package.
        output: {
          chunkFileNames,
          codeSplitting: {
            groups: [{ debugName: "files", name: (id, graph) => shared(id) ?? openingFileOf(id, graph) ?? null }],
            includeDependenciesRecursively: false,
          },
        },
      },
    },
  }
})
