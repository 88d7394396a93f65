import { Node, type SourceFile, SyntaxKind } from "ts-morph"
import { freeName, type HookFields, replaceHook } from "./edit/hooks.ts"
import { addImport, addTypeImport, importFromFile, isTaken, referencesTo, usesOf } from "./edit/imports.ts"
import { childrenOf, type Element, propsOf, replaceByAll, wrapChildren } from "./edit/jsx.ts"
import { setOption, setText, setValue } from "./edit/options.ts"
import { styleOf, writeObject } from "./edit/style.ts"
import { constantOf, dropConstant, type Field, fieldsOf, resolve, textOf } from "./edit/values.ts"
import type { Library, ModalPlace, Rule, Use } from "./library.ts"
import { refuse } from "./refuse.ts"
import type { Options, Site } from "./site.ts"
import { findCreated, insertModal, transportsFor } from "./wagmi.ts"

const packages = ["@reown/appkit", "@reown/appkit-adapter-wagmi", "@reown/appkit-siwx"]

/** Networks that `portico` exports. wagmi has the others, which are all EVM chains. */
const ofPortico = ["solana", "solanaDevnet", "solanaTestnet", "bitcoin", "bitcoinTestnet", "bitcoinSignet"]

/** Options that Portico has under the same name. */
const sameName = new Set(
  `projectId defaultNetwork metadata allWallets featuredWalletIds includeWalletIds excludeWalletIds tokens customWallets
  termsConditionsUrl privacyPolicyUrl disableAppend enableEIP6963 enableCoinbase enableReconnect enableWalletConnect enableNetworkSwitch
  debug siweConfig enableEmbedded allowUnsupportedChain defaultAccountTypes manualWCControl chainImages connectorImages customRpcUrls
  basic experimental_preferUniversalLinks themeMode`.split(/\s+/),
)

const setFeatures = (site: Site, { value, node }: Field): void => {
  const object = value && resolve(value)
  const fields = Node.isObjectLiteralExpression(object) ? fieldsOf(object) : undefined
  if (!fields) site.report(node, node.getText(), "Set `features` of `createModal`.")
  for (const { name, value: feature } of fields ?? []) {
    // On by default, if the project has them on.
    if (!feature || ((name === "swaps" || name === "onramp") && feature.getText() === "true")) continue
    setValue(site, ["features", name === "history" ? "activity" : name], feature)
  }
}

const setVariables = (site: Site, { value, node }: Field): void => {
  const object = value && resolve(value)
  const fields = Node.isObjectLiteralExpression(object) ? fieldsOf(object) : undefined
  if (!fields)
    site.report(node, node.getText(), "Set `themeVariables` of `createModal`, with names that begin with `--portico-`.")
  for (const field of fields ?? []) {
    const name = field.name.replace(/^--(w3m|apkt)-/, "--portico-").replace(/-font-family$/, "-font")
    if (field.value) setValue(site, ["themeVariables", name], field.value)
  }
}

const setSiwx = (site: Site, { value, node }: Field): void => {
  const made = value && resolve(value)
  const isDefault = Node.isNewExpression(made) && made.getExpression().getText() === "DefaultSIWX"
  if (isDefault && made.getArguments().length === 0) setOption(site, ["siwx"], "{}")
  else
    site.report(
      node,
      node.getText(),
      "Set the option `siwx` of `createModal`: its methods are those of the guide on sign-in.",
    )
}

/** Takes over an option of `createAppKit`. The networks are those of the modal's place. */
const takeOption = (site: Site, field: Field): void => {
  const { name, value, node } = field
  if (name === "adapters" || !value) return
  const isOfAdapter = site.modal && usesOf(site.modal.file, packages, "WagmiAdapter").length > 0
  if (isOfAdapter && (name === "networks" || name === "projectId" || name === "customRpcUrls")) return
  if (name === "networks") setValue(site, ["networks"], value)
  else if (name === "features") setFeatures(site, field)
  else if (name === "themeVariables") setVariables(site, field)
  else if (name === "siwx") setSiwx(site, field)
  else if (sameName.has(name)) setValue(site, [name], value)
  else site.report(node, node.getText(), "No equivalent.")
}

const findModal = (site: Site): ModalPlace | undefined => {
  const created = findCreated(site)
  if (created) return created
  const adapter = site.sources.find((one) => usesOf(one, packages, "WagmiAdapter").length > 0)
  const kits = site.sources.flatMap((one) => usesOf(one, packages, "createAppKit"))
  const file = adapter ?? kits[0]?.getSourceFile()
  const declaration = kits[0]?.getParent()?.getParent()
  if (!file) return undefined
  const isNamed = Node.isVariableDeclaration(declaration) && Node.isIdentifier(declaration.getNameNode())
  if (isNamed) return { file, name: declaration.getName() }
  return { file, name: isTaken(file, "modal") ? "porticoModal" : "modal" }
}

const create: Rule = {
  of: ["createAppKit"],
  becomes: "`createModal` of `portico`",
  rewrite: ({ node, file, site }) => {
    const call = node.getParent()
    const given = Node.isCallExpression(call) ? call.getArguments()[0] : undefined
    const object = Node.isExpression(given) ? resolve(given) : undefined
    const fields = Node.isObjectLiteralExpression(object) ? fieldsOf(object) : undefined
    const owner = call?.getParent()
    const statement = Node.isVariableDeclaration(owner) ? owner.getVariableStatement() : owner
    const { modal } = site
    if (!modal || modal.exists || !fields || !Node.isStatement(statement) || statement.getParent() !== file)
      return refuse(
        site,
        node,
        "Call `createModal` once, at the top level of a file, with the options that the guide lists.",
      )
    // AppKit's default. Portico's is dark.
    if (!fields.some(({ name }) => name === "themeMode")) setText(site, ["themeMode"], "system")
    for (const field of fields) takeOption(site, field)
    const declaration = call?.getParent()
    const isExported = Node.isVariableStatement(statement) && statement.isExported()
    const isUsed = Node.isVariableDeclaration(declaration) && referencesTo(file, declaration.getNameNode()).length > 0
    const index = statement.getChildIndex()
    const constant = given && constantOf(given)
    statement.remove()
    dropConstant(constant)
    if (file === modal.file) site.place = Math.min(index, site.place ?? index)
    else if (isExported) {
      importFromFile(file, modal.file, modal.name)
      file.addStatements(`export { ${modal.name} }`)
    } else if (isUsed) importFromFile(file, modal.file, modal.name)
    return true
  },
}

/** Methods of AppKit's modal that Portico's has under another name, or as a value. */
const replaced: Readonly<Record<string, (modal: string) => string>> = {
  getWalletProvider: (modal) => `${modal}.provider`,
  getAddress: (modal) => `${modal}.getState().address`,
  getIsConnectedState: (modal) => `(${modal}.getState().status === "connected")`,
}

/** Methods of AppKit's modal that Portico's has not, or not with the same input. */
const methods: Readonly<Record<string, string>> = {
  getProvider: "Use `modal.provider`, or `await modal.getProvider(namespace)`.",
  getCaipNetwork: "Use `modal.getState().caipNetworkId`.",
  subscribeAccount: "Use `modal.subscribe`, or the signals in `modal.state`.",
  subscribeNetwork: "Use `modal.subscribe`, or the signals in `modal.state`.",
  subscribeProviders: "Use `modal.subscribe`, and `modal.provider`.",
  subscribeEvents: "Use `recorder()` of `portico/trace`.",
  switchNetwork: "Pass the network's CAIP-2 ID: `modal.switchNetwork({ network })`.",
}

/** Rewrites what a file does with the modal, by the name that the file has for it. */
const replaceMethods = (site: Site, file: SourceFile, name: Node): void => {
  for (const one of referencesTo(file, name)) {
    const access = one.getParent()
    if (!Node.isPropertyAccessExpression(access) || access.getExpression() !== one) continue
    const method = access.getName()
    const call = access.getParent()
    const advice = methods[method]
    if (method === "subscribeState") access.getNameNode().replaceWithText("subscribe")
    else if (replaced[method] && Node.isCallExpression(call)) call.replaceWithText(replaced[method](one.getText()))
    else if (advice) {
      site.report(access, access.getText(), advice)
      continue
    } else continue
    site.rewrote(file, `${name.getText()}.${method}`, "the modal of `portico`")
  }
}

/** Rewrites what the site does with the modal, in all files. */
const replaceAllMethods = (site: Site, { file, name }: ModalPlace): void => {
  for (const one of site.sources) {
    const specifier = one
      .getImportDeclarations()
      .filter(
        (each) =>
          each
            .getModuleSpecifierValue()
            .replace(/\.\w+$/, "")
            .split("/")
            .at(-1) === file.getBaseNameWithoutExtension(),
      )
      .flatMap((each) => each.getNamedImports())
      .find((each) => each.getName() === name)
    const declared =
      one === file
        ? one.getVariableDeclaration(name)?.getNameNode()
        : (specifier?.getAliasNode() ?? specifier?.getNameNode())
    if (declared) replaceMethods(site, one, declared)
  }
}

const adapter: Rule = {
  of: ["WagmiAdapter"],
  becomes: "wagmi's `createConfig`, with `portico(modal)` as its connector",
  rewrite: ({ node, file, site }) => {
    const made = node.getParent()
    const declaration = made?.getParent()
    const given = Node.isNewExpression(made) ? made.getArguments()[0] : undefined
    const object = Node.isExpression(given) ? resolve(given) : undefined
    const fields = Node.isObjectLiteralExpression(object) ? fieldsOf(object) : undefined
    const { modal } = site
    const statement = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : undefined
    if (
      !modal ||
      modal.file !== file ||
      !fields ||
      statement?.getParent() !== file ||
      !Node.isVariableDeclaration(declaration)
    )
      return refuse(
        site,
        node,
        "Create wagmi's configuration by `createConfig({ chains, connectors: [portico(modal)] })`.",
      )
    const adapterName = declaration.getName()
    const kept: Options = {}
    const before: string[] = []
    let chains = "networks"
    for (const { name, value, node: field } of fields) {
      if (!value) continue
      if (name === "networks") chains = value.getText()
      else if (name === "projectId" || name === "customRpcUrls") setOption(site, [name], value.getText())
      else if (name === "connectors")
        site.report(
          statement,
          field.getText(),
          "Portico's connector replaces them. If you need one of them besides the modal, add it again.",
        )
      else if (name === "pendingTransactionsFilter") site.report(statement, field.getText(), "No equivalent.")
      else kept[name] = value.getText()
    }
    const { end, isTypeScript } = styleOf(file)
    if (!/^[\w$]+$/.test(chains)) {
      before.push(`const networks = ${chains}${isTypeScript ? " as const" : ""}${end}`)
      chains = "networks"
    }
    setOption(site, ["networks"], chains)
    const config: Options = {
      chains,
      connectors: `[${addImport(file, "portico/wagmi", "portico")}(${modal.name})]`,
      multiInjectedProviderDiscovery: "false",
      ...(kept.transports || kept.client ? {} : transportsFor(chains, before, file)),
      ...kept,
    }
    made?.replaceWithText(`${addImport(file, "wagmi", "createConfig")}(${writeObject(config)})`)
    const index = statement.getChildIndex()
    if (before.length > 0) file.insertStatements(index, before.join("\n"))
    site.place = index + before.length
    renameConfig(site, file, adapterName)
    return true
  },
}

/** Makes `wagmiAdapter.wagmiConfig` the constant `wagmiConfig`, in all files. */
const renameConfig = (site: Site, file: SourceFile, adapterName: string): void => {
  const name = "wagmiConfig"
  for (const one of site.sources) {
    const isHere = one === file
    const specifier = one
      .getImportDeclarations()
      .flatMap((each) => each.getNamedImports())
      .find((each) => each.getName() === adapterName && !each.getAliasNode())
    if (!isHere && !specifier) continue
    const declared = isHere ? one.getVariableDeclaration(adapterName)?.getNameNode() : specifier?.getNameNode()
    for (const use of declared ? referencesTo(one, declared) : []) {
      const access = use.getParent()
      if (Node.isPropertyAccessExpression(access) && access.getName() === name) access.replaceWithText(name)
    }
    if (specifier && declared && referencesTo(one, declared).length === 0) specifier.setName(name)
  }
  file.getVariableDeclaration(adapterName)?.getNameNode().replaceWithText(name)
}

/** Wraps the content of `WagmiProvider`, because AppKit's modal needs no provider and Portico's hooks do. */
const provide = (site: Site): void => {
  const { modal } = site
  if (!modal || modal.exists) return
  const providers = site.sources.flatMap((file) =>
    usesOf(file, ["wagmi"], "WagmiProvider").flatMap((one) => {
      const element = one.getParent()?.getParent()
      return Node.isJsxOpeningElement(one.getParent()) && Node.isJsxElement(element) ? [{ file, element }] : []
    }),
  )
  for (const { file, element } of providers) {
    const tag = addImport(file, "portico/react", "ModalProvider")
    wrapChildren(element, tag, `modal={${importFromFile(file, modal.file, modal.name)}}`)
    site.rewrote(file, "WagmiProvider", "`ModalProvider` of `portico/react` inside it, for the hooks and buttons")
  }
  if (providers.length === 0 && site.needsProvider)
    site.report(
      modal.file,
      modal.name,
      "Render `<ModalProvider modal={modal}>` of `portico/react` around your components.",
    )
}

/** AppKit's buttons by tag or component: which of Portico's replace them. */
const buttons: Readonly<Record<string, readonly string[]>> = {
  button: ["ConnectButton", "AccountButton"],
  "connect-button": ["ConnectButton"],
  "account-button": ["AccountButton"],
  "network-button": ["NetworkButton"],
}
const components: Readonly<Record<string, string>> = {
  AppKitButton: "button",
  AppKitConnectButton: "connect-button",
  AppKitAccountButton: "account-button",
  AppKitNetworkButton: "network-button",
}

const writeButtons = (site: Site, file: SourceFile, element: Element, kind: string): void => {
  const shared: string[] = []
  const own: Record<string, string[]> = { ConnectButton: [], AccountButton: [], NetworkButton: [] }
  for (const { name, value, node } of propsOf(element) ?? []) {
    if (name === "disabled") shared.push(node.getText())
    else if (name === "balance") own.AccountButton?.push(...(textOf(value) === "hide" ? ["balance={false}"] : []))
    else if (name === "namespace") own.ConnectButton?.push(node.getText())
    else if (name === "label" && textOf(value) !== undefined)
      setText(site, ["messages", "connectWallet"], textOf(value) ?? "")
    else if (name === "loadingLabel" && textOf(value) !== undefined)
      setText(site, ["messages", "connecting"], textOf(value) ?? "")
    else site.report(node, node.getText(), "No equivalent: style the buttons with CSS, by `.portico-button`.")
  }
  addImport(file, "portico/buttons.css", "")
  const tags = (buttons[kind] ?? []).map(
    (name) => `<${[addImport(file, "portico/react", name), ...(own[name] ?? []), ...shared].join(" ")} />`,
  )
  site.needsProvider = true
  replaceByAll(element, tags)
}

/** Rewrites the custom elements in JSX, which a site uses without an import. */
const replaceElements = (site: Site): void => {
  for (const file of site.sources)
    for (;;) {
      const element = [
        ...file.getDescendantsOfKind(SyntaxKind.JsxSelfClosingElement),
        ...file.getDescendantsOfKind(SyntaxKind.JsxElement),
      ].find((one) => kindOf(one) !== undefined)
      if (!element) break
      const { tag, kind } = kindOf(element) ?? { tag: "", kind: "" }
      writeButtons(site, file, element, kind)
      site.rewrote(
        file,
        `<${tag}>`,
        `${(buttons[kind] ?? []).map((one) => `\`${one}\``).join(" and ")} of \`portico/react\``,
      )
    }
}

const kindOf = (element: Element): { readonly tag: string; readonly kind: string } | undefined => {
  const opening = Node.isJsxElement(element) ? element.getOpeningElement() : element
  const tag = opening.getTagNameNode().getText()
  const kind = /^(appkit|w3m)-((connect-|account-|network-)?button)$/.exec(tag)?.[2]
  return kind === undefined || childrenOf(element).trim() !== "" ? undefined : { tag, kind }
}

const component: Rule = {
  of: Object.keys(components),
  becomes: "the buttons of `portico/react`",
  rewrite: ({ node, file, site }) => {
    const name = node.getText()
    const element = node.getParent()
    const kind = components[name]
    if (!Node.isJsxSelfClosingElement(element) || kind === undefined)
      return refuse(site, node, "Use `ConnectButton`, `AccountButton` and `NetworkButton` of `portico/react`.")
    writeButtons(site, file, element, kind)
    return true
  },
}

/** Hooks whose result has the same fields in Portico: its name there, and the fields that it has. */
const sameHooks: Readonly<Record<string, { readonly name: string; readonly fields: readonly string[] }>> = {
  useAppKit: { name: "useModal", fields: ["open", "close"] },
  useAppKitAccount: { name: "useAccount", fields: ["address", "isConnected", "caipAddress", "status"] },
  useAppKitState: {
    name: "useModalState",
    fields: ["open", "loading", "initialized", "selectedNetworkId", "activeChain"],
  },
}

const renamed: Rule = {
  of: Object.keys(sameHooks),
  becomes: "the hook of `portico/react`",
  rewrite: ({ node, file, site }) => {
    const { name, fields } = sameHooks[node.getText()] ?? { name: "", fields: [] }
    const call = node.getParent()
    const declaration = call?.getParent()
    const pattern = Node.isVariableDeclaration(declaration) ? declaration.getNameNode() : undefined
    const wanted = Node.isObjectBindingPattern(pattern)
      ? pattern.getElements().map((one) => (one.getPropertyNameNode() ?? one.getNameNode()).getText())
      : undefined
    const unknown = wanted?.find((one) => !fields.includes(one))
    if (!wanted || unknown !== undefined)
      return refuse(
        site,
        node,
        `Use \`${name}()\` of \`portico/react\`${unknown ? `, which has no \`${unknown}\`` : ""}.`,
      )
    node.replaceWithText(addImport(file, "portico/react", name, freeName(file, name)))
    site.needsProvider = true
    return `\`${name}\` of \`portico/react\``
  },
}

const network = (isTypeScript: boolean): HookFields => ({
  caipNetwork: { kind: "value", text: "useNetwork().network", imports: ["useNetwork"] },
  caipNetworkId: { kind: "value", text: "useNetwork().caipNetworkId", imports: ["useNetwork"] },
  chainId: { kind: "value", text: "useNetwork().network?.id", imports: ["useNetwork"] },
  switchNetwork: {
    kind: "value",
    text: `(network${isTypeScript ? ": { id: number | string }" : ""}) => modal.switchNetwork({ network: \`eip155:\${network.id}\` })`,
  },
})

const otherHooks: Readonly<Record<string, (isTypeScript: boolean) => HookFields>> = {
  useAppKitNetwork: network,
  useDisconnect: () => ({ disconnect: { kind: "value", text: "modal.disconnect" } }),
  useAppKitProvider: () => ({ walletProvider: { kind: "value", text: "modal.provider" } }),
  useAppKitTheme: () => ({
    setThemeMode: { kind: "value", text: "modal.setThemeMode" },
    setThemeVariables: { kind: "value", text: "modal.setThemeVariables" },
  }),
}

const hook: Rule = {
  of: Object.keys(otherHooks),
  becomes: "the modal of `useModal`, and `useNetwork`",
  rewrite: ({ node, file, site }: Use) => {
    const problem = replaceHook(node, otherHooks[node.getText()]?.(styleOf(file).isTypeScript) ?? {})
    if (problem === undefined) site.needsProvider = true
    return problem === undefined || refuse(site, node, `Use the modal of \`useModal()\` instead (${problem}).`)
  },
}

/** Moves the imports of networks to wagmi, or to Portico if wagmi has no such network. */
const moveNetworks = (site: Site): void => {
  for (const file of site.sources)
    for (const declaration of file.getImportDeclarations()) {
      if (declaration.getModuleSpecifierValue() !== "@reown/appkit/networks") continue
      const names = declaration
        .getNamedImports()
        .map((one) => ({ name: one.getName(), alias: one.getAliasNode()?.getText() }))
      for (const { name, alias } of names) {
        if (name === "AppKitNetwork") continue
        const isPortico = ofPortico.includes(name)
        if (isPortico)
          site.report(file, name, "wagmi knows EVM chains only: give its `createConfig` a list without this network.")
        declaration
          .getNamedImports()
          .find((one) => one.getName() === name)
          ?.remove()
        addImport(file, isPortico ? "portico" : "wagmi/chains", name, alias)
      }
      if (declaration.getNamedImports().length === 0) declaration.remove()
      else
        for (const one of usesOf(file, packages, "AppKitNetwork")) {
          addTypeImport(file, "viem", "Chain")
          one.replaceWithText("Chain")
        }
      site.rewrote(file, "@reown/appkit/networks", "`wagmi/chains`, or `portico` for other namespaces")
    }
}

/** Exports without a rule. */
const left = {
  useAppKitBalance: "Use `useBalances` of `portico/react`.",
  useAppKitEvents: "Use `recorder()` of `portico/trace`.",
  useWalletInfo: "Use `useAccount().connection` of `portico/react`.",
  useAppKitConnections: "Use `useConnections` of `portico/react`.",
  useAppKitConnection: "Use `useConnections` of `portico/react`, and `modal.switchConnection`.",
  useAppKitWallets: "Use `useWallets` and `useConnect` of `portico/react`.",
  AppKitProvider: "Render `<ModalProvider options={options}>` of `portico/react`, with the options of `createModal`.",
}

export const appKit: Library = {
  name: "AppKit",
  packages,
  left,
  tags: /<(appkit|w3m)-(connect-|account-|network-)?button\b/,
  findModal,
  before: (site) => {
    moveNetworks(site)
    replaceElements(site)
  },
  rules: [create, adapter, component, renamed, hook],
  createModal: (site) => {
    const { modal, options } = site
    if (modal && !modal.exists && site.place !== undefined) {
      insertModal(site, modal, site.place, options, [])
      replaceAllMethods(site, modal)
      provide(site)
    }
  },
}
