import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Chains } from "../../services/Chains.ts"
import { base, bitcoin, solana } from "../../src/domain/networks.ts"
import type { Connector } from "../../src/domain/wallets.ts"
import { Modal, use } from "../../src/modal.ts"
import { wallets } from "../../src/state/wallets.ts"
import { rest, visit } from "./modal.ts"

const connector = (name: string, chain: Connector["chain"]): Connector => ({
  id: `${chain} ${name}`,
  name,
  type: "ANNOUNCED",
  chain,
})

/** Leaves whose namespaces hold one wallet each, and who is looking where. */
const looked = () => {
  const looking: string[] = []
  const chains = Layer.succeed(Chains, {
    discover: (namespace, found) =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => {
            looking.push(namespace)
            found([connector(namespace === "bip122" ? "Other" : "Both", namespace)])
          }),
          () => Effect.sync(() => looking.splice(looking.indexOf(namespace), 1)),
        ),
      ),
    get: () => Effect.never,
  })
  return { looking, leaves: { chains } }
}

const listed = Effect.map(use(wallets), ({ installed }) => installed.value.map(({ id, type }) => [id, type]))

describe("The wallets of this page", () => {
  it.effect("are looked for in the namespaces of the site's networks only", () => {
    const { looking, leaves } = looked()
    return visit(
      {},
      Effect.gen(function* () {
        assert.deepStrictEqual(looking, ["solana"])
        assert.deepStrictEqual(yield* listed, [
          ["walletConnect", "WALLET_CONNECT"],
          ["solana Both", "ANNOUNCED"],
        ])
      }),
      { leaves, options: { networks: [solana] } },
    )
  })

  it.effect("come and go with the networks; same-named ones of several namespaces are one", () => {
    const { looking, leaves } = looked()
    return visit(
      {},
      Effect.gen(function* () {
        const { core } = yield* Modal
        core.networks.value = [base, bitcoin, solana]
        yield* rest
        const all = yield* listed
        assert.deepStrictEqual([...looking], ["eip155", "bip122", "solana"])
        core.networks.value = [bitcoin]
        yield* rest

        assert.deepStrictEqual(all, [
          ["walletConnect", "WALLET_CONNECT"],
          ["eip155 Both", "MULTI_CHAIN"],
          ["bip122 Other", "ANNOUNCED"],
        ])
        assert.deepStrictEqual(looking, ["bip122"])
        assert.deepStrictEqual(yield* listed, [
          ["walletConnect", "WALLET_CONNECT"],
          ["bip122 Other", "ANNOUNCED"],
        ])
      }),
      { leaves, options: { networks: [base] } },
    )
  })
})
