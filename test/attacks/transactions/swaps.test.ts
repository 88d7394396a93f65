import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { oneOf, shuffled } from "../../../layers/demo/random.ts"
import { attacks as count, seed, timeout } from "../cases.ts"
import { attempt } from "./attempt.ts"
import { at, gives, type Symbol } from "./contracts.ts"
import { type Lie, liesOf, type Scenario } from "./lies.ts"
import { isBinding, ways } from "./service.ts"
import { onSite, type Site } from "./site.ts"

const pairs: readonly (readonly [from: Symbol, to: Symbol, units: bigint])[] = [
  ["ETH", "USDC", 5n * 10n ** 17n],
  ["ETH", "HRB", 10n ** 18n],
  ["USDC", "ETH", 400_000_000n],
  ["USDC", "HRB", 12_345_678n],
]

const scenarios: readonly Scenario[] = ways.flatMap((way) =>
  pairs
    .filter(([from]) => (way.includes("eth") ? from === "ETH" : !way.startsWith("1inch 6 uno") || from !== "ETH"))
    .flatMap(([from, to, units]) =>
      (from === "ETH" ? [true] : [true, false]).flatMap((approved) =>
        [true, false].flatMap((bundles) =>
          (isBinding(way) ? [true, false] : [true]).map((simulates) => ({
            order: { way, from, to, units },
            approved,
            bundles,
            simulates,
          })),
        ),
      ),
    ),
)

/** One lie, or two in different fields. Every field is equally likely. */
const drawn = (scenario: Scenario, draw: string, alone: boolean): readonly Lie[] => {
  const all = liesOf(scenario)
  const fields = shuffled([...new Set(all.map(({ field }) => field))], `${draw} fields`)
  return fields.slice(0, alone ? 1 : 2).map((name) =>
    oneOf(
      all.filter(({ field }) => field === name),
      `${draw} ${name}`,
    ),
  )
}

const wordsOf = ({ order, ...around }: Scenario, lies: readonly Lie[]) =>
  [
    `${order.way}, ${order.from} to ${order.to}, ${JSON.stringify(around)}`,
    ...lies.map(({ field, says }) => `${field} is ${says}`),
  ].join("; ")

/** Whether an honest service's swap is executed, and nothing else. */
const carriedOut = (site: Site, scenario: Scenario) =>
  Effect.map(attempt(site, scenario), ({ outcome, received, gained }) => {
    const { from, to, units } = scenario.order
    assert.strictEqual(outcome._tag, "Success", `${wordsOf(scenario, [])}: ${JSON.stringify(outcome)}`)
    assert.lengthOf(received, scenario.approved ? 1 : 2)
    const changes = Object.entries(gained).filter(([, change]) => change !== 0n)
    assert.deepStrictEqual(Object.fromEntries(changes), { [from]: -units, [to]: gives(at[from], at[to], units) })
  })

describe("swaps against hostile responses", () => {
  it.effect(
    "every honest response leads to the swap that was shown",
    () =>
      onSite(function* (site) {
        for (const scenario of scenarios) yield* carriedOut(site, scenario)
      }),
    timeout,
  )

  it.effect(
    `none of ${count} manipulated responses reaches a wallet`,
    () =>
      onSite(function* (site) {
        const acted: string[] = []
        const told = new Set<string>()
        let honest = 0
        for (let number = 0; number < count; number++) {
          const draw = `${seed} ${number}`
          const scenario = oneOf(scenarios, `${draw} scenario`)
          const lies = drawn(scenario, draw, number % 2 === 0)
          for (const { field, says } of lies) told.add(`${scenario.order.way} ${field} ${says}`)
          const { received, untouched } = yield* attempt(site, scenario, lies)
          if (received.length > 0 || !untouched) acted.push(wordsOf(scenario, lies))
          // Refused because of the lie, not for another reason.
          if (number % 10 > 0) continue
          yield* carriedOut(site, scenario)
          honest += 1
        }
        console.info(
          `Hostile swaps: ${count} tried (${told.size} different lies), ${acted.length} acted on; ${honest} honest ones tried, ${honest} acted on`,
        )
        assert.deepStrictEqual(acted, [])
      }),
    timeout,
  )
})
