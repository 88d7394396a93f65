import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Chains } from "../../services/Chains.ts"
import { base, bitcoin, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { rest } from "../fixtures/modal.ts"
import { visiting } from "../fixtures/visits.ts"

/** Chains with one wallet each. `looking` lists the namespaces whose wallets are being discovered. */
const test = visiting(() => {
  const looking: string[] = []
  const chains = Layer.succeed(Chains, {
    discover: (namespace, found) =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => {
            const name = namespace === "bip122" ? "Other" : "Both"
            looking.push(namespace)
            found([{ id: `${namespace} ${name}`, name, type: "ANNOUNCED", chain: namespace }])
          }),
          () => Effect.sync(() => looking.splice(looking.indexOf(namespace), 1)),
        ),
      ),
    get: () => Effect.never,
  })
  return { looking, layers: { chains } }
})

const listed = Effect.map(slicesOf(wallets), ({ installed }) => installed.value.map(({ id, type }) => `${id}: ${type}`))

describe("The injected wallets", () => {
  test("are discovered only for namespaces of the site's networks", {
    options: { networks: [solana] },
  }, function* (visit) {
    assert.deepStrictEqual(visit.looking, ["solana"])
    assert.deepStrictEqual(yield* listed, ["walletConnect: WALLET_CONNECT", "solana Both: ANNOUNCED"])
  })

  test("follow the networks, and are grouped by name across namespaces", {
    options: { networks: [base] },
  }, function* ({ core, looking }) {
    core.networks.value = [base, bitcoin, solana]
    yield* rest
    assert.deepStrictEqual(looking, ["eip155", "bip122", "solana"])
    assert.deepStrictEqual(yield* listed, [
      "walletConnect: WALLET_CONNECT",
      "eip155 Both: MULTI_CHAIN",
      "bip122 Other: ANNOUNCED",
    ])
    core.networks.value = [bitcoin]
    yield* rest

    assert.deepStrictEqual(looking, ["bip122"])
    assert.deepStrictEqual(yield* listed, ["walletConnect: WALLET_CONNECT", "bip122 Other: ANNOUNCED"])
  })
})
