import { type Identifier, type ImportDeclaration, Node, type SourceFile, SyntaxKind } from "ts-morph"
import { pathOf, specifierOf } from "../site.ts"
import { styleOf } from "./style.ts"

/** Whether a module belongs to one of these packages. */
export const isOfPackage = (specifier: string, packages: readonly string[]): boolean =>
  packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))

/** Import declarations of a library in a file. */
export const importsOf = (file: SourceFile, packages: readonly string[]): readonly ImportDeclaration[] =>
  file.getImportDeclarations().filter((one) => isOfPackage(one.getModuleSpecifierValue(), packages))

/** Uses of an imported name, in the order of the file, whatever local name the file gives it. */
export const usesOf = (file: SourceFile, packages: readonly string[], exported: string): readonly Identifier[] =>
  importsOf(file, packages).flatMap((declaration) =>
    declaration
      .getNamedImports()
      .filter((one) => one.getName() === exported)
      .flatMap((one) => referencesTo(file, one.getAliasNode() ?? one.getNameNode())),
  )

/** References to a declared name within its file, without the declaration. */
export const referencesTo = (file: SourceFile, declared: Node): readonly Identifier[] => {
  const name = declared.getText()
  const symbol = declared.getSymbol()
  return file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .filter((one) => one !== declared && one.getText() === name && !isInImport(one))
    .filter((one) => symbolOf(one) === symbol)
}

const symbolOf = (node: Identifier) => {
  const parent = node.getParent()
  return Node.isShorthandPropertyAssignment(parent) ? parent.getValueSymbol() : node.getSymbol()
}

const isInImport = (node: Node) => node.getFirstAncestorByKind(SyntaxKind.ImportDeclaration) !== undefined

/** Whether a name is declared anywhere in a file, so a new declaration could collide with it. */
export const isTaken = (file: SourceFile, name: string): boolean =>
  file.getDescendantsOfKind(SyntaxKind.Identifier).some((one) => {
    if (one.getText() !== name) return false
    const parent = one.getParent()
    return (
      Node.isVariableDeclaration(parent) ||
      Node.isFunctionDeclaration(parent) ||
      Node.isClassDeclaration(parent) ||
      Node.isBindingElement(parent) ||
      Node.isParameterDeclaration(parent) ||
      isInImport(one)
    )
  })

/** Adds a named import, or an import for its effect if `name` is empty. Returns the local name. */
export const addImport = (file: SourceFile, specifier: string, name: string, alias?: string): string =>
  addNamed(file, specifier, name, alias, false)

/** Adds an import of a type. */
export const addTypeImport = (file: SourceFile, specifier: string, name: string): string =>
  addNamed(file, specifier, name, undefined, true)

const addNamed = (
  file: SourceFile,
  specifier: string,
  name: string,
  alias: string | undefined,
  isType: boolean,
): string => {
  const declarations = file
    .getImportDeclarations()
    .filter((one) => one.getModuleSpecifierValue() === specifier && !one.getNamespaceImport())
    .filter((one) => isType || !one.isTypeOnly())
  const known = declarations.flatMap((one) => one.getNamedImports()).find((one) => one.getName() === name)
  if (known) return (known.getAliasNode() ?? known.getNameNode()).getText()
  const [declaration] = declarations
  if (declaration && name === "") return name
  if (declaration && declaration.getNamedImports().length > 0) {
    declaration.addNamedImport({
      name,
      isTypeOnly: isType && !declaration.isTypeOnly(),
      ...(alias !== undefined && { alias }),
    })
    return alias ?? name
  }
  const { quote, end } = styleOf(file)
  const names = alias === undefined ? name : `${name} as ${alias}`
  const verb = isType ? "import type" : "import"
  const text = `${verb} ${name === "" ? "" : `{ ${names} } from `}${quote}${specifier}${quote}${end}`
  const last = file.getImportDeclarations().at(-1)
  file.insertStatements(last ? last.getChildIndex() + 1 : directivesIn(file), text)
  return alias ?? name
}

/** Number of statements such as "use client" at the top of a file. */
const directivesIn = (file: SourceFile): number => {
  const statements = file.getStatements()
  const first = statements.findIndex(
    (one) => !(Node.isExpressionStatement(one) && Node.isStringLiteral(one.getExpression())),
  )
  return first === -1 ? statements.length : first
}

/** Imports a name from another file of the site, by the specifier that the file already uses for it. */
export const importFromFile = (file: SourceFile, from: SourceFile, name: string): string => {
  if (file === from) return name
  const exported = new Set(from.getExportedDeclarations().keys())
  const base = from.getBaseNameWithoutExtension()
  const stem = base === "index" ? from.getDirectory().getBaseName() : base
  const existing = file.getImportDeclarations().find((one) => {
    const specifier = one.getModuleSpecifierValue()
    const isLocal = /^(\.|@\/|~)/.test(specifier)
    const isSame =
      specifier
        .replace(/\.\w+$/, "")
        .split("/")
        .at(-1) === stem
    return isLocal && isSame && one.getNamedImports().some((each) => exported.has(each.getName()))
  })
  const specifier = existing?.getModuleSpecifierValue() ?? specifierOf(file, pathOf(from))
  return addImport(file, specifier, name)
}

/** Removes imported names without uses. Returns whether any import of the library remains. */
export const dropUnusedImports = (file: SourceFile, packages: readonly string[]): boolean => {
  let remains = false
  for (const declaration of importsOf(file, packages)) {
    if (declaration.getNamespaceImport() || declaration.getDefaultImport() || isForEffect(declaration)) {
      remains = true
      continue
    }
    for (const one of declaration.getNamedImports())
      if (referencesTo(file, one.getAliasNode() ?? one.getNameNode()).length === 0) one.remove()
    if (declaration.getNamedImports().length === 0) declaration.remove()
    else remains = true
  }
  return remains
}

export const isForEffect = (declaration: ImportDeclaration): boolean => declaration.getImportClause() === undefined

/** Local names of a file's imports that it uses. */
export const usedImports = (file: SourceFile): ReadonlySet<string> =>
  new Set(
    file
      .getImportDeclarations()
      .flatMap((one) => one.getNamedImports())
      .map((one) => one.getAliasNode() ?? one.getNameNode())
      .filter((one) => referencesTo(file, one).length > 0)
      .map((one) => one.getText()),
  )

/** Removes imports that were used before and no longer are. */
export const dropImportsUsedBefore = (file: SourceFile, before: ReadonlySet<string>): void => {
  const now = usedImports(file)
  for (const declaration of file.getImportDeclarations()) {
    const names = declaration.getNamedImports()
    const unused = names.filter((one) => {
      const local = (one.getAliasNode() ?? one.getNameNode()).getText()
      return before.has(local) && !now.has(local)
    })
    if (unused.length === 0) continue
    if (unused.length === names.length && !declaration.getDefaultImport()) declaration.remove()
    else for (const one of unused) one.remove()
  }
}
