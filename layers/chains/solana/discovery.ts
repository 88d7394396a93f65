import type { PageWallets } from "../pageWallets.ts"
import { connectorIn, read, registered, texts } from "../shared/walletStandard.ts"
import { asStandard, connector as coinbase, windowCoinbase } from "./coinbase.ts"
import { currentId } from "./networks.ts"

/** Discovers Solana browser wallets until `stop` is called: those of the Wallet Standard, and Coinbase Wallet if it is not among them. */
export const discover = (): PageWallets<object> & { readonly stop: () => void } => {
  const standard = registered((wallet) => {
    const connector = connectorIn("solana", wallet, { chains: "solana", connect: "standard:connect" })
    const chains = texts(read(wallet, "chains")).filter((chain) => chain.startsWith("solana:"))
    return connector && { connector: { ...connector, chains: [...new Set(chains.map(currentId))] }, wallet }
  })
  let known: { readonly theirs: object; readonly wallet: object } | undefined
  /**
   * Returns Coinbase Wallet's wrapped object, the same one each time. `undefined` if the wallet is missing or registers by the standard.
   */
  const alone = () => {
    const theirs = windowCoinbase()
    if (!theirs || standard.list().some(({ name }) => name === coinbase.name)) return undefined
    if (known?.theirs !== theirs) known = { theirs, wallet: asStandard(theirs) }
    return known.wallet
  }
  return {
    ...standard,
    list: () => (alone() ? [...standard.list(), coinbase] : standard.list()),
    find: (id) => standard.find(id) ?? (id === coinbase.id ? alone() : undefined),
  }
}
