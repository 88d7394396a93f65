import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isRecord } from "./domain/input.ts"
import { fresh, keptAnswers } from "./domain/limits.ts"
import { floorDecimal } from "./domain/numbers.ts"
import { safeImageUrl, safeText } from "./domain/safe.ts"
import type { Stored } from "./domain/stored.ts"
import { fact } from "./kept.ts"

/** An answer and when it came, in milliseconds since 1970. */
interface Entry {
  readonly timestamp: number
  readonly value: unknown
}

/** Answers that outlive the page for as long as they are fresh, by what they are about: an address first, where there is one. */
const cache = <A>(item: Stored, life: number, decode: (value: unknown) => A | undefined) => ({
  /** The answer about this, if it is fresh. What has had its time goes. */
  get: (...about: readonly string[]) => lookUp(item, life, about, decode),
  /** Keeps an answer; the oldest make room for it. */
  set: (value: A, ...about: readonly string[]) =>
    change(item, life, (entries, timestamp) => [
      [keyOf(about), { timestamp, value }],
      ...entries.filter(([key]) => key !== keyOf(about)),
    ]),
  /** Forgets what is about an address. */
  forget: (address: string) =>
    change(item, life, (entries) => entries.filter(([key]) => key.split(separator)[0] !== address)),
})

/** What an account holds is about its address and its network, a name about an address, a price about its tokens' CAIP-10 ids. */
export const caches = {
  /** As the service sent them: the row's decoder reads them. */
  portfolio: cache<unknown>("portfolio_cache", fresh.portfolio, anything),
  /** Whole units, a decimal text. */
  nativeBalance: cache("native_balance_cache", fresh.nativeBalance, (value) =>
    typeof value === "string" ? floorDecimal(value, 0) && value : undefined,
  ),
  /** What the chain's own name service knows of an address. */
  ens: cache("ens_cache", fresh.ens, readNamed),
  /** What the provider knows of an address. */
  identity: cache("identity_cache", fresh.identity, readNamed),
  /** The first page of what happened, as the service sent it. */
  transactions: cache<unknown>("history_transactions_cache", fresh.history, anything),
  /** US dollars for one. */
  tokenPrice: cache("token_price_cache", fresh.tokenPrice, (value) =>
    typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined,
  ),
}

/** Forgets what was kept about addresses that signed out. */
export const forgetAnswers = (addresses: readonly string[]) =>
  Effect.forEach(
    addresses,
    (address) => Effect.forEach(Object.values(caches), ({ forget }) => forget(address), { discard: true }),
    { discard: true },
  )

const lookUp = Effect.fnUntraced(function* <A>(
  item: Stored,
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
  item: Stored,
  life: number,
  next: (entries: Entries, now: number) => Entries,
) {
  const { fresh, stale, now } = yield* entriesOf(item, life)
  const entries = next(fresh, now)
  if (stale || entries.length !== fresh.length || entries[0] !== fresh[0]) yield* keep(item, bounded(entries))
})

type Entries = readonly (readonly [key: string, entry: Entry])[]

/** The newest first. What is from the future is from a clock that was wrong. */
const entriesOf = Effect.fnUntraced(function* (item: Stored, life: number) {
  const now = yield* Clock.currentTimeMillis
  const all = Object.entries((yield* kept(item).read) ?? {})
  const fresh = all
    .filter(([, { timestamp }]) => timestamp <= now && now - timestamp < life)
    .sort(([, one], [, other]) => other.timestamp - one.timestamp)
  return { now, fresh, stale: fresh.length < all.length }
})

const keep = (item: Stored, entries: Entries) =>
  entries.length === 0 ? kept(item).forget : kept(item).write(Object.fromEntries(entries))

const bounded = (entries: Entries): Entries => {
  let room: number = keptAnswers.length
  return entries.slice(0, keptAnswers.entries).filter(([, { value }]) => {
    const { length } = JSON.stringify(value)
    if (length > room) return false
    room -= length
    return true
  })
}

const kept = (item: Stored) =>
  fact<Readonly<Record<string, Entry>>>(item, (value) =>
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
/** Stands in no address and no CAIP id. */
const separator = " "

function anything(value: unknown) {
  return value ?? undefined
}

function readNamed(value: unknown) {
  if (!isRecord(value)) return undefined
  const name = typeof value.name === "string" ? safeText(value.name) : ""
  const avatar = typeof value.avatar === "string" ? safeImageUrl(value.avatar) : undefined
  return { ...(name && { name }), ...(avatar && { avatar }) }
}
