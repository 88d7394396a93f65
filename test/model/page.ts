import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { reading } from "../../layers/chains/bitcoin/adapter.ts"
import { leather } from "../../layers/chains/bitcoin/wallets/leather.ts"
import { okx } from "../../layers/chains/bitcoin/wallets/okx.ts"
import { satsConnect } from "../../layers/chains/bitcoin/wallets/satsConnect.ts"
import { unisat } from "../../layers/chains/bitcoin/wallets/unisat.ts"
import type { BitcoinWallet } from "../../layers/chains/bitcoin/wallets/wallet.ts"
import { walletStandard } from "../../layers/chains/bitcoin/wallets/walletStandard.ts"
import { adapt as evm } from "../../layers/chains/evm/adapter.ts"
import type { Eip1193 } from "../../layers/chains/evm/first-paint/eip6963.ts"
import { type AdapterDeps, type ChainDeps, chainsOf, namespaceAdapter } from "../../layers/chains/namespaceAdapter.ts"
import type { PageWallets } from "../../layers/chains/pageWallets.ts"
import { elements, read } from "../../layers/chains/shared/walletStandard.ts"
import { adapt as solanas } from "../../layers/chains/solana/adapter.ts"
import { asStandard } from "../../layers/chains/solana/coinbase.ts"
import { withEmbedded } from "../../layers/chains/withEmbedded.ts"
import type { WalletEvent } from "../../layers/demo/script.ts"
import { standardWallet } from "../../layers/demo/wallets/solana.ts"
import { createWallet, type DemoWallet } from "../../layers/demo/wallets/wallet.ts"
import type { World } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { Chains } from "../../services/Chains.ts"
import type { Frame } from "../../services/Frame.ts"
import { Relay } from "../../services/Relay.ts"
import { Rpc } from "../../services/Rpc.ts"
import { type BitcoinChain, bitcoinChains } from "../../src/namespaces/model/bitcoinProvider.ts"
import type { NetworkNamespace } from "../../src/options/namespaces.ts"
import {
  base,
  bitcoin,
  bitcoinTestnet,
  type CaipNetworkId,
  mainnet,
  type Network,
  polygon,
  solana,
  solanaDevnet,
} from "../../src/options/networks.ts"
import type { Connector } from "../../src/wallets/first-paint/model/connector.ts"
import { cinderbox, halyard, latchkey, tessera } from "../fixtures/modal.ts"
import {
  leatherWallet,
  okxWallet,
  satsConnectWallet,
  standardWallet as standardBitcoin,
  unisatWallet,
} from "../real/parts/bitcoinApis.ts"
import type { Holder } from "../real/parts/bitcoinHolder.ts"
import { type Keys, keysOf } from "../real/parts/bitcoinKeys.ts"

// Loads in advance what a modal otherwise loads on demand, so the walks do not wait for imports.
import "../../layers/demo/nodes/nodes.ts"
import "../../layers/chains/bitcoin/psbt.ts"
import "../../layers/chains/embedded/routeByConnector.ts"
import "../../layers/chains/evm/embedded.ts"
import "../../layers/chains/solana/embedded.ts"
import "../../src/engine/backButton.ts"
import "../../src/embedded/steps/login.ts"
import "../../src/embedded/flows/requests.ts"
import "../../src/wallets/flows/trackSelection.ts"
import "../../src/siwx/steps/abandonSignIn.ts"
import "../../src/network/flows/leaveUnsupportedNetwork.ts"

/** The networks of the site. */
export const networks: readonly Network[] = [mainnet, base, polygon, solana, solanaDevnet, bitcoin, bitcoinTestnet]

type Run = <A, E>(effect: Effect.Effect<A, E>) => Promise<A>

/** A kind of connector: the API of the injected object, and what its wallet does on its own. */
export interface Kind {
  readonly namespace: NetworkNamespace
  readonly type: Connector["type"]
  readonly objectOf: (wallet: DemoWallet, run: Run) => unknown
  /** Whether it reports what its user does. */
  readonly tells: boolean
  /** Chain IDs to which its user can switch. It reports the switch. */
  readonly goes: readonly number[]
  /** The networks that its connector names. */
  readonly chains?: readonly CaipNetworkId[]
  /** The first of the addresses that it may show. */
  readonly first: (wallet: DemoWallet) => string | undefined
  /** Its current chain, if it has one. */
  readonly stands: (wallet: DemoWallet) => CaipNetworkId | undefined
  /** Whether its object can disappear or be replaced. */
  readonly mortal: boolean
  /** Whether an object has been called, if it reports nothing before that. */
  readonly asked?: (object: unknown) => boolean
}

const selected = (wallet: DemoWallet) => wallet.state().addresses[0]
const nowhere = () => undefined

const ofEvm = (type: Connector["type"], stop: "removeListener" | "off"): Kind => ({
  namespace: "eip155",
  type,
  tells: true,
  goes: [1, 137, 8_453, 31_337],
  first: selected,
  stands: (wallet) => `eip155:${wallet.state().chainId}`,
  mortal: false,
  objectOf: (wallet, run): Eip1193 => {
    const stops = new Map<unknown, () => void>()
    return {
      request: (input) => run(wallet.request(input)),
      on: (event: WalletEvent, listener: (value: unknown) => void) =>
        void stops.set(
          listener,
          wallet.listen((told, value) => told === event && listener(value)),
        ),
      [stop]: (_: WalletEvent, listener: unknown) => stops.get(listener)?.(),
    }
  },
})

const ofSolana = (objectOf: Kind["objectOf"]): Kind => ({
  namespace: "solana",
  type: "ANNOUNCED",
  tells: true,
  goes: [],
  first: selected,
  stands: nowhere,
  mortal: true,
  objectOf,
})

const ofBitcoin = (objectOf: (holder: Holder) => unknown, how: Partial<Kind> = {}): Kind => ({
  namespace: "bip122",
  type: "INJECTED",
  tells: true,
  goes: [1, 2, 3],
  first: (wallet) => keys(wallet)[0].address,
  stands: (wallet) => bitcoinChains[chainOf(wallet)],
  mortal: true,
  objectOf: (wallet, run) => objectOf(holderOf(wallet, run)),
  ...how,
})

const tests = [bitcoinChains.mainnet, bitcoinChains.testnet, bitcoinChains.signet]

/** Leather objects whose user has been prompted. */
const asked = new WeakSet<object>()
const prompting = (holder: Holder): BitcoinWallet => {
  const own = leather(leatherWallet(Object.assign(Object.create(holder), { release: () => {} })))
  const noting = (granted: ReturnType<BitcoinWallet["connect"]>) =>
    Effect.tap(granted, () => Effect.sync(() => asked.add(made)))
  const made: BitcoinWallet = {
    ...own,
    connect: (network) => noting(own.connect(network)),
    switchTo: (network) => noting(own.switchTo(network)),
  }
  return made
}

/** Every kind of connector that this page can have, by connector ID. */
export const kinds: Readonly<Record<string, Kind>> = {
  [halyard]: ofEvm("ANNOUNCED", "removeListener"),
  [cinderbox]: ofEvm("ANNOUNCED", "removeListener"),
  [tessera]: ofEvm("ANNOUNCED", "removeListener"),
  injected: ofEvm("INJECTED", "off"),
  [latchkey]: { ...ofEvm("EXTERNAL", "removeListener"), mortal: true },
  // The same wallet as the first: together they are a multi-chain connector.
  "example.halyard.solana": ofSolana(standardWallet),
  "example.plover": ofSolana(standardWallet),
  coinbaseWallet: {
    ...ofSolana((wallet, run) => asStandard(coinbase(wallet, run))),
    chains: [solana.caipNetworkId],
    asked: (object) => elements(read(object, "accounts")).length > 0,
  },
  Fernhill: ofBitcoin((holder) => satsConnect(satsConnectWallet(holder))),
  Knotwork: ofBitcoin((holder) => walletStandard(standardBitcoin(holder)), { type: "ANNOUNCED", chains: tests }),
  unisat: ofBitcoin((holder) => unisat(unisatWallet(holder))),
  okxwallet: ofBitcoin((holder) => okx(okxWallet(holder)), { chains: tests, tells: false, goes: [] }),
  LeatherProvider: ofBitcoin(prompting, {
    chains: tests.slice(0, 2),
    tells: false,
    goes: [],
    asked: (object) => asked.has(object as object),
  }),
}

/** The world with a wallet of every kind. */
export const peopled = (world: World): World => {
  const wallets = new Map(world.wallets)
  wallets.delete("example.sheepshank")
  for (const [id, { namespace }] of Object.entries(kinds)) {
    if (wallets.has(id)) continue
    wallets.set(
      id,
      createWallet({
        id,
        name: id === "injected" ? "Browser Wallet" : id,
        icon: "",
        namespace,
        addresses: addresses[namespace],
        manner: namespace === "bip122" ? { chains: [1, 2, 3] } : {},
        node: (chainId, method, params) => world.node(`eip155:${chainId}`, method, params),
      }),
    )
  }
  return { ...world, wallets }
}

/** A page with the wallets, and control of what extensions do to it. */
export interface Page {
  readonly layer: Layer.Layer<Chains, never, Api | Rpc | Relay | Frame>
  readonly away: ReadonlySet<string>
  /** The object that currently represents a wallet. */
  readonly object: (id: string) => unknown
  /** Replaces the wallet's object by another. The old one no longer responds. */
  readonly replace: (id: string) => void
  /** The wallet announces itself again. */
  readonly again: () => void
  readonly leave: (id: string) => void
  readonly come: (id: string) => void
}

/** `host` is the connector of a program that frames the page, such as a Safe. */
export const createPage = (world: World, late: readonly string[], host: string | undefined): Page => {
  const watchers = new Set<() => void>()
  const objects = new Map<string, { readonly object: unknown; readonly die: () => void }>()
  const away = new Set(late)
  const tell = () => {
    for (const watcher of [...watchers]) watcher()
  }
  const bury = (id: string) => {
    objects.get(id)?.die()
    objects.delete(id)
  }
  const page = <Wallet>(namespace: NetworkNamespace, run: Run): PageWallets<Wallet> => {
    const own = () =>
      Object.entries(kinds).flatMap(([id, kind]) =>
        kind.namespace === namespace && !away.has(id) ? [{ id, kind }] : [],
      )
    return {
      list: () =>
        own().map(({ id, kind: { type, chains } }) => ({
          id,
          name: world.wallets.get(id)?.name ?? id,
          type,
          chain: namespace,
          ...(chains && { chains }),
        })),
      find: (id) => {
        const kind = own().find((one) => one.id === id)?.kind
        const wallet = world.wallets.get(id)
        if (!kind || !wallet) return undefined
        const known = objects.get(id) ?? living(wallet, run, kind)
        objects.set(id, known)
        return known.object as Wallet
      },
      watch: (changed) => {
        watchers.add(changed)
        return () => void watchers.delete(changed)
      },
    }
  }
  const layer = Layer.effect(
    Chains,
    Effect.gen(function* () {
      const run: Run = Effect.runPromiseWith(yield* Effect.context())
      const parts: AdapterDeps = { rpc: yield* Rpc, relay: yield* Relay, networks: () => networks }
      const api = yield* Api
      const { adapt: bitcoins } = reading(api)
      const named = (parts: ChainDeps<Eip1193>) => ({ ...evm(parts), identity: () => Effect.succeed({}) })
      return chainsOf({
        eip155: yield* withEmbedded(
          parts,
          async () => ({ adapt: named }),
          () => import("../../layers/chains/evm/embedded.ts"),
          page<Eip1193>("eip155", run),
        ),
        solana: yield* withEmbedded(
          parts,
          async () => ({ adapt: solanas }),
          () => import("../../layers/chains/solana/embedded.ts"),
          page<object>("solana", run),
        ),
        bip122: yield* namespaceAdapter(parts, async () => ({ adapt: bitcoins }), page<BitcoinWallet>("bip122", run)),
        host: (namespace) =>
          Effect.sync(() =>
            host !== undefined && kinds[host]?.namespace === namespace && !away.has(host) ? host : undefined,
          ),
      })
    }),
  )
  return {
    layer,
    away,
    object: (id) => objects.get(id)?.object,
    replace: (id) => {
      bury(id)
      tell()
    },
    again: tell,
    leave: (id) => {
      bury(id)
      away.add(id)
      tell()
    },
    come: (id) => {
      away.delete(id)
      tell()
    },
  }
}

/** An injected object that responds and emits events as long as it exists. */
const living = (wallet: DemoWallet, run: Run, { objectOf }: Kind) => {
  let alive = true
  const shown: DemoWallet = {
    ...wallet,
    accounts: () => (alive ? wallet.accounts() : []),
    listen: (heard) => wallet.listen((event, value) => alive && heard(event, value)),
  }
  const gone = () => new Error("Extension context invalidated")
  const object = objectOf(shown, async (effect) => {
    if (!alive) throw gone()
    const result = await run(effect)
    if (!alive) throw gone()
    return result
  })
  return {
    object,
    die: () => {
      alive = false
    },
  }
}

/** Coinbase's own API, which provides its key to a page only after the page has connected. */
const coinbase = (wallet: DemoWallet, run: Run) => {
  const events = { accountsChanged: "accountChanged", disconnect: "disconnect" } as const
  const stops = new Map<unknown, () => void>()
  let told = false
  return {
    get publicKey() {
      const [address] = told ? wallet.accounts() : []
      return address === undefined ? null : { toString: () => address }
    },
    connect: async () => {
      await run(wallet.connect)
      told = true
    },
    disconnect: async () => {
      told = false
      wallet.revoke()
    },
    on: (event: string, listener: () => void) =>
      void stops.set(
        listener,
        wallet.listen((happened) => {
          if (happened !== "chainChanged" && events[happened] === event) listener()
        }),
      ),
    removeListener: (_: string, listener: unknown) => stops.get(listener)?.(),
  }
}

const chains: readonly BitcoinChain[] = ["mainnet", "testnet", "signet"]
const chainOf = (wallet: DemoWallet): BitcoinChain => chains[wallet.state().chainId - 1] ?? "mainnet"

const known = new Map<string, Keys>()
const keys = (wallet: DemoWallet): Keys => {
  const on = chainOf(wallet) === "mainnet" ? "mainnet" : "test"
  const account = Math.max(0, addresses.bip122.indexOf(selected(wallet) ?? ""))
  const name = `${on} ${account}`
  const made = known.get(name) ?? keysOf(account, on)
  known.set(name, made)
  return made
}

/** The wallet and its user, for the APIs of the real wallets. */
const holderOf = (wallet: DemoWallet, run: Run): Holder => {
  const go = (chain: BitcoinChain) => wallet.move(chains.indexOf(chain) + 1)
  const never = () => Promise.reject(new Error("This wallet cannot sign"))
  return {
    answers: "approve",
    refuse: () => {},
    asked: [],
    sent: [],
    get chain() {
      return chainOf(wallet)
    },
    get account() {
      return wallet.state().selected
    },
    get granted() {
      return wallet.state().granted
    },
    keys: () => keys(wallet),
    shown: () => (wallet.accounts().length > 0 ? keys(wallet) : []),
    connect: async (chain) => {
      const granted = await run(wallet.connect)
      if (granted.length === 0) throw Object.assign(new Error("It is locked"), { code: 4100 })
      if (chain) go(chain)
    },
    release: wallet.revoke,
    switchTo: (chain) => run(wallet.switchTo(chains.indexOf(chain) + 1)),
    signMessage: never,
    signPsbt: never,
    transfer: never,
    select: wallet.select,
    move: go,
    lock: wallet.lock,
    unlock: wallet.unlock,
    leave: wallet.leave,
    hear: (heard) =>
      void wallet.listen((event) => {
        const { granted, locked } = wallet.state()
        if (event === "chainChanged") heard("network")
        if (event === "accountsChanged") heard(granted ? (locked ? "lock" : "account") : "disconnect")
      }),
  }
}

const addresses: Readonly<Record<NetworkNamespace, readonly string[]>> = {
  eip155: ["0xf5DA480810628F1D16c01DC30CE7A0C9bEEcCbA0", "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3"],
  solana: ["3gMxyLH993Pm69agfhDmyiMb1caxN1u7xGnx91dj1Qpc", "F9BiLrmZDES5tNxgkm5xoLrDgTo27cDPFqU1rEgSWCCV"],
  bip122: [keysOf(0, "mainnet")[0].address, keysOf(1, "mainnet")[0].address],
}
