import { type Identifier, Node, type SourceFile } from "ts-morph"
import { addImport } from "./imports.ts"
import { styleOf } from "./style.ts"
import { decides } from "./values.ts"

/** Replacement of a field of a hook's result. */
export type HookField =
  /** Function that opens a view. `while`: the library's is undefined in the other state. */
  | { readonly kind: "open"; readonly view: string; readonly while?: "connected" | "disconnected" }
  /** Whether the view is shown. */
  | { readonly kind: "shown"; readonly view: string }
  /** Any expression. `modal` stands for the modal in it. */
  | { readonly kind: "value"; readonly text: string; readonly imports?: readonly string[] }

/** Fields of a hook's result, by name. */
export type HookFields = Readonly<Record<string, HookField>>

/**
 * Replaces `const { a, b: c } = useHook()` by constants of the same names, or `const x = useHook()` by an object of the fields that the file
 * reads. Returns what prevents it, if anything does.
 */
export const replaceHook = (use: Identifier, fields: HookFields): string | undefined => {
  const call = use.getParent()
  if (!Node.isCallExpression(call) || call.getExpression() !== use) return "not called"
  const declaration = call.getParent()
  const statement = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : undefined
  if (!Node.isVariableDeclaration(declaration) || statement?.getDeclarations().length !== 1)
    return "not the only constant of its statement"
  const file = use.getSourceFile()
  const name = declaration.getNameNode()
  const wanted: { readonly field: string; readonly local: Node }[] = []
  if (Node.isObjectBindingPattern(name)) {
    for (const element of name.getElements()) {
      const field = (element.getPropertyNameNode() ?? element.getNameNode()).getText()
      if (element.getDotDotDotToken() || element.getInitializer() || !fields[field]) return `field ${field}`
      wanted.push({ field, local: element.getNameNode() })
    }
  } else return "result not destructured"
  const lines = wanted.map(({ field, local }) => {
    const made = fields[field] as HookField
    return `const ${local.getText()} = ${write(made, file, local)}`
  })
  const usesModal = lines.some((line) => /\bmodal\./.test(line))
  const usesState = lines.some((line) => /\bmodalState\./.test(line))
  const added = [
    ...(usesModal && !declares(call, "modal")
      ? [`const modal = ${addImport(file, "portico/react", "useModal", freeName(file, "useModal"))}()`]
      : []),
    ...(usesState && !declares(call, "modalState")
      ? [`const modalState = ${addImport(file, "portico/react", "useModalState")}()`]
      : []),
  ]
  const { end } = styleOf(file)
  statement.replaceWithText([...added, ...lines].map((line) => `${line}${end}`).join("\n"))
  return undefined
}

/** An alias if the file imports the name from another module. */
export const freeName = (file: SourceFile, name: string): string | undefined => {
  const isOther = file
    .getImportDeclarations()
    .some(
      (one) =>
        !one.getModuleSpecifierValue().startsWith("portico") &&
        one.getNamedImports().some((each) => (each.getAliasNode()?.getText() ?? each.getName()) === name),
    )
  return isOther ? name.replace(/^use/, "usePortico") : undefined
}

const write = (field: HookField, file: SourceFile, local: Node): string => {
  if (field.kind === "value") {
    for (const name of field.imports ?? []) addImport(file, "portico/react", name)
    return field.text
  }
  const { quote } = styleOf(file)
  if (field.kind === "shown") return `modalState.view === ${quote}${field.view}${quote}`
  const open = `() => void modal.open({ view: ${quote}${field.view}${quote} })`
  if (!field.while || !decides(file, local)) return open
  const account = addImport(file, "portico/react", "useAccount", freeName(file, "useAccount"))
  return field.while === "connected"
    ? `${account}().isConnected ? ${open} : undefined`
    : `${account}().isConnected ? undefined : ${open}`
}

/** Whether the function around a node already has this constant. */
const declares = (node: Node, name: string): boolean => {
  const body = node.getFirstAncestor((one) => Node.isBlock(one))
  return (
    Node.isBlock(body) &&
    body
      .getVariableDeclarations()
      .some((one) => one.getName() === name && /^use\w*\(\)$/.test(one.getInitializer()?.getText() ?? ""))
  )
}
