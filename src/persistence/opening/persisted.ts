import * as Effect from "effect/Effect"
import { Storage } from "../../../services/Storage.ts"
import { type Account, type Connection, isAccountType } from "../../connections/opening/model.ts"
import { isSocial } from "../../embedded/first-paint/model/socialLogins.ts"
import { isRecord } from "../../options/guards.ts"
import { isNamespace } from "../../options/isNamespace.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { SocialProvider } from "../../options/remoteFeatures.ts"
import { type PersistedFeatures, readPersistedFeatures } from "../../project/first-paint/model/mergeFeatures.ts"
import { ignoreFailure } from "../../runtime/lazy.ts"
import type { Wallet } from "../../wallets/first-paint/model/wallet.ts"
import { readRecentWallets, readWalletLists, type WalletLists } from "../../wallets/first-paint/model/walletLists.ts"
import { type StorageKey, storageKey } from "../first-paint/model/storageKeys.ts"
import { recentEmails as recentEmailCount } from "./limits.ts"
import { olderVersions } from "./model/olderVersions.ts"

/** Connection in its persisted form. */
export interface PersistedConnection {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly accounts: readonly Account[]
  readonly caipNetworkId?: string
  readonly chosen?: string
}

/** Connections of the last visit. */
export const connections = persistedItem<readonly PersistedConnection[]>("connections", (value) => {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((entry: unknown) => readConnection(entry) ?? [])
})

/** Active connector of each namespace. */
export const connectorIds = persistedItem<Readonly<Partial<Record<Namespace, string>>>>(
  "connected_connector_ids",
  textByNamespace,
)

/** Active network of each namespace. */
export const networkIds = persistedItem<Readonly<Partial<Record<Namespace, string>>>>(
  "active_caip_network_ids",
  textByNamespace,
)

/** Active namespace. */
export const activeNamespace = persistedItem<Namespace>("active_namespace", (value) =>
  isNamespace(value) ? value : undefined,
)

/** Connectors that the visitor disconnected, as `{namespace}:{connectorId}`. They are not restored. */
export const disconnectedIds = persistedItem<readonly string[]>("disconnected_connector_ids", (value) =>
  Array.isArray(value) ? value.filter((id: unknown): id is string => typeof id === "string") : undefined,
)

/** The two most recently used wallets, newest first (specification section 3). */
export const recent = persistedItem<readonly Wallet[]>("recent_wallets", readRecentWallets)

/** Email addresses entered for sign-in, latest first. */
export const recentEmails = persistedItem<readonly string[]>("recent_emails", (value) =>
  Array.isArray(value)
    ? value.filter((one: unknown): one is string => typeof one === "string").slice(0, recentEmailCount)
    : undefined,
)

/** Deep link that last opened a wallet app. */
export const deepLink = persistedItem<{ readonly href: string; readonly name: string }>("deeplink_choice", (value) =>
  isRecord(value) && typeof value.href === "string" && typeof value.name === "string"
    ? { href: value.href, name: value.name }
    : undefined,
)

/** Directory lists of the last visit, so the wallet list can be shown before the directory responds. */
export const walletLists = persistedItem<WalletLists>("wallet_lists", readWalletLists)

/** Project configuration of the last visit. */
export const projectFeatures = persistedItem<PersistedFeatures>("project_features", readPersistedFeatures)

/** Social provider of the current login. */
export const connectedSocial = persistedItem<SocialProvider>("connected_social", readSocial)

/** Social login for which the visitor left the page. Written only inside Telegram, which opens no pop-ups. */
export const leftForSocial = persistedItem<LeftForSocial>("social_provider", (value) => {
  if (!isRecord(value) || !isSocial(value.provider)) return undefined
  const { provider, state, at } = value
  return typeof state === "string" && typeof at === "number" ? { provider, state, at } : undefined
})

/** Login for which the visitor left the page. `state`: random value that the login must return. `at`: time in ms since the Unix epoch. */
export interface LeftForSocial {
  readonly provider: SocialProvider
  readonly state: string
  readonly at: number
}

/** Flag that is set to 1 once AppKit's data has been migrated. */
export const appkit = persistedItem<1>("appkit_read", (value) => (value === 1 ? value : undefined))

/** Converts a connection to its persisted form. */
export const toPersisted = ({
  namespace,
  connectorId,
  accounts,
  caipNetwork,
  chosen,
}: Connection): PersistedConnection => ({
  namespace,
  connectorId,
  accounts,
  ...(caipNetwork ? { caipNetworkId: caipNetwork.caipNetworkId } : {}),
  ...(chosen === undefined ? {} : { chosen }),
})

/**
 * Defines an item persisted under a key. Reading it upgrades an older version. An item that cannot be decoded reads as `undefined`. No
 * method fails; if storage is full or blocked, nothing is persisted. The decoders do without Schema, which start-up would have to load
 * before it restores connections.
 */
export function persistedItem<A>(item: StorageKey, decode: (value: unknown) => A | undefined) {
  const key = storageKey(item)
  const older = olderVersions(item)
  const forgetOlder = Effect.gen(function* () {
    const storage = yield* Storage
    for (const one of older) yield* storage.remove(one.key)
  })
  const write = Effect.fnUntraced(function* (value: A) {
    const storage = yield* Storage
    yield* ignoreFailure(Effect.andThen(storage.write(key, JSON.stringify(value)), forgetOlder))
  })

  return {
    decode,
    read: Effect.gen(function* () {
      const storage = yield* Storage
      // Migration removes an item from its old key. An item found there was written later, by an older release of the site, so it is newer.
      for (const one of older) {
        const text = yield* storage.read(one.key)
        const value = text === undefined ? undefined : decode(one.upgrade(parse(text)))
        if (value === undefined) continue
        yield* write(value)
        return value
      }
      const text = yield* storage.read(key)
      return text === undefined ? undefined : decode(parse(text))
    }),
    write,
    forget: Effect.gen(function* () {
      yield* (yield* Storage).remove(key)
      yield* forgetOlder
    }),
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readSocial(value: unknown) {
  return isSocial(value) ? value : undefined
}

function textByNamespace(value: unknown) {
  if (!isRecord(value)) return undefined
  return Object.fromEntries(
    Object.entries(value).filter(([key, text]) => isNamespace(key) && typeof text === "string"),
  ) as Partial<Record<Namespace, string>>
}

/** Decodes a persisted connection, without malformed accounts. Returns `undefined` if its namespace or connector ID is malformed. */
export const readConnection = (value: unknown): PersistedConnection | undefined => {
  if (!isRecord(value) || !isNamespace(value.namespace) || typeof value.connectorId !== "string") return undefined
  const accounts = Array.isArray(value.accounts)
    ? value.accounts.flatMap((entry: unknown) => readAccount(entry) ?? [])
    : []
  return {
    namespace: value.namespace,
    connectorId: value.connectorId,
    accounts,
    ...(typeof value.caipNetworkId === "string" ? { caipNetworkId: value.caipNetworkId } : {}),
    ...(typeof value.chosen === "string" ? { chosen: value.chosen } : {}),
  }
}

const readAccount = (value: unknown): Account | undefined => {
  if (!isRecord(value) || typeof value.address !== "string") return undefined
  const { address, type, publicKey, path } = value
  return {
    address,
    ...(isAccountType(type) && { type }),
    ...(typeof publicKey === "string" && { publicKey }),
    ...(typeof path === "string" && { path }),
  }
}
