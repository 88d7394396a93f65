import { bundledWallets } from "../../src/domain/bundledWallets.ts"
import { readExcluded, recognised } from "../../src/domain/excluded.ts"
import type { ExcludedWallet } from "../../src/domain/wallets.ts"
import { stored } from "./lastVisit.ts"

/** The excluded wallets with what the last visit to the modal of this id learned of them, for a view that shows before the engine is there. */
export const lastExcluded = (id: string, excluded: readonly ExcludedWallet[]): readonly ExcludedWallet[] =>
  recognised(recognised(excluded, bundledWallets), readExcluded(stored(id, "excluded_wallets")))
