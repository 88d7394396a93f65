// @vitest-environment happy-dom
import { Effect } from "effect"
import { bitcoin, mainnet, solana } from "../../../src/options/networks.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { framePage } from "../frame/frameWorld.ts"
import { type Around, discovered } from "./chainScene.ts"

const networks = [mainnet, solana, bitcoin]

/** The namespaces in which the live layer offers the embedded wallet, once their code has loaded. */
const offered = Effect.fnUntraced(function* (frame?: Around["frame"]) {
  const chains: string[] = []
  for (const { chainNamespace } of networks) {
    const lists = yield* discovered(chainNamespace, { networks, frame })
    for (const { type, chain } of lists.at(-1) ?? []) if (type === "AUTH") chains.push(chain)
  }
  return chains
})

describe("The live layer with an embedded wallet", () => {
  it.effect("Auth connector chains: eip155, solana, and no other once their code has loaded", function* () {
    assert.deepStrictEqual(yield* offered(framePage(() => {}).layer), ["eip155", "solana"])
    assert.deepStrictEqual(yield* offered(), [])
  })
})
