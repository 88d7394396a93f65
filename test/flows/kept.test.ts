import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mainnet, polygon, solana } from "../../src/domain/networks.ts"
import { connect } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { use } from "../../src/modal.ts"
import { connecting } from "../../src/state/connecting.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, halyard, shelf, tessera, visit } from "./modal.ts"

const script = { wallets: { [tessera]: { locked: false } } }
const options = { networks: [mainnet, polygon, solana] }
const named = (list: unknown) => (list as { readonly name: string }[]).map(({ name }) => name)

/** A visit over a storage that is looked into. */
const kept = (run: (json: (key: string) => unknown) => ReturnType<typeof steps>) => {
  const { leaf, json } = shelf()
  return visit(script, run(json), { leaves: { storage: leaf }, options })
}
const steps = (
  ...run: readonly Effect.Effect<unknown, unknown, Effect.Services<ReturnType<typeof connect | typeof disconnect>>>[]
) => Effect.forEach(run, (step) => step, { discard: true })
const look = (check: () => void) => Effect.sync(check)

describe("Local storage", () => {
  it.effect("Local storage holds: active namespace", () =>
    kept((json) =>
      steps(
        connect({ wallet: halyard }),
        look(() => assert.strictEqual(json("active_namespace"), "eip155")),
        switchNetwork({ network: solana.caipNetworkId }),
        look(() => assert.strictEqual(json("active_namespace"), "solana")),
      ),
    ),
  )

  it.effect("Local storage holds: active network id", () =>
    kept((json) =>
      steps(
        connect({ wallet: halyard }),
        look(() => assert.deepInclude(json("active_caip_network_ids"), { eip155: "eip155:1" })),
        settled(switchNetwork({ network: polygon.caipNetworkId })),
        look(() => assert.deepInclude(json("active_caip_network_ids"), { eip155: "eip155:137" })),
      ),
    ),
  )

  it.effect("Local storage holds: connected connector id per namespace", () =>
    kept((json) =>
      steps(
        connect({ wallet: cinderbox }),
        connect({ wallet: halyard }),
        look(() => assert.deepStrictEqual(json("connected_connector_ids"), { eip155: halyard })),
        disconnect(),
        look(() => assert.deepStrictEqual(json("connected_connector_ids"), {})),
      ),
    ),
  )

  it.effect("Local storage holds: connections", () =>
    kept((json) =>
      steps(
        connect({ wallet: cinderbox }),
        Effect.tap(connect({ wallet: halyard }), ({ accounts }) =>
          look(() => {
            const [first, second, ...others] = json("connections") as object[]
            assert.deepStrictEqual(first, {
              namespace: "eip155",
              connectorId: halyard,
              accounts,
              caipNetworkId: "eip155:1",
            })
            assert.deepInclude(second, { namespace: "eip155", connectorId: cinderbox })
            assert.isEmpty(others)
          }),
        ),
        disconnect(),
        look(() => assert.deepStrictEqual(json("connections"), [])),
      ),
    ),
  )

  it.effect("Local storage holds: disconnected connector ids, until they are connected again", () =>
    kept((json) =>
      steps(
        connect({ wallet: halyard }),
        look(() => assert.deepStrictEqual(json("disconnected_connector_ids"), [])),
        disconnect(),
        look(() => assert.deepStrictEqual(json("disconnected_connector_ids"), [`eip155:${halyard}`])),
        connect({ wallet: halyard }),
        look(() => assert.deepStrictEqual(json("disconnected_connector_ids"), [])),
      ),
    ),
  )

  it.effect("Local storage holds: recent wallets (max 2)", () =>
    Effect.gen(function* () {
      const { leaf, json } = shelf()
      const given = { leaves: { storage: leaf } }
      const recent = Effect.map(use(connecting), ({ recentWallets }) => named(recentWallets.value))
      const run = Effect.gen(function* () {
        for (const { wallet, expected } of [
          { wallet: halyard, expected: ["Halyard"] },
          { wallet: cinderbox, expected: ["Cinderbox", "Halyard"] },
          { wallet: tessera, expected: ["Tessera", "Cinderbox"] },
          { wallet: cinderbox, expected: ["Cinderbox", "Tessera"] },
          { wallet: cinderbox, expected: ["Cinderbox", "Tessera"] },
        ]) {
          yield* connect({ wallet })

          assert.deepStrictEqual(named(json("recent_wallets@2")), expected)
          assert.deepStrictEqual(yield* recent, expected)
        }
        yield* disconnect()
      })
      yield* visit(script, run, given)

      assert.deepStrictEqual(yield* visit({}, recent, given), ["Cinderbox", "Tessera"])
    }),
  )
})
