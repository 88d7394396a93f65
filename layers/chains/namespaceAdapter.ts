import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { Chain, Chains } from "../../services/Chains.ts"
import type { Relay } from "../../services/Relay.ts"
import type { Rpc } from "../../services/Rpc.ts"
import { type EmbeddedNamespace, embeddedConnector } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { AdapterNotFound } from "../../src/errors/index.ts"
import type { Namespace, NetworkNamespace } from "../../src/options/namespaces.ts"
import type { Network } from "../../src/options/networks.ts"
import type { Connector } from "../../src/wallets/first-paint/model/connector.ts"
import { loadOnce } from "../shared/loadOnce.ts"
import type { Router } from "./evm/swap/routers.ts"
import { codeRetry } from "./limits.ts"
import type { PageWallets } from "./pageWallets.ts"

/** Dependencies of every adapter. */
export interface AdapterDeps {
  readonly rpc: Rpc["Service"]
  readonly relay: Relay["Service"]
  /** Returns the networks that the modal currently offers. */
  readonly networks: () => readonly Network[]
  /** Image URLs of networks, keyed by chain ID. A wallet that receives a request to add a network may show its image. */
  readonly chainImages?: Readonly<Record<string, string>> | undefined
  /** Routers whose swap calls can be decoded. Defaults to those of live networks. */
  readonly routers?: readonly Router[] | undefined
  /** Whether the wallets are real. If so, accounts of the demo are refused. */
  readonly real?: boolean
}

/** Runs an effect in the background until it is interrupted or the modal is destroyed. */
export type Background = (effect: Effect.Effect<void>) => Pick<Fiber.Fiber<void>, "interruptUnsafe">

/** Dependencies of a namespace's adapter. */
export interface ChainDeps<Wallet> extends AdapterDeps {
  readonly wallets: PageWallets<Wallet>
  readonly background: Background
}

/** Code of a namespace, loaded on first use. */
export interface AdapterModule<Wallet> {
  /** Discovers the namespace's browser wallets until `stop` is called. Omitted if they are discovered elsewhere. */
  readonly discover?: () => PageWallets<Wallet> & { readonly stop: () => void }
  readonly adapt: (parts: ChainDeps<Wallet>) => Chain
}

/** A namespace of a layer, whose code loads on first use. */
export interface LoadedNamespace {
  readonly wallets: Effect.Effect<PageWallets<unknown>, AdapterNotFound>
  readonly chain: Effect.Effect<Chain, AdapterNotFound>
  /** Whether the embedded wallet is available in this namespace. */
  readonly embedded?: boolean
}

/** All namespaces of a layer, keyed by name. */
export type NamespaceRows = {
  readonly [N in NetworkNamespace]: N extends EmbeddedNamespace
    ? LoadedNamespace & { readonly embedded: boolean }
    : LoadedNamespace
}

/** Creates a namespace whose code loads on first use. `page`: the browser wallets, if they are discovered without that code. */
export const namespaceAdapter = Effect.fnUntraced(function* <Wallet>(
  parts: AdapterDeps,
  load: () => Promise<AdapterModule<Wallet>>,
  page?: PageWallets<Wallet>,
): Effect.fn.Return<LoadedNamespace, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const background: Background = (effect) => Fiber.runIn(fork(effect), scope)
  let over = false
  let stop = () => {}
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      over = true
      stop()
    }),
  )
  const look = ({ discover }: AdapterModule<Wallet>): PageWallets<Wallet> => {
    const found = discover?.()
    stop = found?.stop ?? stop
    if (over) stop()
    return found ?? nowhere
  }
  const opened = loadOnce(async () => {
    const [code, { restoreOnlyUnambiguous }, { refuseTestAccounts }] = await Promise.all([
      load(),
      import("./shared/restoreOnlyUnambiguous.ts"),
      parts.real ? import("./shared/refuseTestAccounts.ts") : { refuseTestAccounts: (chain: Chain) => chain },
    ])
    const wallets = page ?? look(code)
    return {
      wallets,
      chain: restoreOnlyUnambiguous(refuseTestAccounts(code.adapt({ ...parts, wallets, background })), wallets),
    }
  }).pipe(Effect.mapError((cause) => new AdapterNotFound({ cause })))

  return {
    wallets: page ? Effect.succeed(page) : Effect.map(opened, ({ wallets }) => wallets),
    chain: Effect.map(opened, ({ chain }) => chain),
  }
})

/** Returns the `Chains` service for these namespaces. */
export const chainsOf = ({
  host,
  onUserGesture,
  ...namespaces
}: { readonly [N in Namespace]?: LoadedNamespace } & Pick<
  Chains["Service"],
  "host" | "onUserGesture"
>): Chains["Service"] => ({
  host,
  onUserGesture,
  discover: (namespace, onConnectors) => {
    const { wallets, embedded } = namespaces[namespace] ?? {}
    const own = embedded ? [embeddedConnector(namespace)] : []
    const found = (others: readonly Connector[]) => onConnectors([...others, ...own])
    if (!wallets) return Effect.sync(() => found([]))
    // The embedded wallet is known before the namespace's code has loaded.
    if (own.length > 0) found([])
    return Effect.flatMap(untilFetched(wallets), ({ list, watch }) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const report = () => found(list())
          const stop = watch(report)
          report()
          return stop
        }),
        (stop) => Effect.sync(stop),
      ),
    ).pipe(Effect.asVoid)
  },
  get: (namespace) => namespaces[namespace]?.chain ?? Effect.fail(new AdapterNotFound()),
})

/** Loads code, and retries every `codeRetry` ms until it has loaded. */
const untilFetched = <A, E>(code: Effect.Effect<A, E>): Effect.Effect<A> =>
  Effect.orDie(Effect.retry(code, Schedule.spaced(codeRetry)))

const nowhere: PageWallets<never> = { list: () => [], find: () => undefined, watch: () => () => {} }
