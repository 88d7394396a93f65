import { describe, expect, it } from "vitest"
import { storageKey } from "../../src/persistence/first-paint/model/storageKeys.ts"
import { olderVersions } from "../../src/persistence/opening/model/olderVersions.ts"
import { storedItems } from "../fixtures/stored.ts"

describe("Persisted data", () => {
  it("has a unique key for each item and version", () => {
    const keys = storedItems.flatMap((item) => [storageKey(item), ...olderVersions(item).map(({ key }) => key)])

    expect(new Set(keys).size).toBe(keys.length)
    for (const item of storedItems) {
      expect(storageKey(item, 1)).toBe(item)
      expect(storageKey(item)).toBe(storageKey(item, olderVersions(item).length + 1))
    }
    expect(storageKey("recent_wallets")).toBe("recent_wallets@2")
    expect(storageKey("social_provider")).toBe("social_provider@2")
  })

  const upgrades = [
    ["its picture", "recent_wallets", '[{"id":"a","imageUrl":"x"}]', [{ id: "a", imageUrl: "x", image_url: "x" }]],
    ["both names", "recent_wallets", '[{"id":"a","imageUrl":"x","image_url":"y"}]', [{ id: "a", image_url: "y" }]],
    ["unknown entries are kept", "recent_wallets", '[7,{"id":"a"}]', [7, { id: "a" }]],
  ] as const
  it.each(upgrades)("is upgraded from an older version: %s", (_, item, text, expected) => {
    const [older] = olderVersions(item)

    expect(older?.upgrade(JSON.parse(text))).toMatchObject(expected)
  })

  const foreign = ["null", "7", '"a"', "{}", "[]", "[null]", '[{"name":"a"}]', '{"__proto__":{}}']
  it.each(
    storedItems.flatMap((item) =>
      olderVersions(item).flatMap(({ key }) => foreign.map((text) => [item, key, text] as const)),
    ),
  )("is discarded if an older %s (%s) is invalid: %s", (item, key, text) => {
    const older = olderVersions(item).find((one) => one.key === key)

    expect(older?.upgrade(JSON.parse(text))).toBeUndefined()
    expect(older?.upgrade(undefined)).toBeUndefined()
  })
})
