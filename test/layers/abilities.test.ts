import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { abilitiesOf } from "../../layers/chains/evm/abilities.ts"
import { fakeWallet } from "./fakeWallet.ts"

const from = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const here = { address: from, chainId: "eip155:137" }
const able = (answers: Readonly<Record<string, unknown>> = {}) => {
  const wallet = fakeWallet({ granted: true })
  for (const [method, said] of Object.entries(answers)) wallet.answers[method] = () => said
  return { wallet, does: abilitiesOf(wallet.provider as never) }
}

describe("what an EIP-1193 wallet can do beyond its usual methods", () => {
  it.effect("Wallet JSON-RPC method: wallet_getCapabilities, by chain; a wallet without it can nothing of it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* able().does.capabilities(from), {})

      const { wallet, does } = able({
        wallet_getCapabilities: {
          "0x0": { auxiliaryFunds: { supported: true } },
          "0x1": { atomic: { status: "supported" }, paymasterService: { supported: true } },
          "0x2105": { atomicBatch: { supported: false } },
          junk: { atomic: {} },
          "0xa": "yes",
        },
      })
      assert.deepStrictEqual(yield* does.capabilities(from), {
        "eip155:0": { auxiliaryFunds: { supported: true } },
        "eip155:1": { atomic: { status: "supported" }, paymasterService: { supported: true } },
        "eip155:8453": { atomicBatch: { supported: false } },
      })
      assert.deepStrictEqual(wallet.paramsOf("wallet_getCapabilities").at(-1), [from])
    }),
  )

  it.effect("Wallet operation: asset discovery through the wallet: an assets call with account and chain filter", () =>
    Effect.gen(function* () {
      const { wallet, does } = able({ wallet_getAssets: { "0x89": [] } })
      assert.deepStrictEqual(yield* does.assets(here), [])
      assert.deepStrictEqual(yield* does.nfts(here), [])

      assert.deepStrictEqual(wallet.paramsOf("wallet_getAssets"), [
        [{ account: from, chainFilter: ["0x89"] }],
        [{ account: from, chainFilter: ["0x89"], assetTypeFilter: ["ERC721", "ERC1155"] }],
      ])
    }),
  )

  it.effect("an answer that is none is a failure with its place, and so is a refusal", () =>
    Effect.gen(function* () {
      const { does } = able({ wallet_getAssets: { "0x89": [{ address: from, balance: "0x1", type: "ERC20" }] } })
      const error = yield* Effect.flip(does.assets(here))
      assert.deepInclude(error, { _tag: "AnswerInvalid" })
      assert.strictEqual((yield* Effect.flip(able().does.assets(here)))._tag, "MethodNotFoundRpcError")
    }),
  )
})
