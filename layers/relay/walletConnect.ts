import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Api } from "../../services/Api.ts"
import type { Browser } from "../../services/Browser.ts"
import { Relay, type RelayChange } from "../../services/Relay.ts"
import type { Rpc } from "../../services/Rpc.ts"
import type { Storage } from "../../services/Storage.ts"
import { ConnectFailed, DisconnectFailed } from "../../src/errors/index.ts"
import { listeners } from "../shared/listeners.ts"
import { loadOnce } from "../shared/loadOnce.ts"
import type { RelayOptions } from "./client/relay.ts"

/** Relay backed by WalletConnect v2. The code loads with the first method that needs it. Sessions are persisted in `Storage`. */
export const layer = (options: RelayOptions): Layer.Layer<Relay, never, Browser | Storage | Api | Rpc> =>
  Layer.effect(
    Relay,
    Effect.gen(function* () {
      const context = yield* Effect.context<Browser | Storage | Api | Rpc | Scope.Scope>()
      const { emit, watch } = listeners<RelayChange>()
      let loaded: Sessions | undefined
      const fetched = loadOnce(async () => {
        const { createRelay } = await import("./client/relay.ts")
        loaded = await Effect.runPromiseWith(context)(createRelay(options, emit))
        return loaded
      })
      const sessions = Effect.mapError(fetched, (cause) => new ConnectFailed({ cause }))

      return {
        connect: (proposal) => Effect.flatMap(sessions, ({ connect }) => connect(proposal)),
        restore: Effect.flatMap(sessions, ({ restore }) => restore),
        disconnect: Effect.flatMap(sessions, ({ disconnect }) => disconnect).pipe(
          Effect.mapError((cause) => new DisconnectFailed({ cause })),
        ),
        watch,
        provider: (namespace) => Effect.flatMap(sessions, ({ provider }) => provider(namespace)),
        // Without a loaded client, there is no connection to revive.
        revive: Effect.suspend(() => loaded?.revive ?? Effect.void),
      }
    }),
  )

type Sessions = Omit<Relay["Service"], "watch">
