import { assert, describe, it } from "@effect/vitest"
import * as Fiber from "effect/Fiber"
import { Siwx } from "../../services/Siwx.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { base, mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { siwx } from "../../src/siwx/first-paint/state.ts"
import { prepareMessage, signShownMessage } from "../../src/siwx/flows/signIn.ts"
import { type SiwxConfig, type SiwxSession, siwxText, withText } from "../../src/siwx/model/message.ts"
import { getSessions } from "../../src/siwx/operations.ts"
import { settled } from "../contracts/settled.ts"
import { changedChains } from "../fixtures/layers.ts"
import { cinderbox, rest } from "../fixtures/modal.ts"
import {
  approved,
  calm,
  cancels,
  connects,
  leastMessage,
  session,
  shown,
  signs,
  switches,
  test,
  whenSiteSignsIn,
} from "../fixtures/scenes/siwx.ts"
import { shownView } from "../fixtures/scenes.ts"
import { begun } from "../fixtures/visits.ts"

/** The networks on which signatures are verified. */
const recordingNetworks = () => {
  const verified: string[] = []
  const { layers } = changedChains(({ isSigned }) => ({
    isSigned: (input) => {
      verified.push(input.network.caipNetworkId)
      return isSigned(input)
    },
  }))
  return { verified, layers }
}

describe("what the wallet signs", () => {
  test("fails to make a message on a page without an origin", { origin: "null" }, function* () {
    const { message } = yield* slicesOf(siwx)
    yield* approved
    yield* settled(prepareMessage())
    assert.strictEqual(message.value.status, "failed")
    yield* cancels
    assert.strictEqual((yield* shown)[1], "disconnected")
  })

  test("asks again for another account, with a message of that account", function* ({ core, wallet }) {
    const { message } = yield* slicesOf(siwx)
    yield* approved
    yield* signs
    wallet().select(1)
    yield* calm
    assert.strictEqual(yield* shownView, "SIWXSignMessage")
    yield* settled(prepareMessage())
    assert.strictEqual(latest(message.value)?.accountAddress, core.address.value)
  })

  test.each([
    ["which has a session", true],
    ["which is asked too", false],
  ] as const)(
    "SIWX, sign-in required: cancelling for one of several wallets leaves the other, %s",
    function* ([, signedIn], { core }) {
      yield* openModal()
      yield* settled(connectExternal(cinderbox))
      yield* calm
      const first = core.address.value
      if (signedIn) yield* signs
      yield* connects
      assert.strictEqual(yield* shownView, "SIWXSignMessage")
      assert.notStrictEqual(core.address.value, first)
      yield* cancels
      assert.strictEqual(core.address.value, first)
      assert.strictEqual(yield* shownView, signedIn ? "closed" : "SIWXSignMessage")
      assert.strictEqual((yield* session) !== undefined, signedIn)
    },
  )

  it.effect("does not let one account sign the message of another", () => {
    const added: SiwxSession[] = []
    const config: SiwxConfig = { addSession: (session) => void added.push(session) }
    return whenSiteSignsIn({ siwx: config }, function* ({ core, wallet }) {
      const { message, busy } = yield* slicesOf(siwx)
      yield* approved
      yield* settled(prepareMessage())
      const before = message.value
      wallet().select(1)
      yield* calm
      assert.strictEqual(message.value, before)
      yield* settled(signShownMessage())
      assert.isUndefined(busy.value)
      assert.isEmpty(added)
      // There is nothing to sign until its own message has loaded.
      const accounts = new Set<string | undefined>()
      const stop = message.subscribe((now) => void (now !== before && accounts.add(latest(now)?.accountAddress)))
      yield* settled(prepareMessage())
      stop()
      yield* settled(signShownMessage())
      assert.deepStrictEqual(
        added.map(({ data }) => data.accountAddress),
        [core.address.value],
      )
      assert.deepStrictEqual([...accounts], [undefined, core.address.value])
    })
  })

  it.effect.each<readonly [what: string, domain: string, host: string, elsewhere: string | undefined]>([
    ["warns about a message for another site", "bank.example", "site.example", "site.example"],
    ["warns about a message for a domain that other sites share", "webflow.io", "bank.webflow.io", "bank.webflow.io"],
    ["does not warn about a message for this site", "site.example", "site.example", undefined],
    [
      "does not warn about a message for the parent domain of this page",
      "bank.webflow.io",
      "app.bank.webflow.io",
      undefined,
    ],
  ])("%s", ([, domain, host, elsewhere]) => {
    const createMessage: SiwxConfig["createMessage"] = (account) =>
      withText({ ...account, ...leastMessage, domain, uri: `https://${domain}` })
    return whenSiteSignsIn({ siwx: { createMessage }, origin: `https://${host}` }, function* () {
      yield* approved
      yield* settled(prepareMessage())
      assert.strictEqual((yield* slicesOf(siwx)).elsewhere.value, elsewhere)
    })
  })

  it.effect.each<readonly [what: string, createMessage: NonNullable<SiwxConfig["createMessage"]>]>([
    [
      "whose text differs from its fields",
      (account) => {
        const fields = { ...account, ...leastMessage }
        return { ...fields, toString: () => siwxText({ ...fields, nonce: "87654321" }) }
      },
    ],
    ["of another account", (account) => withText({ ...leastMessage, ...account, chainId: base.caipNetworkId })],
  ])("neither shows nor signs a message %s", ([, createMessage]) =>
    whenSiteSignsIn({ siwx: { createMessage } }, function* () {
      const { message } = yield* slicesOf(siwx)
      yield* approved
      yield* settled(prepareMessage())
      assert.strictEqual(message.value.status, "failed")
      yield* settled(signShownMessage())
      assert.strictEqual(message.value.status, "failed")
      assert.isUndefined(yield* session)
    }),
  )

  test("verifies signatures on the network of the message", recordingNetworks(), function* ({ verified }) {
    yield* approved
    yield* switches(base)
    yield* signs
    yield* getSessions()
    assert.deepStrictEqual(verified, [base.caipNetworkId, base.caipNetworkId])
  })

  test("a signature that arrives after another account became active counts for its own account only", function* ({
    storage,
    wallet,
  }) {
    yield* approved
    wallet().behave({ sign: "hang" })
    yield* settled(prepareMessage())
    const signing = yield* begun(signShownMessage())
    wallet().select(1)
    yield* rest
    wallet().approve()
    yield* settled(Fiber.join(signing))
    yield* calm
    assert.isUndefined(yield* session)
    assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
    assert.lengthOf(storage.json("siwx") as unknown[], 1)
    wallet().select(0)
    yield* calm
    assert.isDefined(yield* session)
  })

  test("names an EVM account with its checksum, as ERC-4361 requires, and any other as its wallet does", function* () {
    const evm = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
    const onSolana = "6dNUXkrW9Rdmj3YfR3rPBN1ADjkfvCXzSKvD5W2vTvHm"
    const { message } = yield* Siwx
    const lower = yield* message({ chainId: mainnet.caipNetworkId, accountAddress: evm.toLowerCase() })
    assert.strictEqual(lower.accountAddress, evm)
    assert.include(String(lower), `account:\n${evm}\n`)
    const kept = yield* message({ chainId: solana.caipNetworkId, accountAddress: onSolana })
    assert.strictEqual(kept.accountAddress, onSolana)
  })
})
