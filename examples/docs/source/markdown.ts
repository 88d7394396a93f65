import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, extname, join } from "node:path"
import type { DefaultTheme, SiteConfig } from "vitepress"
import { lists } from "./lists.ts"

/** Writes each page as Markdown next to its HTML, and `llms.txt`, which lists them. For programs that read documentation. */
export const writeMarkdown = (site: SiteConfig<DefaultTheme.Config>): void => {
  const {
    srcDir,
    outDir,
    pages,
    dynamicRoutes,
    site: { title, description, base, themeConfig },
  } = site
  const generated = new Map(dynamicRoutes.routes.map(({ path, content }) => [path, content]))
  const texts = new Map(
    pages.map((path) => {
      const page = withoutVue(bare(generated.get(path) ?? readFileSync(join(srcDir, path), "utf8")), lists[path])
      return [path, withSnippets(page, join(srcDir, dirname(path)))] as const
    }),
  )
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(outDir, path)), { recursive: true })
    writeFileSync(join(outDir, path), text)
  }
  const sections = (themeConfig.sidebar as DefaultTheme.SidebarItem[]).map(({ text: heading, items = [] }) => {
    const lines = items.map(({ text, link = "" }) => {
      const path = `${link.replace(/^\//, "")}.md`
      const page = texts.get(path)
      if (page === undefined) throw new Error(`The sidebar names ${link}, which is no page`)
      return `- [${text}](${base}${path})${summary(page)}`
    })
    return `## ${heading}\n\n${lines.join("\n")}`
  })
  writeFileSync(join(outDir, "llms.txt"), `# ${title}\n\n> ${description}\n\n${sections.join("\n\n")}\n`)
}

/** A page without its settings. */
const bare = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n+/, "")

/** A page without scripts, styles, components and their headings. What Vue repeats is replaced with the page's list. */
const withoutVue = (text: string, list: (() => string) | undefined): string =>
  text
    .split(/^(```[\s\S]*?^```$)/m)
    .map((part) =>
      part.startsWith("```")
        ? part
        : part
            .replace(/^<(script|style)\b[\s\S]*?^<\/\1>\n+/gm, "")
            .replace(/^(?:## .*\n+)?<[A-Z]\w* \/>\n*/gm, "")
            .replace(/^<([a-z]+)\b[\s\S]*?^<\/\1>$/gm, (block) => (list && block.includes("v-for") ? list() : block)),
    )
    .join("")
    .trimEnd()
    .concat("\n")

/** A page with the files that it includes (`<<< path`) as code. */
const withSnippets = (text: string, folder: string): string =>
  text.replace(/^<<< (\S+)$/gm, (_, path: string) => {
    const code = readFileSync(join(folder, path), "utf8").trimEnd()
    return `\`\`\`${extname(path).slice(1)}\n${code}\n\`\`\``
  })

/** The first sentence of a page's text, without links. Empty if the page has only code, tables and lists. */
const summary = (text: string): string => {
  const paragraphs = text.replace(/^```[\s\S]*?^```$/gm, "").split(/\n{2,}/)
  const paragraph = paragraphs.map((one) => one.trim()).find((one) => /^[^#|<>!\s-]/.test(one))
  const sentence = paragraph && /^.*?(?:\.(?= |$)|:$)/.exec(paragraph.replaceAll("\n", " "))?.[0]
  return sentence ? `: ${sentence.replace(/:$/, ".").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")}` : ""
}
