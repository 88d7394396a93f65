import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { demo } from "../../../layers/demo.ts"
import { Api } from "../../../services/Api.ts"
import { refreshBalances } from "../../../src/balances/flows/tokens.ts"
import { fetchBalances } from "../../../src/balances/operations.ts"
import { slicesOf } from "../../../src/runtime/currentModal.ts"
import { send } from "../../../src/send/state/form.ts"
import { settled } from "../../contracts/settled.ts"
import { changed } from "../../fixtures/layers.ts"
import { test } from "../../fixtures/scenes.ts"

const placeholder = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
const price = { price: 1, value: 100, iconUrl: "", quantity: { decimals: "18", numeric: "100" } }
const dollars = { name: "USD Coin", symbol: "USDC", chainId: "eip155:1", ...price }

/** Balances that the service reports, each with the symbols that may be shown for it. */
const reported: readonly (readonly [balance: object, symbols: readonly string[]])[] = [
  [dollars, ["ETH"]],
  [{ ...dollars, chainId: undefined }, ["ETH"]],
  [{ ...dollars, address: "native" }, ["ETH"]],
  [{ ...dollars, address: `eip155:1:${placeholder}` }, ["ETH"]],
  [{ ...dollars, chainId: "eip155:137", symbol: "POL" }, []],
  [{ ...dollars, address: `eip155:1:0x${"1".repeat(40)}` }, ["USDC"]],
]

describe("A balance that is sent as the native currency", () => {
  for (const [balance, symbols] of reported) {
    const layers = (world: Parameters<typeof demo>[0]) => ({
      api: changed(Api, demo(world).api, ({ call }) => ({
        call: (row, input) =>
          row.name === "balance" ? Effect.succeed({ balances: [balance] } as never) : call(row, input),
      })),
    })
    test(`is shown as the native currency, whatever the service calls it: ${JSON.stringify(balance)}`, {
      layers,
    }, function* () {
      const symbolsOf = (all: readonly { readonly symbol: string }[]) => all.map(({ symbol }) => symbol)
      assert.deepStrictEqual(symbolsOf(yield* settled(fetchBalances())), symbols)
      yield* settled(refreshBalances())
      const { choices } = yield* slicesOf(send)
      const shown = choices.peek().filter(({ address }) => address === undefined || !address.endsWith("1".repeat(40)))
      assert.deepStrictEqual([...new Set(symbolsOf(shown))], ["ETH"])
    })
  }
})
