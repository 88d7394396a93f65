import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { Api } from "../../../services/Api.ts"
import { Browser } from "../../../services/Browser.ts"
import type { RelayChange } from "../../../services/Relay.ts"
import { Rpc } from "../../../services/Rpc.ts"
import { Storage } from "../../../services/Storage.ts"
import { ConnectFailed, NamespaceNotConfigured, NotConnectedYet } from "../../../src/errors/index.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import type { Network } from "../../../src/options/networks.ts"
import type { Metadata } from "../../../src/options/options.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"
import { siteMetadata } from "../../shared/siteMetadata.ts"
import { open, persistedSession, wipe } from "./libraryStorage.ts"
import { providerOf } from "./provider.ts"
import { ignore } from "./restrainLibrary.ts"
import { reuse } from "./reuse.ts"
import { type Vouched, verification } from "./verify.ts"

/** Options of the relay's client. */
export interface RelayOptions {
  /** ID of the instance. Instances with different IDs share no data. */
  readonly id: string
  readonly projectId: string
  /** Metadata of the site to show in wallets. Omitted fields are taken from the page. */
  readonly metadata?: Partial<Metadata>
  /** URLs of the relay's WebSocket, tried in order. Defaults to the library's own URL. */
  readonly relayUrls?: readonly string[] | undefined
  /** Returns the networks that the modal currently offers. */
  readonly networks: () => readonly Network[]
  /** Called with the relay's client ID for this page (a `did:key`) each time a client has started. */
  readonly introduced?: (clientId: string) => void
  /** Host that attests this page's domain to wallets. If omitted, the domain is not attested. */
  readonly verify?: string | undefined
}

/**
 * Creates the relay's methods except `watch`. They share one client, which is reused as long as it works and ends with the scope.
 * `onChange` is called with each change.
 */
export const createRelay = Effect.fnUntraced(function* (
  options: RelayOptions,
  onChange: (change: RelayChange) => void,
) {
  const browser = yield* Browser
  const storage = yield* Storage
  const providers = new Map<Namespace, ReturnType<typeof providerOf>>()
  const emit = backAfterLoss((change) => {
    for (const { emitChange } of providers.values()) emitChange(change)
    onChange(change)
  })
  const clients = yield* reuse(yield* starting(options, emit), (client, error) => {
    // The client failed because it was ended on purpose.
    if (error._tag === "ConnectFailed") return
    if (client.session()) emit({ type: "lost", error })
  })
  yield* browser.watch((change) => clients.now()?.page(change))
  const run = Effect.runPromiseWith(yield* Effect.context())
  const end = Effect.andThen(clients.drop, wipe(storage))
  let attempts = 0
  const holds = Effect.suspend(() =>
    clients.now() ? Effect.succeed(true) : Effect.map(kept, (session) => session?.type === "held"),
  )
  const kept = Effect.flatMap(Clock.currentTimeMillis, (now) => persistedSession(storage, now))

  const provider = (namespace: Namespace) => {
    const made =
      providers.get(namespace) ??
      providerOf(namespace, {
        request: (input, caipNetworkId) =>
          run(Effect.flatMap(clients.get, (client) => client.request(namespace, input, caipNetworkId))),
        status: () => run(Effect.flatMap(clients.get, (client) => client.status(namespace))),
        setDefaultChain: (caipNetworkId) =>
          run(Effect.flatMap(clients.get, (client) => client.setDefaultChain(namespace, caipNetworkId))),
      })
    providers.set(namespace, made)
    return made.provider
  }

  return {
    connect: Effect.fn("Relay.connect", { kind: "client" })(function* (proposal) {
      const client = yield* clients.get
      attempts++
      return yield* client.connect(proposal).pipe(
        Effect.ensuring(Effect.sync(() => attempts--)),
        Effect.tapError(({ _tag }) =>
          // Otherwise, the library would needlessly keep trying for another minute.
          _tag === "ConnectFailed" && attempts === 0 && !client.session() ? end : Effect.void,
        ),
      )
    }),
    restore: Effect.gen(function* () {
      const before = clients.now() ? undefined : yield* kept
      if (before?.type === "expired") {
        yield* wipe(storage)
        emit(before)
      }
      return (yield* holds) ? (yield* clients.get).session() : undefined
    }).pipe(Effect.withSpan("Relay.restore")),
    disconnect: Effect.gen(function* () {
      if (yield* holds) {
        // If the library fails to load, the session still ends, but the wallet is not notified.
        yield* ignoreFailure(Effect.flatMap(clients.get, ({ farewell }) => farewell))
        // This disconnects every namespace, because they share the session.
        emit({ type: "ended" })
      }
      yield* end
    }).pipe(Effect.withSpan("Relay.disconnect")),
    provider: Effect.fn("Relay.provider")(function* (namespace) {
      const client = yield* clients.get
      if (!client.session()) return yield* Effect.fail(new NotConnectedYet())
      if (!client.grants(namespace))
        return yield* Effect.fail(new NamespaceNotConfigured(`The session over the relay does not have ${namespace}`))
      return provider(namespace)
    }),
    revive: Effect.gen(function* () {
      const client = clients.now()
      if (client) client.reopen()
      // The relay refused the last client, but may accept a new one.
      else if (yield* holds) yield* ignoreFailure(clients.get)
    }),
  }
})

/** Returns an effect that starts a client. If the start fails, it deletes the stored data and tries a second time. */
const starting = Effect.fnUntraced(function* (options: RelayOptions, emit: (change: RelayChange) => void) {
  const { id, projectId, relayUrls = [], networks } = options
  const { page } = yield* Browser
  const storage = yield* Storage
  const rpc = yield* Rpc
  const api = yield* Api
  const verify = verification(options.verify, projectId)
  const run = Effect.runPromiseWith(yield* Effect.context())
  const metadata = siteMetadata(options.metadata, page)

  return Effect.gen(function* () {
    const { start } = yield* Effect.tryPromise({
      try: () => import("./client.ts"),
      catch: (cause) => new ConnectFailed({ cause }),
    })
    const leaving = yield* Effect.acquireRelease(
      Effect.sync(() => new AbortController()),
      (controller) => Effect.sync(() => controller.abort()),
    )
    const trying = (url: string) => {
      const reached = Deferred.makeUnsafe<void, ConnectFailed>()
      const attributes = { url }
      const attempt = Effect.withSpan(Deferred.await(reached), "Relay.socket", {
        ...{ kind: "client", attributes, captureStackTrace: false },
      })
      run(attempt, { signal: leaving.signal }).catch(ignore)
      return (isReached: boolean) =>
        Deferred.doneUnsafe(reached, isReached ? Effect.void : Effect.fail(new ConnectFailed()))
    }
    const vouch = (message: Vouched) => run(verify(message), { signal: leaving.signal })
    const client = Effect.suspend(() =>
      start({ id, projectId, relayUrls, metadata, networks, rpc, api, emit, vouch, trying, store: open(storage) }),
    ).pipe(Effect.tap(({ clientId }) => Effect.sync(() => options.introduced?.(clientId))))
    // Outdated or foreign stored data may be why the start failed.
    return yield* Effect.catch(client, () => Effect.andThen(wipe(storage), client))
  })
})

/** Wraps `emit` to drop each `back` that does not follow a `lost`: the first socket of a restored session was never lost. */
const backAfterLoss = (emit: (change: RelayChange) => void) => {
  let lost = false
  return (change: RelayChange) => {
    if (change.type === "back" && !lost) return
    if (change.type === "lost" || change.type === "back") lost = change.type === "lost"
    emit(change)
  }
}
