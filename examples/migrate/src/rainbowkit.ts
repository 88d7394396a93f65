import { type Expression, type ExpressionStatement, Node, type SourceFile } from "ts-morph"
import { addSupport } from "./addSupport.ts"
import { type HookFields, replaceHook } from "./edit/hooks.ts"
import { addImport, importFromFile, referencesTo } from "./edit/imports.ts"
import { changeTag, elementOf, propsOf, replaceByAll, unwrap } from "./edit/jsx.ts"
import { setOption, setText, setValue } from "./edit/options.ts"
import { dedent, styleOf } from "./edit/style.ts"
import { constantOf, dropConstant, type Field, fieldsOf, flagOf, resolve, textOf } from "./edit/values.ts"
import type { Library, Rule, Use } from "./library.ts"
import { type PropRule, providerRule } from "./providerRule.ts"
import { refuse } from "./refuse.ts"
import type { Site } from "./site.ts"
import { findSignIn, typeSignIn, useSignIn } from "./siwe.ts"
import { createWagmiModal, findConfig } from "./wagmi.ts"
import { builtIn, directoryIds } from "./wallets.ts"

const packages = ["@rainbow-me/rainbowkit"]

/** Corner radii by RainbowKit's names. */
const radii: Readonly<Record<string, string>> = { none: "0px", small: "2px", medium: "3px", large: "4px" }
const fonts: Readonly<Record<string, string>> = {
  rounded: "ui-rounded, system-ui, sans-serif",
  system: "system-ui, sans-serif",
}
const themes: Readonly<Record<string, "dark" | "light">> = {
  darkTheme: "dark",
  lightTheme: "light",
  midnightTheme: "dark",
}

/** Reads a call such as `darkTheme({ accentColor: "#7b3fe4" })`. Returns its color scheme, or `undefined` if it is anything else. */
const readTheme = (site: Site, value: Expression | undefined, node: Node): "dark" | "light" | undefined => {
  const call = value && resolve(value)
  const mode = Node.isCallExpression(call) ? themes[call.getExpression().getText()] : undefined
  if (!Node.isCallExpression(call) || !mode) return undefined
  const [options] = call.getArguments()
  if (options === undefined) return mode
  const fields = Node.isObjectLiteralExpression(options) ? fieldsOf(options) : undefined
  if (!fields) {
    site.report(node, options.getText(), "Set `themeVariables` of `createModal`.")
    return mode
  }
  for (const field of fields) themeFields[field.name]?.(site, field, node)
  return mode
}

const themeFields: Readonly<Record<string, (site: Site, field: Field, node: Node) => void>> = {
  accentColor: (site, { value }, node) => {
    if (value) setValue(site, ["themeVariables", "--portico-accent"], value, { anchor: node })
  },
  accentColorForeground: (site, { node: field }, node) =>
    site.report(node, field.getText(), "Not needed: Portico chooses a text color that can be read on the accent."),
  borderRadius: (site, { value }) => {
    const radius = radii[textOf(value) ?? ""]
    if (radius) setText(site, ["themeVariables", "--portico-border-radius-master"], radius)
  },
  fontStack: (site, { value }) => {
    const font = fonts[textOf(value) ?? ""]
    if (font) setText(site, ["themeVariables", "--portico-font"], font)
  },
  overlayBlur: (site, { node: field }, node) =>
    site.report(node, field.getText(), "No equivalent: the page behind the modal is dimmed, not blurred."),
}

const setTheme = (site: Site, { value, node }: Field): void => {
  const resolved = value && resolve(value)
  if (Node.isNullLiteral(resolved)) {
    site.report(node, node.getText(), "No equivalent: the modal has its own style sheet in a shadow root.")
    return
  }
  const both = Node.isObjectLiteralExpression(resolved) ? fieldsOf(resolved) : undefined
  const isBoth = both?.some(({ name }) => name === "lightMode" || name === "darkMode")
  const modes = isBoth ? both?.map((one) => readTheme(site, one.value, node)) : [readTheme(site, value, node)]
  if (isBoth && modes?.every((mode) => mode !== undefined)) setText(site, ["themeMode"], "system")
  else if (modes?.[0]) setText(site, ["themeMode"], modes[0])
  else
    site.report(
      node,
      node.getText(),
      "Set `themeMode` and `themeVariables` of `createModal`, or call `modal.setThemeMode` when the theme changes.",
    )
}

/** Props of `RainbowKitProvider` by name. Others are reported. */
const providerProps: Readonly<Record<string, PropRule>> = {
  theme: setTheme,
  locale: (site, { value, node }) => {
    const locale = textOf(value)
    if (locale !== undefined) setText(site, ["locale"], locale === "ua" ? "uk" : locale)
    else if (value)
      setValue(site, ["locale"], value, { anchor: node, advice: "Call `modal.setLocale` when it changes." })
  },
  initialChain: (site, { value, node }) => {
    if (!value) return
    if (Node.isNumericLiteral(resolve(value)) || /\.id$/.test(value.getText())) {
      const chain = value.getText().replace(/\.id$/, "")
      if (/\.id$/.test(value.getText()) && Node.isPropertyAccessExpression(value))
        setValue(site, ["defaultNetwork"], value.getExpression(), { anchor: node })
      else site.report(node, node.getText(), `Set the option \`defaultNetwork\` to the chain ${chain}.`)
    } else setValue(site, ["defaultNetwork"], value, { anchor: node })
  },
  appInfo: (site, { value, node }) => {
    const fields =
      value && Node.isObjectLiteralExpression(resolve(value)) ? fieldsOf(resolve(value) as never) : undefined
    for (const field of fields ?? []) {
      if (field.name === "appName" && field.value) setValue(site, ["metadata", "name"], field.value, { anchor: node })
      else if (field.name === "disclaimer")
        site.report(node, "disclaimer", "Set `termsConditionsUrl` and `privacyPolicyUrl` of `createModal`.")
      else site.report(node, field.name, "No equivalent: the modal explains wallets in its own views.")
    }
    if (!fields) site.report(node, node.getText(), "Set `metadata` of `createModal`.")
  },
  coolMode: (site, { node }) => site.report(node, node.getText(), "No equivalent."),
  avatar: (site, { node }) =>
    site.report(node, node.getText(), "No equivalent: the modal shows the account's own image, or a generated one."),
  modalSize: (site, { node }) => site.report(node, node.getText(), "No equivalent: the modal has one size."),
  showRecentTransactions: (site, { node, value }) => {
    if (flagOf(value) !== true)
      site.report(node, node.getText(), "Set `features: { activity: false }` of `createModal` to hide the activity.")
  },
  id: (site, { value, node }) => {
    if (value) setValue(site, ["id"], value, { anchor: node })
  },
  children: () => {},
}

const provider = providerRule({
  name: "RainbowKitProvider",
  theme: { mode: "light", unless: "theme" },
  props: providerProps,
})

/** Props of `ConnectButton`: what they leave out of the three buttons. */
const writeButtons = ({ site, file }: Use, props: readonly Field[]): readonly string[] => {
  const account: string[] = []
  let hasNetwork = true
  for (const { name, value, node } of props) {
    if (name === "label") {
      const label = textOf(value)
      if (label === undefined)
        site.report(node, node.getText(), "Set the option `messages: { connectWallet }` of `createModal`.")
      else setText(site, ["messages", "connectWallet"], label)
    } else if (name === "showBalance" && flagOf(value) === false) account.push("balance={false}")
    else if (name === "showBalance" && flagOf(value) === true) continue
    else if (name === "chainStatus" && textOf(value) === "none") hasNetwork = false
    else if (name === "accountStatus" && textOf(value) === "address") account.push("avatar={false}")
    else if ((name === "accountStatus" || name === "chainStatus") && textOf(value) === "full") continue
    else
      site.report(
        node,
        node.getText(),
        "No equivalent: style the buttons with CSS, by `.portico-button[data-portico]`.",
      )
  }
  const connect = addImport(file, "portico/react", "ConnectButton", alias)
  const buttons = [`<${connect} />`]
  if (hasNetwork) buttons.push(`<${addImport(file, "portico/react", "NetworkButton")} />`)
  buttons.push(`<${[addImport(file, "portico/react", "AccountButton"), ...account].join(" ")} />`)
  return buttons
}

/** Local name while the file still imports RainbowKit's button. */
const alias = "PorticoConnectButton"

const button: Rule = {
  of: ["ConnectButton"],
  becomes: "`ConnectButton`, `NetworkButton` and `AccountButton` of `portico/react`",
  rewrite: (use) => {
    const { node, file, site } = use
    const element = elementOf(node)
    const props = element && propsOf(element)
    if (!element || !props) return refuse(site, node, "Use `ConnectButton` and `AccountButton` of `portico/react`.")
    if (Node.isPropertyAccessExpression(node.getParent())) {
      if (node.getParent()?.getText() !== "ConnectButton.Custom" && !node.getParent()?.getText().endsWith(".Custom"))
        return refuse(site, node, "Unknown part of `ConnectButton`.")
      const used = element.getText()
      if (
        /\b(displayBalance|balanceFormatted|ensName|ensAvatar|iconUrl|iconBackground|hasPendingTransactions)\b/.test(
          used,
        )
      )
        site.report(
          element,
          "balance, name or image in ConnectButton.Custom",
          "`CustomConnectButton` has what the modal knows without asking. For the rest use wagmi's hooks, or `AccountButton` and `NetworkButton`.",
        )
      const support = addSupport(site, "RainbowKitButton", "CustomConnectButton", file)
      changeTag(element, importFromFile(file, support, "CustomConnectButton"))
      return "`CustomConnectButton`, which the command adds to the site"
    }
    replaceByAll(element, writeButtons(use, props))
    return true
  },
}

const hooks: Readonly<Record<string, HookFields>> = {
  useConnectModal: {
    openConnectModal: { kind: "open", view: "Connect", while: "disconnected" },
    connectModalOpen: { kind: "shown", view: "Connect" },
  },
  useAccountModal: {
    openAccountModal: { kind: "open", view: "Account", while: "connected" },
    accountModalOpen: { kind: "shown", view: "Account" },
  },
  useChainModal: {
    openChainModal: { kind: "open", view: "Networks", while: "connected" },
    chainModalOpen: { kind: "shown", view: "Networks" },
  },
}

const hook: Rule = {
  of: Object.keys(hooks),
  becomes: "`modal.open()` of `useModal`",
  rewrite: ({ node, site }) => {
    const name = importedName(node)
    const problem = replaceHook(node, hooks[name] ?? {})
    return problem === undefined || refuse(site, node, `Call \`useModal().open({ view })\` instead (${problem}).`)
  },
}

const importedName = (node: Node): string => {
  const declaration = node.getSymbol()?.getDeclarations()[0]
  return Node.isImportSpecifier(declaration) ? declaration.getName() : node.getText()
}

const adapter: Rule = {
  of: ["createAuthenticationAdapter"],
  becomes: "an object for the option `siweConfig`",
  rewrite: ({ node, file, site }) => {
    const call = node.getParent()
    const object = Node.isCallExpression(call) ? call.getArguments()[0] : undefined
    const declaration = call?.getParent()
    const isConstant =
      Node.isVariableDeclaration(declaration) && declaration.getVariableStatement()?.getParent() === file
    if (!Node.isObjectLiteralExpression(object) || !isConstant || !isSignInOf(site, declaration.getName()))
      return refuse(
        site,
        node,
        "Pass its functions as `siweConfig` to `createModal`: `verify` is `verifyMessage`, and `getSession` returns the backend's session.",
      )
    const name = declaration.getName()
    const verify = object.getProperty("verify")
    if (Node.isPropertyAssignment(verify) || Node.isMethodDeclaration(verify))
      verify.getNameNode().replaceWithText("verifyMessage")
    else if (Node.isShorthandPropertyAssignment(verify)) verify.replaceWithText("verifyMessage: verify")
    object.addProperty(
      "// Return the address and chain of the backend's session, so visitors stay signed in after a reload.\ngetSession: async () => null",
    )
    call?.replaceWithText(object.getText())
    const initializer = file.getVariableDeclarationOrThrow(name).getInitializer()
    if (Node.isObjectLiteralExpression(initializer)) {
      typeSignIn({ object: initializer, name })
      site.report(
        initializer,
        `getSession of ${name}`,
        "Return the address and chain ID of the backend's session. Until then visitors sign in again after each reload.",
      )
    }
    return true
  },
}

/** Whether the modal's option `siweConfig` is this constant, because the provider's rule could move it. */
const isSignInOf = ({ options }: Site, name: string) => options.siweConfig === name

const authentication: Rule = {
  of: ["RainbowKitAuthenticationProvider"],
  becomes: "the option `siweConfig` of `createModal`",
  rewrite: ({ node, site }) => {
    const element = elementOf(node)
    const props = element && propsOf(element)
    const value = props?.find(({ name }) => name === "adapter")?.value
    const signIn = value && findSignIn(site, value)
    if (!element || !props || !signIn)
      return refuse(
        site,
        node,
        "Pass the adapter's functions as `siweConfig` to `createModal`, at the top level of the file that creates the modal.",
      )
    useSignIn(site, signIn)
    for (const { name, node: prop } of props)
      if (name !== "adapter" && name !== "children")
        site.report(
          element.getParentOrThrow(),
          prop.getText(),
          "Not needed. `useSession()` of `portico/react` returns the session, or `undefined`.",
        )
    unwrap(element)
    return true
  },
}

const styles: Rule = {
  of: ["@rainbow-me/rainbowkit/styles.css"],
  becomes: "`portico/buttons.css`",
  rewrite: () => true,
}

const advice = (of: string, text: string): Rule => ({
  of: [of],
  becomes: "",
  rewrite: ({ node, site }) => refuse(site, node, text),
})

const recent: Rule = {
  of: ["useAddRecentTransaction"],
  becomes: "nothing: the modal's activity lists transactions by itself",
  rewrite: ({ node, file, site }) => {
    const declaration = node.getParent()?.getParent()
    const name = Node.isVariableDeclaration(declaration) ? declaration.getNameNode() : undefined
    const calls = name && referencesTo(file, name).map((one) => one.getParent()?.getParent())
    if (!Node.isVariableDeclaration(declaration) || !calls?.every((one) => Node.isExpressionStatement(one)))
      return refuse(site, node, "Remove it: the modal's activity lists transactions by itself.")
    for (const call of calls) if (Node.isExpressionStatement(call)) removeCall(call)
    dropConstant(declaration)
    return true
  },
}

/** Removes a statement. A constant that only it used stays as a statement of its own, such as an awaited transaction. */
const removeCall = (statement: ExpressionStatement): void => {
  const call = statement.getExpression()
  const given = Node.isCallExpression(call) ? call.getArguments().flatMap((one) => [one, ...one.getDescendants()]) : []
  const constants = given.filter(Node.isIdentifier).flatMap((one) => constantOf(one) ?? [])
  statement.remove()
  for (const constant of new Set(constants)) {
    const owner = constant.getVariableStatement()
    const isUsed = referencesTo(constant.getSourceFile(), constant.getNameNode()).length > 0
    const value = constant.getInitializer()?.getText()
    if (owner?.getDeclarations().length !== 1 || isUsed || !value) continue
    const text = dedent(value, owner.getIndentationText().length)
    owner.replaceWithText(`${text}${styleOf(owner.getSourceFile()).end}`)
  }
}

const status: Rule = {
  of: ["AuthenticationStatus"],
  becomes: "the type itself",
  rewrite: ({ node }) => {
    const reference = node.getParent()
    if (!Node.isTypeReference(reference)) return false
    const union = `"loading" | "unauthenticated" | "authenticated"`
    reference.replaceWithText(Node.isArrayTypeNode(reference.getParent()) ? `(${union})` : union)
    return true
  },
}

/** Turns the wallets of `getDefaultConfig` into IDs of the directory. */
const setWallets = (site: Site, { value, node }: Field): void => {
  const names = value
    ? resolve(value)
        .getDescendants()
        .filter(Node.isIdentifier)
        .map((one) => one.getText())
        .filter((one) => /Wallet$/.test(one))
    : []
  const ids = [...new Set(names)].flatMap((name) => directoryIds[name] ?? [])
  const unknown = [...new Set(names)].filter((name) => !directoryIds[name] && !builtIn.includes(name))
  const { quote } = styleOf(site.modal?.file as SourceFile)
  if (ids.length > 0)
    setOption(site, ["featuredWalletIds"], `[\n    ${ids.map((id) => `${quote}${id}${quote}`).join(",\n    ")},\n  ]`)
  const named = unknown.length > 0 ? unknown.join(", ") : names.length === 0 ? node.getText() : undefined
  if (named)
    site.report(
      node.getFirstAncestor(Node.isStatement) ?? node,
      named,
      "Add the wallets' directory IDs to `featuredWalletIds` of `createModal`.",
    )
}

/** Exports whose uses other rules remove. Those that are left are reported. */
const leftovers = {
  getDefaultConfig:
    "Create the modal by `createModal`, and use wagmi's `createConfig` with `connectors: [portico(modal)]`.",
  connectorsForWallets: "Use `connectors: [portico(modal)]`, and set `featuredWalletIds` of `createModal`.",
  getDefaultWallets: "Use `connectors: [portico(modal)]`: the modal lists the wallets.",
  ...Object.fromEntries(
    Object.keys(themes).map((name) => [name, "Use `themeMode` and `themeVariables` of `createModal`."]),
  ),
}

export const rainbowKit: Library = {
  name: "RainbowKit",
  packages,
  left: leftovers,
  findModal: findConfig("getDefaultConfig"),
  rules: [
    styles,
    authentication,
    adapter,
    provider,
    button,
    hook,
    recent,
    status,
    advice("WalletButton", "Call `useConnect()` of `portico/react`, or `modal.connect({ wallet })`."),
    advice("getWalletConnectConnector", "Describe the wallet in `customWallets` of `createModal`."),
    advice("cssStringFromTheme", "Use `themeVariables` of `createModal`."),
    advice("cssObjectFromTheme", "Use `themeVariables` of `createModal`."),
    advice("Theme", "Use `ThemeVariables` of `portico`."),
  ],
  createModal: (site) => {
    createWagmiModal(site, {
      maker: "getDefaultConfig",
      options: {
        appName: ["metadata", "name"],
        appDescription: ["metadata", "description"],
        appUrl: ["metadata", "url"],
        appIcon: ["metadata", "icons"],
        projectId: ["projectId"],
        multiInjectedProviderDiscovery: undefined,
      },
      special: { wallets: setWallets },
      connectors: ["connectorsForWallets"],
      unsupported: {
        walletConnectParameters:
          "No equivalent: the modal configures WalletConnect. `metadata` is an option of `createModal`.",
      },
    })
  },
}
