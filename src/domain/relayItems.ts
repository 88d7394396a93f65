import { keyOf } from "./stored.ts"

/** Under which key the names of the relay library's own items are listed. */
export const relayIndex = keyOf("relay")

/** Under which key an item of the relay library is kept, by the library's name for it. */
export const relayKey = (name: string): string => `${relayIndex}:${name}`

/** The library's names for what is kept, as they are listed. */
export const readRelayIndex = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one: unknown) => typeof one === "string") : []

/**
 * What the library of this instance calls an item that a client without a prefix of its own, such as AppKit's, has kept: nothing for
 * what a session does not need. The names are the library's own (`wc@2:core:0.3//keychain`).
 */
export const adoptedName = (name: string, id: string): string | undefined => {
  const [, place, item] = /^(wc@2:(?:core|client):[\d.]+)\/\/(\w+)$/.exec(name) ?? []
  return item !== undefined && needed.has(item) ? `${place}:${id}//${item}` : undefined
}

const needed: ReadonlySet<string> = new Set(["keychain", "session", "pairing", "subscription", "expirer"])
