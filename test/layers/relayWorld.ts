import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { privateKeyToAccount } from "viem/accounts"
import * as scripted from "../../layers/browser/scripted.ts"
import * as walletconnect from "../../layers/relay/walletconnect.ts"
import { Browser, type PageChange } from "../../services/Browser.ts"
import type { Relay } from "../../services/Relay.ts"
import { Rpc, type RpcCall } from "../../services/Rpc.ts"
import { Storage } from "../../services/Storage.ts"
import { StorageUnavailable } from "../../src/domain/errors.ts"
import { base, mainnet, polygon } from "../../src/domain/networks.ts"
import * as relays from "../real/parts/relay.ts"
import * as wallets from "../real/parts/wallet.ts"
import { noApi } from "./noApi.ts"

/** A page that knows a loopback relay, and what it keeps and asks for. */
export interface RelayPage {
  /** What is stored, by key. Stays when the leaf is gone, as a browser's does. */
  readonly kept: Map<string, string>
  /** From now on nothing more fits in. */
  full: boolean
  /** What was asked of nodes. */
  readonly nodeCalls: RpcCall[]
  /** The page changes. */
  change(what: PageChange): void
  readonly storage: Storage["Service"]
  /** A leaf on this page: another each time it is provided. */
  readonly leaf: Layer.Layer<Relay>
}

/** The networks of the site. The wallet knows all of them, and approves the first two. */
export const networks = [mainnet, polygon, base] as const

export const accounts = [
  privateKeyToAccount(`0x${"1".repeat(64)}`),
  privateKeyToAccount(`0x${"2".repeat(64)}`),
] as const

/** A relay on loopback that ends with the scope. */
export const relay: Effect.Effect<relays.Relay, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() => relays.start()),
  (started) => Effect.promise(() => started.stop()),
)

/** A real wallet that ends with the scope. */
export const walletOn = ({ url }: { readonly url: string }, approves: readonly number[] = [1, 137], signsIn = false) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      wallets.start({
        relay: url,
        accounts: [...accounts],
        chains: { 1: nowhere, 137: nowhere, 8453: nowhere },
        approves,
        signsIn,
      }),
    ),
    (started) => Effect.promise(() => started.stop()),
  )

/** A page for a relay at this URL. */
export const pageOn = (
  { url }: { readonly url: string },
  options: Partial<walletconnect.RelayOptions> = {},
): RelayPage => {
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
    leaf: Layer.provide(
      walletconnect.layer({
        id: `page-${pages++}`,
        projectId: "test",
        relayUrl: url,
        networks: () => networks,
        ...options,
      }),
      [browser, Layer.succeed(Storage, storage), node, noApi],
    ),
  }
  return page
}

/** What the library keeps under a name of its own, such as "session", read from what is stored. */
export const keptAs = ({ kept }: RelayPage, name: string): unknown => {
  const [, text] = [...kept].find(([key]) => key.endsWith(`//${name}`)) ?? []
  return text === undefined ? undefined : JSON.parse(text)
}

/** A timer that was set and rings when the test says so. */
export interface HeldTimer {
  readonly ms: number
  ring(): void
}

/** Until the scope ends, timers of so many milliseconds or more do not ring by themselves; gives the list of them. */
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

/** Where the tests run in a page, the library compares it with that. */
const origin = globalThis.location?.origin ?? "http://localhost"

const nowhere = "http://127.0.0.1:9"
