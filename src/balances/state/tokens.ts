import { computed, effect, type SignalOptions, signal, untracked } from "@preact/signals-core"
import { forgetWithOwner, ownerOf } from "../../account/state/owner.ts"
import { collection } from "../../core/first-paint/collection.ts"
import { idle, type Loadable } from "../../core/first-paint/loadable.ts"
import { slice } from "../../core/first-paint/slice.ts"
import { pollWhileWatched } from "../../core/pollWhileWatched.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { Core } from "../../stub/state.ts"
import { refresh as times } from "../limits.ts"
import { type TokenBalance, type TokenRow, totalValue } from "../model/tokens.ts"

/**
 * Tokens of the active account. Refreshed every 10 s while a view or the site reads them, and at once when the account or network changes.
 */
export const balances = slice((instance) => {
  const refresh = signal<Loadable<void>>(idle)
  const polled = pollWhileWatched(instance, times.balances, "balances")
  const tokens = collection<TokenRow>((token) => token.key, refetched(polled, instance.core))
  /** Owner of the list: an account on a network. */
  const of = signal("")
  /** Whether requests stopped after a 503, until the visitor retries or the account or network changes. */
  const stopped = signal(false)
  /** Value of all tokens in US dollars, as a decimal string. */
  const total = computed(() => totalValue(tokens.ids.value.map((id) => tokens.get(id)?.value.value)))
  const { core } = instance
  forgetWithOwner(instance, () => {
    // The new owner's list may already be loading.
    if (of.peek() === ownerOf(core)) return
    of.value = ""
    stopped.value = false
    refresh.value = idle
    tokens.reconcile([])
  })
  instance.snapshotParts.set("balances", () => ({
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

/** Returns the watch callbacks of `polled`, with polling restarted whenever the active account or network changes. */
export const refetched = (
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

/** Returns a list with the balance of a row, in the specification's field names. Empty if there is no row. */
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
