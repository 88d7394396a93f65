import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { type Chain, Chains, type WalletChange } from "../../services/Chains.ts"
import type { BitcoinProvider } from "../../src/domain/bitcoin.ts"
import type { NetworkNamespace } from "../../src/domain/namespaces.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet, type Network } from "../../src/domain/networks.ts"
import type { SolanaProvider } from "../../src/domain/solana.ts"
import type { Connector } from "../../src/domain/wallets.ts"
import { breath, settled } from "./settled.ts"

/** A leaf, and the hands of the person at a wallet that it holds. */
export interface ChainsCase {
  readonly layer: Layer.Layer<Chains>
  readonly namespace: NetworkNamespace
  /** On this page, unlocked, with at least two accounts, standing on `networks.home`; nothing is granted yet. */
  readonly connectorId: string
  /** As the namespace spells them, the selected first. */
  readonly addresses: readonly [string, string, ...string[]]
  /** The same on `networks.other`, where a namespace has other addresses there. */
  readonly addressesThere?: readonly string[]
  /** What comes first when the holder selects another account; without it the second of `addresses`. */
  readonly nextAddress?: string
  /** All three are the modal's; the wallet does not know `unknown`. */
  readonly networks: { readonly home: Network; readonly other: Network; readonly unknown: Network }
  /**
   * "wallet": it stands on a network, asks its holder before it goes to another, and can take on one that it does not know.
   * "page": it serves each request on the network that this names, so the page chooses among those it knows.
   */
  readonly stands: "wallet" | "page"
  /** What the signature of a message looks like. */
  readonly signature: RegExp
  /** Whether it is a provider in the standard of the namespace, and works. */
  readonly speaks: (provider: unknown) => Promise<boolean>
  /** How prompts are answered from now on; "approve" at first. */
  readonly answer: (how: "approve" | "reject") => void
  readonly select: (address: string) => void
  /** The holder goes to another network; nothing for a wallet that stands on none. */
  readonly moveTo: (network: Network) => void
  readonly lock: () => void
}

/** What every leaf of `Chains` must do with a wallet. `make` gives a fresh case for each test. */
export const chainsContract = (make: Effect.Effect<ChainsCase, never, Scope.Scope>): void => {
  const test = (
    title: string,
    run: (the: ChainsCase, chain: Chain) => Effect.Effect<void, unknown, Chains | Scope.Scope>,
  ) =>
    it.effect(title, () =>
      Effect.flatMap(make, (the) =>
        Effect.flatMap(Chains, (chains) =>
          Effect.flatMap(settled(chains.get(the.namespace)), (chain) => run(the, chain)),
        ).pipe(Effect.provide(the.layer)),
      ),
    )
  const connected = ({ connectorId, networks }: ChainsCase, chain: Chain) =>
    settled(chain.connect({ connectorId, network: networks.home }))

  test("tells the connectors of this page at once, as plain data", (the) =>
    Effect.gen(function* () {
      const told: (readonly Connector[])[] = []
      yield* (yield* Chains).discover(the.namespace, (connectors) => told.push(connectors))
      yield* breath

      const connector = told.at(-1)?.find(({ id }) => id === the.connectorId)
      assert.strictEqual(connector?.chain, the.namespace)
      assert.isNotEmpty(connector?.name)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(connector)), connector)
    }))

  test("has no adapter for a namespace that it does not serve", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(settled((yield* Chains).get("stacks")))

      assert.strictEqual(error._tag, "AdapterNotFound")
    }))

  test("connects: the accounts, the selected first, and the network that was wanted", (the, chain) =>
    Effect.gen(function* () {
      const { connectorId, networks } = the
      const connection = yield* settled(chain.connect({ connectorId, network: networks.other }))

      assert.strictEqual(connection.namespace, the.namespace)
      assert.strictEqual(connection.connectorId, connectorId)
      assert.deepStrictEqual(
        connection.accounts.map(({ address }) => address),
        [...(the.addressesThere ?? the.addresses)],
      )
      assert.strictEqual(connection.caipNetwork?.caipNetworkId, networks.other.caipNetworkId)
    }))

  test("fails with 'Connection rejected' when the visitor says no", (the, chain) =>
    Effect.gen(function* () {
      the.answer("reject")
      const error = yield* Effect.flip(connected(the, chain))

      assert.strictEqual(error.message, "Connection rejected")
    }))

  test("knows no connector that is not on this page", ({ networks }, chain) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(settled(chain.connect({ connectorId: "gone", network: networks.home })))
      const without = yield* Effect.flip(settled(chain.provider("gone")))

      assert.strictEqual(error._tag, "NoConnectorForConnection")
      assert.strictEqual(without._tag, "AdapterNotFound")
    }))

  test("reconnects what was granted, and nothing else", (the, chain) =>
    Effect.gen(function* () {
      const { connectorId, networks } = the
      const reconnect = settled(chain.reconnect({ connectorId, network: networks.home }))
      const before = yield* Effect.flip(reconnect)
      const connection = yield* connected(the, chain)
      the.answer("reject")

      assert.strictEqual(before._tag, "ConnectFailed")
      assert.deepStrictEqual(yield* reconnect, connection)
    }))

  test("does not reconnect to a locked wallet", (the, chain) =>
    Effect.gen(function* () {
      yield* connected(the, chain)
      the.lock()
      const error = yield* Effect.flip(
        settled(chain.reconnect({ connectorId: the.connectorId, network: the.networks.home })),
      )

      assert.strictEqual(error._tag, "ConnectFailed")
    }))

  test("gives the grant back on disconnect", (the, chain) =>
    Effect.gen(function* () {
      yield* connected(the, chain)
      yield* settled(chain.disconnect(the.connectorId))
      const error = yield* Effect.flip(
        settled(chain.reconnect({ connectorId: the.connectorId, network: the.networks.home })),
      )

      assert.strictEqual(error._tag, "ConnectFailed")
    }))

  test("switches, also to a network that the wallet does not know yet if it can take one on", (the, chain) =>
    Effect.gen(function* () {
      const { connectorId, networks, stands } = the
      yield* connected(the, chain)
      for (const network of stands === "wallet" ? [networks.other, networks.unknown] : [networks.other]) {
        yield* settled(chain.switchNetwork({ connectorId, network }))
        const { caipNetwork } = yield* settled(chain.reconnect({ connectorId, network: networks.home }))

        assert.strictEqual(caipNetwork?.caipNetworkId, network.caipNetworkId)
      }
    }))

  test("stays where it is when the visitor refuses to switch, or the wallet cannot", (the, chain) =>
    Effect.gen(function* () {
      const { connectorId, networks, stands } = the
      yield* connected(the, chain)
      the.answer("reject")
      for (const network of stands === "wallet" ? [networks.other, networks.unknown] : [networks.unknown]) {
        const error = yield* Effect.flip(settled(chain.switchNetwork({ connectorId, network })))
        const { caipNetwork } = yield* settled(chain.reconnect({ connectorId, network }))

        assert.strictEqual(error._tag, stands === "wallet" ? "ConnectionRejected" : "ChainNotSupported")
        assert.strictEqual(caipNetwork?.caipNetworkId, networks.home.caipNetworkId)
      }
    }))

  test("follows the wallet in order, until the scope ends", (the, chain) =>
    Effect.gen(function* () {
      const changes: WalletChange[] = []
      const scope = yield* Scope.make()
      yield* connected(the, chain)
      yield* Scope.provide(
        chain.follow(the.connectorId, (change) => changes.push(change)),
        scope,
      )

      const next = the.nextAddress ?? the.addresses[1]
      the.select(next)
      the.moveTo(the.networks.other)
      the.lock()
      yield* breath
      yield* Scope.close(scope, Exit.void)
      the.moveTo(the.networks.home)
      yield* breath

      const [accounts, ...rest] = changes
      const [there] = rest.filter((change) => change.is === "accounts" && change.accounts.length > 0)
      const later = rest.filter((change) => change !== there)
      const moved: WalletChange = { is: "chain", caipNetworkId: the.networks.other.caipNetworkId }
      assert.strictEqual(accounts?.is === "accounts" && accounts.accounts[0]?.address, next)
      assert.strictEqual(there?.is === "accounts" && there.accounts.length, the.addressesThere?.length ?? false)
      assert.deepStrictEqual(later, [...(the.stands === "wallet" ? [moved] : []), { is: "accounts", accounts: [] }])
    }))

  test("signs a message, or says that the visitor refused", (the, chain) =>
    Effect.gen(function* () {
      const { connectorId, addresses } = the
      yield* connected(the, chain)
      const sign = settled(chain.signMessage({ connectorId, address: addresses[0], message: "Grüße\n👋" }))
      const signature = yield* sign
      the.answer("reject")
      const error = yield* Effect.flip(sign)

      assert.match(signature, the.signature)
      assert.strictEqual(error._tag, "UserRejectedRequestError")
    }))

  test("reads a balance as a decimal text", ({ addresses, networks }, chain) =>
    Effect.gen(function* () {
      const balance = yield* settled(chain.balance({ network: networks.home, address: addresses[0] }))

      assert.match(balance, /^\d+(\.\d*[1-9])?$/)
    }))

  test("has a name for an address or has none, and does not fail", ({ addresses, networks }, chain) =>
    Effect.gen(function* () {
      const { name = "none" } = yield* settled(chain.identity({ network: networks.home, address: addresses[0] }))

      assert.isNotEmpty(name)
    }))

  test("hands out a provider in the standard of the namespace", (the, chain) =>
    Effect.gen(function* () {
      yield* connected(the, chain)
      const provider = yield* settled(chain.provider(the.connectorId))

      assert.isTrue(yield* Effect.promise(() => the.speaks(provider)))
    }))
}

/** What an EVM wallet's case has beside the wallet. */
export const evmCase = (home: Network) => ({
  namespace: "eip155" as const,
  stands: "wallet" as const,
  signature: /^0x([0-9a-f]{2}){65,}$/i,
  speaks: async (provider: unknown) => {
    const { request } = provider as { request(input: { method: string }): Promise<unknown> }
    return Number(await request({ method: "eth_chainId" })) === home.id
  },
})

/** What a wallet's case of Bitcoin has beside the wallet, which knows three networks; of the third it is asked for the first time. */
export const bitcoinCase = {
  namespace: "bip122" as const,
  stands: "wallet" as const,
  networks: { home: bitcoin, other: bitcoinTestnet, unknown: bitcoinSignet },
  signature: /^[A-Za-z0-9+/]{86,}={0,2}$/,
  speaks: async (provider: unknown) => (await (provider as BitcoinProvider).getAccountAddresses()).length === 2,
}

/** What a Wallet Standard wallet's case of Solana has beside the wallet. */
export const solanaCase = {
  namespace: "solana" as const,
  stands: "page" as const,
  signature: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
  speaks: async (provider: unknown) => {
    const { accounts, features } = provider as SolanaProvider
    const said = await features["solana:signMessage"]?.signMessage({ message: new TextEncoder().encode("hello") })
    return accounts.length > 0 && said?.[0]?.signature.length === 64
  },
}
