import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import { chromium } from "@playwright/test"
import { run, serving } from "../check/siteCommands.ts"
import { listen } from "../listen.ts"
import { chromiumArguments, findChromium } from "../real/parts/browser.ts"

// `npm run size:bundlers`: packs the package and builds one site with Vite, esbuild, webpack and Next.js, with and without the modal. Prints
// what the modal adds to the scripts that the page loads before the first opening, and fails above the budgets. Needs npm's registry.
const root = process.cwd()
const folder = mkdtempSync(join(tmpdir(), "portico-bundlers-"))

const versions = {
  "@preact/signals-core": "1.14.5",
  "@preact/signals-react": "3.12.0",
  esbuild: "0.28.2",
  next: "16.4.6",
  react: "19.3.1",
  "react-dom": "19.3.1",
  vite: "8.3.4",
  webpack: "5.113.0",
  "webpack-cli": "6.0.1",
}

const page = '<!doctype html><html lang="en"><title>A site</title><button>Connect</button>'
/** The site's code. Without the modal it has the same button and `import()`, whose helper belongs to the site's bundler. */
const codeOf = (modal: boolean): string => `
${modal ? 'import { createModal, mainnet } from "portico"' : ""}
${modal ? 'const modal = createModal({ projectId: "demo", networks: [mainnet], preload: "none" })' : ""}
export const press = () => ${modal ? "modal.open()" : 'import("./late.js").then(({ late }) => late())'}
`

/** A bundler's files beside the site's code, its command, and the folder to serve. Next.js serves the site itself. */
interface Bundler {
  readonly files: Readonly<Record<string, string>>
  readonly build: string
  readonly output?: string
  /** Limit of what the modal adds, in kB (1000 bytes, gzip). */
  readonly budget: number
}

const bundlers: Readonly<Record<string, Bundler>> = {
  Vite: {
    files: { "index.html": `${page}<script type="module" src="./site.js"></script>` },
    build: "vite build --logLevel error",
    budget: 8.7,
    output: "dist",
  },
  esbuild: {
    files: { "dist/index.html": `${page}<script type="module" src="./site.js"></script>` },
    build: "esbuild site.js --bundle --splitting --minify --format=esm --outdir=dist",
    // It loads every file that an entry re-exports, used or not, if other chunks need it: here the error classes.
    budget: 15.5,
    output: "dist",
  },
  webpack: {
    files: {
      "dist/index.html": `${page}<script type="module" src="./main.js"></script>`,
      "webpack.config.cjs":
        'module.exports = { mode: "production", entry: "./site.js", output: { publicPath: "" }, performance: { hints: false } }\n',
    },
    build: "webpack --stats=errors-only",
    budget: 8.2,
    output: "dist",
  },
  "Next.js": {
    files: {
      "app/layout.jsx": "export default ({ children }) => <html lang='en'><body>{children}</body></html>\n",
      "app/page.jsx":
        '"use client"\nimport { press } from "../modal.js"\nexport default function Page() { return <button onClick={press}>Connect</button> }\n',
    },
    build: "next build",
    budget: 8.9,
  },
}

const write = (at: string, files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at, name)), { recursive: true })
    writeFileSync(join(at, name), text)
  }
}

/** Bytes (gzip) of the scripts that a page loads by itself. */
const loadedBy = async (url: string): Promise<number> => {
  const tab = await browser.newPage()
  const bodies: Promise<Buffer>[] = []
  tab.on("response", (response) => {
    if (response.request().resourceType() === "script") bodies.push(response.body())
  })
  await tab.goto(url, { waitUntil: "networkidle" })
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length)
  await tab.close()
  return sizes.reduce((total, size) => total + size, 0)
}

/** Builds and serves the site. Returns what its page loads. */
const measure = async (at: string, modal: boolean, { files, build, output }: Bundler): Promise<number> => {
  write(at, {
    "package.json": JSON.stringify({
      private: true,
      type: "module",
      scripts: { build, start: "next start -H 127.0.0.1 -p $PORT" },
    }),
    "modal.js": codeOf(modal),
    "late.js": "export const late = () => console.log('late')\n",
    "site.js": 'import { press } from "./modal.js"\ndocument.querySelector("button").onclick = press\n',
    ...files,
  })
  await run("npm", ["run", "build"], at)
  if (output === undefined) return serving(at, "start", [], loadedBy)
  const { url, stop } = await listen(({ url = "/" }, response) => {
    const file = join(at, output, url === "/" ? "index.html" : url)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { "content-type": file.endsWith(".html") ? "text/html" : "text/javascript" })
    response.end(readFileSync(file))
  })
  try {
    return await loadedBy(url)
  } finally {
    await stop()
  }
}

const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumArguments] })
try {
  await run("npm", ["run", "build"], root)
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], root)
  const [packed] = readdirSync(folder)
  write(folder, {
    "package.json": JSON.stringify({ private: true, dependencies: { ...versions, portico: `file:${packed}` } }),
  })
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--no-progress"], folder)

  console.log("kB (1000 bytes, gzip) that the modal adds to the page before the first opening")
  for (const [name, bundler] of Object.entries(bundlers)) {
    const sizes: number[] = []
    for (const modal of [false, true]) sizes.push(await measure(join(folder, `${name}-${modal}`), modal, bundler))
    const [without = 0, own = 0] = sizes
    const added = (own - without) / 1000
    console.log(
      `${name.padEnd(8)} ${(own / 1000).toFixed(1)} - ${(without / 1000).toFixed(1)} = ${added.toFixed(1)} (${bundler.budget})`,
    )
    if (added > bundler.budget) process.exitCode = 1
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
