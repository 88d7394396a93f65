import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Chain, Chains } from "../../services/Chains.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { NoConnectorForConnection } from "../../src/errors/index.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import type { Namespace } from "../../src/options/namespaces.ts"
import { base, bitcoin, solana } from "../../src/options/networks.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import type { Connector } from "../../src/wallets/first-paint/model/connector.ts"
import { pickWallet } from "../../src/wallets/operations.ts"
import { fails, type Visit, visiting } from "../fixtures/visits.ts"

/** One wallet with three namespaces. In two of them its ID is its name. */
const ids = { eip155: "test.both", solana: "Both", bip122: "Both" } as const
const addresses = { eip155: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9", solana: "So1", bip122: "bc1q" } as const

const networks = {
  eip155: base.caipNetworkId,
  solana: solana.caipNetworkId,
  bip122: bitcoin.caipNetworkId,
} as const

const isServed = (namespace: Namespace): namespace is keyof typeof ids => Object.hasOwn(ids, namespace)

const connectorIn = (chain: keyof typeof ids): Connector => {
  const connector = { id: ids[chain], name: "Both", type: "ANNOUNCED", chain, chains: [networks[chain]] } as const
  return chain === "eip155" ? { ...connector, info: { rdns: ids.eip155 } } : connector
}

/** Chains of that wallet, which approves any connection by its ID in the namespace. `others`: wallets beside it. */
const chainsWith = (...others: readonly Connector[]) =>
  Layer.succeed(Chains, {
    discover: (namespace, found) =>
      Effect.sync(() =>
        found([
          ...others.filter(({ chain }) => chain === namespace),
          ...(isServed(namespace) ? [connectorIn(namespace)] : []),
        ]),
      ),
    get: (namespace) =>
      Effect.succeed({
        namespace,
        connect: ({ connectorId, network: caipNetwork }) =>
          isServed(namespace) && ids[namespace] === connectorId
            ? Effect.succeed({ namespace, connectorId, accounts: [{ address: addresses[namespace] }], caipNetwork })
            : Effect.fail(new NoConnectorForConnection()),
        watch: () => Effect.void,
        disconnect: () => Effect.void,
      } as Partial<Chain> as Chain),
  })

const test = visiting({ layers: { chains: chainsWith() }, options: { networks: [base, solana, bitcoin] } })

/** The active connector of each namespace. */
const active = ({ account }: Visit) =>
  (["eip155", "solana", "bip122"] as const).map((namespace) => account(namespace).active)

describe("A multi-chain wallet", () => {
  test("Multi-chain connectors group same-named connectors and carry a connectors list", function* ({ instance }) {
    const { connectors } = snapshot(instance) as unknown as { readonly connectors: readonly Connector[] }

    assert.deepStrictEqual(
      connectors.map(({ name, type, connectors = [] }) => [name, type, connectors.map(({ chain, id }) => [chain, id])]),
      [
        ["WalletConnect", "WALLET_CONNECT", []],
        ["Both", "MULTI_CHAIN", Object.entries(ids)],
      ],
    )
  })

  test("Connector: chain, chains, of each connector that a multi-chain one combines", function* ({ instance }) {
    const { connectors = [] } = snapshot(instance)
    const combined = connectors.flatMap(({ connectors = [] }) => connectors)

    const shown: readonly (readonly string[])[] = combined.map(({ chain, chains = [] }) => [chain, ...chains])
    assert.deepStrictEqual(shown, Object.entries(networks))
  })

  test("is connected in the requested namespace, or else in that of its ID", function* (visit) {
    yield* connect({ wallet: "test.both", namespace: "solana" })
    assert.deepStrictEqual(active(visit), [undefined, "Both", undefined])
    yield* connect({ wallet: "test.both" })
    assert.deepStrictEqual(active(visit), ["test.both", "Both", undefined])

    yield* fails(connect({ wallet: "Both", namespace: "sui" }), { _tag: "NoConnectorForConnection" })
    assert.deepStrictEqual(active(visit), ["test.both", "Both", undefined])
  })

  test("is connected in the namespace that the visitor chose, even if its ID is not unique", function* (visit) {
    yield* connectExternal("Both", "bip122")

    assert.deepStrictEqual(active(visit), [undefined, undefined, "Both"])
    assert.strictEqual(visit.core.namespace.value, "bip122")
    assert.strictEqual(visit.core.address.value, "bc1q")
  })

  const beside = (chain: keyof typeof ids, chains: Connector["chains"]): Connector => ({
    id: `test.beside.${chain}`,
    name: `Beside ${chain}`,
    type: "ANNOUNCED",
    chain,
    ...(chains && { chains }),
  })
  const crowded = { layers: { chains: chainsWith(beside("eip155", []), beside("solana", []), beside("bip122", [])) } }
  test("is limited to the networks that it lists in the namespace", crowded, function* ({ account }) {
    for (const namespace of ["eip155", "solana", "bip122"] as const) {
      yield* connectExternal(ids[namespace], namespace)

      const approval = { caipNetworkIds: [networks[namespace]], others: false }
      assert.deepStrictEqual(account(namespace).connections[0]?.approval, approval)
    }
  })

  test("is disconnected only in the requested namespace, even if its ID is the same in another", function* (visit) {
    yield* connectExternal("Both", "bip122")
    yield* connectExternal("Both", "solana")
    yield* disconnect({ namespace: "bip122" })

    assert.deepStrictEqual(active(visit), [undefined, "Both", undefined])
    assert.deepStrictEqual(visit.storage.json("disconnected_connector_ids"), ["bip122:Both"])
  })

  test("asks for the chain when it is chosen in AllWallets, unless that lists the wallets of one", function* ({
    core,
  }) {
    yield* pickWallet({ id: "listed", name: "Both", rdns: "test.both" })

    assert.deepStrictEqual(core.route.value, { name: "ConnectingMultiChain", connector: "test.both" })

    yield* goTo({ name: "AllWallets", namespace: "solana" })
    yield* pickWallet({ id: "listed", name: "Both", rdns: "test.both" })
    assert.deepStrictEqual(core.route.value, { name: "ConnectingExternal", connector: "Both", namespace: "solana" })
  })
})
