import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { PassThrough, Writable } from "node:stream"
import { stripVTControlCharacters } from "node:util"
import { beforeAll, describe, expect, it } from "vitest"
import { gatherTemplates } from "../../examples/create/buildPackage.ts"
import { createSite } from "../../examples/create/src/createSite.ts"
import { run } from "../../examples/create/src/run.ts"
import { temporaryFolders } from "../fixtures/folders.ts"

const folderOf = temporaryFolders()
let templates: string

beforeAll(() => {
  templates = join(folderOf({}), "templates")
  gatherTemplates(templates)
})

/** Runs the command in `cwd` without a terminal. Resolves with its output. */
const runIn = async (cwd: string, ...args: readonly string[]): Promise<string> => {
  const said: string[] = []
  const output = new Writable({
    write: (chunk, _, done) => {
      said.push(String(chunk))
      done()
    },
  })
  await run(args, { cwd, templates, input: new PassThrough(), output })
  return said.join("")
}

/** Prompts in the order they are expected, by part of their text, each with the keys pressed then. */
type Prompts = readonly (readonly [shown: string, keys: string])[]

const titles = ["Directory", "Template", "Project ID", "Networks"]

/** Runs the command in `cwd` in a terminal. Resolves with the expected prompts that did not appear. Rejects if another one appears. */
const askIn = async (cwd: string, args: readonly string[], prompts: Prompts): Promise<Prompts> => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const rest = [...prompts]
  let shown = ""
  let asking = ""
  let reject: (reason: Error) => void = () => undefined
  const unexpected = new Promise<never>((_, fail) => {
    reject = fail
  })
  const output = new Writable({
    write: (chunk, _, done) => {
      shown += stripVTControlCharacters(String(chunk))
      const [prompt] = rest
      if (prompt && shown.includes(prompt[0])) {
        rest.shift()
        shown = ""
        if (titles.includes(prompt[0])) asking = prompt[0]
        // Once the prompt has rendered.
        setImmediate(() => input.write(prompt[1]))
      }
      const other = titles.find((title) => title !== asking && shown.includes(title))
      if (other !== undefined) reject(new Error(`It asks for ${other}.`))
      done()
    },
  })
  await Promise.race([run(args, { cwd, templates, input, output }), unexpected])
  return rest
}

const enter = "\r"
const down = "\x1b[B"
const clearLine = "\x15"
const controlC = "\x03"

const modalOf = (site: string) => readFileSync(join(site, "src/modal.ts"), "utf8")

describe("npm create portico without a terminal", () => {
  it("creates the site and prints the next steps", async () => {
    const cwd = folderOf({})
    expect(await runIn(cwd, "apps/seed-shop", "--template", "vue")).toBe(`
Created apps/seed-shop from the template "vue". Next:

  cd apps/seed-shop
  npm install
  npm run dev

The site uses demo wallets until you set your project ID in src/modal.ts.
`)
    expect(modalOf(join(cwd, "apps/seed-shop"))).toContain("networks: [mainnet, base]")
  })

  it("fills in the project ID and each network once, and then does not mention demo wallets", async () => {
    const cwd = folderOf({})
    const said = await runIn(cwd, "shop", "-t", "react", "--project-id", "abc123", "--networks", "base, solana,base")
    expect(said).not.toContain("demo")
    expect(modalOf(join(cwd, "shop"))).toContain('projectId: "abc123",\n  networks: [base, solana],\n})')
  })

  it("quotes a path with spaces in the next steps", async () => {
    expect(await runIn(folderOf({}), "My sites/shop", "-t", "html")).toContain('  cd "My sites/shop"\n')
  })

  it("creates the site in an empty current directory", async () => {
    const cwd = join(folderOf({}), "seed-shop")
    mkdirSync(cwd)
    expect(await runIn(cwd, ".", "--template=html")).not.toContain("cd ")
    expect(JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")).name).toBe("seed-shop")
  })

  it("creates the site in a new git repository", async () => {
    const cwd = folderOf({ "shop/.git/HEAD": "ref: refs/heads/main\n" })
    await runIn(cwd, "shop", "-t", "html")
    expect(existsSync(join(cwd, "shop/public/index.html"))).toBe(true)
  })

  it("prints every option, template and network with --help", async () => {
    const said = await runIn(folderOf({}), "--help")
    for (const name of ["--template", "--project-id", "--networks", "react", "html"]) expect(said).toContain(name)
    expect(said).toMatch(/ mainnet\n +base\n[\s\S]* solana\n[\s\S]* solanaDevnet\n/)
  })

  it.each([
    ["has no directory", [], /^The directory is missing/],
    ["has no template", ["shop"], /^The template is missing.* react, next, vue, html\.$/],
    ["names an unknown template", ["shop", "-t", "svelte"], /^Unknown template "svelte"\. Templates: react, next/],
    ["names a template that is only a property of every object", ["shop", "-t", "toString"], /^Unknown template/],
    ["names an unknown network", ["shop", "-t", "vue", "-n", "base,foo"], /^Unknown network "foo"\. .*mainnet/],
    ["names no network", ["shop", "-t", "vue", "-n", ""], /^Unknown network ""/],
    ["names something else that portico exports", ["shop", "-t", "vue", "-n", "defineNetwork"], /^Unknown network/],
    ["has an empty project ID", ["shop", "-t", "vue", "-p", ""], /^"" is not a project ID/],
    ["has a project ID with code", ["shop", "-t", "vue", "-p", '", a: "'], /is not a project ID/],
    ["has a second directory", ["shop", "vue"], /^Only one directory .*: vue\.$/],
    ["has an unknown option", ["shop", "--color"], /^Unknown option '--color'/],
    ["has an option without its value", ["shop", "--template"], /argument missing$/],
    ["has a capital letter in the name", ["Shop", "-t", "vue"], /^"Shop" cannot name an npm package: .*capital/],
    ["has a space in the name", ["seed shop", "-t", "vue"], /^"seed shop" cannot name an npm package/],
    ["begins the name with a period", [".shop", "-t", "vue"], /^"\.shop" cannot name an npm package: .*period/],
    ["has a reserved name", ["node_modules", "-t", "vue"], /^"node_modules" cannot name an npm package/],
    ["has the name of a Node.js module", ["http", "-t", "vue"], /^"http" cannot name an npm package: .*core module/],
  ])("writes nothing and fails with one line if the command line %s", async (_, args, message) => {
    const cwd = folderOf({})
    const error: Error = await runIn(cwd, ...args).then(
      () => expect.unreachable(),
      (reason) => reason,
    )
    expect(error.message).toMatch(message)
    expect(error.message).not.toContain("\n")
    expect(readdirSync(cwd)).toEqual([])
  })

  it("refuses a directory that is not empty, and leaves it as it is", async () => {
    const cwd = folderOf({ "shop/index.html": "mine" })
    await expect(runIn(cwd, "shop", "-t", "html")).rejects.toThrow(`${join(cwd, "shop")} is not empty.`)
    expect(readdirSync(join(cwd, "shop"))).toEqual(["index.html"])
    expect(readFileSync(join(cwd, "shop/index.html"), "utf8")).toBe("mine")
  })

  it.each(["shop", "shop/web"])("refuses %s if a file has the name of the directory or of one above", async (path) => {
    const cwd = folderOf({ shop: "mine" })
    await expect(runIn(cwd, path, "-t", "html")).rejects.toThrow(`${join(cwd, "shop")} is not a directory.`)
    expect(readFileSync(join(cwd, "shop"), "utf8")).toBe("mine")
  })

  it("never replaces a file, even one that appears after the check", () => {
    const at = folderOf({ "package.json": "mine" })
    const site = { name: "shop", template: "html", projectId: undefined, networks: ["mainnet"] } as const
    expect(() => createSite(at, site, templates)).toThrow("EEXIST")
    expect(readFileSync(join(at, "package.json"), "utf8")).toBe("mine")
  })
})

describe("npm create portico in a terminal", () => {
  it("asks for everything, with defaults", async () => {
    const cwd = folderOf({})
    const missed = await askIn(
      cwd,
      [],
      [
        ["Directory", enter],
        ["Template", enter],
        ["Project ID", enter],
        ["Networks", enter],
        ["Created my-site", ""],
      ],
    )
    expect(missed).toEqual([])
    expect(modalOf(join(cwd, "my-site"))).toContain('projectId: "demo",\n  networks: [mainnet, base]')
    expect(existsSync(join(cwd, "my-site/src/App.tsx"))).toBe(true)
  })

  it("uses what is typed and selected", async () => {
    const cwd = folderOf({})
    await askIn(
      cwd,
      [],
      [
        ["Directory", `shop${enter}`],
        ["Template", down + down + enter],
        ["Project ID", `abc123${enter}`],
        // Deselects the first network.
        ["Networks", ` ${enter}`],
      ],
    )
    expect(existsSync(join(cwd, "shop/src/App.vue"))).toBe(true)
    expect(modalOf(join(cwd, "shop"))).toContain('projectId: "abc123",\n  networks: [base],')
  })

  it("asks only for what is missing", async () => {
    const cwd = folderOf({})
    const missed = await askIn(cwd, ["shop", "-n", "bitcoin", "-p", "abc123"], [["Template", enter]])
    expect(missed).toEqual([])
    expect(modalOf(join(cwd, "shop"))).toContain('projectId: "abc123",\n  networks: [bitcoin]')
  })

  it("asks again after an invalid answer, with the reason", async () => {
    const cwd = folderOf({ "taken/mine.txt": "mine" })
    await askIn(
      cwd,
      ["-t", "react", "-n", "base"],
      [
        ["Directory", `taken${enter}`],
        ["is not empty", `${clearLine}Shop${enter}`],
        ["cannot name an npm package", `${clearLine}shop${enter}`],
        ["Project ID", `a b${enter}`],
        ["is not a project ID", `${clearLine}ab${enter}`],
      ],
    )
    expect(modalOf(join(cwd, "shop"))).toContain('projectId: "ab"')
    expect(readdirSync(join(cwd, "taken"))).toEqual(["mine.txt"])
  })

  it("refuses a directory that is not empty before the first prompt", async () => {
    const cwd = folderOf({ "taken/mine.txt": "mine" })
    await expect(askIn(cwd, ["taken"], [["Template", controlC]])).rejects.toThrow("is not empty")
  })

  it.each(["Directory", "Template", "Project ID", "Networks"])("writes nothing if %s is canceled", async (canceled) => {
    const cwd = folderOf({})
    const prompts = ["Directory", "Template", "Project ID", "Networks"]
    const keys = prompts.map((shown) => [shown, shown === canceled ? controlC : enter] as const)
    await expect(askIn(cwd, [], keys)).rejects.toThrow("Canceled. Nothing was written.")
    expect(readdirSync(cwd)).toEqual([])
  })
})
