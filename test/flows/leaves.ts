import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createWorld, type DemoWallet, demo, type World } from "../../layers/demo.ts"
import { disclosing } from "../../layers/telemetry/disclosing.ts"
import { type Chain, Chains } from "../../services/Chains.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import type { AnalyticsEvent } from "../../src/domain/events.ts"
import type { Connector } from "../../src/domain/wallets.ts"
import { halyard, withWallet } from "./modal.ts"

/** A layer that overrides parts of another layer. */
export const changed = <Service, Shape extends object, E, R>(
  tag: Context.Service<Service, Shape>,
  leaf: Layer.Layer<Service, E, R>,
  change: (own: Shape) => Partial<Shape>,
): Layer.Layer<Service, E, R> =>
  Layer.effect(
    tag,
    Effect.map(tag, (own) => ({ ...own, ...change(own) })),
  ).pipe(Layer.provide(leaf))

/** Test settings that override parts of the demo's chains. */
export const changedChains = (change: (own: Chain) => Partial<Chain>) => ({
  leaves: (world: World) => ({
    chains: changed(Chains, demo(world).chains, ({ get }) => ({
      get: (namespace) => Effect.map(get(namespace), (own) => ({ ...own, ...change(own) })),
    })),
  }),
})

/** A page with one wallet, on the minimal chain a test needs. */
export const pageWith = (connector: Connector, chain: Partial<Chain>): Layer.Layer<Chains> =>
  Layer.succeed(Chains, {
    discover: (namespace, found) => Effect.sync(() => found(namespace === connector.chain ? [connector] : [])),
    get: (namespace) => Effect.succeed({ namespace, follow: () => Effect.void, ...chain } as Chain),
  })

type Answer = ReturnType<DemoWallet["request"]>

/** A world in which a wallet responds to a method in a custom way. */
export const answering = (
  method: string | RegExp,
  answer: (own: Answer) => Answer,
  { world = createWorld(), wallet = halyard }: { readonly world?: World; readonly wallet?: string } = {},
): World =>
  withWallet(world, wallet, ({ request }) => ({
    request: (input) => (input.method.match(method) ? answer(request(input)) : request(input)),
  }))

/** A site's telemetry, which stores the events. */
export const listening = () => {
  const events: AnalyticsEvent[] = []
  const telemetry = disclosing(
    Layer.succeed(Telemetry, {
      track: (event) => Effect.sync(() => void events.push(event)),
      report: (defect) => Effect.die(defect),
      allow: () => Effect.void,
      refused: Effect.never,
    }),
  )
  return { events, telemetry }
}
