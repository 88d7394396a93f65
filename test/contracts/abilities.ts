import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Abilities, Chains } from "../../services/Chains.ts"
import type { Network } from "../../src/domain/networks.ts"
import { settled } from "./settled.ts"

/** A leaf, and one of its wallets that can do all that `Abilities` asks for. */
export interface AbilitiesCase {
  readonly layer: Layer.Layer<Chains>
  readonly connectorId: string
  /** Two of its networks: it holds tokens and collectibles on the first. */
  readonly networks: readonly [Network, Network]
  /** A wallet of the leaf that can do none of it. */
  readonly without: string
}

/** What every leaf of `Chains` must do with a wallet that can more than others. `make` gives a fresh case for each test. */
export const abilitiesContract = (make: Effect.Effect<AbilitiesCase, never, Scope.Scope>): void => {
  const test = (
    title: string,
    run: (does: Abilities, the: AbilitiesCase & { readonly address: string }) => Effect.Effect<void, unknown, Chains>,
    of: (the: AbilitiesCase) => string = ({ connectorId }) => connectorId,
  ) =>
    it.effect(title, () =>
      Effect.flatMap(make, (the) =>
        Effect.gen(function* () {
          const chain = yield* settled((yield* Chains).get("eip155"))
          const connectorId = of(the)
          const { accounts } = yield* settled(chain.connect({ connectorId, network: the.networks[0] }))
          const does = yield* settled(chain.abilities?.(connectorId) ?? Effect.die("It has none"))
          yield* run(does, { ...the, address: accounts[0]?.address ?? "" })
        }).pipe(Effect.provide(the.layer)),
      ),
    )

  test("says what it can do on each of its networks", (does, { address, networks }) =>
    Effect.gen(function* () {
      const said = yield* settled(does.capabilities(address))

      for (const { caipNetworkId } of networks)
        assert.deepInclude(said[caipNetworkId] ?? said["eip155:0"], { assetDiscovery: { supported: true } })
    }))

  test(
    "says nothing where it can nothing of it, and refuses what it is asked all the same",
    (does, { address, networks }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* settled(does.capabilities(address)), {})
        const error = yield* Effect.flip(settled(does.assets({ address, chainId: networks[0].caipNetworkId })))
        assert.strictEqual(error._tag, "MethodNotFoundRpcError")
      }),
    ({ without }) => without,
  )

  test("tells the tokens of an account on a network, and of no other", (does, { address, networks: [home] }) =>
    Effect.gen(function* () {
      const chainId = home.caipNetworkId
      const tokens = yield* settled(does.assets({ address, chainId }))

      assert.isNotEmpty(tokens)
      assert.lengthOf(
        tokens.filter(({ address }) => address === undefined),
        1,
      )
      for (const token of tokens) {
        assert.strictEqual(token.chainId, chainId)
        assert.match(token.quantity.numeric, /^\d+(\.\d+)?$/)
        if (token.address !== undefined) assert.isTrue(token.address.startsWith(`${chainId}:0x`))
      }
    }))

  test("tells the collectibles of an account, each once", (does, { address, networks: [home] }) =>
    Effect.gen(function* () {
      const nfts = yield* settled(does.nfts({ address, chainId: home.caipNetworkId }))

      assert.isNotEmpty(nfts)
      assert.strictEqual(new Set(nfts.map(({ key }) => key)).size, nfts.length)
      assert.isTrue(nfts.every(({ chainId, picture }) => chainId === home.caipNetworkId && !/^http:/.test(picture)))
    }))
}
