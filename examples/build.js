import { existsSync, readdirSync } from "node:fs"
import { build } from "vite"

// Every example as a static site of its own, dist-examples/<name>/: beside each other, in one process.
const names = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(new URL(`./${name}/index.html`, import.meta.url)),
)
await Promise.all(names.map((name) => build({ mode: `example:${name}`, logLevel: "warn" })))
console.log(names.join(", "))
