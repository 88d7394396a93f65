/** Short key of an item persisted between visits. */
export type StorageKey =
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
  /** Flag that is set once AppKit's data has been migrated. */
  | "appkit_read"
  /** Items of the relay library. Each is stored under this key, a colon and its name, which contains the library's version. */
  | "relay"
  /** Sign-in sessions. */
  | "siwx"
  /** Provider's sign-in: session token, token of the next nonce, and recently entered email addresses. */
  | "siwx_auth_token"
  | "siwx_nonce_token"
  | "recent_emails"
  /** Embedded wallet: session token, whether the visitor has logged in and as whom, and network data from the frame. */
  | "auth_session"
  | "auth_login_used"
  | "auth_email"
  | "auth_username"
  | "auth_last_email_time"
  | "auth_last_chain"
  | "auth_smart_account_networks"
  /** Social provider of the current login. */
  | "connected_social"
  /** Social login for which the visitor left the page. Written only inside Telegram, which opens no pop-ups. */
  | "social_provider"
  /** Preferred account type of each namespace. */
  | "preferred_account_types"
  /** Sent transfers that are pending, or whose outcome has not been shown. */
  | "sent_transfers"
  /** Recipients of earlier transfers. */
  | "past_receivers"
  /** Payments in progress at exchanges. */
  | "exchange_payments"
  | "demo_wallets"
  | "demo_relay"
  | "demo_frame"

/** Versions of the items whose format has changed. The item's decoder accepts only this version. */
export const versions = { recent_wallets: 2, social_provider: 2 } as const

/**
 * Returns the storage key of an item, by default in its current version. Each version has its own key, so an older release of the site
 * neither reads nor overwrites a newer one's data.
 */
export const storageKey = (
  item: StorageKey,
  version = (versions as { readonly [Item in StorageKey]?: number })[item] ?? 1,
): string => (version === 1 ? item : `${item}@${version}`)
