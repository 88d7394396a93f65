// @vitest-environment happy-dom
import { Effect } from "effect"
import { demoAccounts } from "../../../layers/demo/accounts.ts"
import { createWorld } from "../../../layers/demo.ts"
import { isTestAccount } from "../../../src/account/model/testAccounts.ts"
import { mainnet } from "../../../src/options/networks.ts"
import { breath, settled } from "../../contracts/settled.ts"
import { fails } from "../../fixtures/fails.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { chainOn, placed } from "./chainScene.ts"
import { fakeWallet, meta } from "./fakeWallet.ts"

const [real, ofDemo = ""] = ["0xd8da6bf26964af9d7eed9e03e53415d37aa96045", demoAccounts[0]?.address]

/** The live layer with one announced wallet, which has these accounts. */
const live = Effect.fnUntraced(function* (...accounts: string[]) {
  const wallet = fakeWallet({ accounts })
  yield* placed(() => wallet.announce())
  return { wallet, ...(yield* chainOn("eip155", meta.rdns, { networks: [mainnet] })) }
})

describe("A live wallet with a demo account", () => {
  for (const accounts of [[ofDemo], [ofDemo.toLowerCase()], [real, ofDemo]])
    it.effect(`is rejected and disconnected: ${accounts.join()}`, function* () {
      const { connect, reconnect, wallet } = yield* live(...accounts)
      yield* fails(settled(connect(mainnet)), { _tag: "TestAccountRefused" })
      assert.isFalse(wallet.state.granted)
      wallet.state.granted = true
      yield* fails(settled(reconnect(mainnet)), { _tag: "TestAccountRefused" })
      assert.isFalse(wallet.state.granted)
    })

  it.effect("is disconnected when it changes to that account", function* () {
    const { connect, followed, wallet } = yield* live(real)
    yield* settled(connect(mainnet))
    const changes = yield* followed
    wallet.emit("accountsChanged", [ofDemo])
    yield* breath

    assert.deepStrictEqual(changes.at(-1), { type: "disconnect" })
  })

  it.effect("connects with its other accounts only", function* () {
    const { connect } = yield* live(real)
    assert.lengthOf((yield* settled(connect(mainnet))).accounts, 1)
  })
})

describe("The demo accounts", () => {
  it("are recognized as test accounts, in every world and on every network", () => {
    for (const seed of [1, 2])
      for (const wallet of createWorld({ seed }).wallets.values())
        for (const address of wallet.state().addresses) assert.isTrue(isTestAccount(address))
    for (const { address, bitcoin } of demoAccounts)
      for (const one of [address, ...(bitcoin ? [bitcoin.ordinals, ...bitcoin.test] : [])])
        assert.isTrue(isTestAccount(one))
    assert.isFalse(isTestAccount(real))
  })
})
