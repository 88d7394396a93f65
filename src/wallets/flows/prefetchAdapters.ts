import * as Effect from "effect/Effect"
import { Browser } from "../../../services/Browser.ts"
import { Chains } from "../../../services/Chains.ts"
import { slicesOf } from "../../runtime/currentModal.ts"
import { ignoreFailure } from "../../runtime/lazy.ts"
import { isLocal } from "../first-paint/model/connector.ts"
import { wallets } from "../first-paint/state/wallets.ts"

/** Flow: loads the code for connecting installed wallets once the page is painted, and sets `ready` if all of it could be loaded. */
export const prefetchInstalledAdapters = Effect.fn("prefetchInstalledAdapters")(function* () {
  const { installed, ready } = yield* slicesOf(wallets)
  const chains = yield* Chains
  const namespaces = installed
    .peek()
    .filter(isLocal)
    .flatMap(({ chain, connectors = [] }) => [chain, ...connectors.map((one) => one.chain)])

  yield* (yield* Browser).painted
  const fetched = Effect.forEach(new Set(namespaces), chains.get, { concurrency: "unbounded", discard: true })
  yield* ignoreFailure(
    Effect.tap(fetched, () =>
      Effect.sync(() => {
        ready.value = true
      }),
    ),
  )
})
