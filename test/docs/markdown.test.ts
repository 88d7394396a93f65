import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { writeMarkdown } from "../../examples/docs/source/markdown.ts"

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Writes the Markdown of a site with one page from a file and one that the build generates. */
const written = (links: readonly string[]) => {
  const [srcDir, outDir] = ["source", "out"].map((name) => {
    const folder = mkdtempSync(join(tmpdir(), `portico-${name}-`))
    folders.push(folder)
    return folder
  }) as [string, string]
  writeFileSync(join(srcDir, "start.md"), "---\nlayout: doc\n---\n\n# Start\n\n`a: b` begins. Then\nmore.\n")
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

  it("fails for a link in the sidebar to a page that does not exist", () => {
    expect(() => written(["/gone"])).toThrow("/gone")
    expect(folders.every((folder) => !existsSync(join(folder, "llms.txt")))).toBe(true)
  })
})
