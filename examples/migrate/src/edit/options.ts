import { type Expression, Node } from "ts-morph"
import type { Site } from "../site.ts"
import { quoted, styleOf } from "./style.ts"
import { move } from "./values.ts"

/** Sets an option of `createModal` by its path, such as `["metadata", "name"]`, as source text. */
export const setOption = ({ options }: Site, path: readonly string[], text: string): void => {
  const [last = "", ...above] = [...path].reverse()
  let place = options
  for (const name of above.reverse()) {
    const next = place[name]
    const inner = typeof next === "object" ? next : {}
    place[name] = inner
    place = inner
  }
  place[last] = text
}

/** Sets an option to a text. */
export const setText = (site: Site, path: readonly string[], text: string): void => {
  if (site.modal) setOption(site, path, quoted(text, styleOf(site.modal.file)))
}

/** Sets an option to an expression of the site. Reports it if it cannot be moved to where the modal is created. */
export const setValue = (
  site: Site,
  path: readonly string[],
  value: Expression,
  { anchor = value, wrap = (text) => text, advice }: MoveOptions = {},
): boolean => {
  const moved = site.modal && move(value, site.modal.file)
  if (!moved) {
    const how = advice ?? `Set the option \`${path.join(".")}\` of \`createModal\`.`
    site.report(
      anchor,
      Node.isJsxAttribute(anchor) ? anchor.getText() : value.getText(),
      `Depends on its component. ${how}`,
    )
    return false
  }
  for (const { specifier, name } of moved.imports) {
    if (site.modal?.file === value.getSourceFile()) continue
    site.optionImports.set(specifier, (site.optionImports.get(specifier) ?? new Set()).add(name))
  }
  setOption(site, path, wrap(moved.text))
  return true
}

interface MoveOptions {
  readonly anchor?: Node
  readonly wrap?: (text: string) => string
  readonly advice?: string
}
