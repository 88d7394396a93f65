import * as Effect from "effect/Effect"
import { bundledWallets } from "../domain/bundledWallets.ts"
import { recognised } from "../domain/excluded.ts"
import { isExcluded } from "../domain/wallets.ts"
import { Modal, use } from "../modal.ts"
import { wallets } from "../state/wallets.ts"

/** Where nothing of the directory is known, the bundled wallets stand in for it; they also tell who some excluded ones are. */
export const standIn = Effect.gen(function* () {
  const { core, options } = yield* Modal
  const { featured, recommended, excluded, mobile } = yield* use(wallets)
  const { featuredWalletIds: ids, includeWalletIds: only } = options
  excluded.value = recognised(excluded.peek(), bundledWallets)
  const known = featured.peek().length + recommended.peek().length > 0
  if (known || core.networks.peek().every(({ chainNamespace }) => chainNamespace !== "eip155")) return

  const offered = bundledWallets.filter((wallet) => !isExcluded(wallet, excluded.peek(), mobile.peek()))
  featured.value = ids.flatMap((id) => offered.find((wallet) => wallet.id === id) ?? [])
  recommended.value = offered.filter(({ id }) => !ids.includes(id) && (only.length === 0 || only.includes(id)))
})
