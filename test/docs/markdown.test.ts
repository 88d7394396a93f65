import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { lists } from "../../examples/docs/source/lists.ts"
import { writeMarkdown } from "../../examples/docs/source/markdown.ts"

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Writes the Markdown of a site with one page from a file and one that the build generates. */
const written = (links: readonly string[], start = "# Start\n\n`a: b` begins. Then\nmore.\n") => {
  const [srcDir, outDir] = ["source", "out"].map((name) => {
    const folder = mkdtempSync(join(tmpdir(), `portico-${name}-`))
    folders.push(folder)
    return folder
  }) as [string, string]
  writeFileSync(join(srcDir, "start.md"), `---\nlayout: doc\n---\n\n${start}`)
  const sidebar = [{ text: "Guide", items: links.map((link) => ({ text: `To ${link}`, link })) }]
  const site = { title: "Portico", description: "A modal", base: "/docs/", themeConfig: { sidebar } }
  const routes = [{ path: "made/one.md", content: "# One\n\n| a table |\n" }]
  writeMarkdown({ srcDir, outDir, pages: ["start.md", "made/one.md"], dynamicRoutes: { routes }, site } as never)
  return (file: string) => readFileSync(join(outDir, file), "utf8")
}

describe("The Markdown of the documentation", () => {
  it("has each page, also generated ones, without settings", () => {
    const read = written(["/start", "/made/one"])

    expect(read("start.md")).toBe("# Start\n\n`a: b` begins. Then\nmore.\n")
    expect(read("made/one.md")).toBe("# One\n\n| a table |\n")
  })

  it("is listed in llms.txt by the sidebar's sections, with each page's first sentence", () => {
    expect(written(["/start", "/made/one"])("llms.txt")).toBe(
      "# Portico\n\n> A modal\n\n## Guide\n\n- [To /start](/docs/start.md): `a: b` begins.\n- [To /made/one](/docs/made/one.md)\n",
    )
  })

  it("takes the first sentence of a page that begins with a heading, code or a table", () => {
    const page = "# Start\n\n## 1. Install\n\n```ts\na. b.\n\nc. d.\n```\n\n| a. b |\n\nA [page](./x) of\ntext. More.\n"

    expect(written(["/start"], page)("llms.txt")).toContain("(/docs/start.md): A page of text.\n")
  })

  it("leaves out scripts, styles and components with their heading, but not those in code", () => {
    const code = "```html\n<script>\n</script>\n<Editor />\n```\n"
    const page = `<script setup>\nimport a\n</script>\n\n# Start\n\n${code}\n## Try it\n\n<Editor />\n\n<style scoped>\na\n</style>\n`

    expect(written(["/start"], page)("start.md")).toBe(`# Start\n\n${code}`)
  })

  it("has a list for each page that Vue writes one into", () => {
    const root = "examples/docs"
    const pages = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"))
    const withLists = pages.filter((path) => readFileSync(join(root, path), "utf8").includes("v-for"))

    expect(withLists.sort()).toEqual(Object.keys(lists).sort())
  })

  it("fails for a link in the sidebar to a page that does not exist", () => {
    expect(() => written(["/gone"])).toThrow("/gone")
    expect(folders.every((folder) => !existsSync(join(folder, "llms.txt")))).toBe(true)
  })
})
