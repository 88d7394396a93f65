import * as Effect from "effect/Effect"
import { maxUint256 } from "viem"
import { formatUnits } from "../../../src/core/amounts.ts"
import { quoteSwap, swap } from "../../../src/swap/operations.ts"
import { settled } from "../../contracts/settled.ts"
import { at, decimalsOf, hostile, type Symbol, stocks, visitor } from "./contracts.ts"
import type { Lie, Scenario } from "./lies.ts"
import { honest, routerOf } from "./service.ts"
import type { Site } from "./site.ts"

/** Prepares a swap in which these false responses occur. */
export const prepare = (site: Site, scenario: Scenario, lies: readonly Lie[] = []): void => {
  const { chain, received, setup } = site
  const { order, bundles, simulates } = scenario
  deal(site, scenario)
  received.length = 0
  setup.bundles = bundles
  setup.simulates = simulates
  setup.answers = lies.reduce((answers, { tell }) => tell?.(answers, chain) ?? answers, honest(order, chain))
  setup.reported = (method, answer) =>
    lies.reduce((told, { report }) => (report?.[0] === method ? report[1](told) : told), answer)
}

/** A visitor quotes and swaps while these false responses occur. */
export const attempt = (site: Site, scenario: Scenario, lies: readonly Lie[] = []) =>
  Effect.gen(function* () {
    const { chain, received } = site
    prepare(site, scenario, lies)
    const [held, state] = [holdingsOf(site), chain.written()]
    const outcome = yield* settled(Effect.result(swapping(scenario)))
    const now = holdingsOf(site)
    const gained = Object.fromEntries(symbols.map((symbol) => [symbol, now[symbol] - held[symbol]]))
    return { outcome, received: [...received], gained, untouched: chain.written() === state }
  })

const swapping = (scenario: Scenario) => Effect.flatMap(quoted(scenario), (quote) => swap({ quote }))

/** The swap as shown to the visitor. */
export const quoted = ({ order }: Scenario) =>
  quoteSwap({
    fromToken: `eip155:1:${at[order.from]}`,
    toToken: `eip155:1:${at[order.to]}`,
    amount: formatUnits(order.units, decimalsOf(order.from)),
  })

const symbols = Object.keys(at) as readonly Symbol[]
const holdingsOf = ({ chain }: Site) =>
  Object.fromEntries(symbols.map((symbol) => [symbol, chain.has(at[symbol], visitor)])) as Record<Symbol, bigint>

/** The chain before a swap: the visitor's tokens, old allowances, and the stock of exchanges. */
const deal = ({ chain }: Site, { order, approved }: Scenario) =>
  chain.begin(({ give, allow }) => {
    for (const [symbol, units] of Object.entries(purse)) give(at[symbol as Symbol], visitor, units)
    for (const token of [at.ETH, at.USDC, at.HRB]) for (const stock of stocks) give(token, stock, 10n ** 30n)
    for (const token of [at.GEM, at.MUTE, at.USDC]) allow(token, visitor, hostile, maxUint256)
    if (approved && order.from !== "ETH") allow(at[order.from], visitor, routerOf(order.way), order.units)
  })

const purse: Readonly<Record<Symbol, bigint>> = {
  ETH: 10n ** 19n,
  USDC: 5_000_000_000n,
  HRB: 10n ** 20n,
  GEM: 50n,
  MUTE: 50n,
  LINK: 50n,
  SHARES: 700n,
  ATOKEN: 300n,
}
