import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as browser from "../../layers/browser/scripted.ts"
import { Browser } from "../../services/Browser.ts"
import { latest } from "../../src/domain/loadable.ts"
import { mainnet, optimismGoerli } from "../../src/domain/networks.ts"
import { copyAddress, refreshAccount } from "../../src/flows/account.ts"
import { connect } from "../../src/flows/connect.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { signMessage } from "../../src/flows/sign.ts"
import { Modal, use } from "../../src/modal.ts"
import { account } from "../../src/state/account.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, halyard, rest, visit, walletOf } from "./modal.ts"

describe("Signing", () => {
  it.effect("Wallet operation: sign message", () => {
    const world = createWorld({ wallets: { [halyard]: { sign: "hang", chain: 1 } } })
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      const [one, other] = [signMessage({ message: "hello" }), signMessage({ message: "hello" })]
      const asked = yield* Effect.forkChild(Effect.all([one, other], { concurrency: "unbounded" }))
      yield* rest
      assert.deepStrictEqual(walletOf(world).state().asking, ["sign"])
      walletOf(world).approve()
      const [signature, again] = yield* Fiber.join(asked)
      assert.match(signature, /^0x([0-9a-f]{2})+$/)
      assert.strictEqual(again, signature)
      const refused = yield* Effect.forkChild(Effect.flip(signMessage({ message: "hello" })))
      yield* rest
      walletOf(world).reject()

      assert.strictEqual((yield* Fiber.join(refused))._tag, "UserRejectedRequestError")
    })
    return visit(world, run)
  })

  it.effect("'No ActiveCaipAddress found' with nobody connected", () =>
    visit(
      {},
      Effect.map(Effect.flip(signMessage({ message: "hello" })), (error) =>
        assert.strictEqual(error.message, "No ActiveCaipAddress found"),
      ),
    ),
  )
})

describe("The account", () => {
  it.effect("has the balance, name and picture of its address on its network", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const { balance, identity } = yield* use(account)
      yield* refreshAccount()
      assert.strictEqual(balance.value.is, "idle")
      yield* connect({ wallet: halyard })
      yield* refreshAccount()

      const of = core.address.value ?? ""
      assert.deepStrictEqual(latest(balance.value), { of, on: "eip155:1", amount: "1.204" })
      assert.deepStrictEqual(latest(identity.value), { of, name: "marguerite.eth" })
      world.faults.set("rpc", { offline: true })
      yield* settled(switchNetwork({ network: "eip155:8453" }))
      yield* refreshAccount()
      assert.strictEqual(balance.value.is, "failed")
      assert.deepInclude(latest(balance.value), { on: "eip155:1" })
    })
    return visit(world, run)
  })

  it.effect("Native balance is 0.00 for testnets, and no node is asked", () => {
    const world = createWorld({ wallets: { [halyard]: { chains: [1, 420] } } })
    const run = Effect.gen(function* () {
      const { balance } = yield* use(account)
      yield* connect({ wallet: halyard })
      yield* settled(switchNetwork({ network: optimismGoerli.caipNetworkId }))
      const asked = world.faults.asked("rpc")
      yield* refreshAccount()

      assert.deepInclude(latest(balance.value), { on: "eip155:420", amount: "0.00" })
      // The name is asked for, the balance is not.
      assert.strictEqual(world.faults.asked("rpc"), asked + 1)
    })
    return visit(world, run, { options: { networks: [mainnet, optimismGoerli] } })
  })

  for (const [what, there, message] of [
    ["is copied", true, "success: Copied"],
    ["cannot be copied, which is said", false, "error: Not copied"],
  ] as const)
    it.effect(`its address ${what}`, () => {
      const copied: string[] = []
      const leaf = Layer.effect(
        Browser,
        Effect.map(Browser, (plain) => ({
          ...plain,
          copy: (text: string) => Effect.sync(() => there && copied.push(text) > 0),
        })),
      ).pipe(Layer.provide(browser.layer()))
      const run = Effect.gen(function* () {
        const { shown } = yield* use(snack)
        yield* copyAddress("0x7a3F", { copied: "Copied", failed: "Not copied" })
        yield* rest

        assert.strictEqual(`${shown.value.variant}: ${shown.value.message}`, message)
        assert.deepStrictEqual(copied, there ? ["0x7a3F"] : [])
      })
      return visit({}, run, { leaves: { browser: leaf } })
    })
})
