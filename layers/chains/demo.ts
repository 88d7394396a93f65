import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Api } from "../../services/Api.ts"
import { type Chain, Chains } from "../../services/Chains.ts"
import type { Frame } from "../../services/Frame.ts"
import { Relay } from "../../services/Relay.ts"
import { Rpc } from "../../services/Rpc.ts"
import type { Storage } from "../../services/Storage.ts"
import type { NetworkNamespace } from "../../src/options/namespaces.ts"
import { base, mainnet, type Network, polygon } from "../../src/options/networks.ts"
import type { Connector } from "../../src/wallets/first-paint/model/connector.ts"
import { exchangeRouter } from "../demo/provider/market.ts"
import type { WalletEvent } from "../demo/script.ts"
import { satsConnectWallet } from "../demo/wallets/bitcoin.ts"
import { persistWallets } from "../demo/wallets/persistWallets.ts"
import { standardWallet } from "../demo/wallets/solana.ts"
import type { DemoWallet } from "../demo/wallets/wallet.ts"
import type { World } from "../demo/world.ts"
import { satsConnect } from "./bitcoin/wallets/satsConnect.ts"
import type { EmbeddedModule } from "./embedded/routeByConnector.ts"
import type { Eip1193 } from "./evm/first-paint/eip6963.ts"
import {
  type AdapterDeps,
  type AdapterModule,
  chainsOf,
  type NamespaceRows,
  namespaceAdapter,
} from "./namespaceAdapter.ts"
import type { PageWallets } from "./pageWallets.ts"
import { withEmbedded } from "./withEmbedded.ts"

/**
 * Chains backed by the demo world's wallets, with the adapters of real wallets. Grants are persisted in `Storage`, so they survive a
 * reload.
 */
export const layer = (world: World): Layer.Layer<Chains, never, Storage | Api | Rpc | Relay | Frame> =>
  Layer.effect(
    Chains,
    Effect.gen(function* () {
      const seen = new Map<string, Network>(bundled.map((network) => [network.caipNetworkId, network]))
      const parts: AdapterDeps = {
        rpc: yield* Rpc,
        relay: yield* Relay,
        networks: () => [...seen.values()],
        routers: [exchangeRouter],
      }

      /** Wraps wallets to record the networks that the modal passes to them. */
      const seeing = <Wallets extends Pick<Chain, "connect" | "reconnect" | "switchNetwork">>(wallets: Wallets) => {
        const knowing =
          <Input extends { readonly network: Network }, A, E>(method: (input: Input) => Effect.Effect<A, E>) =>
          (input: Input) => {
            seen.set(input.network.caipNetworkId, input.network)
            return method(input)
          }
        return {
          ...wallets,
          connect: knowing(wallets.connect),
          reconnect: knowing(wallets.reconnect),
          switchNetwork: knowing(wallets.switchNetwork),
        }
      }
      /** Wraps an adapter to record networks, and to look up names and addresses in the demo world. */
      const inWorld =
        <Wallet>(adapt: AdapterModule<Wallet>["adapt"]): AdapterModule<Wallet>["adapt"] =>
        (given) => {
          const chain = adapt(given)
          return {
            ...seeing(chain),
            identity: ({ address }) =>
              Effect.map(world.faults.pass("rpc", "identity"), () => {
                const { name, avatar } = world.identity(address)
                return { ...(name !== null && { name }), ...(avatar !== null && { avatar }) }
              }),
            ...(chain.transfers && {
              transfers: {
                ...chain.transfers,
                resolve: (name, network) =>
                  Effect.map(world.faults.pass("rpc", "identity"), () => {
                    const named = world.named(name)
                    if (named?.only !== network.caipNetworkId) return named
                    const { only: _, ...here } = named
                    return here
                  }),
              },
            }),
          }
        }
      const inFrame =
        (load: EmbeddedModule): EmbeddedModule =>
        async () => {
          const { embedded } = await load()
          return { embedded: (given) => seeing(embedded(given)) }
        }

      const page = yield* installed(world)
      const api = yield* Api

      const namespaces: NamespaceRows = {
        eip155: yield* withEmbedded(
          parts,
          async () => ({ adapt: inWorld((await import("./evm/adapter.ts")).adapt) }),
          inFrame(() => import("./evm/embedded.ts")),
          yield* announced(world, page("eip155", eip1193)),
        ),
        solana: yield* withEmbedded(
          parts,
          async () => ({ adapt: inWorld((await import("./solana/adapter.ts")).adapt) }),
          inFrame(() => import("./solana/embedded.ts")),
          page("solana", standardWallet),
        ),
        bip122: yield* namespaceAdapter(
          parts,
          async () => ({ adapt: inWorld((await import("./bitcoin/adapter.ts")).reading(api).adapt) }),
          page("bip122", (wallet, run) => satsConnect(satsConnectWallet(wallet, run, world))),
        ),
      }
      return chainsOf(namespaces)
    }),
  )

const bundled: readonly Network[] = [mainnet, base, polygon]

/** Returns a function that creates the browser wallets of a namespace. Wallets scripted to announce themselves late appear late. */
const installed = Effect.fnUntraced(function* (world: World) {
  yield* persistWallets(world)
  const run: Run = Effect.runPromiseWith(yield* Effect.context())
  const here: DemoWallet[] = []
  const watchers = new Set<() => void>()

  const arrive = (wallet: DemoWallet) => {
    here.push(wallet)
    for (const watcher of [...watchers]) watcher()
  }

  for (const wallet of world.wallets.values()) {
    const { announce = 0 } = wallet.state().manner
    if (announce === 0) arrive(wallet)
    else
      yield* Effect.forkScoped(
        Effect.delay(
          Effect.sync(() => arrive(wallet)),
          announce,
        ),
      )
  }
  return <Wallet extends object>(
    namespace: NetworkNamespace,
    objectOf: (wallet: DemoWallet, run: Run) => Wallet,
  ): PageWallets<Wallet> => {
    const objects = new Map<string, Wallet>()
    const own = () => here.filter((wallet) => wallet.namespace === namespace)
    return {
      list: () => own().map(connectorOf),
      find: (id) => {
        const wallet = own().find((one) => one.id === id)
        const object = wallet && (objects.get(id) ?? objectOf(wallet, run))
        if (object) objects.set(id, object)
        return object
      },
      watch: (changed) => {
        watchers.add(changed)
        return () => void watchers.delete(changed)
      },
    }
  }
})

type Run = <A, E>(effect: Effect.Effect<A, E>) => Promise<A>

const connectorOf = ({ id, name, icon, namespace, external }: DemoWallet): Connector => ({
  id,
  name,
  type: external ? "EXTERNAL" : "ANNOUNCED",
  chain: namespace,
  info: { rdns: id, icon, ...(!external && { uuid: `demo-${id}` }) },
  imageUrl: icon,
})

/** Returns the wallets, with each wallet whose quirks affect discovery replaced with what discovery finds for it. */
const announced = Effect.fnUntraced(function* (world: World, wallets: PageWallets<Eip1193>) {
  const odd = [...world.wallets.values()].filter((wallet) =>
    wallet.state().manner.quirks?.some((quirk) => /^announced|^window/.test(quirk)),
  )
  if (odd.length === 0) return wallets
  return yield* (yield* Effect.promise(() => import("./demoAnnouncements.ts"))).announced(odd, wallets)
})

/** Returns the provider object that an EVM wallet injects. */
const eip1193 = (wallet: DemoWallet, run: Run): Eip1193 => {
  const stops = new Map<unknown, () => void>()
  const removes = !wallet.state().manner.quirks?.includes("noRemoveListener")
  return {
    request: (input) => run(wallet.request(input)),
    on: (event: WalletEvent, listener: (value: unknown) => void) => {
      const stop = wallet.listen((name, value) => {
        if (name === event) listener(value)
      })
      stops.set(listener, stop)
    },
    ...(removes && {
      removeListener: (_: WalletEvent, listener: unknown) => {
        stops.get(listener)?.()
        stops.delete(listener)
      },
    }),
  }
}
