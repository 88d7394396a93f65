import { addImport, importFromFile } from "./edit/imports.ts"
import { changeTag, elementOf, propsOf } from "./edit/jsx.ts"
import { setText } from "./edit/options.ts"
import { constantOf, dropConstant, type Field } from "./edit/values.ts"
import type { Rule } from "./library.ts"
import { refuse } from "./refuse.ts"
import type { Site } from "./site.ts"

/** Rewrites a prop of a provider as options of the modal, or reports it. */
export type PropRule = (site: Site, field: Field) => void

/**
 * Creates the rule that replaces a library's provider component by `ModalProvider`, and its props by options of `createModal`. `theme`
 * is the library's default theme, since Portico's is dark; `props` may set another.
 */
export const providerRule = ({
  name,
  theme,
  props: rules,
}: {
  readonly name: string
  readonly theme: { readonly mode: "light" | "system"; readonly unless?: string }
  readonly props: Readonly<Record<string, PropRule>>
}): Rule => ({
  of: [name],
  becomes: "`<ModalProvider modal={modal}>`; its props are options of `createModal`",
  rewrite: ({ node, file, site }) => {
    const element = elementOf(node)
    const props = element && propsOf(element)
    if (!element || !props || !site.modal)
      return refuse(site, node, "Replace it by `<ModalProvider modal={modal}>` of `portico/react`.")
    if (!props.some((prop) => prop.name === theme.unless)) setText(site, ["themeMode"], theme.mode)
    for (const prop of props) {
      const rule = rules[prop.name]
      if (rule) rule(site, prop)
      else site.report(prop.node, prop.node.getText(), "Unknown prop. Portico's options are those of `createModal`.")
    }
    const constants = props.map(({ value }) => value && constantOf(value))
    const tag = addImport(file, "portico/react", "ModalProvider")
    changeTag(element, tag, [`modal={${importFromFile(file, site.modal.file, site.modal.name)}}`])
    for (const constant of constants) dropConstant(constant)
    return true
  },
})
