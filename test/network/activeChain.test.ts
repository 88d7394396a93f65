import { assert, describe } from "@effect/vitest"
import { connect } from "../../src/connect/operations.ts"
import { goBack, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { chooseWalletFor } from "../../src/network/flows/chooseWalletFor.ts"
import { pickNetwork } from "../../src/network/operations.ts"
import { base, mainnet, solana, solanaDevnet } from "../../src/options/networks.ts"
import { halyard, rest, walletOf } from "../fixtures/modal.ts"
import { begun, visiting } from "../fixtures/visits.ts"

const test = visiting({ options: { networks: [mainnet, base, solana, solanaDevnet] } })

describe("A network of a chain on which the active wallet is not connected", () => {
  test("asks for another wallet, and changes nothing until one is connected", function* ({ core, account }) {
    const { accounts } = yield* connect({ wallet: halyard })
    yield* openModal()
    yield* goTo({ name: "Networks" })
    yield* pickNetwork(solanaDevnet)
    assert.deepStrictEqual(core.route.value, { name: "SwitchActiveChain", network: solanaDevnet.caipNetworkId })

    yield* chooseWalletFor(solanaDevnet.caipNetworkId)
    assert.deepStrictEqual(core.stack.value, [{ name: "Connect", namespace: "solana" }])
    assert.strictEqual(account("solana").caipNetworkId, solanaDevnet.caipNetworkId)
    assert.strictEqual(core.namespace.value, "eip155")
    assert.strictEqual(core.address.value, accounts[0]?.address)
  })

  test("is switched to if its wallet has connected since the view opened", function* ({ core, account }) {
    yield* connect({ wallet: halyard })
    yield* openModal()
    yield* begun(chooseWalletFor(base.caipNetworkId))

    assert.deepStrictEqual(core.route.value, { name: "SwitchNetwork", network: base.caipNetworkId })
    assert.strictEqual(account().caipNetworkId, mainnet.caipNetworkId)
  })

  test("changes nothing if the site does not offer it", function* ({ core, views }) {
    yield* openModal()
    yield* chooseWalletFor("eip155:4242")

    assert.deepStrictEqual(views(), ["Connect"])
    assert.strictEqual(core.network.value?.caipNetworkId, mainnet.caipNetworkId)
  })

  test("goes back to its Connect view even if another chain is connected", function* ({ views }) {
    yield* connect({ wallet: halyard })
    yield* openModal()
    yield* chooseWalletFor(solana.caipNetworkId)
    yield* goTo({ name: "AllWallets", namespace: "solana" })
    yield* goBack()

    assert.deepStrictEqual(views(), ["Connect"])
  })

  test("asks for another wallet also while the active one is locked", function* ({ world, core }) {
    yield* connect({ wallet: halyard })
    walletOf(world).lock()
    yield* rest
    yield* openModal()
    yield* goTo({ name: "Networks" })
    yield* pickNetwork(solana)

    assert.isUndefined(core.connection.value)
    assert.deepStrictEqual(core.route.value, { name: "SwitchActiveChain", network: solana.caipNetworkId })
    assert.strictEqual(core.namespace.value, "eip155")
  })

  test("becomes active at once if no wallet is connected", function* ({ core, views }) {
    yield* openModal()
    yield* goTo({ name: "Networks" })
    yield* pickNetwork(solana)

    assert.deepStrictEqual(views(), ["Connect"])
    assert.strictEqual(core.network.value?.caipNetworkId, solana.caipNetworkId)
  })
})
