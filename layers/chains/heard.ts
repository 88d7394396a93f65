import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { NoConnectorForConnection } from "../../src/domain/errors.ts"
import { announceWait } from "../../src/domain/limits.ts"
import type { PageWallets } from "./pageWallets.ts"

/**
 * Hears a connector's object until the scope ends, and any other that takes its place. `hear` is told which, and whether it came
 * later, and gives what stops it; `gone` is called where none is there any more.
 */
export const heard = <Wallet>(
  wallets: PageWallets<Wallet>,
  connectorId: string,
  { hear, gone }: { readonly hear: (wallet: Wallet, later: boolean) => () => void; readonly gone: () => void },
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let wallet = wallets.find(connectorId)
      let stop = wallet === undefined ? () => {} : hear(wallet, false)
      const unwatch = wallets.watch(() => {
        const now = wallets.find(connectorId)
        if (now === wallet) return
        stop()
        wallet = now
        stop = now === undefined ? () => {} : hear(now, true)
        if (now === undefined) gone()
      })
      return () => {
        unwatch()
        stop()
      }
    }),
    Effect.sync,
  ).pipe(Effect.asVoid)

/** A connector's object. A wallet that is known from before may announce itself later than we ask. */
export const awaited = <Wallet>(
  wallets: PageWallets<Wallet>,
  connectorId: string,
): Effect.Effect<Wallet, NoConnectorForConnection> => {
  const arrival = Effect.callback<void>((resume) => {
    const look = () => {
      if (wallets.find(connectorId) === undefined) return
      stop()
      resume(Effect.void)
    }
    const stop = wallets.watch(look)
    look()
    return Effect.sync(stop)
  })
  return Effect.flatMap(Effect.timeoutOption(arrival, announceWait), () => {
    const wallet = wallets.find(connectorId)
    return wallet === undefined
      ? Effect.fail(new NoConnectorForConnection(`No wallet with the id ${connectorId} is on this page`))
      : Effect.succeed(wallet)
  })
}
