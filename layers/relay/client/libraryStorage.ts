import * as Effect from "effect/Effect"
import type { Storage } from "../../../services/Storage.ts"
import { InvalidInput } from "../../../src/errors/index.ts"
import { relayIndex, relayKey } from "../../../src/walletConnect/model/libraryStorage.ts"
import { decodeExpiry, decodeItemNames, decodePeer, readItem } from "../../../src/walletConnect/schema.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"

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
      getItem: async (key) => readItem(key.slice(key.lastIndexOf("/") + 1), parse(await text(key))) as never,
      setItem: (key, value) => write(key, JSON.stringify(value, exact)),
      removeItem: (key) => write(key, undefined),
    },
    close: () => {
      closed = true
    },
  }
}

/**
 * Returns the type `held` if a stored session may be valid, or `expired` with the wallet's name ("" if unknown). Returns `undefined` if
 * none is stored. Checks only the expiry, because the library is not loaded. `now` is in ms since the Unix epoch.
 */
export const persistedSession = Effect.fnUntraced(function* (storage: Storage["Service"], now: number) {
  const key = (yield* keys(storage)).find((one) => one.endsWith("//session"))
  const sessions = key && parse(yield* storage.read(relayKey(key)))
  if (!Array.isArray(sessions) || sessions.length === 0) return undefined
  const decoded = sessions.map(decodeExpiry)
  if (decoded.some((one) => one instanceof InvalidInput || one.expiry * 1000 > now)) return { type: "held" as const }
  const peer = decodePeer(sessions[0])
  return { type: "expired" as const, wallet: peer instanceof InvalidInput ? "" : peer.name }
})

/** Deletes all data that the clients of this instance have stored. */
export const wipe = Effect.fnUntraced(function* (storage: Storage["Service"]) {
  for (const key of yield* keys(storage)) yield* storage.remove(relayKey(key))
  yield* storage.remove(relayIndex)
})

const keys = (storage: Storage["Service"]): Effect.Effect<readonly string[]> =>
  Effect.map(storage.read(relayIndex), (text) => {
    const names = decodeItemNames(parse(text))
    return names instanceof InvalidInput ? [] : names
  })

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
