import type { BrowserContext } from "@playwright/test"
import { satsConnectWallet, standardWallet } from "./bitcoinApis.ts"
import { type Holder, holder } from "./bitcoinHolder.ts"
import { installPageWallet, standard } from "./pageWallet.ts"

/**
 * Adds a Bitcoin wallet to every page of a context, with one of two APIs. Its background signs with
 * `@scure/btc-signer`. Returns its user.
 */
export const installBitcoinWallet = async (
  context: BrowserContext,
  api: "sats-connect" | "standard",
): Promise<Holder> => {
  const person = holder()
  if (api === "sats-connect") {
    const wallet = satsConnectWallet(person)
    const tell = await installPageWallet(context, { api, chains: [], features: {}, call: wallet.request })
    for (const eventName of ["accountChange", "networkChange", "disconnect"])
      wallet.addListener({ eventName, cb: (said) => void tell(eventName, said) })
    return person
  }
  const wallet = standardWallet(person)
  const { "standard:events": events, ...own } = wallet.features
  // Without a prompt: the accounts that are already visible.
  const connect = { version: "1.0.0", connect: async () => ({ accounts: wallet.accounts }) }
  const features = { "standard:connect": connect, ...own }
  const tell = await installPageWallet(context, standard({ chains: wallet.chains, features }))
  events.on("change", (change) => void tell("change", change))
  return person
}
