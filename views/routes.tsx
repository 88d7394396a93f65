import type { ComponentType } from "react"
import { connecting } from "../src/connections/first-paint/state.ts"
import { socialNames } from "../src/embedded/first-paint/model/socialLogins.ts"
import type { RouteName, RouteOf } from "../src/navigation/first-paint/model/routes.ts"
import type { ModalInstance } from "../src/stub/instance.ts"
import { findConnector } from "../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../src/wallets/first-paint/state/wallets.ts"
import titles from "./locales/en/titles.json" with { type: "json" }
import type { KeyOf, MessageKey } from "./locales/messages.ts"
import type { Text } from "./shared/first-paint/useModal.ts"

// The views that load on demand. No view of these can be shown before the engine runs, so the engine's file has the table, and the first
// view loads without it. It imports no component: sites that draw their own interface load the engine too.

/** Row of a view: the import of the file that exports its component under the route's name. */
export interface ViewRow<Name extends RouteName> {
  readonly title: TitleKey | ((route: RouteOf<Name>, instance: ModalInstance, text: TitleText) => string)
  readonly load: () => Promise<{ readonly [Key in Name]: ComponentType<RouteOf<Key>> }>
  /** Loads the component at the end of the header, before the close button. */
  readonly aside?: () => Promise<{ readonly Aside: ComponentType<RouteOf<Name>> }>
}

/** Keys of the titles of views that load on demand. */
export type TitleKey = MessageKey | KeyOf<"titles">

/** Function that looks up titles and shared messages. */
export type TitleText = Text<KeyOf<"titles">>

/** The views that load with the modal. */
export type FirstView = "Connect" | "ConnectWallets"

/** Rows of the other views, by route name. */
export type Views = { readonly [Name in Exclude<RouteName, FirstView>]: ViewRow<Name> }

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

const walletName = (instance: ModalInstance, id: string | undefined): string | undefined => {
  if (id === undefined) return undefined
  const { featured, recommended, all, found } = wallets(instance)
  const { recentWallets } = connecting(instance)
  const { customWallets } = instance.options
  const known = [...customWallets, ...featured.value, ...recommended.value, ...recentWallets.value]
  return (known.find((wallet) => wallet.id === id) ?? all.get(id)?.value ?? found.get(id)?.value)?.name
}

/** Rows of the views that load on demand. */
export const views: Views = {
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
    aside: async () => ({ Aside: (await import("./wallets/WalletCount.tsx")).WalletCount }),
  },
  ConnectingExternal: {
    title: (route, instance) => findConnector(wallets(instance).installed.value, route.connector)?.name ?? "",
    load: () => import("./connect/ConnectingExternal.tsx"),
  },
  ConnectingMultiChain: { title: "selectChain", load: () => import("./connect/ConnectingMultiChain.tsx") },
  ConnectingWalletConnect: {
    title: (route, instance) => walletName(instance, route.wallet) ?? "WalletConnect",
    load: () => import("./walletConnect/ConnectingWalletConnect.tsx"),
  },
  ConnectingWalletConnectBasic: {
    title: "walletConnect",
    load: () => import("./walletConnect/ConnectingWalletConnectBasic.tsx"),
  },
  WhatIsAWallet: { title: "whatIsAWallet", load: help },
  GetWallet: { title: "getAWallet", load: help },
  Downloads: {
    title: (route, instance, text) => {
      const wallet = walletName(instance, route.wallet)
      return wallet === undefined ? text("downloads") : text("getWallet", { wallet })
    },
    load: help,
  },
  Account: {
    title: "account",
    load: () => import("./account/Account.tsx"),
    aside: async () => ({ Aside: (await import("./account/Account.tsx")).SessionsButton }),
  },
  SmartSessionList: {
    title: "smartSessions",
    load: () => import("./smartSessions/SmartSessionList.tsx"),
    aside: async () => ({ Aside: (await import("./smartSessions/SmartSessionList.tsx")).Beta }),
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
  SwitchNetwork: {
    title: ({ network: id }, { core }) =>
      core.networks.value.find(({ caipNetworkId }) => caipNetworkId === id)?.name ?? "",
    load: network,
  },
}

/** The views that load on demand, and the English texts of their titles. */
export const later = { views, titles }

export type Later = typeof later
