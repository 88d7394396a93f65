import { signal } from "@preact/signals-core"
import { collection } from "../collection.ts"
import { refresh as times } from "../domain/limits.ts"
import { idle, type Loadable } from "../domain/loadable.ts"
import type { Nft } from "../domain/nfts.ts"
import type { Flow } from "../engine.ts"
import { whileWatched } from "../poll.ts"
import { anew } from "./balances.ts"
import { slice } from "./slice.ts"

/** The collectibles of the account in use, as its wallet tells them. They are asked for while somebody looks, as its tokens are. */
export const nfts = slice((instance) => {
  /** How asking goes; loaded with whether the wallet can tell at all. */
  const refresh = signal<Loadable<boolean>>(idle)
  const list = collection<Nft>(
    ({ key }) => key,
    anew(whileWatched(instance, times.balances, refreshNfts), instance.core),
  )
  /** Whose they are: an account on a network. */
  const of = signal("")
  return { refresh, list, of }
})

// The return type is written out because the flow uses this slice: without it the two types would chase each other.
const refreshNfts = async (): Promise<Flow> => (await import("../flows/nfts.ts")).refreshNfts()
