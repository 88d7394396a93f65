import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Api } from "../../services/Api.ts"
import type { Browser } from "../../services/Browser.ts"
import { Relay, type RelayChange } from "../../services/Relay.ts"
import type { Rpc } from "../../services/Rpc.ts"
import type { Storage } from "../../services/Storage.ts"
import { ConnectFailed, DisconnectFailed } from "../../src/errors/index.ts"
import type { Network } from "../../src/options/networks.ts"
import type { Metadata } from "../../src/options/options.ts"
import { loadOnce } from "../shared/loadOnce.ts"

/** Options of the relay's client. */
export interface RelayOptions {
  /** ID of the instance. Two with different IDs share nothing. */
  readonly id: string
  readonly projectId: string
  /** Metadata of the site for a wallet. What is omitted comes from the page. */
  readonly metadata?: Partial<Metadata>
  /** URL of the relay's socket. Defaults to the library's own. */
  readonly relayUrl?: string | undefined
  /** Networks that the site uses now. */
  readonly networks: () => readonly Network[]
  /** Called with the relay's ID for this page, a `did:key`, when a client has started. */
  readonly introduced?: (clientId: string) => void
  /** Host that attests this page's domain to wallets. If omitted, there is no attestation. */
  readonly verify?: string | undefined
}

/** Relay backed by WalletConnect v2. It loads with the first method that needs it. Its sessions are persisted in `Storage`. */
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
      const fetched = loadOnce(async () => {
        const { createRelay } = await import("./client/relay.ts")
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
        // A relay that was never used has lost nothing.
        revive: Effect.suspend(() => loaded?.revive ?? Effect.void),
      }
    }),
  )

type Sessions = Omit<Relay["Service"], "follow">
