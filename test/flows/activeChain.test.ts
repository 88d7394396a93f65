import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { base, mainnet, solana, solanaDevnet } from "../../src/domain/networks.ts"
import { chooseWalletFor } from "../../src/flows/activeChain.ts"
import { connect } from "../../src/flows/connect.ts"
import { pickNetwork } from "../../src/flows/network.ts"
import { goBack, goTo, openModal } from "../../src/flows/open.ts"
import { Modal } from "../../src/modal.ts"
import { createWorld, halyard, rest, visit } from "./modal.ts"

const options = { networks: [mainnet, base, solana, solanaDevnet] }
const views = Effect.map(Modal, ({ core }) => core.stack.value.map(({ name }) => name))

describe("A network of a chain that the wallet in use is not connected on", () => {
  it.effect("asks for another wallet, and nothing changes before there is one", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { accounts } = yield* connect({ wallet: halyard })
        yield* openModal()
        yield* goTo({ name: "Networks" })
        yield* pickNetwork(solanaDevnet)
        assert.deepStrictEqual(core.stack.value.at(-1), {
          name: "SwitchActiveChain",
          network: solanaDevnet.caipNetworkId,
        })

        yield* chooseWalletFor(solanaDevnet.caipNetworkId)
        assert.deepStrictEqual(core.stack.value, [{ name: "Connect", namespace: "solana" }])
        assert.strictEqual(core.accounts.solana.value.caipNetworkId, solanaDevnet.caipNetworkId)
        assert.strictEqual(core.namespace.value, "eip155")
        assert.strictEqual(core.address.value, accounts[0]?.address)
      }),
      { options },
    ),
  )

  it.effect("is switched to, if its wallet has connected since the view came", () => {
    const world = createWorld()
    return visit(
      world,
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* connect({ wallet: halyard })
        yield* openModal()
        yield* Effect.forkScoped(chooseWalletFor(base.caipNetworkId))
        yield* rest

        assert.deepStrictEqual(core.route.value, { name: "SwitchNetwork", network: base.caipNetworkId })
        assert.strictEqual(core.accounts.eip155.value.caipNetworkId, mainnet.caipNetworkId)
      }),
      { options },
    )
  })

  it.effect("leads back to its Connect view, though somebody is connected elsewhere", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connect({ wallet: halyard })
        yield* openModal()
        yield* chooseWalletFor(solana.caipNetworkId)
        yield* goTo({ name: "AllWallets", namespace: "solana" })
        yield* goBack()

        assert.deepStrictEqual(yield* views, ["Connect"])
      }),
      { options },
    ),
  )

  it.effect("is only chosen where nobody is connected at all", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal()
        yield* goTo({ name: "Networks" })
        yield* pickNetwork(solana)

        assert.deepStrictEqual(yield* views, ["Connect"])
        assert.strictEqual(core.network.value?.caipNetworkId, solana.caipNetworkId)
      }),
      { options },
    ),
  )
})
