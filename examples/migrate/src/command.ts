import { execFileSync, type StdioOptions } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { createTwoFilesPatch } from "diff"
import { readSite } from "./files.ts"
import { migrate } from "./migrate.ts"
import { writeReport } from "./report.ts"

export interface Command {
  readonly folder: string
  readonly isDryRun: boolean
  /** Whether to run despite uncommitted changes. */
  readonly isForced: boolean
  /** File to write the report to, besides printing it. */
  readonly report?: string | undefined
}

export interface Result {
  readonly output: string
  /** Whether the command did nothing, because it could not be undone. */
  readonly isRefused: boolean
}

/** Rewrites the site in a folder. A dry run writes nothing, and its output includes the changes. */
export const runCommand = ({ folder, isDryRun, isForced, report }: Command): Result => {
  const uncommitted = isDryRun || isForced ? "" : uncommittedIn(folder)
  if (uncommitted !== "")
    return {
      isRefused: true,
      output: `${folder} has uncommitted changes:\n\n${uncommitted}\n\nCommit them first, so you can review and undo the command's changes, or use --force.`,
    }
  const before = readSite(folder)
  const migration = migrate(before)
  const text = writeReport(migration.report)
  if (isDryRun) {
    const changes = [...migration.files].map(([path, after]) =>
      createTwoFilesPatch(`a/${path}`, `b/${path}`, before.get(path) ?? "", after, undefined, undefined, {
        context: 3,
      }),
    )
    return { isRefused: false, output: [...changes, text].join("\n") }
  }
  for (const [path, after] of migration.files) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, after)
  }
  if (report !== undefined) writeFileSync(resolve(folder, report), text)
  return { isRefused: false, output: text }
}

/** Returns the changes that git does not have yet. Empty outside a git repository. */
const uncommittedIn = (folder: string): string => {
  try {
    const stdio: StdioOptions = ["ignore", "pipe", "ignore"]
    return execFileSync("git", ["status", "--porcelain", "--", "."], { cwd: folder, encoding: "utf8", stdio }).trimEnd()
  } catch {
    return ""
  }
}
