import { signal } from "@preact/signals-core"
import { collection } from "../collection.ts"
import { refresh as times } from "../domain/limits.ts"
import { idle, type Loadable } from "../domain/loadable.ts"
import type { Nft } from "../domain/nfts.ts"
import type { Flow } from "../engine.ts"
import { whileWatched } from "../poll.ts"
import { anew } from "./balances.ts"
import { slice } from "./slice.ts"

/** NFTs of the active account, as its wallet reports them. Refreshed while in use, like its tokens. */
export const nfts = slice((instance) => {
  /** Load state of the NFT list; the value is whether the wallet can list NFTs at all. */
  const refresh = signal<Loadable<boolean>>(idle)
  const list = collection<Nft>(
    ({ key }) => key,
    anew(whileWatched(instance, times.balances, refreshNfts), instance.core),
  )
  /** Owner of the list: an account on a network. */
  const of = signal("")
  return { refresh, list, of }
})

// The return type is written out because the flow uses this slice; otherwise the two types would be circular.
const refreshNfts = async (): Promise<Flow> => (await import("../flows/nfts.ts")).refreshNfts()
