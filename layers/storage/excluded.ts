import { readExcluded, recognised } from "../../src/domain/excluded.ts"
import { keyOf } from "../../src/domain/stored.ts"
import type { ExcludedWallet } from "../../src/domain/wallets.ts"

/** The excluded wallets with what the last visit to the modal of this id learned of them, for a view that shows before the engine is there. */
export const lastExcluded = (id: string, excluded: readonly ExcludedWallet[]): readonly ExcludedWallet[] => {
  try {
    return recognised(
      excluded,
      readExcluded(JSON.parse(localStorage.getItem(`portico:${id}:${keyOf("excluded_wallets")}`) ?? "[]")),
    )
  } catch {
    return excluded
  }
}
