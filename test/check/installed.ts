import { execFile } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { chromium } from "@playwright/test"
import { chromiumArguments, findChromium } from "../real/parts/browser.ts"
import { report } from "./command.ts"
import type { Verdict } from "./source.ts"
import { visitSite } from "./visitSite.ts"

/** An empty site project, with its dependencies besides the package. */
interface Project {
  readonly title: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** The lowest TypeScript version that README names, under an alias. */
const lowest = { "typescript-lowest": "npm:typescript@5.7.3" }
const signals = { "@preact/signals-core": "1.14.5", "@preact/signals-react": "3.12.0" }
const besideEffect3: Project = {
  title: "React 19, beside the site's effect 3",
  dependencies: {
    ...signals,
    ...lowest,
    react: "19.3.1",
    "react-dom": "19.3.1",
    "@types/react": "19.3.0",
    "@types/react-dom": "19.3.0",
    effect: "3.22.4",
  },
}
const older: Project = {
  title: "React 18.3",
  dependencies: {
    ...signals,
    ...lowest,
    react: "18.3.1",
    "react-dom": "18.3.1",
    "@types/react": "18.3.8",
    "@types/react-dom": "18.3.7",
  },
}
const oldSignals = { ...besideEffect3.dependencies, "@preact/signals-core": "1.12.0" }

/** A site's code: five lines, and a part of its page that is added later. */
const app = `
import { lazy, StrictMode, Suspense } from "react"
import { createModal, mainnet } from "portico"
import { AccountButton, ConnectButton, ModalProvider } from "portico/react"
import "portico/buttons.css"

const options = { projectId: "demo", networks: [mainnet], layers: () => import("portico/layers").then(({ demo }) => demo()) }
const Late = lazy(() => new Promise<{ default: () => JSX }>((resolve) => setTimeout(() => resolve({ default: () => <AccountButton /> }), 20)))
type JSX = ReturnType<typeof ConnectButton>

export const made = () => createModal(options)
export const chain = async () => (await made().getProvider("eip155")).request({ method: "eth_chainId" })
export const App = () => (
  <StrictMode>
    <ModalProvider options={options}>
      <ConnectButton />
      <Suspense fallback={<p>Soon</p>}>
        <Late />
      </Suspense>
    </ModalProvider>
  </StrictMode>
)
`
const files: Readonly<Record<string, string>> = {
  "app.tsx": app,
  "client.tsx": `
import { createRoot, hydrateRoot } from "react-dom/client"
import { App } from "./app"
const root = document.querySelector("#root")!
if (root.childElementCount > 0) hydrateRoot(root, <App />, { onRecoverableError: (error) => console.error(error) })
else createRoot(root).render(<App />)
`,
  "server.js": `
import { createElement } from "react"
import { renderToPipeableStream } from "react-dom/server"
import { App } from "./app.tsx"
export const stream = (response, [before, after]) => {
  const { pipe } = renderToPipeableStream(createElement(App), {
    onShellReady: () => {
      response.write(before)
      pipe(response)
    },
    onError: (error) => console.error(error),
  })
}
`,
  "index.html": `<!doctype html><html lang="en"><meta charset="utf-8"><title>A site</title><link rel="icon" href="data:,">
<div id="root"><!--page--></div><script type="module" src="/client.tsx"></script></html>`,
  "recording.json": '{"version":1,"networks":[],"dropped":0,"notes":[]}',
}

/** Module resolutions a site may use. */
const resolutions = { bundler: "esnext", node16: "node16" }

/**
 * The package as npm would publish it, in two empty projects: npm reports no peer problems, its types resolve, and a visitor connects a
 * demo wallet on a page rendered in the browser and on one streamed by a server. Needs `npm run build` first.
 */
const installed = async (root: string): Promise<Verdict> => {
  const folder = mkdtempSync(join(tmpdir(), "portico-installed-"))
  try {
    await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], root)
    const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    const packed = `file:${join(folder, `${name}-${version}.tgz`)}`
    // One after the other, so packages of the first project are not unpacked again.
    const at = join(folder, "site")
    mkdirSync(at)
    const project = async ({ title, dependencies }: Project) => {
      const depends = { ...dependencies, [name]: packed }
      // Resolved in its own folder, where npm finds nothing of the previous project.
      const fresh = mkdtempSync(join(folder, "fresh-"))
      const said = await install(fresh, depends, "--package-lock-only")
      cpSync(join(fresh, "package-lock.json"), join(at, "package-lock.json"))
      await install(at, depends)
      const problems = [...(/peer|ERESOLVE/i.test(said) ? [said] : []), ...(await judged(root, at))]
      return problems.map((problem) => `${title}: ${problem}`)
    }
    const first = await project(besideEffect3)
    const effects = [at, join(at, "node_modules", name)].map((one) => versionAt(join(one, "node_modules/effect")))
    const second = await project(older)
    const refused = await install(
      mkdtempSync(join(folder, "site-")),
      { ...oldSignals, [name]: packed },
      "--package-lock-only",
    ).then(
      () => ["an old @preact/signals-core is installed without a word"],
      (error: Error) => (/ERESOLVE/.test(error.message) ? [] : [error.message]),
    )
    return {
      problems: [
        ...first,
        ...(/^3\.,4\./.test(effects.map((one) => one.slice(0, 2)).join())
          ? []
          : [`effect is ${effects.join(" and ")}`]),
        ...second,
        ...refused,
      ],
      note: `${besideEffect3.title}; ${older.title}`,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const install = (at: string, dependencies: Readonly<Record<string, string>>, ...how: readonly string[]) => {
  writeFileSync(join(at, "package.json"), JSON.stringify({ name: "site", private: true, type: "module", dependencies }))
  const quiet = ["--engine-strict", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-progress"]
  return run("npm", ["install", ...quiet, ...how], at)
}

const versionAt = (folder: string): string =>
  existsSync(folder) ? JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version : "nowhere"

/** Types under each resolution in the newest and the lowest TypeScript, both builds, and a visit to both pages. */
const judged = async (root: string, at: string): Promise<readonly string[]> => {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text)
  const problems: string[] = []
  const attempt = (done: Promise<unknown>) => done.catch((error: Error) => problems.push(error.message))
  await attempt(run(join(at, "node_modules/.bin/portico-test"), ["recording.json"], at))
  for (const [moduleResolution, module] of Object.entries(resolutions)) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      jsx: "react-jsx",
      target: "es2022",
      lib: ["es2023", "dom"],
      types: [],
      skipLibCheck: false,
    }
    writeFileSync(
      join(at, `${moduleResolution}.json`),
      JSON.stringify({ compilerOptions: { ...compilerOptions, module, moduleResolution }, files: ["app.tsx"] }),
    )
    await attempt(run(join(root, "node_modules/.bin/tsc"), ["-p", `${moduleResolution}.json`], at))
    await attempt(run("node", ["node_modules/typescript-lowest/bin/tsc", "-p", `${moduleResolution}.json`], at))
  }
  for (const built of [
    ["--outDir", "client"],
    ["--outDir", "server", "--ssr", "server.js"],
  ])
    await attempt(run(join(root, "node_modules/.bin/vite"), ["build", "--logLevel", "error", ...built], at))
  if (problems.length === 0) problems.push(...(await visited(at)))
  return problems
}

/** Complaints of a visitor, and in the console, while connecting on the browser-rendered and the streamed page. */
const visited = async (at: string): Promise<readonly string[]> => {
  const { stream } = (await import(/* @vite-ignore */ join(at, "server/server.js"))) as {
    stream: (response: object, page: readonly string[]) => void
  }
  const html = readFileSync(join(at, "client/index.html"), "utf8")
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1")
    const file = join(at, "client", pathname)
    if (pathname === "/streamed") stream(response.setHeader("content-type", "text/html"), html.split("<!--page-->"))
    else if (extname(file) === ".js") response.setHeader("content-type", "text/javascript").end(readFileSync(file))
    else response.setHeader("content-type", "text/html").end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumArguments] })
  const complaints: string[] = []
  try {
    for (const path of ["/", "/streamed"]) {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
      const found = await visitSite(browser, url, '[data-portico="account"]')
      complaints.push(...found.map((complaint) => `${path}: ${complaint}`))
    }
  } finally {
    await browser.close()
    server.close()
  }
  return complaints
}

/** All output of a command. Rejects with it if the command fails. */
const run = async (command: string, args: readonly string[], cwd: string): Promise<string> => {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, {
      cwd,
      env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" },
    })
    return `${stdout}${stderr}`
  } catch (error) {
    const { message, stdout = "" } = error as Error & { readonly stdout?: string }
    throw new Error(`${message}\n${stdout}`)
  }
}

await report({ installed: () => installed(process.cwd()) })
