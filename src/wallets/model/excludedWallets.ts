import { isRecord } from "../../options/guards.ts"
import type { ExcludedWallet, Wallet } from "../first-paint/model/wallet.ts"

/** Decodes the persisted list of excluded wallets. Malformed entries are dropped. */
export const readExcluded = (value: unknown): readonly ExcludedWallet[] =>
  (Array.isArray(value) ? value : []).flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.id === "string" ? identified({ id: entry.id }, entry) : [],
  )

/**
 * Replaces the names and rdns values of the excluded wallets with those of the same wallets in `known`. Keeps the other wallets as they
 * are.
 */
export const recognised = (
  excluded: readonly ExcludedWallet[],
  known: readonly (ExcludedWallet | Wallet)[],
): readonly ExcludedWallet[] =>
  excluded.map((one) => {
    const found = known.find(({ id }) => id === one.id)
    return found ? identified(one, found) : one
  })

const identified = (
  { id }: ExcludedWallet,
  { name, rdns }: { readonly name?: unknown; readonly rdns?: unknown },
): ExcludedWallet => ({
  id,
  ...(typeof name === "string" && name !== "" && { name }),
  ...(typeof rdns === "string" && rdns !== "" && { rdns }),
})
