import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { runCommand } from "../../examples/migrate/src/command.ts"
import { migrated } from "./migrated.ts"

const source = `import { ConnectButton, WalletButton } from "@rainbow-me/rainbowkit"

export const A = () => <ConnectButton />
export const B = () => <WalletButton wallet="rainbow" />
`
const manifest = `{
  "name": "site",
  "dependencies": {
    "@rainbow-me/rainbowkit": "2.2.11",
    "wagmi": "^2.19.0"
  }
}
`

let folder = ""
const read = (path: string) => readFileSync(join(folder, path), "utf8")
const git = (...args: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@site.example", ...args], {
    cwd: folder,
    stdio: "ignore",
  })
const run = (how: Partial<Parameters<typeof runCommand>[0]> = {}) =>
  runCommand({ folder, isDryRun: false, isForced: false, ...how })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "portico-migrate-test-"))
  mkdirSync(join(folder, "src"))
  writeFileSync(join(folder, "src/App.tsx"), source)
  writeFileSync(join(folder, "package.json"), manifest)
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("the command", () => {
  it("writes the changes, and prints a report that names file, line, what was found and what to do", () => {
    const { output } = run()
    expect(read("src/App.tsx")).toContain("<><ConnectButton /> <NetworkButton /> <AccountButton /></>")
    expect(output).toBe(`# Migration from RainbowKit to Portico

Changed: \`src/App.tsx\`, \`package.json\`. Line numbers are those after the change.

## To do by hand

| Where | Found | What to do |
| --- | --- | --- |
| src/App.tsx:5 | \`<WalletButton wallet="rainbow" />\` | Call \`useConnect()\` of \`portico/react\`, or \`modal.connect({ wallet })\`. |

## Rewritten

| File | Found | Now |
| --- | --- | --- |
| src/App.tsx | \`ConnectButton\` | \`ConnectButton\`, \`NetworkButton\` and \`AccountButton\` of \`portico/react\` |
`)
    expect(read("src/App.tsx").split("\n")[4]).toContain("WalletButton")
  })

  it("writes the report to a file on request", () => {
    const { output } = run({ report: "migration.md" })
    expect(read("migration.md")).toBe(output)
  })

  it("writes nothing in a dry run, and shows the changes", () => {
    const { output } = run({ isDryRun: true, report: "migration.md" })
    expect(read("src/App.tsx")).toBe(source)
    expect(read("package.json")).toBe(manifest)
    expect(readdirSync(folder).sort()).toEqual(["package.json", "src"])
    expect(output).toContain(`-export const A = () => <ConnectButton />
+export const A = () => <><ConnectButton /> <NetworkButton /> <AccountButton /></>`)
    expect(output).toContain("# Migration from RainbowKit to Portico")
  })

  it("refuses to run with uncommitted changes, unless it is forced or a dry run", () => {
    git("init")
    const refused = run()
    expect(refused.isRefused).toBe(true)
    expect(refused.output).toContain("has uncommitted changes")
    expect(read("src/App.tsx")).toBe(source)
    expect(run({ isDryRun: true }).isRefused).toBe(false)
    git("add", ".")
    git("commit", "-m", "before")
    expect(run().isRefused).toBe(false)
    expect(run().isRefused).toBe(true)
    expect(run({ isForced: true }).isRefused).toBe(false)
  })

  it("reads no installed packages and no built files", () => {
    mkdirSync(join(folder, "node_modules/a"), { recursive: true })
    writeFileSync(join(folder, "node_modules/a/index.js"), source)
    run()
    expect(read("node_modules/a/index.js")).toBe(source)
  })
})

describe("package.json", () => {
  it("keeps the library while the site imports it", () => {
    const { after } = migrated({ "src/App.tsx": source, "package.json": manifest })
    expect(JSON.parse(after["package.json"] ?? "").dependencies).toEqual({
      "@preact/signals-core": "^1.14.5",
      "@preact/signals-react": "^3.12.0",
      "@rainbow-me/rainbowkit": "2.2.11",
      portico: "^0.1.0",
      wagmi: "^2.19.0",
    })
  })

  it("drops the library when nothing imports it", () => {
    const { after } = migrated({ "src/App.tsx": source.replace(/.*<WalletButton.*\n/, ""), "package.json": manifest })
    expect(after["package.json"]).toBe(`{
  "name": "site",
  "dependencies": {
    "@preact/signals-core": "^1.14.5",
    "@preact/signals-react": "^3.12.0",
    "portico": "^0.1.0",
    "wagmi": "^2.19.0"
  }
}
`)
  })
})

describe("code that no rule matches", () => {
  it("stays as it is and is reported", () => {
    const text = `import { __private__ } from "@rainbow-me/rainbowkit"\n\nexport const inner = __private__\n`
    const { changed, findings } = migrated({ "src/a.ts": text })
    expect(changed).toEqual([])
    expect(findings).toEqual(["src/a.ts:1 __private__: No rule for this export: replace it by hand."])
  })

  it("includes namespace imports and other kinds of files", () => {
    const { changed, findings } = migrated({
      "src/a.ts": `import * as kit from "@rainbow-me/rainbowkit"\nexport const all = kit\n`,
      "src/b.vue": `<script>import "@rainbow-me/rainbowkit/styles.css"</script>`,
    })
    expect(changed).toEqual([])
    expect(findings).toEqual([
      `src/a.ts:1 import * as kit from "@rainbow-me/rainbowkit": Import the names one by one, then run the command again.`,
      "src/b.vue:1 a file that is neither JavaScript nor TypeScript: The command does not read this kind of file. Rewrite it by the guide.",
    ])
  })

  it("does not confuse a name of another module, or one that a function declares", () => {
    const text = `import { useConnectModal } from "@rainbow-me/rainbowkit"
import { ConnectButton } from "./mine"

export const A = ({ useConnectModal }) => <ConnectButton modal={useConnectModal()} />
`
    expect(migrated({ "src/a.tsx": text }).after["src/a.tsx"]).toBe(text.replace(/.*rainbow.*\n/, ""))
  })
})

describe("a second run", () => {
  it("changes nothing more, also if the first left something", () => {
    const wagmi = `import { getDefaultConfig } from "@rainbow-me/rainbowkit"
import { mainnet } from "wagmi/chains"

export const config = getDefaultConfig({ appName: "a", projectId: "p", chains: [mainnet] })
`
    const once = migrated({ "src/App.tsx": source, "src/wagmi.ts": wagmi, "package.json": manifest })
    expect(once.changed).toEqual(["src/App.tsx", "src/wagmi.ts", "package.json"])
    const twice = migrated(once.after)
    expect(twice.changed).toEqual([])
    expect(twice.findings).toEqual(once.findings)
  })
})
