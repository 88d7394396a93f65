import { isRecord } from "./input.ts"

/** Makes the next version of what an older release kept; nothing of what it cannot have kept. */
type Step = (older: unknown) => unknown

/**
 * Everything that is kept between visits, by its short key, with a step for each time that its shape has changed. Who keeps something
 * asks here for its key; the decoder that stands with it reads today's version only.
 */
const items = {
  connections: [],
  connected_connector_ids: [],
  active_caip_network_ids: [],
  active_namespace: [],
  disconnected_connector_ids: [],
  // 2: a wallet's picture is named as the directory names it.
  recent_wallets: [
    (older) =>
      Array.isArray(older) && older.some((one: unknown) => isRecord(one) && typeof one.id === "string")
        ? older.map((one: unknown) => (isRecord(one) ? { image_url: one.imageUrl, ...one } : one))
        : undefined,
  ],
  recent_connections: [],
  deeplink_choice: [],
  wallet_lists: [],
  excluded_wallets: [],
  portfolio_cache: [],
  native_balance_cache: [],
  ens_cache: [],
  identity_cache: [],
  history_transactions_cache: [],
  token_price_cache: [],
  /** The names of the relay library's own items, each kept behind this key and a colon; those carry versions of the library's own. */
  relay: [],
  /** That what AppKit kept was read. */
  appkit_read: [],
  /** Sessions of sign-in. */
  siwx: [],
  demo_wallets: [],
  demo_relay: [],
} as const satisfies Readonly<Record<string, readonly Step[]>>

/** Something that is kept between visits. */
export type Stored = keyof typeof items

const stepsOf = (item: Stored): readonly Step[] => items[item]

/**
 * The key of an item, in today's version unless another is asked for. Each version stands under a key of its own: an older release
 * of the site neither reads nor writes over what a newer one has kept.
 */
export const keyOf = (item: Stored, version = stepsOf(item).length + 1): string =>
  version === 1 ? item : `${item}@${version}`

/** Where older releases kept an item, the oldest first, and how that becomes today's version. */
export const olderOf = (
  item: Stored,
): readonly { readonly key: string; readonly upgrade: (older: unknown) => unknown }[] =>
  stepsOf(item).map((_, at) => ({
    key: keyOf(item, at + 1),
    upgrade: (older) =>
      stepsOf(item)
        .slice(at)
        .reduce((value, step) => (value === undefined ? undefined : step(value)), older),
  }))

/** Every item, for tests. */
export const storedItems = Object.keys(items) as readonly Stored[]
