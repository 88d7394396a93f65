import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { announceWait } from "../../../../src/connections/limits.ts"
import type { Namespace } from "../../../../src/options/namespaces.ts"
import type { PageWallets } from "../../pageWallets.ts"
import type { Eip1193 } from "../first-paint/eip6963.ts"
import type { SafeHost } from "./host.ts"

/** EVM wallets of a page that a Safe may frame. */
export interface InSafe {
  readonly wallets: PageWallets<Eip1193>
  /**
   * Returns the connector ID of the Safe host, once it has responded. `undefined` if it does not respond in time, or for other namespaces.
   */
  readonly host: (namespace: Namespace) => Effect.Effect<string | undefined>
}

/**
 * Adds the Safe that frames this page to the announced wallets, until the scope closes. Does not look for a Safe if the browser reports
 * that the framing page has another origin than `safe`.
 */
export const inSafe = Effect.fnUntraced(function* (
  announced: PageWallets<Eip1193>,
  safe = "https://app.safe.global",
): Effect.fn.Return<InSafe, never, Scope.Scope> {
  const parent = framedBy()
  if (parent !== undefined && parent !== new URL(safe).origin)
    return { wallets: announced, host: () => Effect.succeed(undefined) }

  const host = yield* Effect.acquireRelease(
    Effect.sync(() => import("./host.ts").then((code) => code.safeHost(new URL(safe).origin))),
    (looking) => Effect.sync(() => void looking.then(({ stop }) => stop(), nothing)),
  )
  // A host that responds later is still added, like a wallet that announces itself late.
  const connectorId = yield* Effect.tryPromise(async () => ((await (await host).responded) ? "safe" : undefined)).pipe(
    Effect.timeoutOrElse({ duration: announceWait, orElse: () => Effect.succeed(undefined) }),
    Effect.orElseSucceed(() => undefined),
    Effect.cached,
  )
  return {
    wallets: joined(host, announced),
    host: (namespace) => (namespace === "eip155" ? connectorId : Effect.succeed(undefined)),
  }
})

/** Returns the origin of the page that frames this one, or `undefined` if the browser does not report it. */
const framedBy = (): string | undefined => {
  const [parent] = window.location.ancestorOrigins ?? []
  if (parent !== undefined) return parent
  const { referrer } = document
  const from = URL.canParse(referrer) ? new URL(referrer).origin : undefined
  return from === window.location.origin ? undefined : from
}

/** Lists the Safe before the announced wallets once it is found, and hides announced wallets with its name. */
const joined = (coming: Promise<SafeHost>, announced: PageWallets<Eip1193>): PageWallets<Eip1193> => {
  let host: SafeHost | undefined
  const watchers = new Set<() => void>()
  const notify = () => {
    for (const watcher of [...watchers]) watcher()
  }
  announced.watch(notify)
  coming.then((come) => {
    host = come
    host.watch(notify)
    notify()
    // If the code fails to load, no Safe is listed.
  }, nothing)
  return {
    list: () => {
      const own = host?.list() ?? []
      return [...own, ...announced.list().filter(({ name }) => own.every((one) => one.name !== name))]
    },
    find: (id) => host?.find(id) ?? announced.find(id),
    watch: (changed) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
  }
}

const nothing = () => {}
