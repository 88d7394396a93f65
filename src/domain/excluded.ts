import { isRecord } from "./input.ts"
import type { ExcludedWallet, Wallet } from "./wallets.ts"

/** What was kept, read back; what does not decode counts as not there. */
export const readExcluded = (value: unknown): readonly ExcludedWallet[] =>
  (Array.isArray(value) ? value : []).flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.id === "string" ? identified({ id: entry.id }, entry) : [],
  )

/** The excluded wallets with what is known of them: by `known`, else as before. */
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
