import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, relative } from "node:path"
import { parseSync } from "vite"
import { beforeAll, describe, expect, it } from "vitest"
import { gatherTemplates } from "../../examples/create/buildPackage.ts"
import { createSite } from "../../examples/create/src/createSite.ts"
import { networkChoices } from "../../examples/create/src/networks.ts"
import { type TemplateName, templateNames, templates } from "../../examples/create/src/templates.ts"
import { temporaryFolders } from "../fixtures/folders.ts"

const folderOf = temporaryFolders()
const { version } = JSON.parse(readFileSync("package.json", "utf8"))
const plain = { projectId: undefined, networks: ["mainnet", "base"] }
let gathered: string

beforeAll(() => {
  gathered = join(folderOf({}), "templates")
  gatherTemplates(gathered)
})

/** Files that a site of each template has, and no other. */
const expected: Readonly<Record<TemplateName, readonly string[]>> = {
  react: [
    ...[".gitignore", "index.html", "package.json", "tsconfig.json", "vite.config.ts"],
    ...["src/App.tsx", "src/main.tsx", "src/modal.ts"],
  ],
  next: [
    ...[".gitignore", "next-env.d.ts", "package.json", "tsconfig.json"],
    ...["app/layout.tsx", "app/page.tsx", "app/wallet.tsx"],
  ],
  vue: [
    ...[".gitignore", "index.html", "package.json", "tsconfig.json", "vite.config.ts"],
    ...["src/App.vue", "src/env.d.ts", "src/main.ts", "src/modal.ts"],
  ],
  html: [".gitignore", "build.js", "package.json", "public/index.html"],
}

/** Text of each site's .gitignore. */
const ignored: Readonly<Record<TemplateName, string>> = {
  react: "/node_modules\n/dist\n",
  next: "/node_modules\n/.next\n/tsconfig.tsbuildinfo\n",
  vue: "/node_modules\n/dist\n",
  html: "/node_modules\n/public/portico\n",
}

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => statSync(join(folder, path)).isFile())

/** Creates a site in a new directory. Returns a function that reads its files, with all of them as `paths`. */
const create = (template: TemplateName, choices: { projectId: string | undefined; networks: readonly string[] }) => {
  const at = join(folderOf({}), "seed-shop")
  createSite(at, { name: "seed-shop", template, ...choices }, gathered)
  const read = (path: string) => readFileSync(join(at, path), "utf8")
  return Object.assign(read, { paths: filesOf(at) })
}

/** The script of a file: the text, or in HTML that of the module in it. */
const scriptIn = (text: string) => /<script type="module">([\s\S]+?)<\/script>/.exec(text)?.[1] ?? text

describe.each(templateNames)("a site of the template %s", (template) => {
  const { modal } = templates[template]

  it("has exactly the expected files", () => {
    expect([...create(template, plain).paths].sort()).toEqual([...expected[template]].sort())
  })

  it("is named after its directory and installs the current version of Portico", () => {
    const site = JSON.parse(readFileSync(`examples/frameworks/${template}/package.json`, "utf8"))
    const {
      name,
      dependencies,
      devDependencies,
      private: isPrivate,
    } = JSON.parse(create(template, plain)("package.json"))
    expect({ name, dependencies, devDependencies, isPrivate }).toEqual({
      name: "seed-shop",
      dependencies: { ...site.dependencies, portico: version },
      devDependencies: site.devDependencies,
      isPrivate: true,
    })
  })

  it("starts on the framework's own address, not that of the test", () => {
    const { scripts } = JSON.parse(create(template, plain)("package.json"))
    expect(scripts.dev).toBeTruthy()
    expect(scripts.build).toBeTruthy()
    expect(scripts.start).toMatch(/^(vite preview|next start|sirv public)$/)
  })

  it("keeps installed and built files out of git", () => {
    expect(create(template, plain)(".gitignore")).toBe(ignored[template])
  })

  it("uses the demo layers and the template's networks by default", () => {
    const text = create(template, plain)(modal)
    expect(text).toContain('projectId: "demo",')
    expect(text).toContain("networks: [mainnet, base],")
    expect(text).toContain('layers: () => import("portico/layers").then(({ demo }) => demo()),')
    expect(text).toContain('import { base, createModal, mainnet } from "portico"')
  })

  it("has the project ID and the networks, and then no demo layers", () => {
    const text = create(template, { projectId: "a1_b-2", networks: ["solana", "base", "bitcoin"] })(modal)
    expect(text.replace(/\s+/g, " ")).toContain(
      'createModal({ projectId: "a1_b-2", networks: [solana, base, bitcoin], })',
    )
    expect(text).toContain('import { base, bitcoin, createModal, solana } from "portico"')
    expect(text).not.toContain("demo")
    expect(text).not.toContain("On your site")
  })

  it("has valid code with any networks", () => {
    const networks = networkChoices.map(({ name }) => name)
    const text = create(template, { projectId: "id", networks })(modal)
    const file = modal.endsWith(".html") ? "page.js" : modal
    expect(parseSync(file, scriptIn(text)).errors).toEqual([])
    for (const name of networks) expect(text.match(new RegExp(`\\b${name}\\b`, "g"))).toHaveLength(2)
  })

  it("has the directory's name as its title", () => {
    const read = create(template, plain)
    const titled = read.paths.filter((path) => /<title>seed-shop<\/title>|\btitle: "seed-shop"/.test(read(path)))
    expect(titled).toHaveLength(1)
    expect(read.paths.filter((path) => /Portico (in|without)/.test(read(path)))).toEqual([])
  })

  it("is otherwise the site that is tested in the repository", () => {
    const site = join("examples/frameworks", template)
    const read = create(template, plain)
    const withoutTitle = (text: string) => text.replace(/(?<=<title>|title: ")[^<"]+/, "")
    for (const path of read.paths.filter((one) => ![".gitignore", "package.json"].includes(one)))
      expect(withoutTitle(read(path)), path).toBe(withoutTitle(readFileSync(join(site, path), "utf8")))
  })
})

describe("the templates of the package", () => {
  it("leave out what an install or a build left in the sites", () => {
    const paths = templateNames.flatMap((name) =>
      filesOf(join(gathered, name)).map((path) => relative(gathered, join(gathered, name, path))),
    )
    expect(paths.filter((path) => /node_modules|package-lock|\.next\/|dist\/|\/portico\//.test(path))).toEqual([])
  })
})
