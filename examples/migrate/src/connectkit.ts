import { type Expression, Node, type ObjectLiteralExpression } from "ts-morph"
import { addSupport } from "./addSupport.ts"
import { type HookFields, replaceHook } from "./edit/hooks.ts"
import { addImport, importFromFile, isTaken } from "./edit/imports.ts"
import { changeTag, elementOf, propsOf, replaceByAll, spreadOf, unwrap } from "./edit/jsx.ts"
import { setOption, setText, setValue } from "./edit/options.ts"
import { type Field, fieldsOf, flagOf, resolve, textOf } from "./edit/values.ts"
import type { Library, Rule } from "./library.ts"
import { type PropRule, providerRule } from "./providerRule.ts"
import { refuse } from "./refuse.ts"
import type { Site } from "./site.ts"
import { findSignIn, typeSignIn, useSignIn } from "./siwe.ts"
import { createWagmiModal, findConfig } from "./wagmi.ts"

const packages = ["connectkit"]

/** Variables of a `customTheme` that Portico has under another name. */
const variables: Readonly<Record<string, string>> = {
  "--ck-accent-color": "--portico-accent",
  "--ck-font-family": "--portico-font",
}

const objectIn = (value: Expression | undefined): readonly Field[] | undefined => {
  const object = value && resolve(value)
  return Node.isObjectLiteralExpression(object) ? fieldsOf(object) : undefined
}

const noEquivalent = (site: Site, { node }: Field): void => site.report(node, node.getText(), "No equivalent.")

/** Fields of the provider's `options` by name. Others have no equivalent. */
const options: Readonly<Record<string, (site: Site, field: Field) => void>> = {
  language: (site, { value, node }) => {
    if (value) setValue(site, ["locale"], value, { anchor: node, advice: "Call `modal.setLocale` when it changes." })
  },
  initialChainId: (site, { value, node }) => {
    if (Node.isPropertyAccessExpression(value) && value.getName() === "id")
      setValue(site, ["defaultNetwork"], value.getExpression(), { anchor: node })
    else if (value?.getText() !== "0")
      site.report(node, node.getText(), "Set the option `defaultNetwork` to the chain.")
  },
  enforceSupportedChains: (site, { value, node }) => {
    const isEnforced = flagOf(value)
    if (isEnforced === undefined)
      site.report(node, node.getText(), "Set the option `allowUnsupportedChain` to the opposite.")
    else setOption(site, ["allowUnsupportedChain"], String(!isEnforced))
  },
  hideQuestionMarkCTA: (site, { value }) => {
    if (flagOf(value) === true) setOption(site, ["enableHelp"], "false")
  },
  disclaimer: (site, { node }) =>
    site.report(node, node.getText(), "Set `termsConditionsUrl` and `privacyPolicyUrl` of `createModal`."),
  hideBalance: (site, { node }) => site.report(node, node.getText(), "Use `<AccountButton balance={false} />`."),
}

/** Props of `ConnectKitProvider` by name. */
const providerProps: Readonly<Record<string, PropRule>> = {
  mode: (site, { value, node }) => {
    const mode = textOf(value)
    if (mode !== undefined) setText(site, ["themeMode"], mode === "auto" ? "system" : mode)
    else
      site.report(
        node,
        node.getText(),
        "Set `themeMode` of `createModal`, or call `modal.setThemeMode` when it changes.",
      )
  },
  theme: (site, { value, node }) => {
    if (textOf(value) === "midnight") setText(site, ["themeMode"], "dark")
    else if (textOf(value) !== "auto")
      site.report(node, node.getText(), "No equivalent theme: set `themeVariables` of `createModal`.")
  },
  customTheme: (site, { value, node }) => {
    const fields = objectIn(value)
    if (!fields) site.report(node, node.getText(), "Set `themeVariables` of `createModal`.")
    for (const field of fields ?? []) {
      const variable = variables[field.name]
      if (variable && field.value) setValue(site, ["themeVariables", variable], field.value, { anchor: node })
      else site.report(node, field.node.getText(), "No equivalent: see the guide's list of `themeVariables`.")
    }
  },
  options: (site, { value, node }) => {
    const fields = objectIn(value)
    if (!fields) site.report(node, node.getText(), "Set the options of `createModal`.")
    for (const field of fields ?? []) (options[field.name] ?? noEquivalent)(site, { ...field, node: field.node })
  },
  debugMode: (site, { value }) => {
    if (flagOf(value) === true) setOption(site, ["debug"], "true")
  },
  onConnect: (site, { node }) => site.report(node, node.getText(), "Use wagmi's `useAccountEffect({ onConnect })`."),
  onDisconnect: (site, { node }) =>
    site.report(node, node.getText(), "Use wagmi's `useAccountEffect({ onDisconnect })`."),
  children: () => {},
}

const provider = providerRule({ name: "ConnectKitProvider", theme: { mode: "system" }, props: providerProps })

const button: Rule = {
  of: ["ConnectKitButton"],
  becomes: "`ConnectButton` and `AccountButton` of `portico/react`",
  rewrite: ({ node, file, site }) => {
    const element = elementOf(node)
    const props = element && propsOf(element)
    if (!element || !props) return refuse(site, node, "Use `ConnectButton` and `AccountButton` of `portico/react`.")
    if (Node.isPropertyAccessExpression(node.getParent())) {
      if (/\bensName\b/.test(element.getText()))
        site.report(element, "ensName in ConnectKitButton.Custom", "Use wagmi's `useEnsName`, or `AccountButton`.")
      const support = addSupport(site, "ConnectKitButton", "CustomConnectButton", file)
      changeTag(element, importFromFile(file, support, "CustomConnectButton"))
      return "`CustomConnectButton`, which the command adds to the site"
    }
    const account = new Set(["balance={false}"])
    for (const { name, value, node: prop } of props) {
      const flag = flagOf(value)
      if (name === "label" && textOf(value) !== undefined)
        setText(site, ["messages", "connectWallet"], textOf(value) ?? "")
      else if (name === "showBalance" && flag !== undefined) flag ? account.delete("balance={false}") : undefined
      else if (name === "showAvatar" && flag !== undefined) flag ? undefined : account.add("avatar={false}")
      else if (name === "onClick")
        site.report(
          prop,
          prop.getText(),
          "`onClick` of `ConnectButton` receives the event; `event.preventDefault()` keeps the modal closed.",
        )
      else
        site.report(prop, prop.getText(), "No equivalent: set the theme of the modal, and style the button with CSS.")
    }
    const buttons = [
      `<${addImport(file, "portico/react", "ConnectButton")} />`,
      `<${[addImport(file, "portico/react", "AccountButton"), ...account].join(" ")} />`,
    ]
    replaceByAll(element, buttons)
    return true
  },
}

const modalFields = (isTypeScript: boolean): HookFields => ({
  open: { kind: "value", text: "modalState.open" },
  setOpen: {
    kind: "value",
    text: `(isOpen${isTypeScript ? ": boolean" : ""}) => void (isOpen ? modal.open() : modal.close())`,
  },
  openProfile: { kind: "open", view: "Account" },
  openSwitchNetworks: { kind: "open", view: "Networks" },
  openAbout: { kind: "open", view: "WhatIsAWallet" },
  openOnboarding: { kind: "open", view: "WhatIsAWallet" },
  openSIWE: { kind: "value", text: "() => void modal.signIn()" },
})

const signInFields: HookFields = {
  isSignedIn: { kind: "value", text: "useSession() !== undefined", imports: ["useSession"] },
  signIn: { kind: "value", text: "() => modal.signIn()" },
  signOut: { kind: "value", text: "() => modal.signOut()" },
}

const modalHook: Rule = {
  of: ["useModal"],
  becomes: "`useModal` of `portico/react`",
  rewrite: ({ node, file, site }) => {
    const call = node.getParent()
    const given = Node.isCallExpression(call) ? call.getArguments() : []
    const problem =
      given.length > 0 ? "it has callbacks" : replaceHook(node, modalFields(/\.tsx?$/.test(file.getFilePath())))
    return (
      problem === undefined ||
      refuse(site, node, `Call \`modal.open({ view })\` of Portico's \`useModal()\` instead (${problem}).`)
    )
  },
}

const signInHook: Rule = {
  of: ["useSIWE"],
  becomes: "`useSession` and `useModal` of `portico/react`",
  rewrite: ({ node, site }) => {
    const call = node.getParent()
    const given = Node.isCallExpression(call) ? call.getArguments() : []
    const problem = given.length > 0 ? "it has callbacks" : replaceHook(node, signInFields)
    return (
      problem === undefined ||
      refuse(site, node, `Use \`useSession()\`, \`modal.signIn()\` and \`modal.signOut()\` instead (${problem}).`)
    )
  },
}

/** Fields of a sign-in that Portico has not. */
const withoutEquivalent = ["nonceRefetchInterval", "sessionRefetchInterval"]

const signIn: Rule = {
  of: ["SIWEProvider"],
  becomes: "the option `siweConfig` of `createModal`",
  rewrite: ({ node, site }) => {
    const element = elementOf(node)
    const spread = element && spreadOf(element)
    const found = spread && findSignIn(site, spread.value)
    if (!element || !found)
      return refuse(
        site,
        node,
        "Pass its props as `siweConfig` to `createModal`, at the top level of the file that creates the modal.",
      )
    for (const { node: prop } of spread.others)
      site.report(element.getParentOrThrow(), prop.getText(), "Use an effect on `useSession()` of `portico/react`.")
    useSignIn(site, found)
    unwrap(element)
    typeSignIn(found)
    removeFields(site, found.object)
    return true
  },
}

const removeFields = (site: Site, object: ObjectLiteralExpression): void => {
  for (const name of withoutEquivalent) {
    const field = object.getProperty(name)
    if (!field || !Node.isPropertyAssignment(field)) continue
    site.report(object, field.getText(), "No equivalent: the nonce and the session are requested when they are needed.")
    field.remove()
  }
}

const chains: Rule = {
  of: ["useChains"],
  becomes: "`useChains` of `wagmi`",
  rewrite: ({ node, file }) => {
    node.replaceWithText(
      addImport(file, "wagmi", "useChains", isTaken(file, "useChains") ? "useWagmiChains" : undefined),
    )
    return true
  },
}

const isSupported: Rule = {
  of: ["useChainIsSupported"],
  becomes: "`useChains` of `wagmi`",
  rewrite: ({ node, file, site }) => {
    const call = node.getParent()
    if (!Node.isCallExpression(call)) return refuse(site, node, "Compare with the chains of wagmi's `useChains`.")
    const [chain] = call.getArguments()
    const hook = addImport(file, "wagmi", "useChains", isTaken(file, "useChains") ? "useWagmiChains" : undefined)
    call.replaceWithText(`${hook}().some(({ id }) => id === ${chain?.getText() ?? "undefined"})`)
    return true
  },
}

const session: Rule = {
  of: ["SIWESession"],
  becomes: "the type itself",
  rewrite: ({ node, site }) => {
    const reference = node.getParent()
    if (!Node.isTypeReference(reference)) return refuse(site, node, "Use `{ address: string; chainId: number }`.")
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a type of TypeScript.
    reference.replaceWithText("{ address: `0x${string}`; chainId: number }")
    return true
  },
}

const mounted = "Use your own effect that sets a state: Portico's components render on the server too."

/** Exports without a rule. */
const left = {
  getDefaultConfig:
    "Create the modal by `createModal`, and use wagmi's `createConfig` with `connectors: [portico(modal)]`.",
  getDefaultConnectors: "Use `connectors: [portico(modal)]`: the modal lists the wallets.",
  SIWEButton: "Call `modal.signIn()` in a button of your own.",
  Avatar: "Use `AccountButton`, which shows the account's image.",
  ChainIcon: "Use `NetworkButton`, which shows the network's image.",
  useIsMounted: mounted,
  SIWEConfig: "Use `SiweConfig` of `portico`.",
  Types: "Use the types of `portico`.",
  wallets: "Set `featuredWalletIds` of `createModal`.",
}

export const connectKit: Library = {
  name: "ConnectKit",
  packages,
  left,
  findModal: findConfig("getDefaultConfig"),
  rules: [signIn, provider, button, modalHook, signInHook, chains, isSupported, session],
  createModal: (site) => {
    createWagmiModal(site, {
      maker: "getDefaultConfig",
      options: {
        appName: ["metadata", "name"],
        appDescription: ["metadata", "description"],
        appUrl: ["metadata", "url"],
        appIcon: ["metadata", "icons"],
        walletConnectProjectId: ["projectId"],
        multiInjectedProviderDiscovery: undefined,
      },
      connectors: ["getDefaultConnectors"],
      special: {
        app: (inner, { value }) => {
          for (const field of objectIn(value) ?? [])
            if (field.value)
              setOption(
                inner,
                ["metadata", field.name],
                field.name === "icon" ? `[${field.value.getText()}]` : field.value.getText(),
              )
        },
      },
      unsupported: {
        coinbaseWalletPreference: "No equivalent: visitors choose in Coinbase Wallet.",
        enableFamily: "No equivalent: a login by email or a social account is a feature of the project.",
        enableAaveAccount: "No equivalent: a login by email or a social account is a feature of the project.",
        aaveAccountOptions: "No equivalent: a login by email or a social account is a feature of the project.",
      },
      chains: ["mainnet", "polygon", "optimism", "arbitrum"],
    })
  },
}
