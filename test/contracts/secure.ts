import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { Chains, type WalletChange } from "../../services/Chains.ts"
import { Frame } from "../../services/Frame.ts"
import { connectEmail, connectOtp } from "../../src/embedded/endpoints/frameEvents.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { bitcoin, type Network } from "../../src/options/networks.ts"
import type { Connector } from "../../src/wallets/first-paint/model/connector.ts"
import { fails } from "../fixtures/fails.ts"
import { assert } from "../fixtures/it.ts"
import { connectorContract } from "./contract.ts"
import { breath, settled } from "./settled.ts"

/** A layer of `Chains` over a frame with no visitor logged in. */
export interface SecureCase {
  readonly layer: Layer.Layer<Chains | Frame>
  readonly namespace: "eip155" | "solana"
  /** The modal's networks. The frame does not support `unknown`. */
  readonly networks: { readonly home: Network; readonly other: Network; readonly unknown?: Network }
  readonly address: RegExp
  readonly signature: RegExp
  /** Whether it is a working provider in the standard of the namespace. */
  readonly speaks: (provider: unknown) => Promise<boolean>
  readonly answer: (how: "approve" | "reject") => void
}

/** Contract of the embedded wallet as a connector of a namespace. The visitor logs in first: connecting itself does not prompt. */
export const secureContract = (make: Effect.Effect<SecureCase>): void => {
  const test = connectorContract<Frame, SecureCase>(make, ({ namespace }) => ({
    namespace,
    connectorId: embeddedConnectorId,
  }))
  const logIn = Effect.gen(function* () {
    const frame = yield* Frame
    yield* settled(frame.request(connectEmail, { email: "linden@fernhill.example" }))
    yield* settled(frame.request(connectOtp, { otp: "123456" }))
  })

  test("is a connector of its namespace, of type AUTH", function* ({ namespace }) {
    const found: (readonly Connector[])[] = []
    yield* (yield* Chains).discover(namespace, (connectors) => found.push(connectors))
    yield* breath

    const own = found.map((connectors) => connectors.filter(({ id }) => id === embeddedConnectorId))
    assert.isTrue(own.every((list) => list.length === 1))
    assert.deepInclude(own.at(-1)?.[0], { type: "AUTH", chain: namespace })
  })

  test("does not connect a visitor who is not logged in", function* ({ connect, networks, reconnect, switchTo }) {
    yield* fails(connect(networks.home), { _tag: "ConnectFailed" })
    yield* fails(reconnect(networks.home), { _tag: "ConnectFailed" })
    yield* fails(switchTo(networks.other), { _tag: "AdapterNotFound" })
  })

  test("connects with the accounts and their types, the login, and the requested network", function* (the) {
    yield* logIn
    const connection = yield* the.connect(the.networks.other)

    assert.deepInclude(connection, { namespace: the.namespace, connectorId: embeddedConnectorId })
    assert.isNotEmpty(connection.accounts)
    for (const { address, type } of connection.accounts) {
      assert.match(address, the.address)
      assert.include(["eoa", "smartAccount"], type)
    }
    assert.strictEqual(connection.auth?.email, "linden@fernhill.example")
    assert.strictEqual(connection.caipNetwork?.caipNetworkId, the.networks.other.caipNetworkId)
  })

  test("reconnects unchanged while the visitor is logged in", function* ({ connect, disconnect, networks, reconnect }) {
    yield* logIn
    const connection = yield* connect(networks.home)
    assert.deepStrictEqual(yield* reconnect(networks.home), connection)
    yield* disconnect

    yield* fails(reconnect(networks.home), { _tag: "ConnectFailed" })
  })

  test("switches without a prompt, but not to a network that the frame does not support", function* (the) {
    const { home, other, unknown } = the.networks
    yield* logIn
    yield* the.connect(home)
    the.answer("reject")
    yield* the.switchTo(other)
    if (unknown) yield* fails(the.switchTo(unknown), { _tag: "ChainNotSupported" })
    yield* fails(the.switchTo(bitcoin), { message: "Unsupported chain" })
    assert.strictEqual((yield* the.reconnect(other)).caipNetwork?.caipNetworkId, other.caipNetworkId)
    yield* the.switchTo(home)

    assert.isFalse(the.chain.promptsToSwitch?.(embeddedConnectorId))
  })

  test("reports its network, until the scope closes", function* ({ chain, connect, networks, switchTo }) {
    const changes: WalletChange[] = []
    const scope = yield* Scope.make()
    yield* logIn
    yield* connect(networks.home)
    yield* Scope.provide(
      chain.watch(embeddedConnectorId, (change) => changes.push(change)),
      scope,
    )
    yield* switchTo(networks.other)
    const [moved, accounts] = [...changes]
    yield* Scope.close(scope, Exit.void)
    const before = changes.length
    yield* switchTo(networks.home)

    assert.deepStrictEqual(moved, { type: "chain", caipNetworkId: networks.other.caipNetworkId })
    assert.isTrue(accounts?.type === "accounts" && accounts.accounts.length > 0)
    assert.lengthOf(changes, before)
  })

  test("signs a message, or fails if the visitor rejects", function* ({ answer, connect, networks, sign, signature }) {
    yield* logIn
    const { accounts } = yield* connect(networks.home)
    const signing = sign(accounts[0]?.address ?? "", "Grüße\n👋")
    assert.match(yield* signing, signature)
    answer("reject")

    yield* fails(signing, { _tag: "UserRejectedRequestError" })
  })

  test("has a provider in the standard of the namespace", function* ({ connect, networks, provider, speaks }) {
    yield* logIn
    yield* connect(networks.home)
    const made = yield* provider

    assert.isTrue(yield* Effect.promise(() => speaks(made)))
  })
}
