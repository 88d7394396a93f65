import { join } from "node:path"
import { buildPackage } from "./buildPackage.ts"

// `npm pack` and `npm publish` in this folder run this first.
await buildPackage(join(import.meta.dirname, "dist"))
