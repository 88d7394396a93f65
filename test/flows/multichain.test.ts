import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Chain, Chains } from "../../services/Chains.ts"
import { NoConnectorForConnection } from "../../src/domain/errors.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { base, bitcoin, solana } from "../../src/domain/networks.ts"
import type { Connector } from "../../src/domain/wallets.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import { pickWallet } from "../../src/flows/directory.ts"
import { Modal } from "../../src/modal.ts"
import { snapshot } from "../../src/snapshot.ts"
import { visit } from "./modal.ts"

/** One wallet of three namespaces: in two of them it is known by its name only. */
const ids = { eip155: "test.both", solana: "Both", bip122: "Both" } as const
const addresses = { eip155: "0x7a3f6B0e2C915D84f7a0E6C35B1d28F04e9c41D2", solana: "So1", bip122: "bc1q" } as const

const isOurs = (namespace: Namespace): namespace is keyof typeof ids => Object.hasOwn(ids, namespace)

/** The wallet's side: it says yes to whoever asks it by its id of that namespace. */
const chains = Layer.succeed(Chains, {
  discover: (namespace, found) =>
    Effect.sync(() => {
      const connector: Connector | undefined = isOurs(namespace)
        ? { id: ids[namespace], name: "Both", type: "ANNOUNCED", chain: namespace }
        : undefined
      found(connector ? [connector] : [])
    }),
  get: (namespace) =>
    Effect.succeed({
      namespace,
      connect: ({ connectorId, network }) =>
        isOurs(namespace) && ids[namespace] === connectorId
          ? Effect.succeed({
              namespace,
              connectorId,
              accounts: [{ address: addresses[namespace] }],
              caipNetwork: network,
            })
          : Effect.fail(new NoConnectorForConnection()),
      follow: () => Effect.void,
    } as Partial<Chain> as Chain),
})

const given = { leaves: { chains }, options: { networks: [base, solana, bitcoin] } }

/** Who is connected, by namespace. */
const connected = Effect.map(Modal, ({ core }) =>
  (["eip155", "solana", "bip122"] as const).map((namespace) => core.accounts[namespace].value.active),
)

describe("A wallet of several namespaces", () => {
  it.effect("Multi-chain connectors group same-named connectors and carry a connectors list", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { connectors } = snapshot(yield* Modal) as unknown as { readonly connectors: readonly Connector[] }

        assert.deepStrictEqual(
          connectors.map(({ name, type, connectors = [] }) => [
            name,
            type,
            connectors.map(({ chain, id }) => [chain, id]),
          ]),
          [
            ["WalletConnect", "WALLET_CONNECT", []],
            ["Both", "MULTI_CHAIN", Object.entries(ids)],
          ],
        )
      }),
      given,
    ),
  )

  it.effect("is connected in the namespace asked for, without one in that of the id", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connect({ wallet: "test.both", namespace: "solana" })
        assert.deepStrictEqual(yield* connected, [undefined, "Both", undefined])
        yield* connect({ wallet: "test.both" })
        assert.deepStrictEqual(yield* connected, ["test.both", "Both", undefined])
        const refused = yield* Effect.flip(connect({ wallet: "Both", namespace: "sui" }))

        assert.strictEqual(refused._tag, "NoConnectorForConnection")
        assert.deepStrictEqual(yield* connected, ["test.both", "Both", undefined])
      }),
      given,
    ),
  )

  it.effect("is connected in the namespace that the visitor chose, also where another has the same id", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* connectExternal("Both", "bip122")

        assert.deepStrictEqual(yield* connected, [undefined, undefined, "Both"])
        assert.strictEqual(core.namespace.value, "bip122")
        assert.strictEqual(core.address.value, "bc1q")
      }),
      given,
    ),
  )

  it.effect("asks for the chain when it is chosen among all wallets", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* pickWallet({ id: "listed", name: "Both" })

        assert.deepStrictEqual(core.route.value, { name: "ConnectingMultiChain", connector: "test.both" })
      }),
      given,
    ),
  )
})
