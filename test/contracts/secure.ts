import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { type Chain, Chains, type WalletChange } from "../../services/Chains.ts"
import { Frame } from "../../services/Frame.ts"
import { connectEmail, connectOtp } from "../../src/domain/frameEvents.ts"
import type { Network } from "../../src/domain/networks.ts"
import { authConnector, type Connector } from "../../src/domain/wallets.ts"
import { breath, settled } from "./settled.ts"

/** A leaf of `Chains` over a frame in which nobody is logged in. */
export interface SecureCase {
  readonly layer: Layer.Layer<Chains | Frame>
  readonly namespace: "eip155" | "solana"
  /** Networks of the modal's; the frame does not know `unknown`. */
  readonly networks: { readonly home: Network; readonly other: Network; readonly unknown?: Network }
  readonly address: RegExp
  readonly signature: RegExp
  /** Whether it is a provider in the standard of the namespace, and works. */
  readonly speaks: (provider: unknown) => Promise<boolean>
  readonly answer: (how: "approve" | "reject") => void
}

/** What the embedded wallet does as a connector of a namespace. The visitor logs in first: connecting itself asks nothing. */
export const secureContract = (make: Effect.Effect<SecureCase>): void => {
  const test = (
    title: string,
    run: (the: SecureCase, chain: Chain) => Effect.Effect<void, unknown, Chains | Frame | Scope.Scope>,
  ) =>
    it.effect(title, () =>
      Effect.flatMap(make, (the) =>
        Effect.flatMap(Chains, (chains) =>
          Effect.flatMap(settled(chains.get(the.namespace)), (chain) => run(the, chain)),
        ).pipe(Effect.provide(the.layer)),
      ),
    )
  const logIn = Effect.gen(function* () {
    const frame = yield* Frame
    yield* settled(frame.ask(connectEmail, { email: "linden@fernhill.example" }))
    yield* settled(frame.ask(connectOtp, { otp: "123456" }))
  })
  const on = (network: Network) => ({ connectorId: authConnector, network })
  const connected = ({ networks }: SecureCase, chain: Chain) =>
    Effect.andThen(logIn, settled(chain.connect(on(networks.home))))

  test("is a connector of its namespace, of type AUTH", (the) =>
    Effect.gen(function* () {
      const told: (readonly Connector[])[] = []
      yield* (yield* Chains).discover(the.namespace, (connectors) => told.push(connectors))
      yield* breath

      const own = told.map((connectors) => connectors.filter(({ id }) => id === authConnector))
      assert.isTrue(own.every((list) => list.length === 1))
      assert.deepInclude(own.at(-1)?.[0], { type: "AUTH", chain: the.namespace })
    }))

  test("connects nobody who is not logged in", ({ networks }, chain) =>
    Effect.gen(function* () {
      const connecting = yield* Effect.flip(settled(chain.connect(on(networks.home))))
      const returning = yield* Effect.flip(settled(chain.reconnect(on(networks.home))))
      const switching = yield* Effect.flip(settled(chain.switchNetwork(on(networks.other))))

      assert.strictEqual(connecting._tag, "ConnectFailed")
      assert.strictEqual(returning._tag, "ConnectFailed")
      assert.strictEqual(switching._tag, "AdapterNotFound")
    }))

  test("connects: accounts with their types, who it is, and the network that was wanted", (the, chain) =>
    Effect.gen(function* () {
      yield* logIn
      const connection = yield* settled(chain.connect(on(the.networks.other)))

      assert.strictEqual(connection.namespace, the.namespace)
      assert.strictEqual(connection.connectorId, authConnector)
      assert.isNotEmpty(connection.accounts)
      for (const { address, type } of connection.accounts) {
        assert.match(address, the.address)
        assert.include(["eoa", "smartAccount"], type)
      }
      assert.strictEqual(connection.auth?.email, "linden@fernhill.example")
      assert.strictEqual(connection.caipNetwork?.caipNetworkId, the.networks.other.caipNetworkId)
    }))

  test("comes back as it was, for as long as somebody is logged in", (the, chain) =>
    Effect.gen(function* () {
      const connection = yield* connected(the, chain)
      const back = yield* settled(chain.reconnect(on(the.networks.home)))
      yield* settled(chain.disconnect(authConnector))
      const error = yield* Effect.flip(settled(chain.reconnect(on(the.networks.home))))

      assert.deepStrictEqual(back, connection)
      assert.strictEqual(error._tag, "ConnectFailed")
    }))

  test("goes to a network without asking, and nowhere that the frame does not know", (the, chain) =>
    Effect.gen(function* () {
      const { home, other, unknown } = the.networks
      yield* connected(the, chain)
      the.answer("reject")
      yield* settled(chain.switchNetwork(on(other)))
      const error = unknown && (yield* Effect.flip(settled(chain.switchNetwork(on(unknown)))))
      const there = yield* settled(chain.reconnect(on(other)))
      yield* settled(chain.switchNetwork(on(home)))

      assert.strictEqual(chain.asksToSwitch?.(authConnector), false)
      assert.strictEqual(error?._tag, unknown && "ChainNotSupported")
      assert.strictEqual(there.caipNetwork?.caipNetworkId, other.caipNetworkId)
    }))

  test("tells where it goes, until the scope ends", (the, chain) =>
    Effect.gen(function* () {
      const changes: WalletChange[] = []
      const scope = yield* Scope.make()
      yield* connected(the, chain)
      yield* Scope.provide(
        chain.follow(authConnector, (change) => changes.push(change)),
        scope,
      )
      yield* settled(chain.switchNetwork(on(the.networks.other)))
      const [moved, accounts] = [...changes]
      yield* Scope.close(scope, Exit.void)
      const before = changes.length
      yield* settled(chain.switchNetwork(on(the.networks.home)))

      assert.deepStrictEqual(moved, { is: "chain", caipNetworkId: the.networks.other.caipNetworkId })
      assert.strictEqual(accounts?.is === "accounts" && accounts.accounts.length > 0, true)
      assert.strictEqual(changes.length, before)
    }))

  test("signs a message, or says that the visitor refused", (the, chain) =>
    Effect.gen(function* () {
      const { accounts } = yield* connected(the, chain)
      const address = accounts[0]?.address ?? ""
      const sign = settled(chain.signMessage({ connectorId: authConnector, address, message: "Grüße\n👋" }))
      const signature = yield* sign
      the.answer("reject")
      const error = yield* Effect.flip(sign)

      assert.match(signature, the.signature)
      assert.strictEqual(error._tag, "UserRejectedRequestError")
    }))

  test("hands out a provider in the standard of the namespace", (the, chain) =>
    Effect.gen(function* () {
      yield* connected(the, chain)
      const provider = yield* settled(chain.provider(authConnector))

      assert.isTrue(yield* Effect.promise(() => the.speaks(provider)))
    }))
}
