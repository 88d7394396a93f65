import * as Effect from "effect/Effect"
import type { World } from "../../layers/demo.ts"
import { Storage } from "../../services/Storage.ts"
import { changed } from "../fixtures/layers.ts"
import { shelf } from "../fixtures/modal.ts"
import { order } from "../fixtures/scenes/pay.ts"

export const words = { going: "going", completed: "completed", failed: "failed", late: "late" }

/** A deposit that was started on an earlier visit. */
export const storedDeposit = {
  paymentId: "earlier",
  source: "fund-from-exchange",
  of: order,
  at: 0,
  exchange: { id: "quayside", name: "Quayside", imageUrl: "" },
  sessionId: "session",
  url: "https://quayside.example/",
}

/** A site's storage whose responses about payments and transfers take 1 s. */
export const slowStorage = (storage = shelf()) => ({
  storage,
  layers: {
    storage: changed(Storage, storage.layer, ({ read }) => ({
      read: (key) =>
        /payments|transfers/.test(key) ? Effect.tap(read(key), () => Effect.sleep("1 second")) : read(key),
    })),
  },
})

/** The payment events of the visit, in order. */
export const payEventsOf = (world: World) =>
  world.events.map(({ props }) => props).filter(({ event }) => /^(PAY|SEND)_/.test(event))

export const eventsOf = (world: World) => payEventsOf(world).map(({ event }) => event)

export const firstOf = <A>(list: readonly A[] | undefined): A => {
  const [first] = list ?? []
  if (first === undefined) throw new Error("There is no exchange")
  return first
}
