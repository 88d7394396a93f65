import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Chains } from "../../services/Chains.ts"
import { mainnet } from "../../src/options/networks.ts"
import { readText } from "../../src/siwx/model/grammar.ts"
import type { SiwxRequest } from "../../src/siwx/model/message.ts"
import { fails } from "../fixtures/fails.ts"
import { assert } from "../fixtures/it.ts"
import { connectorContract } from "./contract.ts"
import { settled } from "./settled.ts"

/** A layer, and control of an EVM wallet in it that has real keys and supports ERC-7846. */
export interface SignedCase {
  readonly layer: Layer.Layer<Chains>
  readonly connectorId: string
  /** Its selected account. */
  readonly address: string
  /** Responds to prompts like this from now on. Default: "approve". */
  readonly answer: (how: "approve" | "reject") => void
  /** Number of prompts so far. */
  readonly prompts: () => number
  /** Makes it a wallet that does not know the method. */
  readonly forget: () => void
}

export const signInFields: SiwxRequest = {
  domain: "site.example",
  uri: "https://site.example/in",
  version: "1",
  nonce: "a1b2c3d4",
  statement: "Sign in to\nSite",
  issuedAt: "2026-01-01T00:00:00.000Z",
  expirationTime: "2026-01-08T00:00:00.000Z",
  resources: ["https://site.example/terms"],
}

/** Contract of every layer of `Chains` for a connection and a signed message in one prompt. */
export const connectSignedContract = (make: Effect.Effect<SignedCase, never, Scope.Scope>): void => {
  const test = connectorContract(make, ({ connectorId }) => ({ namespace: "eip155", connectorId }))
  const asking = (the: { readonly connectorId: string }) => ({
    connectorId: the.connectorId,
    network: mainnet,
    signIn: signInFields,
  })

  test("connects and signs the requested message in one prompt", function* (the) {
    const connection = yield* settled(the.chain.connect(asking(the)))
    assert.strictEqual(the.prompts(), 1)
    const { signed } = connection
    assert.deepStrictEqual(signed?.data, {
      ...signInFields,
      accountAddress: the.address,
      chainId: mainnet.caipNetworkId,
    })
    assert.strictEqual(connection.accounts[0]?.address, the.address)
    const { statement, nonce, reference } = readText(signed?.message ?? "") ?? {}
    assert.deepStrictEqual([statement, nonce, reference], ["Sign in to Site", "a1b2c3d4", "1"])
    const { message = "", signature = "" } = signed ?? {}
    const own = { address: the.address, network: mainnet, signature }
    assert.isTrue(yield* settled(the.chain.isSigned({ ...own, message })))
    assert.isFalse(yield* settled(the.chain.isSigned({ ...own, message: `${message} ` })))
    assert.strictEqual((yield* the.reconnect(mainnet)).accounts[0]?.address, the.address)
  })

  test("does not sign unless that is requested", function* (the) {
    const connection = yield* the.connect(mainnet)
    assert.notProperty(connection, "signed")
    assert.strictEqual(the.prompts(), 1)
  })

  test("prompts once to connect a wallet that does not know the method", function* (the) {
    the.forget()
    const connection = yield* settled(the.chain.connect(asking(the)))
    assert.notProperty(connection, "signed")
    assert.strictEqual(connection.accounts[0]?.address, the.address)
    assert.strictEqual(the.prompts(), 1)
  })

  test("ends with the visitor's rejection, without a second prompt", function* (the) {
    the.answer("reject")
    yield* fails(settled(the.chain.connect(asking(the))), { message: "Connection rejected" })
    assert.strictEqual(the.prompts(), 1)
    yield* fails(the.reconnect(mainnet), { _tag: "ConnectFailed" })
  })
}
