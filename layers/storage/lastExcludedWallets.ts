import { bundledWallets } from "../../src/wallets/first-paint/model/bundledWallets.ts"
import type { ExcludedWallet } from "../../src/wallets/first-paint/model/wallet.ts"
import { readExcluded, recognised } from "../../src/wallets/model/excludedWallets.ts"
import { readStored } from "./first-paint/lastVisit.ts"

/**
 * Returns the excluded wallets with their known names and rdns values, for views that are shown before the engine has loaded. The data
 * comes from the bundled wallets, and from this modal's last visit, which takes precedence.
 */
export const lastExcluded = (id: string, excluded: readonly ExcludedWallet[]): readonly ExcludedWallet[] =>
  recognised(recognised(excluded, bundledWallets), readExcluded(readStored(id, "excluded_wallets")))
