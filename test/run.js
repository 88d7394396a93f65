import { runnerImport } from "vite"

// Runs a script in TypeScript on every Node that we support: `node test/run.js test/check/index.ts`.
const [script] = process.argv.splice(2, 1)
if (script === undefined) throw new Error("which script?")
await runnerImport(new URL(script, `file://${process.cwd()}/`).pathname, { configFile: false, logLevel: "error" })
