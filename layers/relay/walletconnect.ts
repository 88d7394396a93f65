import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Api } from "../../services/Api.ts"
import type { Browser } from "../../services/Browser.ts"
import { Relay, type RelayChange } from "../../services/Relay.ts"
import type { Rpc } from "../../services/Rpc.ts"
import type { Storage } from "../../services/Storage.ts"
import { ConnectFailed, DisconnectFailed } from "../../src/domain/errors.ts"
import type { Network } from "../../src/domain/networks.ts"
import type { Metadata } from "../../src/domain/options.ts"
import { once } from "../once.ts"

/** What the relay's client is made with. */
export interface RelayOptions {
  /** Of the instance: two with different ids share nothing. */
  readonly id: string
  readonly projectId: string
  /** How the site presents itself to a wallet; what is left out is the page's. */
  readonly metadata?: Partial<Metadata>
  /** The relay's socket; the library's own where there is none. */
  readonly relayUrl?: string | undefined
  /** The networks that the site uses now. */
  readonly networks: () => readonly Network[]
  /** Told what the relay knows this page by, a `did:key`, whenever there is a client. */
  readonly introduced?: (clientId: string) => void
  /** The host that vouches for this page to wallets; none is asked where there is none. */
  readonly verify?: string | undefined
}

/** WalletConnect v2. All of it is loaded by the first method that needs it; its sessions are kept in `Storage`. */
export const layer = (options: RelayOptions): Layer.Layer<Relay, never, Browser | Storage | Api | Rpc> =>
  Layer.effect(
    Relay,
    Effect.gen(function* () {
      const context = yield* Effect.context<Browser | Storage | Api | Rpc | Scope.Scope>()
      const followers = new Set<(change: RelayChange) => void>()
      const told = (change: RelayChange) => {
        for (const changed of [...followers]) changed(change)
      }
      let loaded: Sessions | undefined
      const fetched = once(async () => {
        const { createRelay } = await import("./sessions.ts")
        loaded = await Effect.runPromiseWith(context)(createRelay(options, told))
        return loaded
      })
      const sessions = Effect.mapError(fetched, (cause) => new ConnectFailed({ cause }))

      return {
        connect: (proposal) => Effect.flatMap(sessions, ({ connect }) => connect(proposal)),
        restore: Effect.flatMap(sessions, ({ restore }) => restore),
        disconnect: Effect.flatMap(sessions, ({ disconnect }) => disconnect).pipe(
          Effect.mapError((cause) => new DisconnectFailed({ cause })),
        ),
        follow: (changed) =>
          Effect.asVoid(
            Effect.acquireRelease(
              Effect.sync(() => followers.add(changed)),
              () => Effect.sync(() => followers.delete(changed)),
            ),
          ),
        provider: (namespace) => Effect.flatMap(sessions, ({ provider }) => provider(namespace)),
        // What was never used has lost nothing.
        revive: Effect.suspend(() => loaded?.revive ?? Effect.void),
      }
    }),
  )

type Sessions = Omit<Relay["Service"], "follow">
