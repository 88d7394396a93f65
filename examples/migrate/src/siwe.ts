import { type Expression, Node, type ObjectLiteralExpression } from "ts-morph"
import { addTypeImport, importFromFile } from "./edit/imports.ts"
import { setOption } from "./edit/options.ts"
import { constantOf, resolve } from "./edit/values.ts"
import type { Site } from "./site.ts"

/** A site's sign-in, as an object literal at the top level of a file. */
export interface SignIn {
  readonly object: ObjectLiteralExpression
  /** Name of the constant. */
  readonly name: string
}

/** Finds the object that a prop names, if `createModal` can import it without a circle. */
export const findSignIn = (site: Site, value: Expression): SignIn | undefined => {
  const { modal } = site
  const local = Node.isIdentifier(value) ? value : undefined
  if (!modal || !local) return undefined
  const declaration = constantOf(local) ?? importedConstant(site, local)
  const statement = declaration?.getVariableStatement()
  if (!declaration || !statement || statement.getParent() !== declaration.getSourceFile()) return undefined
  const given = declaration.getInitializer()
  const call = given && resolve(given)
  const object = Node.isCallExpression(call) ? call.getArguments()[0] : call
  if (!Node.isObjectLiteralExpression(object)) return undefined
  const file = declaration.getSourceFile()
  if (file !== modal.file && importsFile(site, file)) return undefined
  return { object, name: declaration.getName() }
}

/** Declaration that an imported name stands for, in another file of the site. */
const importedConstant = (site: Site, name: Node) => {
  const specifier = name.getSymbol()?.getDeclarations()[0]
  if (!Node.isImportSpecifier(specifier)) return undefined
  const path = specifier
    .getImportDeclaration()
    .getModuleSpecifierValue()
    .replace(/\.\w+$/, "")
    .split("/")
    .at(-1)
  return site.sources
    .filter((one) => one.getBaseNameWithoutExtension() === path)
    .map((one) => one.getVariableDeclaration(specifier.getName()))
    .find((one) => one !== undefined)
}

/** Whether a file imports the file of the modal. */
const importsFile = (
  { modal }: Site,
  file: { getImportDeclarations(): readonly { getModuleSpecifierValue(): string }[] },
) =>
  file.getImportDeclarations().some((one) => {
    const stem = one
      .getModuleSpecifierValue()
      .replace(/\.\w+$/, "")
      .split("/")
      .at(-1)
    return stem === modal?.file.getBaseNameWithoutExtension()
  })

/** Makes the modal's option `siweConfig` the site's sign-in. */
export const useSignIn = (site: Site, { object, name }: SignIn): void => {
  const { modal } = site
  const file = object.getSourceFile()
  if (!modal) return
  if (file !== modal.file) {
    const statement = file.getVariableStatement(name)
    if (!statement?.isExported()) statement?.setIsExported(true)
    importFromFile(modal.file, file, name)
  }
  setOption(site, ["siweConfig"], name)
}

/** Gives a constant the type of Portico's sign-in, so its methods' parameters have types. */
export const typeSignIn = ({ object, name }: SignIn): void => {
  const file = object.getSourceFile()
  if (!/\.tsx?$/.test(file.getFilePath())) return
  file.getVariableDeclarationOrThrow(name).setType(addTypeImport(file, "portico", "SiweConfig"))
}
