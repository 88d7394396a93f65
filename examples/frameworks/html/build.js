import { cpSync } from "node:fs"

// The page loads the package's ready-made files from its own folder.
cpSync("node_modules/portico/dist/standalone", "public/portico", { recursive: true })
