import { storageKey } from "../../persistence/first-paint/model/storageKeys.ts"

/** Storage key of the list of the relay library's own items. */
export const relayIndex = storageKey("relay")

/** Returns the storage key of an item of the relay library, by the library's name for it. */
export const relayKey = (name: string): string => `${relayIndex}:${name}`

/**
 * Returns the name that this instance's library uses for an item of a client without a prefix, such as AppKit's. Returns `undefined` for
 * items that a session does not need. Names are in the library's format (`wc@2:core:0.3//keychain`).
 */
export const adoptedName = (name: string, id: string): string | undefined => {
  const [, place, item] = /^(wc@2:(?:core|client):[\d.]+)\/\/(\w+)$/.exec(name) ?? []
  return item !== undefined && needed.has(item) ? `${place}:${id}//${item}` : undefined
}

const needed: ReadonlySet<string> = new Set(["keychain", "session", "pairing", "subscription", "expirer"])
