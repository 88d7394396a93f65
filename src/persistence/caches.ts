import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { safeText } from "../core/first-paint/safeText.ts"
import { safeImageUrl } from "../core/first-paint/safeUrl.ts"
import { floorDecimal } from "../core/formatAmount.ts"
import { isRecord } from "../options/guards.ts"
import type { StorageKey } from "./first-paint/model/storageKeys.ts"
import { cacheLifetimes, responseCacheLimits } from "./limits.ts"
import { persistedItem } from "./opening/persisted.ts"

/** Cached response and its time, in ms since the Unix epoch. */
interface Entry {
  readonly timestamp: number
  readonly value: unknown
}

/**
 * Defines a persisted cache whose entries expire after `life` ms. A key is a list of texts, starting with the address if the entry belongs
 * to an address.
 */
const cache = <A>(item: StorageKey, life: number, decode: (value: unknown) => A | undefined) => ({
  /** Returns the entry, or `undefined` if it is missing, expired or malformed. Removes expired entries. */
  get: (...about: readonly string[]) => lookUp(item, life, about, decode),
  /** Adds an entry, unless it is too large. Drops older entries for which there is no room. */
  set: (value: A, ...about: readonly string[]) =>
    change(item, life, (entries, timestamp) => [
      [keyOf(about), { timestamp, value }],
      ...entries.filter(([key]) => key !== keyOf(about)),
    ]),
  /** Removes the entries of an address. */
  forget: (address: string) =>
    change(item, life, (entries) => entries.filter(([key]) => key.split(separator)[0] !== address)),
})

/** Response caches. Balances and history are keyed by address and network, names by address, prices by the tokens' CAIP-10 IDs. */
export const caches = {
  /** Token balances, which the endpoint's decoder must read again. */
  portfolio: cache<unknown>("portfolio_cache", cacheLifetimes.portfolio, anything),
  /** Balance of the native currency: a decimal string in whole units. */
  nativeBalance: cache("native_balance_cache", cacheLifetimes.nativeBalance, (value) =>
    typeof value === "string" ? floorDecimal(value, 0) && value : undefined,
  ),
  /** Name and avatar from the chain's own name service. */
  ens: cache("ens_cache", cacheLifetimes.ens, readNamed),
  /** Name and avatar from the provider. */
  identity: cache("identity_cache", cacheLifetimes.identity, readNamed),
  /** First page of the history, which the endpoint's decoder must read again. */
  transactions: cache<unknown>("history_transactions_cache", cacheLifetimes.history, anything),
  /** Price in US dollars per token. */
  tokenPrice: cache("token_price_cache", cacheLifetimes.tokenPrice, (value) =>
    typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined,
  ),
}

/** Removes the cached responses of these addresses. */
export const forgetResponses = (addresses: readonly string[]) =>
  Effect.forEach(
    addresses,
    (address) => Effect.forEach(Object.values(caches), ({ forget }) => forget(address), { discard: true }),
    { discard: true },
  )

const lookUp = Effect.fnUntraced(function* <A>(
  item: StorageKey,
  life: number,
  about: readonly string[],
  decode: (value: unknown) => A | undefined,
) {
  const { fresh, stale } = yield* entriesOf(item, life)
  if (stale) yield* keep(item, fresh)
  const found = fresh.find(([key]) => key === keyOf(about))?.[1]
  return found && decode(found.value)
})

const change = Effect.fnUntraced(function* (
  item: StorageKey,
  life: number,
  next: (entries: Entries, now: number) => Entries,
) {
  const { fresh, stale, now } = yield* entriesOf(item, life)
  const entries = next(fresh, now)
  if (stale || entries.length !== fresh.length || entries[0] !== fresh[0]) yield* keep(item, bounded(entries))
})

type Entries = readonly (readonly [key: string, entry: Entry])[]

/**
 * Returns the unexpired entries, newest first, as they were written. Entries dated in the future were written with a wrong clock and count
 * as expired.
 */
const entriesOf = Effect.fnUntraced(function* (item: StorageKey, life: number) {
  const now = yield* Clock.currentTimeMillis
  const all = Object.entries((yield* kept(item).read) ?? {})
  const fresh = all.filter(([, { timestamp }]) => timestamp <= now && now - timestamp < life)
  return { now, fresh, stale: fresh.length < all.length }
})

const keep = (item: StorageKey, entries: Entries) =>
  entries.length === 0 ? kept(item).forget : kept(item).write(Object.fromEntries(entries))

const bounded = (entries: Entries): Entries => {
  let room: number = responseCacheLimits.length
  return entries.slice(0, responseCacheLimits.entries).filter(([, { value }]) => {
    const { length } = JSON.stringify(value)
    if (length > room) return false
    room -= length
    return true
  })
}

const kept = (item: StorageKey) =>
  persistedItem<Readonly<Record<string, Entry>>>(item, (value) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, entry]): [string, Entry][] =>
            isRecord(entry) && typeof entry.timestamp === "number" && entry.value !== undefined
              ? [[key, { timestamp: entry.timestamp, value: entry.value }]]
              : [],
          ),
        )
      : undefined,
  )

const keyOf = (about: readonly string[]) => about.join(separator)
/** Separator between the parts of a key. It occurs in no address or CAIP ID. */
const separator = " "

function anything(value: unknown) {
  return value ?? undefined
}

function readNamed(value: unknown) {
  if (!isRecord(value)) return undefined
  const name = safeText(value.name)
  const avatar = safeImageUrl(value.avatar)
  return { ...(name && { name }), ...(avatar && { avatar }) }
}
