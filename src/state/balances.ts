import { computed, effect, type SignalOptions, signal, untracked } from "@preact/signals-core"
import { collection } from "../collection.ts"
import type { TokenBalance } from "../domain/balances.ts"
import { refresh as times } from "../domain/limits.ts"
import { idle, type Loadable } from "../domain/loadable.ts"
import type { Namespace } from "../domain/namespaces.ts"
import type { Flow } from "../engine.ts"
import { whileWatched } from "../poll.ts"
import type { Core } from "./core.ts"
import { forgetWithOwner, ownerOf } from "./owner.ts"
import { slice } from "./slice.ts"

/** A token of the account in use, flat, so that a price that ticks changes one signal. */
export interface TokenRow {
  readonly key: string
  readonly name: string
  readonly symbol: string
  /** CAIP-2 id. */
  readonly chainId: string
  /** Of the token's contract; nothing of the chain's own coin. */
  readonly address: string | undefined
  /** Of one, in US dollars. */
  readonly price: number
  /** Of all, in US dollars. */
  readonly value: number
  /** How many there are: decimal text in whole tokens. */
  readonly quantity: string
  readonly decimals: number
  readonly iconUrl: string
}

/** The tokens of the account in use. They are read anew every 10 s while somebody looks, and at once when it is another account. */
export const balances = slice((instance) => {
  const refresh = signal<Loadable<void>>(idle)
  const polled = whileWatched(instance, times.balances, refreshBalances)
  const tokens = collection<TokenRow>((token) => token.key, anew(polled, instance.core))
  /** Who the list is of: an account on a network. */
  const of = signal("")
  /** Asking goes on after the service said 503 only when the visitor wants it to. */
  const stopped = signal(false)
  const total = computed(() => tokens.ids.value.reduce((sum, id) => sum + (tokens.get(id)?.value.value ?? 0), 0))
  const { core } = instance
  forgetWithOwner(instance, () => {
    // Reading the new owner's list may have begun already.
    if (of.peek() === ownerOf(core)) return
    of.value = ""
    stopped.value = false
    refresh.value = idle
    tokens.reconcile([])
  })
  instance.parts.set("balances", () => ({
    chain: (namespace: Namespace) => ({
      accountState: {
        tokenBalance:
          namespace === core.namespace.value
            ? tokens.order.value.flatMap((id) => toBalance(tokens.get(id)?.value))
            : [],
      },
    }),
  }))
  return { refresh, tokens, of, stopped, total }
})

/** Begins again whenever there is another account or network. */
export const anew = (
  polled: Pick<SignalOptions, "watched" | "unwatched">,
  { address, network }: Core,
): Pick<SignalOptions, "watched" | "unwatched"> => {
  let end: (() => void) | undefined
  return {
    watched() {
      end = effect(() => {
        void [address.value, network.value?.caipNetworkId]
        untracked(() => polled.watched?.call(this))
        return () => polled.unwatched?.call(this)
      })
    },
    unwatched: () => end?.(),
  }
}

/** The balance as the specification names its fields. */
export const toBalance = (row: TokenRow | undefined): readonly TokenBalance[] =>
  row
    ? [
        {
          name: row.name,
          symbol: row.symbol,
          chainId: row.chainId,
          ...(row.address === undefined ? {} : { address: row.address }),
          value: row.value,
          price: row.price,
          quantity: { decimals: String(row.decimals), numeric: row.quantity },
          iconUrl: row.iconUrl,
        },
      ]
    : []

// The return type is written out because the flow uses this slice: without it the two types would chase each other.
const refreshBalances = async (): Promise<Flow> => (await import("../flows/balances.ts")).refreshBalances()
