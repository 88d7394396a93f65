import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Chain, Chains } from "../../services/Chains.ts"
import { Relay } from "../../services/Relay.ts"
import { Rpc } from "../../services/Rpc.ts"
import { AdapterNotFound } from "../../src/domain/errors.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import type { Network } from "../../src/domain/networks.ts"
import type { Discovery, PageWallets } from "./eip6963.ts"
import { pageWallets } from "./pageWallets.ts"

/** What the live leaf is made from. */
export interface ChainsOptions extends Discovery {
  /** The networks that the modal offers at this moment. */
  readonly networks: () => readonly Network[]
  /** Pictures of networks by their id, shown by a wallet that is offered the network. */
  readonly chainImages?: Readonly<Record<string, string>> | undefined
}

/** What an adapter works with. */
export interface Parts extends Pick<ChainsOptions, "networks" | "chainImages"> {
  readonly wallets: PageWallets
  readonly rpc: Rpc["Service"]
  readonly relay: Relay["Service"]
}

/** The wallets of this page and of the relay. A namespace's code is fetched when it is first asked for. */
export const layer = (options: ChainsOptions): Layer.Layer<Chains, never, Rpc | Relay> =>
  Layer.effect(
    Chains,
    Effect.gen(function* () {
      const wallets = yield* pageWallets(options)
      const parts: Parts = { ...options, wallets, rpc: yield* Rpc, relay: yield* Relay }
      const loading = new Map<Namespace, Promise<Chain>>()

      const load = async (namespace: Namespace): Promise<Chain> => {
        const adapter = await adapters[namespace]?.()
        if (adapter) return adapter.adapt(parts)
        throw new Error(`No adapter for ${namespace}`)
      }

      return {
        discover: (found) =>
          Effect.acquireRelease(
            Effect.sync(() => {
              const tell = () => found(wallets.list())
              const stop = wallets.watch(tell)
              tell()
              return stop
            }),
            (stop) => Effect.sync(stop),
          ).pipe(Effect.asVoid),
        get: (namespace) =>
          Effect.tryPromise({
            try: () => {
              const chain = loading.get(namespace) ?? load(namespace)
              loading.set(namespace, chain)
              return chain
            },
            catch: (cause) => {
              loading.delete(namespace)
              return new AdapterNotFound({ cause })
            },
          }),
      }
    }),
  )

/** One line a namespace. */
const adapters: { readonly [N in Namespace]?: () => Promise<{ readonly adapt: (parts: Parts) => Chain }> } = {
  eip155: () => import("./evm.ts"),
}
