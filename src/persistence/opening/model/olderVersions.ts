import { isRecord } from "../../../options/guards.ts"
import { type StorageKey, storageKey, type versions } from "../../first-paint/model/storageKeys.ts"

/** Function that upgrades an item of an older release by one version. Returns `undefined` if it is malformed. */
type Step = (older: unknown) => unknown

/** Upgrade steps of each item: one per change of its format. */
const steps: { readonly [Item in StorageKey]?: readonly Step[] } = {
  // Version 2: the image field was renamed to match the directory's.
  recent_wallets: [
    (older) =>
      Array.isArray(older) && older.some((one: unknown) => isRecord(one) && typeof one.id === "string")
        ? older.map((one: unknown) => (isRecord(one) ? { image_url: one.imageUrl, ...one } : one))
        : undefined,
  ],
  // Version 2: a login that leaves the page has a random value and a time. Older ones are dropped.
  social_provider: [() => undefined],
} satisfies Readonly<Record<keyof typeof versions, readonly Step[]>>

/** Returns the keys of an item's older versions, oldest first, each with its upgrade to the current version. */
export const olderVersions = (
  item: StorageKey,
): readonly { readonly key: string; readonly upgrade: (older: unknown) => unknown }[] =>
  (steps[item] ?? []).map((_, at, all) => ({
    key: storageKey(item, at + 1),
    upgrade: (older) => all.slice(at).reduce((value, step) => (value === undefined ? value : step(value)), older),
  }))
