import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import { Chains, type WalletChange } from "../../services/Chains.ts"
import type { BitcoinProvider } from "../../src/namespaces/model/bitcoinProvider.ts"
import type { SolanaProvider } from "../../src/namespaces/model/solanaProvider.ts"
import type { NetworkNamespace } from "../../src/options/namespaces.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet, type Network } from "../../src/options/networks.ts"
import type { Connector } from "../../src/wallets/first-paint/model/connector.ts"
import { fails } from "../fixtures/fails.ts"
import { assert } from "../fixtures/it.ts"
import { connectorContract } from "./contract.ts"
import { breath, settled } from "./settled.ts"

/** A layer, and control of a wallet in it. */
export interface ChainsCase {
  readonly layer: Layer.Layer<Chains>
  readonly namespace: NetworkNamespace
  /** Installed in this page, unlocked, with at least two accounts, on `networks.home`. Nothing is granted yet. */
  readonly connectorId: string
  /** Addresses in the namespace's spelling, the selected one first. */
  readonly addresses: readonly [string, string, ...string[]]
  /** The same on `networks.other`, if the namespace has other addresses there. */
  readonly addressesThere?: readonly string[]
  /** First address after the user selects another account. Defaults to the second of `addresses`. */
  readonly nextAddress?: string
  /** All three are networks of the modal; the wallet does not know `unknown`. */
  readonly networks: { readonly home: Network; readonly other: Network; readonly unknown: Network }
  /**
   * "wallet": it is on one network, prompts before it switches, and can add a network it does not know. "page": it serves each request on
   * the network the request names, so the page chooses among those it knows.
   */
  readonly stands: "wallet" | "page"
  /** Whether `signature` is a valid signature of the message. */
  readonly signature: RegExp
  /** Whether it is a working provider in the standard of the namespace. */
  readonly speaks: (provider: unknown) => Promise<boolean>
  /** Responds to prompts like this from now on. Default: "approve". */
  readonly answer: (how: "approve" | "reject") => void
  readonly select: (address: string) => void
  /** Makes the user switch networks. Does nothing if `stands` is "page". */
  readonly moveTo: (network: Network) => void
  readonly lock: () => void
}

/** Contract of every layer of `Chains` for a wallet. */
export const chainsContract = (make: Effect.Effect<ChainsCase, never, Scope.Scope>): void => {
  const test = connectorContract(make, (the) => the)

  test("lists the connectors of this page at once, as plain data", function* ({ connectorId, namespace }) {
    const found: (readonly Connector[])[] = []
    yield* (yield* Chains).discover(namespace, (connectors) => found.push(connectors))
    yield* breath

    const connector = found.at(-1)?.find(({ id }) => id === connectorId)
    assert.strictEqual(connector?.chain, namespace)
    assert.isNotEmpty(connector?.name)
    assert.deepStrictEqual(JSON.parse(JSON.stringify(connector)), connector)
  })

  test("has no adapter for a namespace it does not serve", function* () {
    yield* fails(settled((yield* Chains).get("stacks")), { _tag: "AdapterNotFound" })
  })

  test("connects with the accounts, the selected first, on the requested network", function* (the) {
    const { addresses, addressesThere = addresses, connectorId, namespace, networks } = the
    const connection = yield* the.connect(networks.other)

    assert.deepInclude(connection, { namespace, connectorId })
    assert.deepStrictEqual(
      connection.accounts.map(({ address }) => address),
      [...addressesThere],
    )
    assert.strictEqual(connection.caipNetwork?.caipNetworkId, networks.other.caipNetworkId)
  })

  test("fails with 'Connection rejected' if the visitor rejects", function* ({ answer, connect, networks }) {
    answer("reject")
    yield* fails(connect(networks.home), { message: "Connection rejected" })
  })

  test("accepts only connectors of this page", function* ({ chain, networks }) {
    const connecting = chain.connect({ connectorId: "gone", network: networks.home })
    yield* fails(settled(connecting), { _tag: "NoConnectorForConnection" })
    yield* fails(settled(chain.provider("gone")), { _tag: "AdapterNotFound" })
    yield* chain.watch("gone", () => assert.fail("a change"))
    yield* settled(chain.disconnect("gone"))
  })

  test("reconnects only what was granted", function* ({ answer, connect, networks, reconnect }) {
    yield* fails(reconnect(networks.home), { _tag: "ConnectFailed" })
    const connection = yield* connect(networks.home)
    answer("reject")

    assert.deepStrictEqual(yield* reconnect(networks.home), connection)
  })

  test("does not reconnect to a locked wallet", function* ({ connect, lock, networks, reconnect }) {
    yield* connect(networks.home)
    lock()
    yield* fails(reconnect(networks.home), { _tag: "ConnectFailed" })
  })

  test("revokes the grant on disconnect", function* ({ connect, disconnect, networks, reconnect }) {
    yield* connect(networks.home)
    yield* disconnect
    yield* fails(reconnect(networks.home), { _tag: "ConnectFailed" })
  })

  test("switches networks, even to an unknown one if the wallet can add it", function* (the) {
    const { home, other, unknown } = the.networks
    yield* the.connect(home)
    for (const network of the.stands === "wallet" ? [other, unknown] : [other]) {
      yield* the.switchTo(network)
      const { caipNetwork } = yield* the.reconnect(home)

      assert.strictEqual(caipNetwork?.caipNetworkId, network.caipNetworkId)
    }
  })

  test("stays on its network if the visitor rejects a switch, or the wallet cannot switch", function* (the) {
    const { home, other, unknown } = the.networks
    yield* the.connect(home)
    the.answer("reject")
    const _tag = the.stands === "wallet" ? "ConnectionRejected" : "ChainNotSupported"
    for (const network of the.stands === "wallet" ? [other, unknown] : [unknown]) {
      yield* fails(the.switchTo(network), { _tag })
      const { caipNetwork } = yield* the.reconnect(network)

      assert.strictEqual(caipNetwork?.caipNetworkId, home.caipNetworkId)
    }
  })

  test("follows the wallet in order, until the scope closes", function* (the) {
    const { chain, connectorId, networks } = the
    const changes: WalletChange[] = []
    const scope = yield* Scope.make()
    yield* the.connect(networks.home)
    yield* Scope.provide(
      chain.watch(connectorId, (change) => changes.push(change)),
      scope,
    )

    const next = the.nextAddress ?? the.addresses[1]
    the.select(next)
    the.moveTo(networks.other)
    the.lock()
    yield* breath
    yield* Scope.close(scope, Exit.void)
    the.moveTo(networks.home)
    yield* breath

    const [accounts, ...rest] = changes
    const [there] = rest.filter((change) => change.type === "accounts" && change.accounts.length > 0)
    const later = rest.filter((change) => change !== there)
    const moved: WalletChange = { type: "chain", caipNetworkId: networks.other.caipNetworkId }
    assert.strictEqual(accounts?.type === "accounts" && accounts.accounts[0]?.address, next)
    assert.strictEqual(there?.type === "accounts" && there.accounts.length, the.addressesThere?.length ?? false)
    assert.deepStrictEqual(later, [...(the.stands === "wallet" ? [moved] : []), { type: "accounts", accounts: [] }])
  })

  test("signs a message, or fails if the visitor rejects", function* (the) {
    yield* the.connect(the.networks.home)
    const signing = the.sign(the.addresses[0], "Grüße\n👋")
    assert.match(yield* signing, the.signature)
    the.answer("reject")

    yield* fails(signing, { _tag: "UserRejectedRequestError" })
  })

  test("reads a balance as a decimal string", function* ({ addresses: [address], chain, networks }) {
    const balance = yield* settled(chain.balance({ network: networks.home, address }))

    assert.match(balance, /^\d+(\.\d*[1-9])?$/)
  })

  test("returns the name of an address if it has one, and fails only with a typed error", function* (scene) {
    const { addresses, chain, networks } = scene
    const found = yield* settled(Effect.result(chain.identity({ network: networks.home, address: addresses[0] })))

    if (Result.isFailure(found)) assert.property(found.failure, "_tag")
    else assert.isNotEmpty(found.success.name ?? "none")
  })

  test("has a provider in the standard of the namespace", function* ({ connect, networks, provider, speaks }) {
    yield* connect(networks.home)
    const made = yield* provider

    assert.isTrue(yield* Effect.promise(() => speaks(made)))
  })
}

/** Contract of a namespace's signatures, for a wallet that has real keys. */
export const signatureContract = (make: Effect.Effect<ChainsCase, never, Scope.Scope>): void => {
  const test = connectorContract(make, (the) => the)

  test("verifies its wallets' signatures", function* ({ addresses: [address], chain, connect, networks, sign }) {
    yield* connect(networks.home)
    const message = "Grüße\n👋"
    const signature = yield* sign(address, message)
    const isSigned = (text: string) =>
      settled(chain.isSigned({ network: networks.home, address, message: text, signature }))

    assert.isTrue(yield* isSigned(message))
    assert.isFalse(yield* isSigned(`${message} `))
  })
}

/** Additional parts of an EVM wallet's case. */
export const evmCase = (home: Network) => ({
  namespace: "eip155" as const,
  stands: "wallet" as const,
  signature: /^0x([0-9a-f]{2}){65,}$/i,
  speaks: async (provider: unknown) => {
    const { request } = provider as { request(input: { method: string }): Promise<unknown> }
    return Number(await request({ method: "eth_chainId" })) === home.id
  },
})

/** Additional parts of a Bitcoin wallet's case. The wallet knows three networks, and is asked for the third only once. */
export const bitcoinCase = {
  namespace: "bip122" as const,
  stands: "wallet" as const,
  networks: { home: bitcoin, other: bitcoinTestnet, unknown: bitcoinSignet },
  signature: /^[A-Za-z0-9+/]{86,}={0,2}$/,
  speaks: async (provider: unknown) => (await (provider as BitcoinProvider).getAccountAddresses()).length === 2,
}

/** Additional parts of a Solana wallet's case (Wallet Standard). */
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
