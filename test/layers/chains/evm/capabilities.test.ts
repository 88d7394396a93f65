import { Effect, Layer } from "effect"
import { adapt } from "../../../../layers/chains/evm/adapter.ts"
import { capabilitiesOf } from "../../../../layers/chains/evm/capabilities.ts"
import { Chains } from "../../../../services/Chains.ts"
import { base, mainnet } from "../../../../src/options/networks.ts"
import { abilitiesContract } from "../../../contracts/abilities.ts"
import { assert, describe, it } from "../../../fixtures/it.ts"
import { fakeWallet } from "../fakeWallet.ts"

const from = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const here = { address: from, chainId: "eip155:137" }
const able = (answers: Readonly<Record<string, unknown>> = {}) => {
  const methods = Object.entries(answers).map(([method, said]) => [method, () => said] as const)
  const wallet = fakeWallet({ granted: true }, Object.fromEntries(methods))
  return { wallet, does: capabilitiesOf(wallet.provider as never) }
}

describe("Wallet capabilities, live", () => {
  abilitiesContract(
    Effect.sync(() => {
      const wallets = new Map([
        ["io.able", withAbilities().provider],
        ["io.plain", fakeWallet().provider],
      ])
      const chain = adapt({
        wallets: { list: () => [], find: (id) => wallets.get(id) as never, watch: () => () => {} },
        networks: () => [mainnet, base],
        rpc: undefined as never,
        relay: undefined as never,
      })
      return {
        layer: Layer.succeed(Chains, { discover: () => Effect.void, get: () => Effect.succeed(chain) }),
        connectorId: "io.able",
        without: "io.plain",
        networks: [mainnet, base],
      }
    }),
  )
})

/** A wallet with all capabilities of EIP-5792 and ERC-7811. */
const withAbilities = () => {
  const wallet = fakeWallet({ granted: true })
  const token = { name: "Ether", symbol: "ETH", decimals: 18, price: 2500, iconUrl: "https://pictures.example/e.png" }
  Object.assign(wallet.answers, {
    wallet_getCapabilities: () => ({ "0x0": { assetDiscovery: { supported: true } } }),
    wallet_getAssets: ([{ assetTypeFilter }]: readonly [{ readonly assetTypeFilter?: readonly string[] }]) => ({
      "0x1": assetTypeFilter
        ? [{ address: from, balance: "0x1", type: "ERC721", metadata: { tokenId: "0x2a" } }]
        : [
            { address: "native", balance: "0x1", type: "NATIVE", metadata: token },
            { address: from, balance: "0x0f", type: "ERC20", metadata: token },
          ],
    }),
  })
  return wallet
}

describe("the capabilities of an EIP-1193 wallet", () => {
  it.effect(
    "Wallet JSON-RPC method: wallet_getCapabilities, by chain; a wallet without it has no capabilities",
    function* () {
      assert.deepStrictEqual(yield* able().does.capabilities(from), {})

      const [funds, atomic, batch] = [
        { auxiliaryFunds: { supported: true } },
        { atomic: { status: "supported" }, paymasterService: { supported: true } },
        { atomicBatch: { supported: false } },
      ]
      const { wallet, does } = able({
        wallet_getCapabilities: { "0x0": funds, "0x1": atomic, "0x2105": batch, junk: { atomic: {} }, "0xa": "yes" },
      })
      assert.deepStrictEqual(yield* does.capabilities(from), {
        "eip155:0": funds,
        "eip155:1": atomic,
        "eip155:8453": batch,
      })
      assert.deepStrictEqual(wallet.paramsOf("wallet_getCapabilities").at(-1), [from])
    },
  )

  it.effect(
    "Wallet operation: asset discovery through the wallet: an assets call with account and chain filter",
    function* () {
      const { wallet, does } = able({ wallet_getAssets: { "0x89": [] } })
      assert.deepStrictEqual(yield* does.assets(here), [])
      assert.deepStrictEqual(yield* does.nfts(here), [])

      assert.deepStrictEqual(wallet.paramsOf("wallet_getAssets"), [
        [{ account: from, chainFilter: ["0x89"] }],
        [{ account: from, chainFilter: ["0x89"], assetTypeFilter: ["ERC721", "ERC1155"] }],
      ])
    },
  )

  it.effect("pass the capabilities of a bundle, and of each call, to the wallet unchanged", function* () {
    const { wallet, does } = able({ wallet_sendCalls: { id: "0x0b" } })
    const paymasterService = { url: "https://pays.example", context: { policyId: "welcome" } }
    const call = { to: from, value: 1n, capabilities: { gasLimitOverride: { value: "0x5208" } } }
    const id = yield* does.sendCalls({ network: mainnet, from, calls: [call], capabilities: { paymasterService } })

    assert.strictEqual(id, "0x0b")
    const calls = [{ ...call, value: "0x1" }]
    assert.deepStrictEqual(wallet.paramsOf("wallet_sendCalls"), [
      [{ version: "2.0.0", chainId: "0x1", from, atomicRequired: false, calls, capabilities: { paymasterService } }],
    ])
  })

  it.effect("fail on an invalid response and on a rejection", function* () {
    const { does } = able({ wallet_getAssets: { "0x89": [{ address: from, balance: "0x1", type: "ERC20" }] } })
    assert.strictEqual((yield* Effect.flip(does.assets(here)))._tag, "AnswerInvalid")
    assert.strictEqual((yield* Effect.flip(able().does.assets(here)))._tag, "MethodNotFoundRpcError")
  })
})
