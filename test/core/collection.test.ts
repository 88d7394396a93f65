import { effect, signal } from "@preact/signals-core"
import { describe, expect, it } from "vitest"
import { collection, computedCollection } from "../../src/core/first-paint/collection.ts"

interface Token {
  readonly address: string
  readonly price: number
}
const many = Array.from({ length: 500 }, (_, at): Token => ({ address: `0x${at}`, price: at }))

const orders = [["a", "b"], ["a", "c", "b"], ["a", "b", "c", "d"], []].map((ids) => [ids])

describe("collection", () => {
  it("writes only what changed: one price of 500 changes one signal and not the list", () => {
    const tokens = collection<Token>(({ address }) => address)
    tokens.reconcile(many)
    let lists = 0
    const rows = new Map<string, number>()
    effect(() => {
      void tokens.ids.value
      lists += 1
    })
    for (const id of tokens.ids.value)
      effect(() => {
        void tokens.get(id)?.value
        rows.set(id, (rows.get(id) ?? 0) + 1)
      })

    tokens.reconcile(many.map((token) => (token.address === "0x7" ? { ...token, price: 1 } : { ...token })))

    expect(lists).toBe(1)
    expect([...rows].filter(([, runs]) => runs > 1)).toEqual([["0x7", 2]])
  })

  it("leaves an entity alone if its lists have the same values", () => {
    const wallets = collection<{ readonly id: string; readonly chains: readonly string[] }>(({ id }) => id)
    wallets.reconcile([{ id: "a", chains: ["eip155:1", "eip155:10"] }])
    const before = wallets.get("a")?.peek()

    wallets.reconcile([{ id: "a", chains: ["eip155:1", "eip155:10"] }])
    expect(wallets.get("a")?.peek()).toBe(before)
    wallets.reconcile([{ id: "a", chains: ["eip155:10", "eip155:1"] }])
    expect(wallets.get("a")?.peek()).not.toBe(before)
  })

  it("writes an entity that gets another field, or a value instead of a list", () => {
    const tokens = collection<{ readonly id: string; readonly price?: number; readonly tags?: unknown }>(({ id }) => id)
    for (const next of [{ id: "a" }, { id: "a", price: 1 }, { id: "a", tags: ["n"] }, { id: "a", tags: "n" }]) {
      tokens.reconcile([next])
      expect(tokens.peek()).toEqual([next])
    }
  })

  it.each(orders)("is in the latest order: %j", (ids) => {
    const tokens = collection<Token>(({ address }) => address)
    expect(tokens.ids.value).toEqual([])
    for (const order of [["a", "b", "c"], ids]) {
      tokens.reconcile(order.map((address) => ({ address, price: 1 })))
      expect(tokens.ids.value).toEqual(order)
    }
  })

  it("keeps the first of two entities with one key, and drops those that are gone", () => {
    const tokens = collection<Token>(({ address }) => address)
    tokens.reconcile([
      { address: "a", price: 1 },
      { address: "a", price: 2 },
      { address: "b", price: 3 },
    ])
    expect(tokens.peek()).toEqual([
      { address: "a", price: 1 },
      { address: "b", price: 3 },
    ])

    tokens.reconcile([{ address: "b", price: 3 }])
    expect(tokens.ids.value).toEqual(["b"])
    expect(tokens.get("a")).toBeUndefined()
  })
})

describe("a computed list", () => {
  it("keeps its IDs and its entities while only another entity changes", () => {
    const source = signal<readonly Token[]>([
      { address: "a", price: 1 },
      { address: "b", price: 2 },
    ])
    const rows = computedCollection(source, ({ address }) => address)
    const ids = rows.ids.value
    const a = rows.get("a").value
    expect(ids).toEqual(["a", "b"])
    expect(rows.get("b").value.price).toBe(2)

    source.value = [
      { address: "a", price: 1 },
      { address: "b", price: 3 },
    ]

    expect(rows.ids.value).toBe(ids)
    expect(rows.get("a").value).toBe(a)
    expect(rows.get("b").value.price).toBe(3)
  })

  it.each(orders)("is in the latest order: %j", (ids) => {
    const source = signal(["a", "b", "c"].map((address) => ({ address })))
    const rows = computedCollection(source, ({ address }) => address)
    expect(rows.ids.value).toEqual(["a", "b", "c"])
    source.value = ids.map((address) => ({ address }))
    expect(rows.ids.value).toEqual(ids)
  })
})
