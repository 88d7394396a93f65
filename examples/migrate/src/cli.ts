#!/usr/bin/env node
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { runCommand } from "./command.ts"

const help = `portico-migrate [folder]

Rewrites a site from RainbowKit, ConnectKit or Reown AppKit to Portico.

  --dry-run         show the changes and write nothing
  --report <file>   also write the report to a file
  --force           run even if the folder has uncommitted changes
  --help            show this text
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "dry-run": { type: "boolean", default: false },
    report: { type: "string" },
    force: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})

if (values.help) console.log(help)
else {
  const { output, isRefused } = runCommand({
    folder: resolve(positionals[0] ?? "."),
    isDryRun: values["dry-run"],
    isForced: values.force,
    report: values.report,
  })
  if (isRefused) console.error(output)
  else console.log(output)
  if (isRefused) process.exitCode = 1
}
