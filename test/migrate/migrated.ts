import { migrate } from "../../examples/migrate/src/migrate.ts"

/** Rewrites the files of a site. Returns all files after it, and the report. */
export const migrated = (files: Readonly<Record<string, string>>) => {
  const { files: changed, report } = migrate(new Map(Object.entries(files)))
  const after = { ...files, ...Object.fromEntries(changed) }
  return {
    after,
    changed: [...changed.keys()],
    report,
    findings: report.findings.map(({ where, found, advice }) => `${where} ${found}: ${advice}`),
  }
}

/** Rewrites one file. */
export const rewritten = (text: string, path = "src/App.tsx") => {
  const { after, findings } = migrated({ [path]: text })
  return { text: after[path] ?? "", findings }
}
