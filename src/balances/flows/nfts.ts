import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { ownerOf } from "../../account/state/owner.ts"
import { capabilityLimits } from "../../capabilities/limits.ts"
import { walletCapabilities } from "../../capabilities/steps/walletCapabilities.ts"
import { slice } from "../../core/first-paint/slice.ts"
import { UnknownFailure } from "../../errors/index.ts"
import { cacheLifetimes } from "../../persistence/limits.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { track } from "../../runtime/track.ts"
import { refresh as times } from "../limits.ts"
import type { Nft } from "../model/nfts.ts"
import { nfts } from "../state/nfts.ts"

/**
 * Flow: refreshes the NFTs that the active wallet reports for its account, unless they are still fresh. A failure keeps the list. Requests
 * then pause for 30 s, or until the visitor retries. Requests nothing while disconnected or offline.
 */
export const refreshNfts = Effect.fn("refreshNfts")(function* () {
  const { core } = yield* CurrentModal
  const { refresh, list, of } = yield* slicesOf(nfts)
  const { state } = yield* slicesOf(last)
  const whose = ownerOf(core)
  const now = yield* Clock.currentTimeMillis
  const address = core.address.peek()
  const chainId = core.network.peek()?.caipNetworkId
  if (of.peek() !== whose) {
    of.value = whose
    state.until = 0
    refresh.value = { status: "idle" }
    list.reconcile([])
  }
  if (now < state.until || address === undefined || chainId === undefined || !core.online.peek()) return

  yield* track(
    refresh,
    Effect.gen(function* () {
      const wallet = yield* walletCapabilities
      if (!wallet?.can.assets) return false
      const found = yield* Effect.timeoutOrElse(wallet.methods.nfts({ address, chainId }), {
        duration: capabilityLimits.assets,
        orElse: () => Effect.fail(new UnknownFailure()),
      })
      if (ownerOf(core) === whose) {
        list.reconcile(found.map((nft) => withKnownTraits(nft, list.get(nft.key)?.peek())))
        state.until = now + cacheLifetimes.portfolio
      }
      return true
    }).pipe(
      Effect.tapError(() =>
        Effect.map(Clock.currentTimeMillis, (failedAt) => {
          if (ownerOf(core) === whose) state.until = failedAt + times.balanceRetryBlock
        }),
      ),
    ),
  )
})

/** Flow: requests the NFTs again when the visitor asks for it, even if the list is still fresh or requests pause. */
export const retryNfts = Effect.fn("retryNfts")(function* () {
  const { state } = yield* slicesOf(last)
  state.until = 0
  yield* refreshNfts()
})

/** Returns `nft` with the traits of `known` if they are equal, because the list compares fields by identity. */
const withKnownTraits = (nft: Nft, known: Nft | undefined): Nft =>
  known && JSON.stringify(known.traits) === JSON.stringify(nft.traits) ? { ...nft, traits: known.traits } : nft

/** Flow: shows the NFTs as a grid of pictures or as a list. */
export const arrangeNfts = Effect.fn("arrangeNfts")(function* (as: "grid" | "list") {
  const { arrangement } = yield* slicesOf(nfts)
  arrangement.value = as
})

/** `until`: earliest time of the next query to the wallet, in ms since the Unix epoch. */
const last = slice(() => ({ state: { until: 0 } }))
