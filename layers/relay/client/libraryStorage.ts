import * as Effect from "effect/Effect"
import type { Storage } from "../../../services/Storage.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { readRelayIndex, relayIndex, relayKey } from "../../../src/walletConnect/model/libraryStorage.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"
import { readPeer } from "./readSession.ts"

/** Storage of the library's keys and sessions, in the interface that the library expects. */
export interface LibraryStorage {
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

/** Data that one client of the library persists between visits. */
export interface Store {
  readonly library: LibraryStorage
  /** Makes the store ignore all later writes. */
  close(): void
}

/**
 * Creates the library's storage, backed by the instance's storage. Data that cannot be persisted is kept in memory, so if storage is full,
 * the session lasts until the page is left.
 */
export const open = (storage: Storage["Service"]): Store => {
  const texts = new Map<string, string | undefined>()
  const listed = new Set<string>()
  let closed = false
  let before = Promise.resolve()

  const text = async (key: string) => {
    if (!texts.has(key)) {
      const stored = await Effect.runPromise(storage.read(relayKey(key)))
      if (!texts.has(key)) texts.set(key, stored)
    }
    return texts.get(key)
  }

  // Writes run one after the other, so the last value is stored even if storage is slow.
  const write = (key: string, value: string | undefined) => {
    if (closed) return before
    texts.set(key, value)
    const list = listed.has(key) ? Effect.void : note(storage, key)
    listed.add(key)
    const change = value === undefined ? storage.remove(relayKey(key)) : storage.write(relayKey(key), value)
    before = before.then(() => Effect.runPromise(ignoreFailure(Effect.andThen(list, change))))
    return before
  }

  return {
    library: {
      getKeys: async () => [...texts].filter(([, value]) => value !== undefined).map(([key]) => key),
      getEntries: async () =>
        [...texts].flatMap(([key, value]) => (value === undefined ? [] : [[key, parse(value) as never]])),
      getItem: async (key) => sound(key, parse(await text(key))) as never,
      setItem: (key, value) => write(key, JSON.stringify(value, exact)),
      removeItem: (key) => write(key, undefined),
    },
    close: () => {
      closed = true
    },
  }
}

/**
 * Returns `held` if an unexpired session is stored, or `expired` with the wallet's name if all have expired. `undefined` if none is stored.
 * Does not load the library, so `held` is not a guarantee that the session is valid. `now` is in ms since the Unix epoch.
 */
export const persistedSession = Effect.fnUntraced(function* (storage: Storage["Service"], now: number) {
  const key = (yield* keys(storage)).find((one) => one.endsWith("//session"))
  const sessions = key && parse(yield* storage.read(relayKey(key)))
  if (!Array.isArray(sessions) || sessions.length === 0) return undefined
  const held = sessions.some((one) => !(isRecord(one) && isNumber(one.expiry) && Number(one.expiry) * 1000 <= now))
  return held ? { type: "held" as const } : { type: "expired" as const, wallet: readPeer(sessions[0]).name }
})

/** Deletes all data that the clients of this instance have stored. */
export const wipe = Effect.fnUntraced(function* (storage: Storage["Service"]) {
  for (const key of yield* keys(storage)) yield* storage.remove(relayKey(key))
  yield* storage.remove(relayIndex)
})

/**
 * Returns a stored value if it has the library's format, or `undefined`. Invalid list entries are left out, because the library does not
 * validate them.
 */
const sound = (key: string, value: unknown): unknown => {
  const name = key.slice(key.lastIndexOf("/") + 1)
  const isEntry = lists[name]
  if (isEntry) return Array.isArray(value) ? value.filter((one) => isRecord(one) && isEntry(one)) : undefined
  if (maps.has(name)) return isRecord(value) ? value : undefined
  return value
}

type Entry = Readonly<Record<string, unknown>>
const isText = (value: unknown) => typeof value === "string"
const isNumber = (value: unknown) => typeof value === "number"

const lists: { readonly [name: string]: (entry: Entry) => boolean } = {
  session: ({ topic, expiry, namespaces, self }) =>
    isText(topic) && isNumber(expiry) && isRecord(namespaces) && isRecord(self),
  proposal: ({ id, expiryTimestamp, pairingTopic, proposer }) =>
    isNumber(id) && isNumber(expiryTimestamp) && isText(pairingTopic) && isRecord(proposer),
  pairing: ({ topic, expiry }) => isText(topic) && isNumber(expiry),
  subscription: ({ topic, id, relay }) => isText(topic) && isText(id) && isRecord(relay) && isText(relay.protocol),
  expirer: ({ target, expiry }) => isText(target) && isNumber(expiry),
  history: ({ id, topic, request }) => isNumber(id) && isText(topic) && isRecord(request),
}

const maps: ReadonlySet<string> = new Set(["keychain", "messages", "messages_withoutClientAck"])

const keys = (storage: Storage["Service"]): Effect.Effect<readonly string[]> =>
  Effect.map(storage.read(relayIndex), (text) => readRelayIndex(parse(text)))

const note = (storage: Storage["Service"], key: string) =>
  Effect.flatMap(keys(storage), (known) =>
    known.includes(key) ? Effect.void : ignoreFailure(storage.write(relayIndex, JSON.stringify([...known, key]))),
  )

const parse = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON replacer that writes a bigint as a string. The library stores requests with their params, which may contain bigints. */
const exact = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value)
