import { readdirSync } from "node:fs"
import { resolve } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

const here = import.meta.dirname

/** The public entries of the package (package.json, `exports`). */
const entries = {
  "src/index": "src/index.ts",
  "src/react": "src/react.tsx",
  "src/elements": "src/elements.ts",
  "src/effect": "src/effect.ts",
  "src/trace": "src/trace.ts",
  "src/testing/index": "src/testing/index.ts",
  "services/index": "services/index.ts",
  "layers/index": "layers/index.ts",
}

/** What an example imports as a site that has installed the package. */
const installed = [
  ...Object.values(entries).map((file) => {
    const name = file.replace(/^src\//, "").replace(/\/?index\.ts$|\.tsx?$/, "")
    return { find: new RegExp(`^portico${name && `/${name}`}$`), replacement: resolve(here, file) }
  }),
  { find: "portico/buttons.css", replacement: resolve(here, "src/buttons.css") },
]

/** `--mode lib` builds the library with its modules preserved; otherwise the playground is served or an example built. */
export default defineConfig(({ mode }) => {
  const example = mode.startsWith("example:") ? mode.slice("example:".length) : "playground"
  if (mode === "lib")
    return {
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
          external: (id) => !id.startsWith(".") && !id.startsWith("/") && !id.startsWith("\0"),
          output: { preserveModules: true, preserveModulesRoot: here, entryFileNames: "[name].js" },
        },
      },
    }
  return {
    root: resolve(here, "examples", example),
    base: "./",
    plugins: [react()],
    resolve: { alias: installed },
    server: { port: 5173, strictPort: true },
    preview: { port: 5173, strictPort: true },
    optimizeDeps: { include: ["react", "react-dom/client"] },
    build: {
      outDir: resolve(here, "dist-examples", example),
      emptyOutDir: true,
      target: "es2022",
      rollupOptions: {
        input: Object.fromEntries(
          readdirSync(resolve(here, "examples", example))
            .filter((file) => file.endsWith(".html"))
            .map((file) => [file.replace(".html", ""), resolve(here, "examples", example, file)]),
        ),
      },
    },
  }
})
