import type { Node } from "ts-morph"
import { usesOf } from "./edit/imports.ts"
import type { Site } from "./site.ts"

/** Reports a use that stays as it is. */
export const refuse = (site: Site, node: Node, advice: string): false => {
  const around = node.getParent() ?? node
  site.report(node, around.getText(), advice)
  return false
}

/** Reports the uses that no rule has rewritten, with advice by the name of the export. */
export const reportLeft = (site: Site, advice: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(advice))
    for (const file of site.sources)
      for (const node of usesOf(file, site.library.packages, name)) refuse(site, node, text)
}
