import { networkChoices } from "./networks.ts"
import { type TemplateName, templates } from "./templates.ts"

/** Choices that a template is filled in with. */
export interface Site {
  readonly name: string
  readonly template: TemplateName
  /** Without it, the site uses the demo layers. */
  readonly projectId: string | undefined
  readonly networks: readonly string[]
}

/** Text of a template's file in the new site. `path` is relative to the template, with forward slashes. */
export const fillIn = (path: string, text: string, site: Site): string => {
  if (path === "package.json") return replace(text, /(?<="name": ")[^"]+/, site.name)
  const titled = text.replace(/(?<=<title>|\btitle: ")Portico [^<"]+/, site.name)
  return path === templates[site.template].modal ? fillInModal(titled, site) : titled
}

const fillInModal = (text: string, { projectId, networks }: Site): string => {
  const withNetworks = replace(
    replace(text, /(?<=networks: \[)[^\]]+/, networks.join(", ")),
    /(?<=import \{ )[^}]+(?= \} from "portico")/,
    importedNames(text, networks),
  )
  if (projectId === undefined) return withNetworks
  const live = replace(withNetworks, /^ *\/\/ On your site, remove this line.*\n *layers: .*\n/m, "")
  return replace(live, /(?<=projectId: ")[^"]+/, projectId)
}

/** Names that the file imports from `portico`, with these networks instead of the template's. */
const importedNames = (text: string, networks: readonly string[]): string => {
  const imported = /import \{ ([^}]+) \} from "portico"/.exec(text)?.[1]?.split(", ") ?? []
  const others = imported.filter((name) => !networkChoices.some((network) => network.name === name))
  return [...others, ...networks].sort((one, other) => one.localeCompare(other, "en")).join(", ")
}

/** Replaces what `pattern` matches. Throws if it matches nothing, because the template then no longer has the line. */
const replace = (text: string, pattern: RegExp, replacement: string): string => {
  if (!pattern.test(text)) throw new Error(`The template has nothing that matches ${pattern}.`)
  return text.replace(pattern, () => replacement)
}
