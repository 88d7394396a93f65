import * as Effect from "effect/Effect"
import type { FrameChange } from "../../services/Frame.ts"
import { Storage } from "../../services/Storage.ts"
import { socialPopup } from "../../src/embedded/limits.ts"
import { FrameError, FrameLoadFailed, PopupClosed, SocialConnectFailed } from "../../src/errors/index.ts"
import { secureSite } from "../demo/frame/secureSite.ts"
import type { World } from "../demo/world.ts"
import { requestOver } from "./client/requestEvent.ts"
import type { Client } from "./lazyFrame.ts"

/** Creates a client of the world's secure site, with the latency and faults of the world. */
export const createClient = (
  world: World,
  emit: (change: FrameChange) => void,
): Effect.Effect<Client, never, Storage> =>
  Effect.gen(function* () {
    const site = secureSite(world, yield* Storage)
    const line = (name: string) =>
      Effect.mapError(world.faults.pass("frame", name), (cause) =>
        cause._tag === "HttpStatus" ? new FrameError(undefined, { cause }) : new FrameLoadFailed({ cause }),
      )
    const {
      keepSession: _,
      notify: __,
      ...requests
    } = yield* requestOver(
      {
        carry: ({ name, payload }) => Effect.andThen(line(name), site.respond(name, payload)),
        // Abandoning a request interrupts it, which also closes its prompt.
        abort: Effect.void,
      },
      emit,
    )
    return {
      ...requests,
      show: (place) => Effect.sync(() => world.showFrame(place)),
      login: (popup, uri) =>
        Effect.gen(function* () {
          if (popup.blocked) return yield* Effect.fail(new SocialConnectFailed())
          const approval = Effect.mapError(site.agreed, () => new SocialConnectFailed())
          yield* Effect.raceFirst(approval, closed(popup))
          popup.close()
          return site.resultOf(uri)
        }),
    }
  })

const closed = (popup: { isClosed(): boolean }): Effect.Effect<never, PopupClosed> =>
  Effect.delay(
    Effect.suspend(() => (popup.isClosed() ? Effect.fail(new PopupClosed()) : closed(popup))),
    socialPopup.closedCheck,
  )
