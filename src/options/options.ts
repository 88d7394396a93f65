import type { Paymaster } from "../capabilities/model.ts"
import type { SiweConfig, SiwxConfig } from "../siwx/model/message.ts"
import type { CustomWallet } from "../wallets/first-paint/model/wallet.ts"
import type { AccountType } from "./accountTypes.ts"
import type { LocalFeatures } from "./localFeatures.ts"
import type { Namespace } from "./namespaces.ts"
import type { CaipNetworkId, Network, NetworkDescription } from "./networks.ts"
import type { RemoteFeatures } from "./remoteFeatures.ts"

/** URLs of the services that Portico uses. Trailing slashes are removed. */
export interface Hosts {
  /** API for the wallet directory, the project configuration and authentication. */
  readonly api: string
  /** API for blockchain data, names, swaps, on-ramp and smart sessions, and the provider's nodes. */
  readonly blockchain: string
  /** Analytics endpoint. */
  readonly analytics: string
  /**
   * WebSocket URL of the WalletConnect relay. With a list, the next URL is tried if one cannot be reached. All must belong to the same
   * relay network, because a wallet may use any of its hosts.
   */
  readonly relay: string | readonly string[]
  /** Site of the embedded wallet's frame and of the pop-up for social logins. */
  readonly secureSite: string
  /** WalletConnect Verify service, which attests the page's domain to wallets. */
  readonly verify: string
  /** API for the unspent outputs (UTXOs) of Bitcoin addresses. */
  readonly utxo: string
  /** Service of network and token images. */
  readonly images: string
  /** Coinbase Wallet's page, which is run by Coinbase, not by the provider. Defaults to `https://keys.coinbase.com`. */
  readonly coinbase?: string
  /** Safe web app, which may show this page in a frame. It is run by Safe, not by the provider. Defaults to `https://app.safe.global`. */
  readonly safe?: string
}

/** Visibility of the row in the Connect view that leads to the whole directory. */
export type AllWallets = "SHOW" | "HIDE" | "ONLY_MOBILE"

/** Order of the installed wallets: last used first (`recent`), by name (`name`), or the listed IDs first. */
export type WalletOrder = "recent" | "name" | readonly string[]

/** Description of the site for wallets. Missing fields are taken from the page. `url` has no effect: wallets receive the page's origin. */
export interface Metadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/** CSS variables of the theme. */
export type ThemeVariables = {
  readonly "--portico-accent"?: string
  readonly "--portico-font"?: string
  readonly "--portico-color-mix"?: string
  /** Percentage of the mixed color in the surfaces, 0 to 40. */
  readonly "--portico-color-mix-strength"?: string | number
  /** Base font size in px, 8 to 13. */
  readonly "--portico-font-size-master"?: string | number
  /** Base corner radius in px, 0 to 6. */
  readonly "--portico-border-radius-master"?: string | number
  readonly "--portico-z-index"?: string | number
  readonly "--portico-qr-color"?: string
}

/** Validated options, with every default applied. */
export interface CheckedOptions {
  /**
   * Name of this instance's storage, relay session and tab channel. On one page, modals with the same ID share an instance, which has the
   * options of the first.
   */
  readonly id: string
  /** Project ID from the provider's dashboard. Identifies the site to the wallet directory, the nodes and the relay. Required. */
  readonly projectId: string
  /** Networks that visitors can use. The first is the default. At least one is required; viem chains are accepted. */
  readonly networks: readonly Network[]
  /** Network to start on, unless a connection is restored. Defaults to the last used network, or else the first in `networks`. */
  readonly defaultNetwork: Network | undefined
  /** Name, description and icons that wallets show for the site. Missing fields are taken from the page. */
  readonly metadata: Partial<Metadata>
  /** Features that only the site controls. Remote features may be set here as well. */
  readonly features: LocalFeatures
  /**
   * Features that the project configuration controls. These values apply until it has loaded, and if it cannot be loaded. Features that are
   * off by default then stay off.
   */
  readonly remoteFeatures: RemoteFeatures
  /** Remote features that the site set. The project configuration overrides them. */
  readonly askedFeatures: Partial<RemoteFeatures>
  /** Client name sent to the provider's services, which expect a known protocol client. */
  readonly sdkType: string
  /** Client version sent with `sdkType`. */
  readonly sdkVersion: string
  /** Sign-in with a wallet signature (CAIP-122). If it is not set, visitors sign in only if the project enables the provider's sign-in. */
  readonly siwx: SiwxConfig | undefined
  /** Older form of `siwx`, for EVM chains. Only one of the two may be set. */
  readonly siweConfig: SiweConfig | undefined
  /** Initial account type of each namespace: `eoa` or `smartAccount`; for Bitcoin, `payment` or `ordinal`. */
  readonly defaultAccountTypes: Readonly<Record<Namespace, AccountType>>
  /** Additional wallets of the site, listed next to those from the directory. */
  readonly customWallets: readonly CustomWallet[]
  /** IDs of the directory wallets to show instead of all. */
  readonly includeWalletIds: readonly string[]
  /** IDs of directory wallets to hide, even if they are installed. */
  readonly excludeWalletIds: readonly string[]
  /** IDs of directory wallets to list first. */
  readonly featuredWalletIds: readonly string[]
  /**
   * Order of the wallets installed in the browser: `recent` lists the last used first, `name` sorts by name, and a list of connector IDs,
   * rdns values or directory IDs puts those wallets first. The others follow in the order in which they announced themselves, which is also
   * the default.
   */
  readonly walletOrder: WalletOrder | undefined
  /** Whether the Connect view has a row that leads to the whole directory: `SHOW`, `HIDE` or `ONLY_MOBILE`. */
  readonly allWallets: AllWallets
  /** URL of your terms of service, shown below the wallets. Connecting means accepting them. */
  readonly termsConditionsUrl: string | undefined
  /** URL of your privacy policy, shown next to the terms. */
  readonly privacyPolicyUrl: string | undefined
  /** Whether the modal renders inside the page, where the site places its element, instead of over it. */
  readonly enableEmbedded: boolean
  /**
   * Whether a wallet may stay on a network that the site does not offer. Otherwise the visitor is asked to switch, and `modal.provider`
   * rejects requests.
   */
  readonly allowUnsupportedChain: boolean
  /** Whether the site supplies its own WalletConnect URIs: `open({ uri })` shows them as QR codes. */
  readonly manualWCControl: boolean
  /**
   * Whether the modal offers to switch networks: in the header of the account, and if the wallet is on an unsupported network. The site can
   * switch in any case.
   */
  readonly enableNetworkSwitch: boolean
  /** Whether to restore connections after a reload. If not, the modal disconnects those of the last visit. */
  readonly enableReconnect: boolean
  /** Whether wallets can connect over WalletConnect, by QR code or link. */
  readonly enableWalletConnect: boolean
  /** Whether to list browser wallets that announce themselves (EIP-6963). */
  readonly enableEIP6963: boolean
  /**
   * Whether to announce the modal to the page as a wallet, so other libraries can use it without an adapter: as an EIP-6963 provider
   * (`modal.provider`) and, if it has a Solana network, as a wallet of the Wallet Standard.
   */
  readonly announce: boolean
  /** Whether visitors without the Coinbase extension can connect through Coinbase Wallet's page. */
  readonly enableCoinbase: boolean
  /** Whether help is shown beside the wallets in wide windows: what a wallet is, and the next steps of a connection. */
  readonly enableHelp: boolean
  /** Whether the site inserts `modal.element` into the page itself. Otherwise it is appended to the body. */
  readonly disableAppend: boolean
  /**
   * Whether the modal starts with a QR code, or on phones with the wallet directory, instead of the Connect view. Turns all remote features
   * off, such as logins, and does not load the project configuration.
   */
  readonly basic: boolean
  /** Whether to prefer universal links (https) over an app's own URL scheme on phones, if a wallet has both. */
  readonly experimental_preferUniversalLinks: boolean
  /** URLs of the site's own nodes, by CAIP-2 network ID. */
  readonly customRpcUrls: { readonly [id: CaipNetworkId]: readonly { readonly url: string }[] }
  /**
   * Tokens by CAIP-2 network ID, as AppKit accepts them. They do not change which balances are shown: the modal lists all tokens of the
   * account. `getState()` reports them, and `policyFor` allows their images.
   */
  readonly tokens: { readonly [id: CaipNetworkId]: { readonly address: string; readonly image?: string } }
  /** Services that pay network fees for visitors (ERC-7677), by CAIP-2 network ID. Used with wallets that support paymasters. */
  readonly paymasters: { readonly [id: CaipNetworkId]: Paymaster }
  /** Image URLs of networks, by the network's `id` or its CAIP-2 ID. */
  readonly chainImages: { readonly [id: string]: string }
  /** Image URLs of connectors, by connector ID. */
  readonly connectorImages: { readonly [id: string]: string }
  /** Color scheme. `system` follows the visitor's system setting. */
  readonly themeMode: "dark" | "light" | "system"
  /** Accent, font, radius and size variables, by their `--portico-` names. */
  readonly themeVariables: ThemeVariables
  /** Locale as a BCP 47 tag, such as `fr-CA`. Sets the language and the number and date formats. */
  readonly locale: string
  /** Replacement messages, by key, or by locale and key. */
  readonly messages: { readonly [name: string]: unknown }
  /**
   * Time at which to load the files that the first open needs. `idle`: after the page has loaded, while it is idle, unless the visitor
   * saves data or is on 2G. `intent`: when the visitor points at, focuses or touches one of Portico's buttons; `idle` includes this.
   * `none`: only on click. Preloading contacts only the host of Portico's files.
   */
  readonly preload: "idle" | "intent" | "none"
  /** Whether to show alerts meant for developers. */
  readonly debug: boolean
  /** Hosts that replace the provider's, by service. */
  readonly hosts: Partial<Hosts> & Pick<Hosts, "secureSite">
  /** Layers that replace the defaults, or a function that loads them: `() => import("portico/layers").then((l) => l.demo())`. */
  readonly layers: Readonly<Record<string, unknown>> | (() => unknown) | undefined
  /** Nonce that `policyFor` adds to `style-src`, for styles of the page. Portico's own styles need none. */
  readonly cspNonce: string | undefined
}

/** Whether the site replaces built-in layers, which any function is assumed to do. A tracer or a clock does not count. */
export const replacesLayers = ({ layers = {} }: Pick<CheckedOptions, "layers">): boolean =>
  typeof layers === "function" || Object.keys(layers).some((name) => name !== "tracer" && name !== "clock")

/** Options of `createModal` (specification section 3, "Options"). */
export interface ModalOptions
  extends Partial<
    Omit<
      CheckedOptions,
      | "projectId"
      | "networks"
      | "defaultNetwork"
      | "features"
      | "remoteFeatures"
      | "askedFeatures"
      | "hosts"
      | "defaultAccountTypes"
    >
  > {
  readonly projectId: string
  /** Networks that visitors can use. At least one is required, and viem chains are accepted. */
  readonly networks: readonly NetworkDescription[]
  readonly defaultNetwork?: NetworkDescription
  readonly features?: Partial<LocalFeatures & RemoteFeatures>
  readonly remoteFeatures?: Partial<RemoteFeatures>
  readonly defaultAccountTypes?: Partial<Record<Namespace, AccountType>>
  readonly hosts?: Partial<Hosts>
}

/** Default of `hosts.secureSite`. It is not in `hosts.ts`, because a social login needs it before the engine loads. */
export const secureSite = "https://secure.walletconnect.org"
