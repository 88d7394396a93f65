import { runnerImport } from "vite"

// Runs a script in TypeScript on every Node that we support: `node test/run.js test/check/index.ts`.
const [script] = process.argv.splice(2, 1)
if (script === undefined) throw new Error("which script?")

// Vite sets NODE_ENV to "development" for what it imports. The builds that a script starts would take React's development build then.
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
