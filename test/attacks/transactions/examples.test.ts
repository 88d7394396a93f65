import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { toHex } from "viem"
import { confirmSwap } from "../../../src/swap/flows.ts"
import { readApproval } from "../../../src/swap/model/approval.ts"
import { approveSwap, swap } from "../../../src/swap/operations.ts"
import { settled } from "../../contracts/settled.ts"
import { shownSnack } from "../../fixtures/visits.ts"
import { attempt, prepare, quoted } from "./attempt.ts"
import { at, gives, hostile, v5, v6 } from "./contracts.ts"
import { changed, instead, type Lie, liesOf, otherCalls, put, type Scenario } from "./lies.ts"
import { onSite } from "./site.ts"

const paying = { ETH: 5n * 10n ** 17n, USDC: 400_000_000n }
const buying = (from: keyof typeof paying, to: "HRB" | "USDC", around: Partial<Scenario> = {}): Scenario => ({
  order: { way: "1inch 6 swap", from, to, units: paying[from] },
  approved: false,
  bundles: false,
  simulates: true,
  ...around,
})
const ofCoin = buying("ETH", "USDC")
const ofToken = buying("USDC", "HRB")

/** The call with another minimum. */
const minimum = (of: (honest: bigint) => bigint): Lie => ({
  field: "the call's minimum",
  says: "",
  tell: (answers) =>
    changed(answers, "buildTransaction", (answer) => {
      const { data } = (answer as { tx: { data: string } }).tx
      const start = 10 + 6 * 64
      const told = of(BigInt(`0x${data.slice(start, start + 64)}`))
      return put(
        answer,
        ["tx", "data"],
        `${data.slice(0, start)}${told.toString(16).padStart(64, "0")}${data.slice(start + 64)}`,
      )
    }),
})

/** Applies the lies from the row's given response on. */
const later = (row: string, from: number, { tell, ...lie }: Lie): Lie => ({
  ...lie,
  tell: (answers, chain) => {
    const told = tell?.(answers, chain) ?? answers
    let asked = 0
    return {
      ...answers,
      [row]: (input) => {
        asked += 1
        return (asked < from ? answers : told)[row]?.(input)
      },
    }
  },
})

describe("a hostile swap service", () => {
  const calls = Object.keys(otherCalls(ofToken.order))
  it.effect.each(calls)("cannot make the wallet receive another call: %s", (name) =>
    onSite(function* (site) {
      for (const scenario of [ofCoin, ofToken, { ...ofToken, approved: true }, { ...ofToken, simulates: false }]) {
        const call = otherCalls(scenario.order)[name] ?? { to: "", data: "" }
        const { received, untouched } = yield* attempt(site, scenario, [instead(name, call)])
        assert.deepStrictEqual(received, [])
        assert.isTrue(untouched)
      }
    }),
  )

  it.effect("cannot have a token approved for a contract of its own", () =>
    onSite(function* (site) {
      const call = otherCalls(ofToken.order)["an exchange that is worse in way 1"] ?? { to: "", data: "" }
      prepare(site, ofToken, [instead("", call)])
      const quote = yield* settled(quoted(ofToken))
      assert.isTrue(quote.needsApproval)
      const error = yield* settled(Effect.flip(approveSwap({ quote })))
      assert.strictEqual(error._tag, "SwapNotBuilt")
      assert.deepStrictEqual(site.received, [])
      assert.strictEqual(
        site.chain.allowed(at.USDC, site.account, hostile),
        site.chain.allowed(at.GEM, site.account, hostile),
      )
    }),
  )

  const bound = (["1inch 5 swap", "1inch 6 swap"] as const).flatMap((way) =>
    (["ETH", "USDC"] as const).map((from) =>
      buying(from, "HRB", { order: { way, from, to: "HRB", units: paying[from] } }),
    ),
  )
  it.effect.each(bound)(
    "cannot change the call's arguments, whether or not a node simulates it: $order.way of $order.from",
    (scenario) =>
      onSite(function* (site) {
        const words = liesOf(scenario).filter(({ field }) => field.startsWith("the call's "))
        assert.isAbove(words.length, 25)
        for (const word of words) {
          for (const simulates of [true, false]) {
            const { outcome, received } = yield* attempt(site, { ...scenario, simulates }, [word])
            assert.strictEqual(
              outcome._tag === "Failure" && outcome.failure._tag,
              "SwapNotBuilt",
              `${word.field} ${word.says}`,
            )
            assert.deepStrictEqual(received, [])
          }
        }
      }),
  )

  const reasons: readonly (readonly [call: string, reason: RegExp])[] = [
    ["junk to a plain address", /^Expected contract, received '0x'$/],
    ["an exchange that is worse in way 0", /^Expected at least \d+, received '0'$/],
    ["an exchange that is worse in way 4", /^Expected same balance of 0x0+b1a0, received '45'$/],
    ["an exchange that is worse in way 5", /^Expected no other event of the account, received '0x/],
    ["an exchange that is worse in way 6", /^Expected payment of \d+, received '-\d+'$/],
    ["an exchange that is worse in way 8", /^Expected call that the network carries out, received 'reverted'$/],
    ["an exchange that takes by an older allowance", /^Expected allowance used up, received '\d+'$/],
  ]
  it.effect.each(reasons)("is refused with the reason as the cause: %s", ([name, reason]) =>
    onSite(function* (site) {
      const call = otherCalls(ofToken.order)[name] ?? { to: "", data: "" }
      const { outcome } = yield* attempt(site, ofToken, [instead(name, call)])
      assert.isTrue(outcome._tag === "Failure" && outcome.failure._tag === "SwapNotBuilt")
      assert.match(String(outcome._tag === "Failure" && (outcome.failure.cause as Error).message), reason)
    }),
  )

  it.effect("cannot lower the minimum in a quote that a site passes back, since only its amount counts", () =>
    onSite(function* (site) {
      prepare(site, ofCoin, [minimum((honest) => honest / 2n)])
      const quote = yield* settled(quoted(ofCoin))
      assert.strictEqual(
        (yield* settled(Effect.flip(swap({ quote: { ...quote, minimum: "0" } }))))._tag,
        "SwapNotBuilt",
      )
      assert.strictEqual(
        (yield* settled(Effect.flip(swap({ quote: { ...quote, minimum: undefined } as never }))))._tag,
        "InvalidInput",
      )
      assert.deepStrictEqual(site.received, [])
    }),
  )

  it.effect("cannot give the call a minimum of 1, whatever the preview shows", () =>
    onSite(function* (site) {
      for (const way of ["1inch 5 swap", "1inch 6 swap"] as const)
        for (const simulates of [true, false]) {
          const scenario = { ...ofCoin, order: { ...ofCoin.order, way }, simulates }
          const { outcome, received } = yield* attempt(site, scenario, [minimum(() => 1n)])
          assert.strictEqual(outcome._tag === "Failure" && outcome.failure._tag, "SwapNotBuilt")
          assert.deepStrictEqual(received, [])
        }
    }),
  )

  it.effect("has its minimum raised to the one shown if it is slightly lower", () =>
    onSite(function* (site) {
      const { received } = yield* attempt(site, ofCoin, [minimum((honest) => (honest * 9_995n) / 10_000n)])
      const shown = (gives(at.ETH, at.USDC, paying.ETH) * 99n) / 100n
      assert.lengthOf(received, 1)
      assert.strictEqual(`0x${received[0]?.data.slice(10 + 6 * 64, 10 + 7 * 64)}`, toHex(shown, { size: 32 }))
    }),
  )

  it.effect(
    "that turns hostile after the approval gets only the exact amount approved, for the router, and no swap",
    () =>
      onSite(function* (site) {
        const call = otherCalls(ofToken.order)["an exchange that is worse in way 0"] ?? { to: "", data: "" }
        const { outcome, received, gained } = yield* attempt(site, ofToken, [
          later("buildTransaction", 2, instead("", call)),
        ])
        assert.strictEqual(outcome._tag, "Failure")
        assert.deepStrictEqual(
          received.map(({ to, data }) => ({ to, ...readApproval(data) })),
          [{ to: at.USDC, spender: v6, units: paying.USDC }],
        )
        assert.isTrue(Object.values(gained).every((change) => change === 0n))
      }),
  )

  it.effect("cannot claim an allowance that the chain does not have", () =>
    onSite(function* (site) {
      const claims = liesOf(ofToken).filter(({ field, says }) => field === "allowance allowance" && /\d{3}/.test(says))
      assert.lengthOf(claims, 2)
      for (const simulates of [true, false])
        for (const claim of claims) {
          const { outcome, received } = yield* attempt(site, { ...ofToken, simulates }, [claim])
          assert.strictEqual(outcome._tag === "Failure" && outcome.failure._tag, "SwapNotBuilt")
          assert.deepStrictEqual(received, [])
        }
    }),
  )

  it.effect("cannot demand a gas price that no chain takes", () =>
    onSite(function* (site) {
      const absurd: Lie = {
        field: "",
        says: "",
        tell: (answers) => changed(answers, "gasPrice", (answer) => put(answer, ["standard"], "9".repeat(78))),
      }
      const { outcome } = yield* attempt(site, ofCoin, [absurd])
      assert.strictEqual(outcome._tag === "Failure" && outcome.failure._tag, "MaxFeeTooHigh")
    }),
  )
})

describe("a swap whose outcome cannot be verified", () => {
  const unverified = { ...ofToken, order: { ...ofToken.order, way: "an unknown exchange" }, simulates: false } as const

  it.effect("fails with SwapUnverified, does not reach the wallet, and shows the visitor why", () =>
    onSite(function* (site) {
      prepare(site, unverified)
      const quote = yield* settled(quoted(unverified))
      assert.strictEqual((yield* settled(Effect.flip(swap({ quote }))))._tag, "SwapUnverified")
      yield* confirmSwap(quote, { approve: "", confirm: "", swapped: "" })
      yield* settled(Effect.sleep("3 seconds"))
      assert.deepInclude(yield* shownSnack, {
        variant: "error",
        message: "This swap could not be verified. It was not sent to your wallet.",
      })
      assert.deepStrictEqual(site.received, [])
    }),
  )

  it.effect("is executed if a node can simulate it", () =>
    onSite(function* (site) {
      const { outcome, received } = yield* attempt(site, { ...unverified, simulates: true })
      assert.strictEqual(outcome._tag, "Success")
      assert.lengthOf(received, 2)
    }),
  )
})

describe("the transactions of a swap", () => {
  it.effect.each([v5, v6])(
    "of the router %s name their chain, send only the input, and approve the exact amount",
    (router) =>
      onSite(function* (site) {
        const way = router === v5 ? "1inch 5 swap" : "1inch 6 swap"
        for (const bundles of [false, true]) {
          const { received } = yield* attempt(site, { ...ofToken, bundles, order: { ...ofToken.order, way } })
          assert.deepStrictEqual(
            received.map(({ to, value, chainId }) => ({ to, value, chainId })),
            [
              { to: at.USDC, value: 0n, chainId: "0x1" },
              { to: router, value: 0n, chainId: "0x1" },
            ],
          )
          assert.deepStrictEqual(readApproval(received[0]?.data ?? ""), { spender: router, units: paying.USDC })
          assert.strictEqual(site.chain.allowed(at.USDC, site.account, router), 0n)
        }
        const { received } = yield* attempt(site, { ...ofCoin, order: { ...ofCoin.order, way } })
        assert.deepStrictEqual(
          received.map(({ to, value, chainId }) => ({ to, value, chainId })),
          [{ to: router, value: paying.ETH, chainId: "0x1" }],
        )
      }),
  )
})
