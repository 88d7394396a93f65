import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Chains, type WalletCapabilities } from "../../services/Chains.ts"
import type { Network } from "../../src/options/networks.ts"
import { fails } from "../fixtures/fails.ts"
import { assert } from "../fixtures/it.ts"
import { contract } from "./contract.ts"
import { settled } from "./settled.ts"

/** A layer, and one of its wallets that has all of `WalletCapabilities`. */
export interface AbilitiesCase {
  readonly layer: Layer.Layer<Chains>
  readonly connectorId: string
  /** Two of its networks. It holds tokens and collectibles on the first. */
  readonly networks: readonly [Network, Network]
  /** A wallet of the layer that has none of them. */
  readonly without: string
}

/** Contract of every layer of `Chains` for a wallet with optional capabilities. */
export const abilitiesContract = (make: Effect.Effect<AbilitiesCase, never, Scope.Scope>): void => {
  const testOf = (wallet: "connectorId" | "without") =>
    contract(
      make,
      Effect.fnUntraced(function* ({ networks, ...the }: AbilitiesCase) {
        const [home] = networks
        const chain = yield* settled((yield* Chains).get("eip155"))
        const { accounts } = yield* settled(chain.connect({ connectorId: the[wallet], network: home }))
        const does: WalletCapabilities = yield* settled(
          chain.walletCapabilities?.(the[wallet]) ?? Effect.die("It has none"),
        )
        const of = { address: accounts[0]?.address ?? "", chainId: home.caipNetworkId }
        return [does, of, networks] as const
      }),
    )
  const test = testOf("connectorId")

  test("reports its capabilities on each of its networks", function* (does, { address }, networks) {
    const capabilities = yield* settled(does.capabilities(address))

    for (const { caipNetworkId } of networks)
      assert.deepInclude(capabilities[caipNetworkId] ?? capabilities["eip155:0"], {
        assetDiscovery: { supported: true },
      })
  })

  testOf("without")("reports nothing without abilities, and rejects what it is asked", function* (does, of) {
    assert.deepStrictEqual(yield* settled(does.capabilities(of.address)), {})
    yield* fails(settled(does.assets(of)), { _tag: "MethodNotFoundRpcError" })
  })

  test("lists the tokens of an account on one network only", function* (does, of) {
    const tokens = yield* settled(does.assets(of))

    assert.lengthOf(
      tokens.filter(({ address }) => address === undefined),
      1,
    )
    for (const { address, chainId, quantity } of tokens) {
      assert.strictEqual(chainId, of.chainId)
      assert.match(quantity.numeric, /^\d+(\.\d+)?$/)
      if (address !== undefined) assert.isTrue(address.startsWith(`${chainId}:0x`))
    }
  })

  test("lists each collectible of an account once", function* (does, of) {
    const nfts = yield* settled(does.nfts(of))

    assert.isNotEmpty(nfts)
    assert.strictEqual(new Set(nfts.map(({ key }) => key)).size, nfts.length)
    assert.isTrue(nfts.every(({ chainId, picture }) => chainId === of.chainId && !/^http:/.test(picture)))
  })
}
