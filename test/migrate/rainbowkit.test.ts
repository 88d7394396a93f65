import { describe, expect, it } from "vitest"
import { migrated, rewritten } from "./migrated.ts"

const config = `import { getDefaultConfig } from "@rainbow-me/rainbowkit"
import { base, mainnet } from "wagmi/chains"

export const config = getDefaultConfig({ appName: "Fernhill", projectId: "p", chains: [mainnet, base] })
`

/** A provider with these props, and the options that its modal gets. */
const optionsFor = (props: string, imports = "") => {
  const app = `import { RainbowKitProvider${imports} } from "@rainbow-me/rainbowkit"
import { config } from "./wagmi"

export const App = () => <RainbowKitProvider ${props}><p>{String(config)}</p></RainbowKitProvider>
`
  const { after, findings } = migrated({ "src/wagmi.ts": config, "src/App.tsx": app })
  const made = /createModal\(\{\n([\s\S]*?)\n\}\)/.exec(after["src/wagmi.ts"] ?? "")?.[1] ?? ""
  const common = /^ {2}(projectId|networks|metadata: \{\n {4}name: "Fernhill",\n {2}\}),?.*$\n?/gm
  return { options: made.replace(common, "").trim(), app: after["src/App.tsx"] ?? "", findings }
}

describe("the configuration of RainbowKit", () => {
  it("becomes a modal, and wagmi's configuration with it as the connector", () => {
    expect(rewritten(config, "src/wagmi.ts").text).toBe(`import { base, mainnet } from "wagmi/chains"
import { portico } from "portico/wagmi"
import { http, createConfig } from "wagmi"
import { createModal } from "portico"

const chains = [mainnet, base] as const
export const modal = createModal({
  projectId: "p",
  networks: chains,
  metadata: {
    name: "Fernhill",
  },
})

export const config = createConfig({
  chains,
  connectors: [portico(modal)],
  multiInjectedProviderDiscovery: false,
  transports: { [mainnet.id]: http(), [base.id]: http() },
})
`)
  })

  it("keeps the quotes, the semicolons and wagmi's options", () => {
    const before = `import { getDefaultConfig } from '@rainbow-me/rainbowkit';
import { http } from 'wagmi';
import { chains } from './chains';

export const config = getDefaultConfig({
  appName: 'Fernhill',
  appIcon: 'https://site.example/icon.png',
  projectId: 'p',
  chains,
  transports: { [1]: http() },
  ssr: true,
});
`
    expect(rewritten(before, "src/wagmi.ts").text).toBe(`import { http, createConfig } from 'wagmi';
import { chains } from './chains';
import { portico } from 'portico/wagmi';
import { createModal } from 'portico';

export const modal = createModal({
  projectId: 'p',
  networks: chains,
  metadata: {
    name: 'Fernhill',
    icons: ['https://site.example/icon.png'],
  },
});

export const config = createConfig({
  chains,
  connectors: [portico(modal)],
  multiInjectedProviderDiscovery: false,
  transports: { [1]: http() },
  ssr: true,
});
`)
  })

  it("uses wagmi's client for chains that are not listed one by one, and no types in JavaScript", () => {
    const { text } = rewritten(config.replace("[mainnet, base]", "[mainnet, ...tests()]"), "src/wagmi.js")
    expect(text).toContain("const chains = [mainnet, ...tests()]\n")
    expect(text).toContain("client: ({ chain }) => createClient({ chain, transport: http() }),")
    expect(text).toContain(`import { createClient } from "viem"`)
  })

  it("replaces wallets with their directory IDs, and reports those that no rule matches", () => {
    const wallets = `wallets: [{ groupName: "g", wallets: [metaMaskWallet, injectedWallet, clvWallet] }]`
    const { text, findings } = rewritten(config.replace("chains: [", `${wallets}, chains: [`), "src/wagmi.ts")
    expect(text).toContain(`featuredWalletIds: [
    "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96",
  ],`)
    expect(findings).toEqual([
      "src/wagmi.ts:18 clvWallet: Add the wallets' directory IDs to `featuredWalletIds` of `createModal`.",
    ])
  })

  it("may be wagmi's createConfig with connectorsForWallets", () => {
    const before = `import { connectorsForWallets } from "@rainbow-me/rainbowkit"
import { rainbowWallet } from "@rainbow-me/rainbowkit/wallets"
import { createConfig, http } from "wagmi"
import { mainnet } from "wagmi/chains"

const connectors = connectorsForWallets([{ groupName: "g", wallets: [rainbowWallet] }], { appName: "Fernhill", projectId: "p" })
export const config = createConfig({ connectors, chains: [mainnet], transports: { [mainnet.id]: http() } })
`
    const { text, findings } = rewritten(before, "src/wagmi.ts")
    expect(findings).toEqual([])
    expect(text).not.toContain("rainbow-me")
    expect(text).toContain(`export const modal = createModal({
  projectId: "p",
  networks: chains,
  featuredWalletIds: [
    "1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369",
  ],
  metadata: {
    name: "Fernhill",
  },
})
export const config = createConfig({
  chains,
  connectors: [portico(modal)],`)
  })

  it("is left and reported if its fields are not written in place", () => {
    const before = `import { getDefaultConfig } from "@rainbow-me/rainbowkit"

export const config = getDefaultConfig(options())
`
    const { text, findings } = rewritten(before, "src/wagmi.ts")
    expect(text).toContain("export const config = getDefaultConfig(options())")
    expect(findings[0]).toBe(
      "src/wagmi.ts:9 getDefaultConfig(options()): Create the modal by hand: `createModal`, and `connectors: [portico(modal)]` in wagmi's `createConfig`.",
    )
  })
})

describe("RainbowKitProvider", () => {
  it("becomes ModalProvider, with the modal of the configuration's file", () => {
    expect(optionsFor("").app).toBe(`import { config, modal } from "./wagmi"
import { ModalProvider } from "portico/react"

export const App = () => <ModalProvider modal={modal}><p>{String(config)}</p></ModalProvider>
`)
  })

  it.each([
    ["without a theme is light", "", "", `themeMode: "light",`],
    ["dark", "theme={darkTheme()}", ", darkTheme", `themeMode: "dark",`],
    [
      "light, with its options",
      `theme={lightTheme({ accentColor: "#0a7d4f", borderRadius: "small", fontStack: "system" })}`,
      ", lightTheme",
      `themeVariables: {
    "--portico-accent": "#0a7d4f",
    "--portico-border-radius-master": "2px",
    "--portico-font": "system-ui, sans-serif",
  },
  themeMode: "light",`,
    ],
    [
      "of both schemes",
      "theme={{ lightMode: lightTheme(), darkMode: darkTheme() }}",
      ", lightTheme, darkTheme",
      `themeMode: "system",`,
    ],
    ["with a locale", `locale="fr"`, "", `themeMode: "light",\n  locale: "fr",`],
    ["with an ID", `id="shop"`, "", `themeMode: "light",\n  id: "shop",`],
  ])("passes its theme and language on: %s", (_, props, imports, options) => {
    const result = optionsFor(props, imports)
    expect(result.options).toBe(options)
    expect(result.findings).toEqual([])
  })

  it.each([
    ["coolMode", "coolMode", "No equivalent."],
    [`modalSize="compact"`, `modalSize="compact"`, "No equivalent: the modal has one size."],
    [
      "theme={pick()}",
      "theme={pick()}",
      "Set `themeMode` and `themeVariables` of `createModal`, or call `modal.setThemeMode` when the theme changes.",
    ],
    ["unheard={1}", "unheard={1}", "Unknown prop. Portico's options are those of `createModal`."],
    ["initialChain={10}", "initialChain={10}", "Set the option `defaultNetwork` to the chain 10."],
  ])("reports %s", (props, found, advice) => {
    expect(optionsFor(props).findings).toEqual([`src/App.tsx:4 ${found}: ${advice}`])
  })

  it("is left and reported with spread props", () => {
    const { app, findings } = optionsFor("{...props}")
    expect(app).toContain("<RainbowKitProvider {...props}>")
    expect(findings[0]).toContain("Replace it by `<ModalProvider modal={modal}>` of `portico/react`.")
  })
})

const inSite = (code: string, names: string) =>
  rewritten(`import { ${names} } from "@rainbow-me/rainbowkit"\n\n${code}\n`)

describe("RainbowKit's buttons", () => {
  it("ConnectButton becomes three buttons, as RainbowKit shows the network and the account", () => {
    expect(inSite("export const A = () => <ConnectButton />", "ConnectButton").text).toBe(
      `import { ConnectButton, NetworkButton, AccountButton } from "portico/react"

export const A = () => <><ConnectButton /> <NetworkButton /> <AccountButton /></>
`,
    )
  })

  it("ConnectButton keeps its props that Portico has", () => {
    const { text, findings } = inSite(
      `export const A = () => <p><ConnectButton chainStatus="none" showBalance={false} accountStatus="address" /></p>`,
      "ConnectButton",
    )
    expect(text).toContain("<p><ConnectButton /> <AccountButton balance={false} avatar={false} /></p>")
    expect(findings).toEqual([])
  })

  it("ConnectButton reports props that Portico does not have", () => {
    const { findings } = inSite(`export const A = () => <ConnectButton accountStatus="avatar" />`, "ConnectButton")
    expect(findings).toEqual([
      `src/App.tsx:3 accountStatus="avatar": No equivalent: style the buttons with CSS, by \`.portico-button[data-portico]\`.`,
    ])
  })

  it("ConnectButton.Custom becomes a component that the command adds", () => {
    const { after, findings } = migrated({
      "src/App.tsx": `import { ConnectButton } from "@rainbow-me/rainbowkit"

export const A = () => <ConnectButton.Custom>{({ openConnectModal }) => <b onClick={openConnectModal} />}</ConnectButton.Custom>
`,
    })
    expect(after["src/App.tsx"]).toBe(`import { CustomConnectButton } from "./CustomConnectButton"

export const A = () => <CustomConnectButton>{({ openConnectModal }) => <b onClick={openConnectModal} />}</CustomConnectButton>
`)
    expect(after["src/CustomConnectButton.tsx"]).toContain("export function CustomConnectButton(")
    expect(findings).toEqual([])
  })

  it("ConnectButton.Custom in JavaScript gets a component without types", () => {
    const before = `import { ConnectButton } from "@rainbow-me/rainbowkit"\nexport const A = () => <ConnectButton.Custom>{() => null}</ConnectButton.Custom>\n`
    const { after } = migrated({ "src/App.jsx": before })
    expect(after["src/CustomConnectButton.jsx"]).toContain("export function CustomConnectButton({ children }) {")
  })
})

describe("RainbowKit's hooks", () => {
  it("open the modal's views", () => {
    const { text } = inSite(
      `export function A() {
  const { openConnectModal } = useConnectModal()
  const { openAccountModal: open, accountModalOpen } = useAccountModal()
  const { openChainModal } = useChainModal()
  return <b onClick={openConnectModal} onFocus={open} onBlur={() => openChainModal?.()} aria-hidden={accountModalOpen} />
}`,
      "useConnectModal, useAccountModal, useChainModal",
    )
    expect(text).toBe(`import { useModal, useModalState } from "portico/react"

export function A() {
  const modal = useModal()
  const openConnectModal = () => void modal.open({ view: "Connect" })
  const modalState = useModalState()
  const open = () => void modal.open({ view: "Account" })
  const accountModalOpen = modalState.view === "Account"
  const openChainModal = () => void modal.open({ view: "Networks" })
  return <b onClick={openConnectModal} onFocus={open} onBlur={() => openChainModal?.()} aria-hidden={accountModalOpen} />
}
`)
  })

  it("return undefined while connected, if the site checks for that", () => {
    const { text } = inSite(
      `export function A() {
  const { openConnectModal } = useConnectModal()
  return openConnectModal ? <b onClick={openConnectModal} /> : null
}`,
      "useConnectModal",
    )
    expect(text).toContain(
      `const openConnectModal = useAccount().isConnected ? undefined : () => void modal.open({ view: "Connect" })`,
    )
  })

  it("stay, and are reported, if their result is not destructured", () => {
    const code = "export const useIt = () => {\n  const all = useConnectModal()\n  return all\n}"
    const { text, findings } = inSite(code, "useConnectModal")
    expect(text).toContain("const all = useConnectModal()")
    expect(findings).toEqual([
      "src/App.tsx:4 useConnectModal(): Call `useModal().open({ view })` instead (result not destructured).",
    ])
  })

  it("useAddRecentTransaction is removed, and a transaction whose hash nothing else reads is still sent", () => {
    const { text, findings } = inSite(
      `export function A() {
  const add = useAddRecentTransaction()
  const give = async () => {
    const hash = await send()
    add({ hash, description: "Gift" })
  }
  return <b onClick={give} />
}`,
      "useAddRecentTransaction",
    )
    expect(text).toBe(`export function A() {
  const give = async () => {
    await send()
  }
  return <b onClick={give} />
}
`)
    expect(findings).toEqual([])
  })
})

describe("RainbowKit's sign-in", () => {
  const auth = `import { createAuthenticationAdapter } from "@rainbow-me/rainbowkit"

export const adapter = createAuthenticationAdapter({
  getNonce: () => fetchNonce(),
  createMessage: ({ nonce, address, chainId }) => write(nonce, address, chainId),
  verify: async ({ message, signature }) => check(message, signature),
  signOut: async () => {},
})
`
  const app = `import { RainbowKitAuthenticationProvider, RainbowKitProvider } from "@rainbow-me/rainbowkit"
import { adapter } from "./auth"
import { config } from "./wagmi"

export const App = ({ status, config }) => (
  <RainbowKitAuthenticationProvider adapter={adapter} status={status}>
    <RainbowKitProvider>
      <p />
    </RainbowKitProvider>
  </RainbowKitAuthenticationProvider>
)
`

  it("becomes siweConfig, and its provider is removed", () => {
    const { after, findings } = migrated({ "src/auth.ts": auth, "src/App.tsx": app, "src/wagmi.ts": config })
    expect(after["src/auth.ts"]).toBe(`import type { SiweConfig } from "portico"

export const adapter: SiweConfig = {
  getNonce: () => fetchNonce(),
  createMessage: ({ nonce, address, chainId }) => write(nonce, address, chainId),
  verifyMessage: async ({ message, signature }) => check(message, signature),
  signOut: async () => {},
  // Return the address and chain of the backend's session, so visitors stay signed in after a reload.
  getSession: async () => null
}
`)
    expect(after["src/wagmi.ts"]).toContain("  siweConfig: adapter,\n")
    expect(after["src/wagmi.ts"]).toContain(`import { adapter } from "./auth"\n`)
    expect(after["src/App.tsx"]).toContain(`(
  <ModalProvider modal={modal}>
    <p />
  </ModalProvider>
)`)
    expect(findings).toEqual([
      "src/App.tsx:4 status={status}: Not needed. `useSession()` of `portico/react` returns the session, or `undefined`.",
      "src/auth.ts:3 getSession of adapter: Return the address and chain ID of the backend's session. Until then visitors sign in again after each reload.",
    ])
  })

  it("stays, and is reported, if the adapter is made in a component", () => {
    const inside = app
      .replace("({ status, config }) => (", "({ status, config }) => {\n  const adapter = make()\n  return (")
      .replace(/\)\n$/, ")\n}\n")
    const { after, findings } = migrated({ "src/auth.ts": auth, "src/App.tsx": inside, "src/wagmi.ts": config })
    expect(after["src/App.tsx"]).toContain("<RainbowKitAuthenticationProvider adapter={adapter} status={status}>")
    expect(after["src/auth.ts"]).toBe(auth)
    expect(findings).toHaveLength(2)
  })
})
