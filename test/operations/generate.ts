import { writeFileSync } from "node:fs"
import { generatedFiles } from "./generated.ts"

// npm run operations: writes the files that repeat the operation table.
for (const [file, content] of Object.entries(generatedFiles())) writeFileSync(file, content)
