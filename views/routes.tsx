import type { ComponentType } from "react"
import { socialNames } from "../src/embedded/first-paint/model/socialLogins.ts"
import type { Route, RouteName, RouteOf } from "../src/navigation/first-paint/model/routes.ts"
import { mapRecord } from "../src/options/guards.ts"
import { Connect, ConnectWallets } from "./connect/first-paint/Connect.tsx"
import { external, scan } from "./connect/first-paint/prefetch.ts"
import { WalletHelpButton } from "./connect/first-paint/WalletHelpButton.tsx"
import type { MessageKey } from "./locales/messages.ts"
import { lazyView } from "./shared/first-paint/lazyView.ts"
import type { Text } from "./shared/first-paint/useModal.ts"

/** Row of a view: its component, or else the import of the file that exports the component under the route's name. */
type ViewRow<Name extends RouteName> = ViewFrame<Name> &
  (
    | { readonly component: ComponentType<RouteOf<Name>>; readonly load?: never }
    | {
        readonly load: () => Promise<{ readonly [Key in Name]: ComponentType<RouteOf<Key>> }>
        readonly component?: never
      }
  )

interface ViewFrame<Name extends RouteName> {
  readonly title: MessageKey | ((route: RouteOf<Name>, names: Names, text: Text) => string)
  /** Component at the end of the header, before the close button. */
  readonly aside?: ComponentType<RouteOf<Name>>
}

/** Functions that look up names by ID, for titles. */
export interface Names {
  wallet(id: string | undefined): string | undefined
  connector(id: string): string | undefined
  network(id: string): string | undefined
  /** Whether the embedded wallet is the only connect method. */
  onlyEmail(): boolean
}

/** Rows of all views, by route name. */
export type Views = { readonly [Name in RouteName]: ViewRow<Name> }

// The views of a topic load together: its index exports every view that is loaded on demand.

const capture = () => import("./siwx/dataCapture/index.ts")
const email = () => import("./embedded/email/index.ts")
const help = () => import("./help/index.ts")
const names = () => import("./names/index.ts")
const network = () => import("./network/index.ts")
const onramp = () => import("./onramp/index.ts")
const pay = () => import("./pay/index.ts")
const receive = () => import("./receive/index.ts")
const send = () => import("./send/index.ts")
const swap = () => import("./swap/index.ts")

/** Rows of all views. */
export const views: Views = {
  Connect: {
    title: (_, names, text) => text(names.onlyEmail() ? "connectEmailWallet" : "connectWallet"),
    component: Connect,
    aside: WalletHelpButton,
  },
  ConnectWallets: { title: "connectWallet", component: ConnectWallets },
  Create: { title: "createWallet", load: () => import("./embedded/Create.tsx") },
  ConnectSocials: { title: "allSocials", load: () => import("./embedded/ConnectSocials.tsx") },
  ConnectingSocial: {
    title: ({ provider }) => socialNames[provider],
    load: () => import("./embedded/ConnectingSocial.tsx"),
  },
  ConnectingFarcaster: { title: () => socialNames.farcaster, load: () => import("./embedded/ConnectingFarcaster.tsx") },
  EmailLogin: { title: "emailLogin", load: email },
  EmailVerifyOtp: { title: "confirmEmail", load: email },
  EmailVerifyDevice: { title: "registerDevice", load: email },
  UpdateEmailWallet: { title: "editEmail", load: email },
  UpdateEmailPrimaryOtp: { title: "confirmCurrentEmail", load: email },
  UpdateEmailSecondaryOtp: { title: "confirmNewEmail", load: email },
  UpgradeEmailWallet: { title: "upgradeYourWallet", load: email },
  AllWallets: {
    title: "allWallets",
    load: () => import("./wallets/AllWallets.tsx"),
    aside: lazyView(() => import("./wallets/WalletCount.tsx"), "WalletCount"),
  },
  ConnectingExternal: { title: (route, names) => names.connector(route.connector) ?? "", load: external },
  ConnectingMultiChain: { title: "selectChain", load: () => import("./connect/ConnectingMultiChain.tsx") },
  ConnectingWalletConnect: { title: (route, names) => names.wallet(route.wallet) ?? "WalletConnect", load: scan },
  ConnectingWalletConnectBasic: {
    title: "walletConnect",
    load: () => import("./walletConnect/ConnectingWalletConnectBasic.tsx"),
  },
  WhatIsAWallet: { title: "whatIsAWallet", load: help },
  GetWallet: { title: "getAWallet", load: help },
  Downloads: {
    title: (route, names, text) => {
      const wallet = names.wallet(route.wallet)
      return wallet === undefined ? text("downloads") : text("getWallet", { wallet })
    },
    load: help,
  },
  Account: {
    title: "account",
    load: () => import("./account/Account.tsx"),
    aside: lazyView(() => import("./account/Account.tsx"), "SessionsButton"),
  },
  SmartSessionList: {
    title: "smartSessions",
    load: () => import("./smartSessions/SmartSessionList.tsx"),
    aside: lazyView(() => import("./smartSessions/SmartSessionList.tsx"), "Beta"),
  },
  Nft: { title: () => "NFT", load: () => import("./balances/Nft.tsx") },
  Transactions: { title: "activity", load: () => import("./activity/Transactions.tsx") },
  ChooseAccountName: { title: "chooseName", load: names },
  RegisterAccountName: { title: "chooseName", load: names },
  RegisterAccountNameSuccess: { title: "chooseName", load: names },
  WalletReceive: { title: "receive", load: receive },
  WalletCompatibleNetworks: { title: "compatibleNetworks", load: receive },
  FundWallet: { title: "fundWallet", load: receive },
  ProfileWallets: { title: "wallets", load: () => import("./connections/ProfileWallets.tsx") },
  AccountSettings: { title: "accountSettings", load: () => import("./embedded/AccountSettings.tsx") },
  ApproveTransaction: { title: "approveTransaction", load: () => import("./embedded/ApproveTransaction.tsx") },
  Networks: { title: "chooseNetwork", load: network },
  UnsupportedChain: { title: "switchNetwork", load: network },
  SwitchActiveChain: { title: "switchChain", load: network },
  WhatIsANetwork: { title: "whatIsANetwork", load: help },
  OnRampProviders: { title: "chooseProvider", load: onramp },
  OnRampTokenSelect: { title: "selectToken", load: onramp },
  OnRampFiatSelect: { title: "selectCurrency", load: onramp },
  Swap: { title: "swap", load: swap },
  SwapSelectToken: { title: "selectToken", load: swap },
  SwapPreview: { title: "previewSwap", load: swap },
  BuyInProgress: { title: "buy", load: onramp },
  WhatIsABuy: { title: "whatIsABuy", load: onramp },
  PayWithExchange: { title: "depositFromExchange", load: pay },
  PayWithExchangeSelectAsset: { title: "selectAsset", load: pay },
  Pay: { title: "howYouPay", load: pay },
  PayLoading: { title: "paymentInProgress", load: pay },
  SIWXSignMessage: { title: "signIn", load: () => import("./siwx/SIWXSignMessage.tsx") },
  WalletSend: { title: "send", load: send },
  WalletSendSelectToken: { title: "selectToken", load: send },
  WalletSendPreview: { title: "reviewSend", load: send },
  DataCapture: { title: "signIn", load: capture },
  DataCaptureOtpConfirm: { title: "signIn", load: capture },
  SwitchNetwork: { title: (route, names) => names.network(route.network) ?? "", load: network },
}

/** Row of any view, as the shell uses it. */
interface Drawn {
  readonly title: string | ((route: Route, names: Names, text: Text) => string)
  readonly component: ComponentType<object>
  readonly aside?: ComponentType<object>
}

const rows = mapRecord(
  views as unknown as Readonly<Record<RouteName, ViewRow<"Connect">>>,
  (name, { load, ...row }) =>
    ({ ...row, ...(load && { component: lazyView(load, name as "Connect") }) }) as unknown as Drawn,
)

/** Returns what the shell needs to render a route. */
export const viewOf = ({ name }: Route): Drawn => rows[name]

/** Returns the title of a view, which is also the dialog's name. */
export const titleOf = (route: Route, names: Names, text: Text): string => {
  const { title } = viewOf(route)
  return typeof title === "string" ? text(title as MessageKey) : title(route, names, text)
}
