import { type CallExpression, Node, type ObjectLiteralExpression, type SourceFile, SyntaxKind } from "ts-morph"
import { addImport, isTaken, usesOf } from "./edit/imports.ts"
import { setOption } from "./edit/options.ts"
import { quoted, styleOf, writeObject } from "./edit/style.ts"
import { constantOf, dropConstant, type Field, fieldsOf, isAtTop, resolve } from "./edit/values.ts"
import type { ModalPlace } from "./library.ts"
import type { Options, Site } from "./site.ts"

/** Rules for a library's configuration: the options of `createModal` that its fields become. */
export interface ConfigRules {
  /** Function of the library that makes the configuration. */
  readonly maker: string
  /** Path of the option that a field becomes. `undefined`: dropped, because Portico needs none. */
  readonly options: Readonly<Record<string, readonly string[] | undefined>>
  /** Fields with a rule of their own. */
  readonly special?: Readonly<Record<string, (site: Site, field: Field) => void>>
  /** Advice for fields that have no equivalent. */
  readonly unsupported: Readonly<Record<string, string>>
  /** Functions of the library that make connectors: of a list of wallets, and an object of these options. */
  readonly connectors?: readonly string[]
  /** Chains of a site that names none, as exported by `wagmi/chains`. */
  readonly chains?: readonly string[]
}

/** Expression that makes wagmi's configuration, and the library's fields in it. */
interface ConfigCall {
  readonly outer: CallExpression
  readonly fields: ObjectLiteralExpression
}

/** Finds the file with wagmi's configuration, in which the modal is created. */
export const findConfig =
  (maker: string) =>
  (site: Site): ModalPlace | undefined => {
    const file = site.sources.find((one) => usesOf(one, site.library.packages, maker).length > 0)
    const other = file ?? site.sources.find((one) => usesOf(one, wagmiPackages, "createConfig").length > 0)
    return findCreated(site) ?? (other && { file: other, name: isTaken(other, "modal") ? "porticoModal" : "modal" })
  }

const wagmiPackages = ["wagmi", "@wagmi/core"]

/** Finds a modal that the site creates already. */
export const findCreated = (site: Site): ModalPlace | undefined => {
  for (const file of site.sources)
    for (const use of usesOf(file, ["portico"], "createModal")) {
      const declaration = use.getParent()?.getParent()
      if (Node.isVariableDeclaration(declaration)) return { file, name: declaration.getName(), exists: true }
    }
  return undefined
}

/** Finds the configuration: `getDefaultConfig({ ... })`, also inside wagmi's `createConfig`, or else that `createConfig`. */
const readCall = (file: SourceFile, packages: readonly string[], maker: string): ConfigCall | undefined => {
  const call = [...usesOf(file, packages, maker), ...usesOf(file, wagmiPackages, "createConfig")][0]?.getParent()
  if (!Node.isCallExpression(call)) return undefined
  const [given] = call.getArguments()
  const fields = Node.isExpression(given) ? resolve(given) : undefined
  const parent = call.getParent()
  const outer = Node.isCallExpression(parent) && parent.getArguments().includes(call) ? parent : call
  return Node.isObjectLiteralExpression(fields) ? { outer, fields } : undefined
}

/** Creates the modal before wagmi's configuration, and makes it the configuration's connector. */
export const createWagmiModal = (site: Site, rules: ConfigRules): void => {
  const { modal: place, library } = site
  if (!place) return
  const { file } = place
  if (place.exists) {
    for (const name of Object.keys(site.options))
      site.report(file, `createModal`, `Set its option \`${name}\`: the site creates the modal already.`)
    return
  }
  const call = readCall(file, library.packages, rules.maker)
  const fields = call && fieldsOf(call.fields)
  const statement = call?.outer.getAncestors().findLast((one) => one.getParent() === file)
  if (!call || !fields || !Node.isStatement(statement)) {
    const made = usesOf(file, library.packages, rules.maker)[0]
    site.report(
      made ?? file,
      made?.getParent()?.getText() ?? "wagmi's configuration",
      `Create the modal by hand: \`createModal\`, and \`connectors: [portico(modal)]\` in wagmi's \`createConfig\`.`,
    )
    createBareModal(site, place)
    return
  }
  const style = styleOf(file)
  const kept: Options = {}
  let chains: string | undefined
  const before: string[] = []
  for (const field of fields) {
    const { name, value } = field
    if (!value) continue
    if (name === "connectors") {
      takeConnectors(site, field, rules, statement)
      continue
    }
    if (name === "chains") {
      chains = nameChains(value.getText(), file, before)
      continue
    }
    if (!takeField(site, field, rules, statement) && !(name in rules.options)) kept[name] = value.getText()
  }
  if (chains === undefined) {
    for (const chain of rules.chains ?? ["mainnet"]) addImport(file, "wagmi/chains", chain)
    chains = nameChains(`[${(rules.chains ?? ["mainnet"]).join(", ")}]`, file, before)
  }
  const local = fields
    .flatMap(({ value }) => value?.getDescendantsOfKind(SyntaxKind.Identifier) ?? [])
    .find((one) => {
      const declaration = one.getSymbol()?.getDeclarations()[0]
      return (
        declaration?.getSourceFile() === file &&
        !declaration.getAncestors().includes(call.fields) &&
        !isAtTop(declaration)
      )
    })
  if (local) {
    site.report(statement, local.getText(), "The modal is created at the top of the file and needs this value there.")
    createBareModal(site, place)
    return
  }
  const config: Options = {
    chains,
    connectors: `[${addImport(file, "portico/wagmi", "portico")}(${place.name})]`,
    // The modal finds the wallets. wagmi would reconnect those that it finds without the modal.
    multiInjectedProviderDiscovery: "false",
    ...(kept.transports || kept.client ? {} : transportsFor(chains, before, file)),
    ...kept,
  }
  const { end } = style
  const text = `${addImport(file, "wagmi", "createConfig")}(${writeObject(config)})`
  const connectors = fields.find(({ name }) => name === "connectors")?.value
  const constant = connectors && constantOf(connectors)
  call.outer.replaceWithText(text)
  dropConstant(constant)
  site.rewrote(file, rules.maker, "`createModal`, and wagmi's `createConfig` with `portico(modal)` as its connector")
  const options: Options = { projectId: quoted("YOUR_PROJECT_ID", style), ...site.options, networks: chains }
  insertModal(
    site,
    place,
    statement.getChildIndex(),
    options,
    before.map((one) => `${one}${end}`),
  )
}

/** Makes a library's field an option of the modal, or reports it. Returns whether the field is the library's. */
const takeField = (site: Site, field: Field, rules: ConfigRules, anchor: Node): boolean => {
  const { name, value, node } = field
  const path = rules.options[name]
  const advice = rules.unsupported[name]
  if (path && value) setOption(site, path, path.at(-1) === "icons" ? `[${value.getText()}]` : value.getText())
  else if (rules.special?.[name]) rules.special[name](site, field)
  else if (advice !== undefined) site.report(anchor, node.getText(), advice)
  else return false
  return true
}

/** Takes the project ID and the wallets from the connectors that the modal replaces. */
const takeConnectors = (site: Site, { value, node }: Field, rules: ConfigRules, anchor: Node): void => {
  const connectors = value && resolve(value)
  const isOfRules =
    Node.isCallExpression(connectors) && rules.connectors?.includes(connectors.getExpression().getText())
  const given = isOfRules ? connectors.getArguments() : []
  for (const one of given) {
    const part = Node.isExpression(one) ? resolve(one) : one
    if (Node.isArrayLiteralExpression(part))
      rules.special?.wallets?.(site, { name: "wallets", value: part, node: part })
    if (Node.isObjectLiteralExpression(part))
      for (const field of fieldsOf(part) ?? []) takeField(site, field, rules, anchor)
  }
  if (isOfRules) return
  const projectId = connectors
    ?.getDescendantsOfKind(SyntaxKind.PropertyAssignment)
    .find((one) => one.getName() === "projectId")
    ?.getInitializer()
  if (projectId) setOption(site, ["projectId"], projectId.getText())
  site.report(
    anchor,
    node.getText(),
    "Replaced by Portico's connector. If you need one of them besides the modal, add it again.",
  )
}

/** Creates a modal with what is known, so what the rules import of it exists. */
const createBareModal = (site: Site, place: ModalPlace): void => {
  const { file } = place
  const style = styleOf(file)
  const networks = `[${addImport(file, "portico", "mainnet", isTaken(file, "mainnet") ? "porticoMainnet" : undefined)}]`
  const last = file.getImportDeclarations().at(-1)
  const options: Options = { projectId: quoted("YOUR_PROJECT_ID", style), networks, ...site.options }
  insertModal(site, place, last ? last.getChildIndex() + 1 : 0, options, [])
}

/** Inserts the statement that creates the modal, with the imports of its options. */
export const insertModal = (
  site: Site,
  { file, name }: ModalPlace,
  index: number,
  { projectId = "", networks = "", ...rest }: Options,
  before: readonly string[],
): void => {
  const { end } = styleOf(file)
  const text = `export const ${name} = createModal(${writeObject({ projectId, networks, ...rest })})${end}`
  const isAfterImport = Node.isImportDeclaration(file.getStatements()[index - 1])
  file.insertStatements(index, `${isAfterImport ? "\n" : ""}${[...before, text].join("\n")}`)
  addImport(file, "portico", "createModal")
  for (const [specifier, names] of site.optionImports) for (const one of names) addImport(file, specifier, one)
}

/** Returns a name for the chains, and declares it if they are written in place. */
const nameChains = (text: string, file: SourceFile, before: string[]): string => {
  if (/^[\w$]+$/.test(text)) return text
  const name = isTaken(file, "chains") ? "modalChains" : "chains"
  const isConstant = text.endsWith("as const") || !styleOf(file).isTypeScript
  before.push(`const ${name} = ${text}${isConstant ? "" : " as const"}`)
  return name
}

/** A transport for each chain, as the library adds where a site names none. */
export const transportsFor = (chains: string, before: readonly string[], file: SourceFile): Options => {
  const list = before.find((one) => one.startsWith(`const ${chains} = [`))
  const names = /= \[([^[\]{}()]*?),?\s*\]/
    .exec(list ?? "")?.[1]
    ?.split(",")
    .map((one) => one.trim())
  addImport(file, "wagmi", "http")
  if (names?.every((one) => /^[\w$][\w$.]*$/.test(one)))
    return { transports: `{ ${names.map((one) => `[${one}.id]: http()`).join(", ")} }` }
  const client = addImport(file, "viem", "createClient")
  return { client: `({ chain }) => ${client}({ chain, transport: http() })` }
}
