import { type Expression, Node, type ObjectLiteralExpression, type SourceFile, SyntaxKind } from "ts-morph"
import { pathOf, specifierOf } from "../site.ts"
import { referencesTo } from "./imports.ts"

/** Field of an object literal, or prop of an element: its name, value, and the node to report it at. */
export interface Field {
  readonly name: string
  /** `undefined` for a prop without a value, which is true. */
  readonly value: Expression | undefined
  readonly node: Node
}

/** Fields of an object literal. `undefined` if it also has others: spread, methods or computed names. */
export const fieldsOf = (object: ObjectLiteralExpression): readonly Field[] | undefined => {
  const fields: Field[] = []
  for (const node of object.getProperties()) {
    if (Node.isPropertyAssignment(node) && !Node.isComputedPropertyName(node.getNameNode()))
      fields.push({ name: node.getName().replace(/^["']|["']$/g, ""), value: node.getInitializer(), node })
    else if (Node.isShorthandPropertyAssignment(node))
      fields.push({ name: node.getName(), value: node.getNameNode(), node })
    else return undefined
  }
  return fields
}

/** Follows a name to the constant of the same file that it stands for, and drops `as const` and parentheses. */
export const resolve = (value: Expression): Expression => {
  if (Node.isAsExpression(value) || Node.isSatisfiesExpression(value) || Node.isParenthesizedExpression(value))
    return resolve(value.getExpression())
  if (!Node.isIdentifier(value)) return value
  const declared = constantOf(value)?.getInitializer()
  return declared ? resolve(declared) : value
}

/** Declaration of the `const` that a name stands for in its file. */
export const constantOf = (name: Node) => {
  const parent = name.getParent()
  const symbol = Node.isShorthandPropertyAssignment(parent) ? parent.getValueSymbol() : name.getSymbol()
  const declaration = symbol?.getDeclarations()[0]
  return Node.isVariableDeclaration(declaration) && declaration.getVariableStatement()?.getDeclarationKind() === "const"
    ? declaration
    : undefined
}

/** Removes the constant that a value names, if nothing else uses it. */
export const dropConstant = (declaration: Node | undefined): void => {
  if (!declaration || declaration.wasForgotten() || !Node.isVariableDeclaration(declaration)) return
  const statement = declaration.getVariableStatement()
  if (!statement || statement.isExported() || statement.getDeclarations().length > 1) return
  if (referencesTo(declaration.getSourceFile(), declaration.getNameNode()).length === 0) statement.remove()
}

/** Text of a string literal, also through a constant. */
export const textOf = (value: Expression | undefined): string | undefined => {
  const resolved = value && resolve(value)
  return Node.isStringLiteral(resolved) || Node.isNoSubstitutionTemplateLiteral(resolved)
    ? resolved.getLiteralText()
    : undefined
}

/** Value of a boolean literal. A prop without a value is true. */
export const flagOf = (value: Expression | undefined): boolean | undefined => {
  if (value === undefined) return true
  const resolved = resolve(value)
  if (resolved.getKind() === SyntaxKind.TrueKeyword) return true
  return resolved.getKind() === SyntaxKind.FalseKeyword ? false : undefined
}

/** Whether an expression is made of literals only. */
const isLiteral = (value: Node): boolean => {
  if (Node.isObjectLiteralExpression(value)) {
    const fields = fieldsOf(value)
    return fields?.every((one) => one.value !== undefined && isLiteral(one.value)) ?? false
  }
  if (Node.isArrayLiteralExpression(value)) return value.getElements().every(isLiteral)
  if (Node.isPrefixUnaryExpression(value)) return isLiteral(value.getOperand())
  return (
    Node.isStringLiteral(value) ||
    Node.isNumericLiteral(value) ||
    Node.isNoSubstitutionTemplateLiteral(value) ||
    Node.isTrueLiteral(value) ||
    Node.isFalseLiteral(value)
  )
}

/** Text of a value for another file or another place of its own, with the imports it needs. */
export interface Movable {
  readonly text: string
  readonly imports: readonly { readonly specifier: string; readonly name: string }[]
}

/** Returns a value's text for another place. `undefined` if it depends on what is only known in its own. */
export const move = (value: Expression, to: SourceFile): Movable | undefined => {
  const resolved = resolve(value)
  if (isLiteral(resolved)) return { text: resolved.getText(), imports: [] }
  const from = value.getSourceFile()
  const names = [value, ...value.getDescendants()].filter(Node.isIdentifier).filter(isFree)
  const imports: { specifier: string; name: string }[] = []
  for (const name of names) {
    const declaration = name.getSymbol()?.getDeclarations()[0]
    if (!declaration) continue
    if (declaration.getSourceFile() === from && isWithin(declaration, value)) continue
    if (from === to && isAtTop(declaration)) continue
    if (!Node.isImportSpecifier(declaration) || declaration.getAliasNode()) return undefined
    const specifier = declaration.getImportDeclaration().getModuleSpecifierValue()
    if (namesFile(specifier, to)) continue
    imports.push({ specifier: rebase(specifier, from, to), name: declaration.getName() })
  }
  return { text: value.getText(), imports }
}

const isFree = (name: Node): boolean => {
  const parent = name.getParent()
  if (Node.isPropertyAccessExpression(parent)) return parent.getExpression() === name
  return !(Node.isPropertyAssignment(parent) && parent.getNameNode() === name)
}

const isWithin = (node: Node, outer: Node) => node === outer || node.getAncestors().includes(outer)

/** Whether a declaration is at the top level of its file. */
export const isAtTop = (declaration: Node): boolean =>
  Node.isImportSpecifier(declaration) ||
  Node.isImportClause(declaration) ||
  declaration.getAncestors().every((one) => !Node.isBlock(one) && !Node.isArrowFunction(one))

/** Whether a specifier ends with the name of a file of the site. */
const namesFile = (specifier: string, file: SourceFile): boolean =>
  /^(\.|@\/|~)/.test(specifier) &&
  specifier
    .replace(/\.\w+$/, "")
    .split("/")
    .at(-1) === file.getBaseNameWithoutExtension()

const rebase = (specifier: string, from: SourceFile, to: SourceFile): string => {
  if (!specifier.startsWith(".")) return specifier
  const target = new URL(specifier, `file:///${pathOf(from)}`).pathname.slice(1)
  return specifierOf(to, target)
}

/** Whether a local name decides something, such as a condition or a negation, besides being called or passed on. */
export const decides = (file: SourceFile, declared: Node): boolean =>
  referencesTo(file, declared).some((one) => {
    const parent = one.getParent()
    if (Node.isPrefixUnaryExpression(parent) || Node.isIfStatement(parent)) return true
    if (Node.isConditionalExpression(parent)) return parent.getCondition() === one
    return Node.isBinaryExpression(parent)
  })
