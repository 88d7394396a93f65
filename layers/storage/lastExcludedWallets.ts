import { bundledWallets } from "../../src/wallets/first-paint/model/bundledWallets.ts"
import type { ExcludedWallet } from "../../src/wallets/first-paint/model/wallet.ts"
import { readExcluded, recognised } from "../../src/wallets/model/excludedWallets.ts"
import { readStored } from "./first-paint/lastVisit.ts"

/** Returns the excluded wallets with what this modal's last visit learned about them, for a view shown before the engine has loaded. */
export const lastExcluded = (id: string, excluded: readonly ExcludedWallet[]): readonly ExcludedWallet[] =>
  recognised(recognised(excluded, bundledWallets), readExcluded(readStored(id, "excluded_wallets")))
