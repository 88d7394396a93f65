import { computed, signal } from "@preact/signals-core"
import { idle, type Loadable, latest } from "../core/first-paint/loadable.ts"
import { slice } from "../core/first-paint/slice.ts"
import { isUserRejection } from "../core/readRpcError.ts"
import type { SwapQuote, SwapToken } from "./model/quote.ts"
import { findNamesakes } from "./model/tokens.ts"

/** State of the Swap view, and of the swap in progress. */
export const swap = slice((instance) => {
  const { core } = instance
  const tokens = signal<Loadable<readonly SwapToken[]>>(idle)
  /** CAIP-10 ID of the token to pay with; `target` is that of the token to receive. A token of another network counts as not selected. */
  const source = signal<string | undefined>(undefined)
  const target = signal<string | undefined>(undefined)
  /** Amount to pay, as a decimal string. */
  const amount = signal("")
  const quote = signal<Loadable<SwapQuote>>(idle)
  /** Quote that the visitor is reviewing or has confirmed. */
  const reviewed = signal<SwapQuote | undefined>(undefined)
  /** Progress of executing the swap. */
  const sending = signal<Loadable<unknown>>(idle)
  /** Whether the visitor rejected the swap or its approval in the wallet. */
  const refused = computed(() => {
    const now = sending.value
    return now.status === "failed" && isUserRejection(now.error.cause)
  })
  /** Whether the wallet can approve and swap in one bundle. */
  const whole = signal(false)
  const quotedAt = signal(0)
  const known = computed(() => latest(tokens.value) ?? [])
  /** Whether the tokens, or the account's balances, could not be read. */
  const lacks = computed(
    () => tokens.value.status === "failed" || known.value.some(({ quantity }) => quantity === undefined),
  )
  const namesakes = computed(() => findNamesakes(known.value))
  const find = (id: string | undefined) =>
    known.value.find(({ address }) => address === id && address.startsWith(`${core.network.value?.caipNetworkId}:`))
  const from = computed(() => find(source.value))
  const to = computed(() => find(target.value))

  instance.snapshotParts.set("swap", () => ({
    swap: {
      sourceToken: from.value ?? null,
      toToken: to.value ?? null,
      sourceTokenAmount: amount.value,
      toTokenAmount: latest(quote.value)?.toAmount ?? "",
      loadingQuote: quote.value.status === "loading",
    },
  }))
  return {
    tokens,
    known,
    lacks,
    namesakes,
    source,
    target,
    from,
    to,
    amount,
    quote,
    quotedAt,
    reviewed,
    sending,
    refused,
    whole,
  }
})
