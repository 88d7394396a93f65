import { describe, expect, it } from "vitest"
import { offeredToNewcomers, sourceFor, sourcesOf } from "../../src/help/model.ts"
import type { Wallet } from "../../src/wallets/first-paint/model/wallet.ts"

const everywhere: Wallet = {
  id: "1",
  name: "One",
  chrome_store: "https://store.example/chrome",
  app_store: "https://store.example/ios",
  play_store: "https://store.example/android",
  homepage: "https://one.example",
}

describe("sourcesOf", () => {
  it("lists every place that offers the wallet, in a fixed order", () =>
    expect(sourcesOf(everywhere).map(({ source }) => source)).toEqual(["chrome", "ios", "android", "website"]))
  it("omits places that do not offer the wallet", () => expect(sourcesOf({ id: "2", name: "Two" })).toEqual([]))
})

describe("sourceFor", () => {
  it.each([
    ["ios", everywhere, "https://store.example/ios"],
    ["android", everywhere, "https://store.example/android"],
    ["other", everywhere, "https://store.example/chrome"],
    [
      "ios",
      { id: "3", name: "Three", homepage: "https://three.example", play_store: "https://a.example" },
      "https://three.example",
    ],
    ["android", { id: "4", name: "Four", app_store: "https://a.example" }, undefined],
  ] as const)("is the store of %s, or else the wallet's own page", (os, wallet, expected) =>
    expect(sourceFor(wallet, os)).toBe(expected),
  )
})

describe("offeredToNewcomers", () => {
  const named = (...ids: readonly string[]): readonly Wallet[] => ids.map((id) => ({ id, name: id }))
  it("puts the site's choice first, lists each wallet once, and stays within the limit", () => {
    const lists = { featured: named("a", "b"), custom: named("c", "a"), recommended: named("b", "d", "e") }
    expect(offeredToNewcomers(lists, 4).map(({ id }) => id)).toEqual(["a", "b", "c", "d"])
  })
})
