import { describe, expect, it } from "vitest"
import { migrated, rewritten } from "./migrated.ts"

const config = `import { getDefaultConfig } from "connectkit"
import { createConfig } from "wagmi"

export const config = createConfig(getDefaultConfig({ appName: "Fernhill", walletConnectProjectId: "p" }))
`

const inSite = (code: string, names: string) => rewritten(`import { ${names} } from "connectkit"\n\n${code}\n`)

/** A provider with these props: the site after the command, and what is left to do. */
const provided = (props: string) =>
  migrated({
    "src/wagmi.ts": config,
    "src/App.tsx": `import { ConnectKitProvider } from "connectkit"
import { config } from "./wagmi"

export const App = () => <ConnectKitProvider ${props}><p>{String(config)}</p></ConnectKitProvider>
`,
  })

describe("the configuration of ConnectKit", () => {
  it("becomes a modal, and wagmi's configuration with the chains that ConnectKit adds", () => {
    expect(rewritten(config, "src/wagmi.ts").text).toBe(`import { createConfig, http } from "wagmi"
import { mainnet, polygon, optimism, arbitrum } from "wagmi/chains"
import { portico } from "portico/wagmi"
import { createModal } from "portico"

const chains = [mainnet, polygon, optimism, arbitrum] as const
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
  transports: { [mainnet.id]: http(), [polygon.id]: http(), [optimism.id]: http(), [arbitrum.id]: http() },
})
`)
  })

  it("reports what the modal has no option for", () => {
    const { findings } = rewritten(config.replace("appName:", "enableFamily: true, appName:"), "src/wagmi.ts")
    expect(findings).toEqual([
      "src/wagmi.ts:15 enableFamily: true: No equivalent: a login by email or a social account is a feature of the project.",
    ])
  })
})

describe("ConnectKitProvider", () => {
  it("becomes ModalProvider, and its props options of the modal", () => {
    const { after, findings } = provided(
      `mode="light" customTheme={{ "--ck-accent-color": "#0a7d4f" }} options={{ language: "fr-FR", enforceSupportedChains: true, hideQuestionMarkCTA: true }}`,
    )
    expect(after["src/App.tsx"]).toBe(`import { config, modal } from "./wagmi"
import { ModalProvider } from "portico/react"

export const App = () => <ModalProvider modal={modal}><p>{String(config)}</p></ModalProvider>
`)
    expect(after["src/wagmi.ts"]).toContain(`  themeMode: "light",
  themeVariables: {
    "--portico-accent": "#0a7d4f",
  },
  locale: "fr-FR",
  allowUnsupportedChain: false,
  enableHelp: false,
`)
    expect(findings).toEqual([])
  })

  it("follows the system as ConnectKit does without a mode", () => {
    expect(provided("").after["src/wagmi.ts"]).toContain(`  themeMode: "system",\n`)
  })

  it.each([
    [`theme="retro"`, `theme="retro"`, "No equivalent theme: set `themeVariables` of `createModal`."],
    ["mode={mode}", "mode={mode}", "Set `themeMode` of `createModal`, or call `modal.setThemeMode` when it changes."],
    ["options={{ hideTooltips: true }}", "hideTooltips: true", "No equivalent."],
    ["onConnect={log}", "onConnect={log}", "Use wagmi's `useAccountEffect({ onConnect })`."],
    ["unheard", "unheard", "Unknown prop. Portico's options are those of `createModal`."],
  ])("reports %s", (props, found, advice) => {
    expect(provided(props).findings).toEqual([`src/App.tsx:4 ${found}: ${advice}`])
  })
})

describe("ConnectKit's buttons", () => {
  it("ConnectKitButton becomes two buttons, without the balance that ConnectKit leaves out", () => {
    expect(inSite("export const A = () => <p><ConnectKitButton /></p>", "ConnectKitButton").text).toBe(
      `import { ConnectButton, AccountButton } from "portico/react"

export const A = () => <p><ConnectButton /> <AccountButton balance={false} /></p>
`,
    )
  })

  it("ConnectKitButton keeps its props that Portico has, and reports the others", () => {
    const { text, findings } = inSite(
      "export const A = () => <ConnectKitButton showBalance showAvatar={false} mode='dark' />",
      "ConnectKitButton",
    )
    expect(text).toContain("<><ConnectButton /> <AccountButton avatar={false} /></>")
    expect(findings).toEqual([
      "src/App.tsx:3 mode='dark': No equivalent: set the theme of the modal, and style the button with CSS.",
    ])
  })

  it("ConnectKitButton.Custom becomes a component that the command adds", () => {
    const { after } = migrated({
      "src/A.tsx": `import { ConnectKitButton } from "connectkit"

export const A = () => <ConnectKitButton.Custom>{({ show }) => <b onClick={show} />}</ConnectKitButton.Custom>
`,
    })
    expect(after["src/A.tsx"]).toBe(`import { CustomConnectButton } from "./CustomConnectButton"

export const A = () => <CustomConnectButton>{({ show }) => <b onClick={show} />}</CustomConnectButton>
`)
    expect(after["src/CustomConnectButton.tsx"]).toContain("truncatedAddress")
  })
})

describe("ConnectKit's hooks", () => {
  it("useModal becomes Portico's", () => {
    const { text } = inSite(
      `export function A() {
  const { open, setOpen, openProfile, openSwitchNetworks } = useModal()
  return <b hidden={open} onClick={() => setOpen(true)} onFocus={openProfile} onBlur={openSwitchNetworks} />
}`,
      "useModal",
    )
    expect(text).toBe(`import { useModal, useModalState } from "portico/react"

export function A() {
  const modal = useModal()
  const modalState = useModalState()
  const open = modalState.open
  const setOpen = (isOpen: boolean) => void (isOpen ? modal.open() : modal.close())
  const openProfile = () => void modal.open({ view: "Account" })
  const openSwitchNetworks = () => void modal.open({ view: "Networks" })
  return <b hidden={open} onClick={() => setOpen(true)} onFocus={openProfile} onBlur={openSwitchNetworks} />
}
`)
  })

  it("useModal with callbacks stays and is reported", () => {
    const { text, findings } = inSite("export const useIt = () => useModal({ onConnect })", "useModal")
    expect(text).toContain("useModal({ onConnect })")
    expect(findings).toEqual([
      "src/App.tsx:3 useModal({ onConnect }): Call `modal.open({ view })` of Portico's `useModal()` instead (it has callbacks).",
    ])
  })

  it("useSIWE, useChains and useChainIsSupported become hooks of Portico and wagmi", () => {
    const { text } = inSite(
      `export function A({ id }) {
  const { isSignedIn, signIn, signOut } = useSIWE()
  const count = useChains().length
  const isSupported = useChainIsSupported(id)
  return isSupported && isSignedIn ? <b onClick={signOut}>{count}</b> : <b onClick={signIn} />
}`,
      "useSIWE, useChains, useChainIsSupported",
    )
    expect(text).toContain(`  const isSignedIn = useSession() !== undefined
  const signIn = () => modal.signIn()
  const signOut = () => modal.signOut()
  const count = useWagmiChains().length
  const isSupported = useWagmiChains().some(({ id }) => id === id)`)
  })
})

describe("ConnectKit's sign-in", () => {
  it("becomes siweConfig, and its provider is removed", () => {
    const { after, findings } = migrated({
      "src/wagmi.ts": config,
      "src/siwe.ts": `import type { SIWEConfig } from "connectkit"

export const siwe: SIWEConfig = {
  getNonce: () => fetchNonce(),
  nonceRefetchInterval: 1000,
}
`,
      "src/App.tsx": `import { ConnectKitProvider, SIWEProvider } from "connectkit"
import { siwe } from "./siwe"

export const App = () => (
  <SIWEProvider {...siwe}>
    <ConnectKitProvider>
      <p />
    </ConnectKitProvider>
  </SIWEProvider>
)
`,
    })
    expect(after["src/siwe.ts"]).toBe(`import type { SiweConfig } from "portico"

export const siwe: SiweConfig = {
  getNonce: () => fetchNonce()
}
`)
    expect(after["src/wagmi.ts"]).toContain("  siweConfig: siwe,\n")
    expect(after["src/App.tsx"]).toContain(`(
  <ModalProvider modal={modal}>
    <p />
  </ModalProvider>
)`)
    expect(findings).toEqual([
      "src/siwe.ts:3 nonceRefetchInterval: 1000: No equivalent: the nonce and the session are requested when they are needed.",
    ])
  })
})
