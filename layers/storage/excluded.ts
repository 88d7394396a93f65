import { bundledWallets } from "../../src/domain/bundledWallets.ts"
import { readExcluded, recognised } from "../../src/domain/excluded.ts"
import type { ExcludedWallet } from "../../src/domain/wallets.ts"
import { stored } from "./lastVisit.ts"

/** Returns the excluded wallets with what this modal's last visit learned about them, for a view shown before the engine has loaded. */
export const lastExcluded = (id: string, excluded: readonly ExcludedWallet[]): readonly ExcludedWallet[] =>
  recognised(recognised(excluded, bundledWallets), readExcluded(stored(id, "excluded_wallets")))
