import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { chromium } from "@playwright/test"
import { chromiumArguments, findChromium } from "../real/parts/browser.ts"
import { run, serving } from "./siteCommands.ts"
import { visitSite } from "./visitSite.ts"

// `npm run test:migrate`: checks the types of each template site of examples/migrate/sites, rewrites it by the packed portico-migrate, checks
// its types again with the packed package, builds it, serves it and connects a demo wallet on its page. `npm run test:migrate --
// rainbowkit connectkit/full`: only these sites. Needs npm's registry. The sites of a library share its install, which a later run reuses.
const root = process.cwd()
const sites = join(root, "examples/migrate/sites")
const names = readdirSync(sites)
  .filter((library) => existsSync(join(sites, library, "package.json")))
  .flatMap((library) =>
    readdirSync(join(sites, library), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => `${library}/${name}`),
  )
const wanted = process.argv.slice(2)
const chosen =
  wanted.length === 0 ? names : names.filter((name) => wanted.some((one) => `${name}/`.startsWith(`${one}/`)))
if (chosen.length === 0) throw new Error(`examples/migrate/sites has no ${wanted.join(", ")}`)

/** Portico's other peer dependencies. */
const signals = { "@preact/signals-core": "1.14.5", "@preact/signals-react": "3.12.0" }

/** Adds the demo layers to the site's modal when the site is built, so the source stays as the command has written it. */
const demoConfig = `
import { fileURLToPath } from "node:url"
import { mergeConfig } from "vite"
import site from "./vite.config"

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url))
export default mergeConfig(site, {
  resolve: {
    alias: [
      { find: /^portico$/, replacement: pathOf("./demo.js") },
      { find: /^portico-itself$/, replacement: pathOf("../node_modules/portico/dist/src/index.js") },
    ],
  },
})
`
const demoModal = `
import { createModal as create } from "portico-itself"
export * from "portico-itself"
export const createModal = (options) =>
  create({ ...options, layers: () => import("portico/layers").then(({ demo }) => demo()) })
`

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const readManifest = (at: string): Manifest => JSON.parse(readFileSync(join(at, "package.json"), "utf8"))

const install = (at: string) =>
  // The libraries' dependencies disagree about versions of React.
  run("npm", ["install", "--prefer-offline", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"], at)

/** Replaces an installed package by a packed one. */
const unpack = async (at: string, tarball: string, name: string): Promise<void> => {
  const to = join("node_modules", name)
  rmSync(join(at, to), { recursive: true, force: true })
  mkdirSync(join(at, to), { recursive: true })
  await run("tar", ["-xzf", tarball, "-C", to, "--strip-components=1"], at)
}

/** Installs a library and the packed package for the sites of the library, unless an earlier run has. Returns the folder. */
const installLibrary = async (library: string): Promise<string> => {
  const at = join(tmpdir(), "portico-migrate", library)
  mkdirSync(at, { recursive: true })
  const manifest = readManifest(join(sites, library))
  const dependencies = { ...manifest.dependencies, ...signals, portico: "file:./portico.tgz" }
  const text = JSON.stringify({ ...manifest, dependencies })
  cpSync(packed("portico-0"), join(at, "portico.tgz"))
  if (!existsSync(join(at, "installed.json")) || readFileSync(join(at, "installed.json"), "utf8") !== text) {
    writeFileSync(join(at, "package.json"), text)
    await install(at)
    writeFileSync(join(at, "installed.json"), text)
  }
  await unpack(at, "portico.tgz", "portico")
  return at
}

/** A site before and after the command. Returns its problems and the command's report. */
const trySite = async (name: string): Promise<{ readonly problems: readonly string[]; readonly report: string }> => {
  const [library = ""] = name.split("/")
  const installed = await installLibrary(library)
  const at = join(installed, "site")
  rmSync(at, { recursive: true, force: true })
  for (const folder of ["base", library, name])
    cpSync(join(sites, folder), at, { recursive: true, filter: (path) => isPartOf(folder, path) })
  await run("npm", ["run", "check"], at)

  await run(command, ["--report", "report.md", "--force"], at)
  const again = await run(command, ["--dry-run", "--force"], at)
  const { dependencies } = readManifest(at)
  const gone = Object.keys(readManifest(join(sites, library)).dependencies).filter((one) => !dependencies[one])
  const hide = (from: string, to: string) => {
    for (const one of gone) {
      mkdirSync(dirname(join(installed, to, one)), { recursive: true })
      renameSync(join(installed, from, one), join(installed, to, one))
    }
  }
  writeFileSync(join(at, "demo.config.js"), demoConfig)
  writeFileSync(join(at, "demo.js"), demoModal)
  // What the site no longer names in its package.json is not there for its new code.
  hide("node_modules", "hidden")
  try {
    const types = await run("npm", ["run", "check"], at).then(
      () => [],
      (error: Error) => [error.message],
    )
    await run("npx", ["vite", "build", "--config", "demo.config.js"], at)
    return {
      problems: [
        ...types,
        ...(/^[+-]/m.test(again) ? [`A second run changes the site:\n${again}`] : []),
        ...(await serving(at, "start", [], (url) => visitSite(browser, url, "output"))),
      ],
      report: readFileSync(join(at, "report.md"), "utf8"),
    }
  } finally {
    hide("hidden", "node_modules")
  }
}

/** Whether a file belongs to a site's own folder, not to another site next to it. */
const isPartOf = (folder: string, path: string): boolean =>
  folder.includes("/") || folder === "base" || path === join(sites, folder) || /\.\w+$/.test(path)

const packed = (start: string) => join(folder, readdirSync(folder).find((file) => file.startsWith(start)) ?? "")

const folder = mkdtempSync(join(tmpdir(), "portico-migrate-"))
const tools = join(tmpdir(), "portico-migrate", "command")
const command = join(tools, "node_modules/.bin/portico-migrate")
const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumArguments] })
try {
  if (process.env.PORTICO_BUILT !== "1") await run("npm", ["run", "prepack"], root)
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], root)
  await run("npm", ["pack", "--pack-destination", folder], join(root, "examples/migrate"))
  // npm keeps an installed file of the same version.
  rmSync(tools, { recursive: true, force: true })
  mkdirSync(tools, { recursive: true })
  cpSync(packed("portico-migrate-"), join(tools, "migrate.tgz"))
  writeFileSync(
    join(tools, "package.json"),
    JSON.stringify({ private: true, dependencies: { "portico-migrate": "file:./migrate.tgz" } }),
  )
  await install(tools)
  let failed = 0
  for (const name of chosen) {
    const began = performance.now()
    const { problems, report } = await trySite(name).catch((error: Error) => ({
      problems: [error.message],
      report: "",
    }))
    const [library = ""] = name.split("/")
    const { dependencies, devDependencies } = readManifest(join(sites, library))
    const versions = Object.keys({ ...dependencies, portico: "", ...devDependencies })
      .filter((one) => !/^react-dom$|^@types/.test(one))
      .map((one) => `${one} ${versionAt(join(tmpdir(), "portico-migrate", library, "node_modules", one))}`)
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${name.padEnd(17)} ${seconds} s  ${versions.join(", ")}`)
    for (const problem of problems) console.log(problem.replace(/^/gm, "  "))
    console.log(report.trim().replace(/^/gm, "    "))
    if (problems.length > 0) failed += 1
  }
  if (failed > 0) process.exitCode = 1
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}

function versionAt(at: string): string {
  return existsSync(at) ? JSON.parse(readFileSync(join(at, "package.json"), "utf8")).version : "is missing"
}
