import { deposit, onramp } from "../domain/limits.ts"

/** Every operation and the file it loads with. From a row come the Promise method, the Effect and the page in the docs. */
export const operations = {
  connect: () => import("./connect.ts"),
  disconnect: () => import("./connections.ts"),
  switchConnection: () => import("./connections.ts"),
  deleteConnection: () => import("./connections.ts"),
  reconnect: () => import("./connections.ts"),
  setPreferredAccountType: () => import("./accountType.ts"),
  switchNetwork: () => import("./network.ts"),
  addNamespace: () => import("./namespaces.ts"),
  removeNamespace: () => import("./namespaces.ts"),
  signMessage: () => import("./sign.ts"),
  signIn: () => import("./session.ts"),
  signOut: () => import("./session.ts"),
  getSessions: () => import("./session.ts"),
  getAccountMetadata: () => import("./session.ts"),
  setAccountMetadata: () => import("./session.ts"),
  searchWallets: () => import("./directory.ts"),
  fetchBalances: () => import("./balances.ts"),
  fetchActivity: () => import("./activity.ts"),
  quoteSwap: () => import("./swap.ts"),
  swap: () => import("./swap.ts"),
  onrampOptions: () => import("./onramp.ts"),
  quoteOnramp: () => import("./onramp.ts"),
  openOnramp: () => import("./onramp.ts"),
  exchanges: () => import("./pay.ts"),
  payWithExchange: () => import("./pay.ts"),
  pay: () => import("./pay.ts"),
  estimateSend: () => import("./send.ts"),
  send: () => import("./send.ts"),
  capabilities: () => import("./capabilities.ts"),
  grantPermissions: () => import("./sessions.ts"),
  revokePermissions: () => import("./sessions.ts"),
  loginWithEmail: () => import("./email.ts"),
  submitOtp: () => import("./email.ts"),
  updateEmail: () => import("./email.ts"),
  loginWithSocial: () => import("./social.ts"),
  resolveName: () => import("./names.ts"),
  reverseName: () => import("./names.ts"),
  suggestNames: () => import("./names.ts"),
  registerName: () => import("./names.ts"),
} as const

/** Operations that go on in a window, and its size. It opens at once, and comes after their own input. */
export const inWindow: { readonly [Name in keyof Operations]?: Readonly<Record<"width" | "height", number>> } = {
  openOnramp: onramp.popup,
  payWithExchange: deposit.popup,
}

export type Operations = typeof operations
