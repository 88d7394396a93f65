import { describe, expect, it } from "vitest"
import { migrated, rewritten } from "./migrated.ts"

const config = `import { createAppKit } from "@reown/appkit/react"
import { mainnet } from "@reown/appkit/networks"
import { WagmiAdapter } from "@reown/appkit-adapter-wagmi"

const projectId = "p"

export const wagmiAdapter = new WagmiAdapter({ networks: [mainnet], projectId })

createAppKit({ adapters: [wagmiAdapter], networks: [mainnet], projectId })
`

const app = (code: string, names: string) => rewritten(`import { ${names} } from "@reown/appkit/react"\n\n${code}\n`)

/** The configuration with these options of `createAppKit`. */
const withOptions = (options: string) =>
  rewritten(config.replace("[wagmiAdapter],", `[wagmiAdapter], ${options},`), "src/appkit.ts")

describe("createAppKit with wagmi's adapter", () => {
  it("becomes a modal, and wagmi's configuration with it as the connector", () => {
    expect(rewritten(config, "src/appkit.ts").text).toBe(`import { mainnet } from "wagmi/chains"
import { portico } from "portico/wagmi"
import { http, createConfig } from "wagmi"
import { createModal } from "portico"

const projectId = "p"
const networks = [mainnet] as const
export const modal = createModal({
  projectId,
  networks,
  themeMode: "system",
})

export const wagmiConfig = createConfig({
  chains: networks,
  connectors: [portico(modal)],
  multiInjectedProviderDiscovery: false,
  transports: { [mainnet.id]: http() },
})
`)
  })

  it("wraps the content of WagmiProvider, and renames the configuration there", () => {
    const { after } = migrated({
      "src/appkit.ts": config,
      "src/App.tsx": `import { WagmiProvider } from "wagmi"
import { wagmiAdapter } from "./appkit"

export const App = () => (
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <p />
  </WagmiProvider>
)
`,
    })
    expect(after["src/App.tsx"]).toBe(`import { WagmiProvider } from "wagmi"
import { wagmiConfig, modal } from "./appkit"
import { ModalProvider } from "portico/react"

export const App = () => (
  <WagmiProvider config={wagmiConfig}>
    <ModalProvider modal={modal}>
      <p />
    </ModalProvider>
  </WagmiProvider>
)
`)
  })

  it.each([
    [`themeMode: "light"`, `themeMode: "light",`],
    [
      `themeVariables: { "--w3m-accent": "#fff", "--apkt-font-family": "serif" }`,
      `themeVariables: {\n    "--portico-accent": "#fff",\n    "--portico-font": "serif",\n  },`,
    ],
    ["features: { swaps: true, history: false }", "features: {\n    activity: false,\n  },"],
    ["siwx: new DefaultSIWX()", "siwx: {},"],
    ["debug: true", "debug: true,"],
  ])("keeps the option %s", (option, written) => {
    const { text, findings } = withOptions(option)
    expect(text).toContain(`  ${written}\n`)
    expect(findings).toEqual([])
  })

  it.each([
    ["enableWalletGuide: false", "No equivalent."],
    ["siwx: mine()", "Set the option `siwx` of `createModal`: its methods are those of the guide on sign-in."],
  ])("reports the option %s", (option, advice) => {
    const [finding] = withOptions(option).findings
    expect(finding).toMatch(/^src\/appkit\.ts:\d+ /)
    expect(finding).toContain(`${option}: ${advice}`)
  })

  it("replaces AppKit's types and networks with those of viem, wagmi and Portico", () => {
    const { text, findings } = rewritten(
      `import { type AppKitNetwork, base, solana } from "@reown/appkit/networks"\n\nexport const all: AppKitNetwork[] = [base, solana]\n`,
      "src/networks.ts",
    )
    expect(text).toBe(`import { base } from "wagmi/chains"
import { solana } from "portico"
import type { Chain } from "viem"

export const all: Chain[] = [base, solana]
`)
    expect(findings).toEqual([
      "src/networks.ts:1 solana: wagmi knows EVM chains only: give its `createConfig` a list without this network.",
    ])
  })

  it("is left and reported inside a function", () => {
    const { text, findings } = app("export const start = () => createAppKit({ networks, projectId })", "createAppKit")
    expect(text).toContain("createAppKit({ networks, projectId })")
    expect(findings).toEqual([
      "src/App.tsx:3 createAppKit({ networks, projectId }): Call `createModal` once, at the top level of a file, with the options that the guide lists.",
    ])
  })
})

describe("AppKit's buttons", () => {
  it.each([
    ["<appkit-button />", "<ConnectButton /> <AccountButton />"],
    [`<appkit-button balance="hide" />`, "<ConnectButton /> <AccountButton balance={false} />"],
    ["<w3m-connect-button />", "<ConnectButton />"],
    ["<appkit-account-button />", "<AccountButton />"],
    ["<appkit-network-button />", "<NetworkButton />"],
  ])("%s becomes %s", (before, after) => {
    const { text } = rewritten(
      `import { useAccount } from "wagmi"\n\nexport const A = () => <p id={useAccount().address}>${before}</p>\n`,
    )
    expect(text).toContain(`<p id={useAccount().address}>${after}</p>`)
    expect(text).toContain(`import "portico/buttons.css"`)
  })

  it("AppKitButton becomes two buttons, and reports its size", () => {
    const { text, findings } = app(`export const A = () => <AppKitButton size="sm" />`, "AppKitButton")
    expect(text).toContain("<><ConnectButton /> <AccountButton /></>")
    expect(findings).toEqual([
      `src/App.tsx:4 size="sm": No equivalent: style the buttons with CSS, by \`.portico-button\`.`,
    ])
  })
})

describe("AppKit's hooks", () => {
  it("become Portico's, beside wagmi's of the same name", () => {
    const { text } =
      rewritten(`import { useAppKit, useAppKitAccount, useAppKitNetwork, useAppKitState, useAppKitTheme, useDisconnect } from "@reown/appkit/react"
import { useAccount } from "wagmi"

export function A() {
  const { open } = useAppKit()
  const { address } = useAppKitAccount({ namespace: "eip155" })
  const { caipNetworkId, switchNetwork } = useAppKitNetwork()
  const { open: isOpen } = useAppKitState()
  const { setThemeMode } = useAppKitTheme()
  const { disconnect } = useDisconnect()
  return [open, address, caipNetworkId, switchNetwork, isOpen, setThemeMode, disconnect, useAccount]
}
`)
    expect(text).toBe(`import { useAccount } from "wagmi"
import { useModal, useAccount as usePorticoAccount, useModalState, useNetwork } from "portico/react"

export function A() {
  const { open } = useModal()
  const { address } = usePorticoAccount({ namespace: "eip155" })
  const modal = useModal()
  const caipNetworkId = useNetwork().caipNetworkId
  const switchNetwork = (network: { id: number | string }) => modal.switchNetwork({ network: \`eip155:\${network.id}\` })
  const { open: isOpen } = useModalState()
  const setThemeMode = modal.setThemeMode
  const disconnect = modal.disconnect
  return [open, address, caipNetworkId, switchNetwork, isOpen, setThemeMode, disconnect, useAccount]
}
`)
  })

  it("stay, and are reported, if Portico's has no such field", () => {
    const { text, findings } = app(
      "export const useIt = () => {\n  const { allAccounts } = useAppKitAccount()\n  return allAccounts\n}",
      "useAppKitAccount",
    )
    expect(text).toContain("const { allAccounts } = useAppKitAccount()")
    expect(findings).toEqual([
      "src/App.tsx:4 useAppKitAccount(): Use `useAccount()` of `portico/react`, which has no `allAccounts`.",
    ])
  })
})

describe("AppKit's modal", () => {
  it("is Portico's in all files, with the methods that Portico has", () => {
    const { after, findings } = migrated({
      "src/appkit.ts": config.replace("\ncreateAppKit", "\nexport const kit = createAppKit"),
      "src/use.ts": `import { useAppKit } from "@reown/appkit/react"
import { kit } from "./appkit"

kit.subscribeState(({ open }) => console.log(open))
export const wallet = () => [kit.getWalletProvider(), kit.getAddress()]
kit.subscribeEvents(() => {})
export const use = useAppKit
`,
    })
    expect(after["src/appkit.ts"]).toContain("export const kit = createModal({")
    expect(after["src/use.ts"]).toContain(`kit.subscribe(({ open }) => console.log(open))
export const wallet = () => [kit.provider, kit.getState().address]
kit.subscribeEvents(() => {})
`)
    expect(findings).toEqual([
      "src/use.ts:7 use = useAppKit: Use `useModal()` of `portico/react`.",
      "src/use.ts:6 kit.subscribeEvents: Use `recorder()` of `portico/trace`.",
    ])
  })
})
