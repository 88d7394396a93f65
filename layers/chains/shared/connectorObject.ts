import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { announceWait } from "../../../src/connections/limits.ts"
import { NoConnectorForConnection } from "../../../src/errors/index.ts"
import type { PageWallets } from "../pageWallets.ts"

/**
 * Listens to a connector's wallet object and its replacements until the scope closes. `listen` receives each object and whether it appeared
 * after this call, and returns a function that stops listening. `gone` is called when the object disappears.
 */
export const listenToConnector = <Wallet>(
  wallets: PageWallets<Wallet>,
  connectorId: string,
  { listen, gone }: { readonly listen: (wallet: Wallet, later: boolean) => () => void; readonly gone: () => void },
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let wallet = wallets.find(connectorId)
      let stop = wallet === undefined ? () => {} : listen(wallet, false)
      const unwatch = wallets.watch(() => {
        const now = wallets.find(connectorId)
        if (now === wallet) return
        stop()
        wallet = now
        stop = now === undefined ? () => {} : listen(now, true)
        if (now === undefined) gone()
      })
      return () => {
        unwatch()
        stop()
      }
    }),
    Effect.sync,
  ).pipe(Effect.asVoid)

/**
 * Returns a connector's wallet object. Waits up to `announceWait` ms, because a wallet from an earlier visit may announce itself late. Then
 * fails with NoConnectorForConnection.
 */
export const waitForConnector = <Wallet>(
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
