import { runnerImport } from "vite"

// Runs a TypeScript script on every supported Node version: `node test/run.js test/check/index.ts`.
const [script] = process.argv.splice(2, 1)
if (script === undefined) throw new Error("which script?")

// Vite sets NODE_ENV to "development" for what it imports. Builds started by a script would then include React's development build.
const { NODE_ENV } = process.env
const restored = {
  name: "node-env",
  configResolved: () => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  },
}
await runnerImport(new URL(script, `file://${process.cwd()}/`).pathname, {
  configFile: false,
  logLevel: "error",
  plugins: [restored],
})
