import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildPackage } from "../../examples/create/buildPackage.ts"
import { templateNames } from "../../examples/create/src/templates.ts"
import { temporaryFolders } from "../fixtures/folders.ts"

const folderOf = temporaryFolders()
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
const own = manifestOf("examples/create")
let built: string

beforeAll(async () => {
  mkdirSync(".cache", { recursive: true })
  // Below the repository, from where Node.js finds the dependencies.
  built = mkdtempSync(join(process.cwd(), ".cache/create-"))
  await buildPackage(built)
})
afterAll(() => rmSync(built, { recursive: true }))

/** Runs the built command in `cwd`, with standard input closed. */
const runIn = async (cwd: string, ...args: readonly string[]) => {
  const child = spawn(process.execPath, [join(built, "main.js"), ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] })
  const said = { output: "", errors: "" }
  child.stdout.on("data", (text) => (said.output += text))
  child.stderr.on("data", (text) => (said.errors += text))
  const [code] = await once(child, "close")
  return { code, ...said }
}

describe("the package create-portico", () => {
  it("contains the command, the license and the templates", () => {
    expect(readdirSync(built).sort()).toEqual(["LICENSE", "main.js", "templates"])
    expect(readdirSync(join(built, "templates")).sort()).toEqual([...templateNames].sort())
    expect(join("dist", "main.js")).toBe(own.bin["create-portico"])
    expect(readFileSync(join(built, "main.js"), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/)
  })

  it("has the version of Portico, and pins the dependencies that the repository tests", () => {
    const { version, engines, license, devDependencies } = manifestOf(".")
    expect([own.version, own.engines, own.license]).toEqual([version, engines, license])
    for (const [name, pinned] of Object.entries(own.dependencies)) expect(devDependencies[name], name).toBe(pinned)
  })

  it("exits with 0 after it created a site", async () => {
    const cwd = folderOf({})
    const { code, output, errors } = await runIn(cwd, "shop", "--template", "next")
    expect([code, errors]).toEqual([0, ""])
    expect(output).toContain("npm install")
    expect(existsSync(join(cwd, "shop/app/wallet.tsx"))).toBe(true)
  })

  it.each([
    ["a mistake on the command line", ["shop", "--template", "svelte"]],
    ["a missing argument", ["shop"]],
    ["an unknown option", ["shop", "--color"]],
    ["a directory that cannot be made", ["/dev/null/shop", "--template", "vue"]],
  ])("exits with 1 and prints one line for %s", async (_, args) => {
    const cwd = folderOf({})
    const { code, output, errors } = await runIn(cwd, ...args)
    expect([code, output]).toEqual([1, ""])
    expect(errors).toMatch(/^[^\n]+\n$/)
    expect(readdirSync(cwd)).toEqual([])
  })
})
