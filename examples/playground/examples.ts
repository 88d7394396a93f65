import type { Signal } from "@preact/signals-core"
import type { PublicView, Route, RouteName } from "../../src/navigation/first-paint/model/routes.ts"
import { publicViews } from "../../src/options/publicViews.ts"
import type { PaymentInput } from "../../src/pay/model.ts"
import { base, bitcoin, type Layers, type Modal, mainnet, type Network, polygon, solana } from "./packageImports.ts"

/** Data for a view that needs more than its name. */
interface Example {
  /** The route's fields other than its name. */
  readonly route?: object
  /** Demo wallet to connect first. */
  readonly connected?: string
  /** `over`: wallets connected and disconnected before. `beside`: wallets connected too. */
  readonly over?: readonly string[]
  readonly beside?: readonly string[]
  /** The site's networks, if the view needs others than the playground's. */
  readonly networks?: readonly Network[]
  /** Wallet behavior that keeps the view open. */
  readonly wallets?: Layers.Script["wallets"]
  /** The rest of the demo's script. */
  readonly script?: Layers.Script
}

const halyard = "example.halyard"
/** Halyard's ID in the demo's directory. */
const listed = "2fd3251850cb182559a4f5c8e40e8afe58c685a8b668f19137682326fbcb5cac"
const email = "marguerite@inkwell.example"

/** Returns the example data of a route, or `undefined` if it needs none. */
export const exampleOf = (name: string | null): Example | undefined =>
  name !== null && Object.hasOwn(examples, name) ? examples[name as RouteName] : undefined

/** Opens a view by its route's name, including views that a site cannot open. */
export const show = async (modal: Modal, name: string) => {
  // Route names begin with a capital letter, and no inherited property does.
  if (!/^[A-Z]/.test(name)) return complain(name, "there is no such view")
  const example = exampleOf(name)
  if (example?.connected !== undefined && modal.state.connection.peek() === undefined)
    await connectAll(modal, example).catch((error) => complain(name, `nobody is connected: ${error}`))
  const view = Object.hasOwn(publicViews, name) ? (name as PublicView) : undefined
  await modal.open(view === undefined ? {} : { view, ...(view === "Pay" && { arguments: payment }) })
  const route = { name, ...example?.route } as Route
  const { views } = await import("../../views/routes.tsx")
  if (name !== "Connect" && name !== "ConnectWallets" && !Object.hasOwn(views, name))
    complain(name, "there is no such view, or not yet")
  else if (view === undefined) {
    const stack = modal.state.stack as Signal<readonly Route[]>
    stack.value = [...stack.peek(), route]
  }
}

const connectAll = async (modal: Modal, { over = [], beside = [], connected = "" }: Example) => {
  for (const wallet of over) {
    await modal.connect({ wallet })
    await modal.disconnect({ connectorId: wallet })
  }
  for (const wallet of [...beside, connected]) await modal.connect({ wallet })
}

const several: readonly Network[] = [base, mainnet, polygon, solana]

const complain = (name: string, why: string) => console.warn(`Playground: open=${name}: ${why}`)

/** Logged in to the embedded wallet. */
const embedded: Example = {
  connected: "ID_AUTH",
  script: {
    login: email,
    project: { features: [{ id: "social_login", isEnabled: true, config: ["email"] }] },
  },
}

/** Payment for a sapling, in USDC. */
const payment: PaymentInput = {
  paymentAsset: {
    network: base.caipNetworkId,
    asset: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    metadata: { name: "USD Coin", symbol: "USDC", decimals: 6 },
  },
  recipient: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1",
  amount: "14.5",
}

const examples: { readonly [Name in RouteName]?: Example } = {
  Account: { connected: halyard },
  Transactions: { connected: halyard },
  WalletReceive: { connected: halyard },
  WalletCompatibleNetworks: { connected: halyard },
  FundWallet: { connected: halyard },
  ChooseAccountName: { connected: halyard },
  RegisterAccountName: { connected: halyard },
  RegisterAccountNameSuccess: { connected: halyard },
  ProfileWallets: {
    connected: halyard,
    over: ["example.tessera"],
    beside: ["example.sheepshank", "example.cinderbox"],
    networks: [base, mainnet, polygon, solana, bitcoin],
    wallets: { "*": { delay: 0 }, "example.tessera": "approve" },
  },
  ApproveTransaction: embedded,
  AccountSettings: embedded,
  SmartSessionList: { connected: "example.cinderbox" },
  SwitchNetwork: {
    route: { network: "eip155:137" },
    connected: halyard,
    wallets: { [halyard]: { switch: "hang" } },
  },
  ConnectingExternal: { route: { connector: halyard }, wallets: { [halyard]: { connect: "hang" } } },
  ConnectingMultiChain: { route: { connector: halyard }, networks: several },
  Downloads: { route: { wallet: listed } },
  ConnectingSocial: { route: { provider: "google" } },
  EmailVerifyOtp: { route: { email } },
  EmailVerifyDevice: { route: { email } },
  DataCaptureOtpConfirm: { route: { email } },
  UpdateEmailWallet: { ...embedded, route: { email } },
  UpdateEmailPrimaryOtp: { ...embedded, route: { email, newEmail: "ansel@inkwell.example" } },
  UpdateEmailSecondaryOtp: { ...embedded, route: { email, newEmail: "ansel@inkwell.example" } },
  SwitchActiveChain: { route: { network: solana.caipNetworkId }, connected: halyard, networks: several },
  WalletSend: { connected: halyard },
  WalletSendSelectToken: { connected: halyard },
  UnsupportedChain: { connected: halyard },
  OnRampProviders: { connected: halyard },
  OnRampTokenSelect: { connected: halyard },
  OnRampFiatSelect: { connected: halyard },
  BuyInProgress: { route: { provider: "meld" }, connected: halyard },
  PayWithExchange: { connected: halyard },
  PayWithExchangeSelectAsset: { connected: halyard },
  Pay: { route: { payment }, connected: halyard },
  PayLoading: { connected: halyard },
  Swap: { connected: halyard },
  SwapPreview: { connected: halyard },
  SwapSelectToken: { route: { target: "toToken" }, connected: halyard },
}
