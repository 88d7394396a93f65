import { Deferred, Effect, Layer, type Scope } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import * as scripted from "../../../layers/browser/withoutWindow.ts"
import type { RelayOptions } from "../../../layers/relay/client/relay.ts"
import * as walletconnect from "../../../layers/relay/walletConnect.ts"
import { Browser, type PageChange } from "../../../services/Browser.ts"
import { Relay } from "../../../services/Relay.ts"
import { Rpc, type RpcCall } from "../../../services/Rpc.ts"
import { Storage } from "../../../services/Storage.ts"
import { StorageUnavailable } from "../../../src/errors/index.ts"
import { base, mainnet, polygon } from "../../../src/options/networks.ts"
import { asError } from "../../contracts/relay.ts"
import { it } from "../../fixtures/it.ts"
import * as relays from "../../real/parts/relay.ts"
import * as wallets from "../../real/parts/wallet.ts"
import { noApi } from "../api/noApi.ts"

/** A page that uses a loopback relay, with its storage and its requests to nodes. */
export interface RelayPage {
  /** Stored texts by key. They outlive the layer. */
  readonly kept: Map<string, string>
  /** Whether the storage is full. */
  full: boolean
  /** Requests to nodes. */
  readonly nodeCalls: RpcCall[]
  /** Makes a change to the page. */
  change(what: PageChange): void
  readonly storage: Storage["Service"]
  /** A layer on this page. Each use creates another instance. */
  readonly layer: Layer.Layer<Relay>
}

/** The networks of the site. The wallet supports all of them, and approves the first two. */
export const networks = [mainnet, polygon, base] as const

export const accounts = [
  privateKeyToAccount(`0x${"1".repeat(64)}`),
  privateKeyToAccount(`0x${"2".repeat(64)}`),
] as const

/** A relay on loopback, until the scope closes. */
export const relay: Effect.Effect<relays.Relay, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() => relays.start()),
  (started) => Effect.promise(() => started.stop()),
)

/** A real wallet, until the scope closes. */
export const walletOn = (
  { url }: { readonly url: string },
  approves: readonly number[] = [1, 137],
  options: Pick<wallets.WalletOptions, "signsIn" | "properties"> = {},
) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      wallets.start({
        relay: url,
        accounts: [...accounts],
        chains: { 1: nowhere, 137: nowhere, 8453: nowhere },
        approves,
        ...options,
      }),
    ),
    (started) => Effect.promise(() => started.stop()),
  )

/** A page for a relay at this URL. */
export const pageOn = ({ url }: { readonly url: string }, options: Partial<RelayOptions> = {}): RelayPage => {
  const kept = new Map<string, string>()
  const nodeCalls: RpcCall[] = []
  const watchers = new Set<(change: PageChange) => void>()

  const storage: Storage["Service"] = {
    read: (key) => Effect.sync(() => kept.get(key)),
    write: (key, value) =>
      Effect.suspend(() =>
        page.full ? Effect.fail(new StorageUnavailable()) : Effect.sync(() => void kept.set(key, value)),
      ),
    remove: (key) => Effect.sync(() => void kept.delete(key)),
  }
  const node = Layer.succeed(Rpc, {
    request: (call) =>
      Effect.sync(() => {
        nodeCalls.push(call)
        return "0x2a"
      }),
  })
  const browser = Layer.effect(
    Browser,
    Effect.map(Browser, (scriptedBrowser) => ({
      ...scriptedBrowser,
      watch: (changed: (change: PageChange) => void) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() => watchers.add(changed)),
            () => Effect.sync(() => watchers.delete(changed)),
          ),
        ),
    })),
  ).pipe(Layer.provide(scripted.layer({ page: { origin, title: "A site", description: "For tests" } })))

  const page: RelayPage = {
    kept,
    nodeCalls,
    storage,
    full: false,
    change: (what) => {
      for (const watcher of watchers) watcher(what)
    },
    layer: Layer.provide(
      walletconnect.layer({
        id: `page-${pages++}`,
        projectId: "test",
        relayUrls: [url],
        networks: () => networks,
        ...options,
      }),
      [browser, Layer.succeed(Storage, storage), node, noApi],
    ),
  }
  return page
}

/** A relay on loopback, and a wallet and a page that use it. */
export interface World {
  readonly relay: relays.Relay
  readonly wallet: wallets.Wallet
  readonly page: RelayPage
}

export const worldWith = (options: Partial<RelayOptions> = {}, signsIn = false) =>
  Effect.gen(function* (): Effect.fn.Return<World, never, Scope.Scope> {
    const started = yield* relay
    return { relay: started, wallet: yield* walletOn(started, [1, 137], { signsIn }), page: pageOn(started, options) }
  })

type Program = (world: World) => Effect.fn.Return<void, unknown, Relay | Scope.Scope>

/** Tests with their own relay, wallet and page, and the page's layer: on the real clock, or on the test clock with `effect`. */
export const relayTest = (world = worldWith()) => {
  const over = (method: "live" | "effect") => (title: string, program: Program) => {
    it[method](title, function* () {
      const made = yield* world
      yield* Effect.provide(
        Effect.gen(() => program(made)),
        made.page.layer,
      )
    })
  }
  return Object.assign(over("live"), { effect: over("effect") })
}

/** Connects the page to a wallet. */
export const connect = (wallet: Pick<wallets.Wallet, "pair">) =>
  Effect.flatMap(Relay, (live) => live.connect({ networks, onUri: (uri) => void wallet.pair(uri) }))

/** Proposes a session. Returns the pairing URI, and the fiber that waits for the wallet. */
export const coded = Effect.gen(function* () {
  const live = yield* Relay
  const code = yield* Deferred.make<string>()
  const waiting = yield* Effect.forkChild(
    live.connect({ networks, onUri: (uri) => Deferred.doneUnsafe(code, Effect.succeed(uri)) }),
  )
  return { code: yield* Deferred.await(code), waiting }
})

/** A site's request to the session's provider. */
export const ask = Effect.fnUntraced(function* (method: string, params?: readonly unknown[], caipNetworkId?: string) {
  const provider = yield* (yield* Relay).provider("eip155")
  return yield* Effect.tryPromise({
    try: () => provider.request({ method, ...(params && { params }) }, caipNetworkId),
    catch: asError,
  })
})

/** A signature of the wallet's first account. */
export const signed = ask("personal_sign", ["0x00", accounts[0].address])

/** Items that the library stores under a name such as "session". */
export const keptAs = ({ kept }: RelayPage, name: string): unknown => {
  const [, text] = [...kept].find(([key]) => key.endsWith(`//${name}`)) ?? []
  return text === undefined ? undefined : JSON.parse(text)
}

/** A timer that the test fires. */
export interface HeldTimer {
  readonly ms: number
  ring(): void
}

/** Until the scope closes, timers of `shortest` ms or more do not fire on their own. Returns their list. */
export const holdingTimersFrom = (shortest: number): Effect.Effect<readonly HeldTimer[], never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const { setTimeout } = globalThis
        const held: HeldTimer[] = []
        Reflect.set(globalThis, "setTimeout", (ring: () => void, ms = 0) => {
          if (ms < shortest) return setTimeout(ring, ms)
          held.push({ ms, ring })
          return setTimeout(() => undefined, ms)
        })
        return { held, setTimeout }
      }),
      ({ setTimeout }) => Effect.sync(() => Reflect.set(globalThis, "setTimeout", setTimeout)),
    ),
    ({ held }) => held,
  )

let pages = 0

/** In tests of a page, the library compares its origin with this one. */
const origin = globalThis.location?.origin ?? "http://localhost"

const nowhere = "http://127.0.0.1:9"
