import type { ComponentType } from "react"
import type { Route, RouteName, RouteOf } from "../src/domain/route.ts"
import { socialNames } from "../src/domain/socials.ts"
import { Connect, ConnectWallets } from "./connect/Connect.tsx"
import { WalletHelp } from "./connect/WalletHelp.tsx"
import { external, scan } from "./connect/warm.ts"
import { later } from "./later.ts"
import type { MessageKey } from "./messages/en.ts"
import type { Text } from "./useModal.ts"

/** What the shell needs to know of a view. */
export interface ViewRow<Name extends RouteName> {
  readonly title: MessageKey | ((route: RouteOf<Name>, names: Names, text: Text) => string)
  readonly component: ComponentType<RouteOf<Name>>
  readonly footer?: "legal" | "networks"
  /** Stands at the end of the header, before what leads out. */
  readonly aside?: ComponentType<RouteOf<Name>>
}

/** Names by id, for titles. */
export interface Names {
  wallet(id: string | undefined): string | undefined
  connector(id: string): string | undefined
  network(id: string): string | undefined
  /** Whether the embedded wallet is the only way in. */
  onlyEmail(): boolean
}

/** One row a view. */
export type Views = { readonly [Name in RouteName]?: ViewRow<Name> }

// The views of a topic come together: each file that may be fetched has its name in the first one.

const help = <Name extends keyof typeof import("./help/index.ts")>(name: Name) =>
  later<RouteOf<Name>>(async () => (await import("./help/index.ts"))[name] as ComponentType<RouteOf<Name>>)

const receive = <Name extends keyof typeof import("./receive/index.ts")>(name: Name) =>
  later<RouteOf<Name>>(async () => (await import("./receive/index.ts"))[name] as ComponentType<RouteOf<Name>>)

const onramp = <Name extends keyof typeof import("./onramp/index.ts")>(name: Name) =>
  later<RouteOf<Name>>(async () => (await import("./onramp/index.ts"))[name] as ComponentType<RouteOf<Name>>)

const pay = <Name extends keyof typeof import("./pay/index.ts")>(name: Name) =>
  later<RouteOf<Name>>(async () => (await import("./pay/index.ts"))[name] as unknown as ComponentType<RouteOf<Name>>)

const swap = <Name extends keyof typeof import("./swap/index.ts")>(name: Name) =>
  later<RouteOf<Name>>(async () => (await import("./swap/index.ts"))[name] as unknown as ComponentType<RouteOf<Name>>)

/** Every view that there is. */
export const views: Views = {
  Connect: {
    title: (_, names, text) => text(names.onlyEmail() ? "connectEmailWallet" : "connectWallet"),
    component: Connect,
    footer: "legal",
    aside: WalletHelp,
  },
  ConnectWallets: { title: "connectWallet", component: ConnectWallets, footer: "legal" },
  Create: {
    title: "createWallet",
    component: later(async () => (await import("./login/Create.tsx")).Create),
    footer: "legal",
  },
  ConnectSocials: {
    title: "allSocials",
    component: later(async () => (await import("./login/ConnectSocials.tsx")).ConnectSocials),
  },
  ConnectingSocial: {
    title: ({ provider }) => socialNames[provider],
    component: later(async () => (await import("./login/ConnectingSocial.tsx")).ConnectingSocial),
  },
  ConnectingFarcaster: {
    title: () => socialNames.farcaster,
    component: later(async () => (await import("./login/ConnectingFarcaster.tsx")).ConnectingFarcaster),
  },
  EmailLogin: {
    title: "emailLogin",
    component: later(async () => (await import("./login/EmailLogin.tsx")).EmailLogin),
    footer: "legal",
  },
  EmailVerifyOtp: {
    title: "confirmEmail",
    component: later(async () => (await import("./login/EmailCode.tsx")).EmailVerifyOtp),
  },
  EmailVerifyDevice: {
    title: "registerDevice",
    component: later(async () => (await import("./login/EmailVerifyDevice.tsx")).EmailVerifyDevice),
  },
  UpdateEmailWallet: {
    title: "editEmail",
    component: later(async () => (await import("./login/UpdateEmailWallet.tsx")).UpdateEmailWallet),
  },
  UpdateEmailPrimaryOtp: {
    title: "confirmCurrentEmail",
    component: later(async () => (await import("./login/EmailCode.tsx")).UpdateEmailPrimaryOtp),
  },
  UpdateEmailSecondaryOtp: {
    title: "confirmNewEmail",
    component: later(async () => (await import("./login/EmailCode.tsx")).UpdateEmailSecondaryOtp),
  },
  UpgradeEmailWallet: {
    title: "upgradeYourWallet",
    component: later(async () => (await import("./login/UpgradeEmailWallet.tsx")).UpgradeEmailWallet),
  },
  AllWallets: {
    title: "allWallets",
    component: later(async () => (await import("./connect/AllWallets.tsx")).AllWallets),
    aside: later(async () => (await import("./connect/WalletCount.tsx")).WalletCount),
  },
  ConnectingExternal: {
    title: (route, names) => names.connector(route.connector) ?? "",
    component: later(external),
  },
  ConnectingMultiChain: {
    title: "selectChain",
    component: later(async () => (await import("./connect/ConnectingMultiChain.tsx")).ConnectingMultiChain),
  },
  ConnectingWalletConnect: {
    title: (route, names) => names.wallet(route.wallet) ?? "WalletConnect",
    component: later(scan),
  },
  ConnectingWalletConnectBasic: {
    title: "walletConnect",
    component: later(
      async () => (await import("./connect/ConnectingWalletConnectBasic.tsx")).ConnectingWalletConnectBasic,
    ),
  },
  WhatIsAWallet: { title: "whatIsAWallet", component: help("WhatIsAWallet") },
  GetWallet: { title: "getAWallet", component: help("GetWallet") },
  Downloads: {
    title: (route, names, text) => {
      const wallet = names.wallet(route.wallet)
      return wallet === undefined ? text("downloads") : text("getWallet", { wallet })
    },
    component: help("Downloads"),
  },
  Account: {
    title: "account",
    component: later(async () => (await import("./account/Account.tsx")).Account),
    aside: later(async () => (await import("./account/Account.tsx")).SessionsButton),
  },
  SmartSessionList: {
    title: "smartSessions",
    component: later(async () => (await import("./sessions/SmartSessionList.tsx")).SmartSessionList),
    aside: later(async () => (await import("./sessions/SmartSessionList.tsx")).Beta),
  },
  Transactions: {
    title: "activity",
    component: later(async () => (await import("./account/Transactions.tsx")).Transactions),
  },
  ChooseAccountName: {
    title: "chooseName",
    component: later(async () => (await import("./names/ChooseAccountName.tsx")).ChooseAccountName),
  },
  RegisterAccountName: {
    title: "chooseName",
    component: later(async () => (await import("./names/RegisterAccountName.tsx")).RegisterAccountName),
  },
  RegisterAccountNameSuccess: {
    title: "chooseName",
    component: later(async () => (await import("./names/RegisterAccountNameSuccess.tsx")).RegisterAccountNameSuccess),
  },
  WalletReceive: { title: "receive", component: receive("WalletReceive") },
  WalletCompatibleNetworks: { title: "compatibleNetworks", component: receive("WalletCompatibleNetworks") },
  FundWallet: { title: "fundWallet", component: receive("FundWallet") },
  ProfileWallets: {
    title: "wallets",
    component: later(async () => (await import("./wallets/ProfileWallets.tsx")).ProfileWallets),
  },
  AccountSettings: {
    title: "accountSettings",
    component: later(async () => (await import("./embedded/AccountSettings.tsx")).AccountSettings),
  },
  ApproveTransaction: {
    title: "approveTransaction",
    component: later(async () => (await import("./embedded/ApproveTransaction.tsx")).ApproveTransaction),
  },
  Networks: {
    title: "chooseNetwork",
    component: later(async () => (await import("./network/Networks.tsx")).Networks),
    footer: "networks",
  },
  UnsupportedChain: {
    title: "switchNetwork",
    component: later(async () => (await import("./network/UnsupportedChain.tsx")).UnsupportedChain),
  },
  SwitchActiveChain: {
    title: "switchChain",
    component: later(async () => (await import("./network/SwitchActiveChain.tsx")).SwitchActiveChain),
  },
  WhatIsANetwork: { title: "whatIsANetwork", component: help("WhatIsANetwork") },
  OnRampProviders: { title: "chooseProvider", component: onramp("OnRampProviders"), footer: "legal" },
  OnRampTokenSelect: { title: "selectToken", component: onramp("OnRampTokenSelect"), footer: "legal" },
  OnRampFiatSelect: { title: "selectCurrency", component: onramp("OnRampFiatSelect"), footer: "legal" },
  Swap: { title: "swap", component: swap("Swap") },
  SwapSelectToken: { title: "selectToken", component: swap("SwapSelectToken") },
  SwapPreview: { title: "previewSwap", component: swap("SwapPreview") },
  BuyInProgress: { title: "buy", component: onramp("BuyInProgress") },
  WhatIsABuy: { title: "whatIsABuy", component: onramp("WhatIsABuy") },
  PayWithExchange: { title: "depositFromExchange", component: pay("PayWithExchange") },
  PayWithExchangeSelectAsset: { title: "selectAsset", component: pay("PayWithExchangeSelectAsset") },
  Pay: { title: "howYouPay", component: pay("Pay") },
  PayLoading: { title: "paymentInProgress", component: pay("PayLoading") },
  SIWXSignMessage: {
    title: "signIn",
    component: later(async () => (await import("./siwx/SIWXSignMessage.tsx")).SIWXSignMessage),
  },
  WalletSend: {
    title: "send",
    component: later(async () => (await import("./send/WalletSend.tsx")).WalletSend),
  },
  WalletSendSelectToken: {
    title: "selectToken",
    component: later(async () => (await import("./send/WalletSendSelectToken.tsx")).WalletSendSelectToken),
  },
  WalletSendPreview: {
    title: "reviewSend",
    component: later(async () => (await import("./send/WalletSendPreview.tsx")).WalletSendPreview),
  },
  DataCapture: {
    title: "signIn",
    component: later(async () => (await import("./capture/DataCapture.tsx")).DataCapture),
  },
  DataCaptureOtpConfirm: {
    title: "signIn",
    component: later(async () => (await import("./capture/DataCaptureOtpConfirm.tsx")).DataCaptureOtpConfirm),
  },
  SwitchNetwork: {
    title: (route, names) => names.network(route.network) ?? "",
    component: later(async () => (await import("./network/SwitchNetwork.tsx")).SwitchNetwork),
  },
}

/** What the shell draws a route with. One that has no view yet is shown as Connect. */
export const viewOf = (route: Route) => {
  const { title, component, footer, aside } = ((Object.hasOwn(views, route.name) && views[route.name]) ||
    views.Connect) as unknown as ViewRow<"Connect">
  return {
    component: component as ComponentType<object>,
    aside: aside as ComponentType<object> | undefined,
    footer,
    title: title as string | ((route: Route, names: Names, text: Text) => string),
  }
}

/** The title of a view: it names the dialog. */
export const titleOf = (route: Route, names: Names, text: Text): string => {
  const { title } = viewOf(route)
  return typeof title === "string" ? text(title as MessageKey) : title(route, names, text)
}
