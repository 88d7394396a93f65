import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "@playwright/test"
import { readManifest, testAddress } from "../../examples/create/src/manifest.ts"
import { templateNames } from "../../examples/create/src/templates.ts"
import { chromiumArguments, findChromium } from "../real/parts/browser.ts"
import { checkDeclarations } from "./declarations.ts"
import { run, serving } from "./siteCommands.ts"
import { visitSite } from "./visitSite.ts"

// `npm run test:frameworks`: installs the packed package in each site of examples/frameworks, checks its types, builds it, serves it and
// connects a demo wallet on its page. Does the same, also with `npm run dev`, in the sites that the packed create-portico creates.
// `npm run test:frameworks -- vue next`: only these sites. `-- create`: only the created ones; `-- create/vue`: one of them. Needs npm's
// registry.
const root = process.cwd()
const sites = join(root, "examples/frameworks")
const names = readdirSync(sites).filter((name) => existsSync(join(sites, name, "package.json")))
const created = templateNames.map((name) => `create/${name}`)
const wanted = process.argv.slice(2).flatMap((name) => (name === "create" ? created : [name]))
for (const name of wanted)
  if (![...names, ...created].includes(name))
    throw new Error(`There is no site ${name} in examples/frameworks or created`)
const tried = wanted.length > 0 ? wanted : [...names, ...created]

const isCreated = (name: string) => name.startsWith("create/")

/** Writes a site: a copy, or what the installed create-portico writes. Returns the flags that its scripts need to start for a test. */
const writeSite = async (name: string, at: string): Promise<readonly string[]> => {
  if (!isCreated(name)) {
    cpSync(join(sites, name), at, { recursive: true })
    return []
  }
  const template = name.slice("create/".length)
  // Not the networks of the template, so the types of those filled in are checked.
  await run(join(commandAt, "node_modules/.bin/create-portico"), [at, "-t", template, "-n", "base,optimism"], folder)
  const [, host = "", port = ""] = testAddress.exec(readManifest(join(sites, template)).scripts.start ?? "") ?? []
  return [host, "127.0.0.1", port, "$PORT"]
}

/** Writes, installs, checks, builds and visits a site. Returns its problems. */
const trySite = async (name: string, tarball: string, at: string): Promise<readonly string[]> => {
  const flags = await writeSite(name, at)
  const visit = (script: string) => serving(at, script, flags, (url) => visitSite(browser, url, "output"))
  const manifest = readManifest(at)
  const dependencies = { ...manifest.dependencies, portico: `file:${tarball}` }
  writeFileSync(join(at, "package.json"), JSON.stringify({ ...manifest, dependencies }))
  await run("npm", ["install", ...quiet], at)
  const developed = isCreated(name) ? await visit("dev") : []
  await run("npm", ["run", "build"], at)
  if (manifest.scripts.check) await run("npm", ["run", "check"], at)
  return [
    ...developed.map((problem) => `dev: ${problem}`),
    ...(await checkDeclarations(at, run)),
    ...(await visit("start")),
  ]
}

const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--no-progress"]

/** Packs a package, which runs its build, and returns the tarball. */
const pack = async (at: string): Promise<string> => {
  const into = mkdtempSync(join(folder, "pack-"))
  await run("npm", ["pack", "--pack-destination", into], at)
  return join(into, readdirSync(into).find((file) => file.endsWith(".tgz")) ?? "")
}

const folder = mkdtempSync(join(tmpdir(), "portico-frameworks-"))
/** Folder that create-portico is installed in. */
const commandAt = join(folder, "command")
const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumArguments] })
try {
  const tarball = await pack(root)
  if (tried.some(isCreated)) {
    mkdirSync(commandAt)
    await run("npm", ["install", ...quiet, "--prefix", commandAt, await pack(join(root, "examples/create"))], commandAt)
  }
  let failed = 0
  for (const name of tried) {
    const began = performance.now()
    const at = join(folder, name.replace("/", "-"))
    const problems = await trySite(name, tarball, at).catch((error: Error) => [error.message])
    const { dependencies, devDependencies = {} } = readManifest(join(sites, name.replace("create/", "")))
    const versions = Object.keys({ ...dependencies, ...devDependencies })
      .filter((one) => existsSync(join(at, "node_modules", one)) && !/signals|^react-dom$|^@types/.test(one))
      .map((one) => `${one} ${JSON.parse(readFileSync(join(at, "node_modules", one, "package.json"), "utf8")).version}`)
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${name.padEnd(13)} ${seconds} s  ${versions.join(", ")}`)
    for (const problem of problems) console.log(problem.replace(/^/gm, "  "))
    if (problems.length > 0) failed += 1
    rmSync(at, { recursive: true, force: true })
  }
  if (failed > 0) process.exitCode = 1
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
