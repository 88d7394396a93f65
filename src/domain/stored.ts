import { isRecord } from "./input.ts"

/** Everything that is kept between visits, by its short key. Who keeps something asks here for where it stands. */
export type Stored =
  | "connections"
  | "connected_connector_ids"
  | "active_caip_network_ids"
  | "active_namespace"
  | "disconnected_connector_ids"
  | "recent_wallets"
  | "recent_connections"
  | "deeplink_choice"
  | "wallet_lists"
  | "excluded_wallets"
  | "project_features"
  | "portfolio_cache"
  | "native_balance_cache"
  | "ens_cache"
  | "identity_cache"
  | "history_transactions_cache"
  | "token_price_cache"
  /** That what AppKit kept was read. */
  | "appkit_read"
  /** The names of the relay library's own items, each kept behind this key and a colon; those carry versions of the library's own. */
  | "relay"
  /** Sessions of sign-in. */
  | "siwx"
  /** The provider's own sign-in: the token of the session, that of the nonce to be signed next, and the e-mail addresses given last. */
  | "siwx_auth_token"
  | "siwx_nonce_token"
  | "recent_emails"
  /** The embedded wallet's: its session's token, whether somebody logged in, who, and what the frame told of networks. */
  | "auth_session"
  | "auth_login_used"
  | "auth_email"
  | "auth_username"
  | "auth_last_email_time"
  | "auth_last_chain"
  | "auth_smart_account_networks"
  /** The social provider that the visitor logged in by. */
  | "connected_social"
  /** The login that the visitor left the page for, from inside Telegram. */
  | "social_provider"
  /** The kind of account that the visitor prefers, by namespace. */
  | "preferred_account_types"
  /** Transfers that left and have not settled, and those whose outcome nobody has been told. */
  | "sent_transfers"
  /** Whom something was sent to. */
  | "past_receivers"
  /** Payments that exchanges are at, and whose end nobody knows. */
  | "exchange_payments"
  | "demo_wallets"
  | "demo_relay"
  | "demo_frame"

/** Makes the next version of what an older release kept; nothing of what it cannot have kept. */
type Step = (older: unknown) => unknown

/** A step for each time that the shape of an item has changed. The decoder that stands with the item reads today's version only. */
const steps: { readonly [Item in Stored]?: readonly Step[] } = {
  // 2: a wallet's picture is named as the directory names it.
  recent_wallets: [
    (older) =>
      Array.isArray(older) && older.some((one: unknown) => isRecord(one) && typeof one.id === "string")
        ? older.map((one: unknown) => (isRecord(one) ? { image_url: one.imageUrl, ...one } : one))
        : undefined,
  ],
  // 2: a login that leaves the page has a random value and a time. One without them is forgotten.
  social_provider: [() => undefined],
}

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
  stepsOf(item).map((_, at, all) => ({
    key: keyOf(item, at + 1),
    upgrade: (older) => all.slice(at).reduce((value, step) => (value === undefined ? value : step(value)), older),
  }))

const stepsOf = (item: Stored): readonly Step[] => steps[item] ?? []
