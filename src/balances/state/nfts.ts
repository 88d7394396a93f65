import { signal } from "@preact/signals-core"
import { collection } from "../../core/first-paint/collection.ts"
import { idle, type Loadable } from "../../core/first-paint/loadable.ts"
import { slice } from "../../core/first-paint/slice.ts"
import { refresh as times } from "../../core/limits.ts"
import { pollWhileWatched } from "../../core/pollWhileWatched.ts"
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
  /** Arrangement of the list. Kept until the page is unloaded. */
  const arrangement = signal<"grid" | "list">("grid")
  return { refresh, list, of, arrangement }
})
