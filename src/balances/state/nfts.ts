import { signal } from "@preact/signals-core"
import { forgetWithOwner, ownerOf } from "../../account/state/owner.ts"
import { collection } from "../../core/first-paint/collection.ts"
import { idle, type Loadable } from "../../core/first-paint/loadable.ts"
import { slice } from "../../core/first-paint/slice.ts"
import { pollWhileWatched } from "../../core/pollWhileWatched.ts"
import { refresh as times } from "../limits.ts"
import type { Nft } from "../model/nfts.ts"
import { refetched } from "./tokens.ts"

/** NFTs of the active account, as its wallet reports them. Refreshed while a view or the site reads them, like the tokens. */
export const nfts = slice((instance) => {
  /** Load state of the NFT list; the value is whether the wallet can list NFTs at all. */
  const refresh = signal<Loadable<boolean>>(idle)
  const list = collection<Nft>(
    ({ key }) => key,
    refetched(pollWhileWatched(instance, times.balances, "nfts"), instance.core),
  )
  /** Owner of the list: an account on a network. */
  const of = signal("")
  /** Arrangement of the list. Not persisted. */
  const arrangement = signal<"grid" | "list">("grid")
  forgetWithOwner(instance, () => {
    // The new owner's list may already be loading.
    if (of.peek() === ownerOf(instance.core)) return
    of.value = ""
    refresh.value = idle
    list.reconcile([])
  })
  return { refresh, list, of, arrangement }
})
