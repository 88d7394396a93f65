#!/usr/bin/env node
import { join } from "node:path"
import { run } from "./run.ts"

// `npm create portico`. The build puts the templates next to this file.
try {
  await run(process.argv.slice(2), {
    cwd: process.cwd(),
    templates: join(import.meta.dirname, "templates"),
    input: process.stdin,
    output: process.stdout,
  })
} catch (error) {
  console.error(error instanceof Error ? error.message.split("\n")[0] : String(error))
  process.exitCode = 1
}
