import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { closeFromSite, openModal } from "../../src/navigation/opening/flows.ts"
import { base, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { push } from "../../src/runtime/router.ts"
import { siwx } from "../../src/siwx/first-paint/state.ts"
import { cancelSignIn } from "../../src/siwx/flows/cancelSignIn.ts"
import { prepareMessage, signShownMessage } from "../../src/siwx/flows/signIn.ts"
import { signIn as limits } from "../../src/siwx/limits.ts"
import type { SiwxConfig, SiwxSession } from "../../src/siwx/model/message.ts"
import { settled } from "../contracts/settled.ts"
import { changedChains } from "../fixtures/layers.ts"
import { halyard, shelf } from "../fixtures/modal.ts"
import {
  approved,
  calm,
  cancels,
  optional,
  session,
  shown,
  signs,
  switches,
  test,
  whenSiteSignsIn,
} from "../fixtures/scenes/siwx.ts"
import { shownView } from "../fixtures/scenes.ts"
import { ended } from "../fixtures/time.ts"
import { begun, pass } from "../fixtures/visits.ts"

describe("leaving a sign-in", () => {
  test("SIWX, sign-in required: cancelling switches back to the last SIWE network if it still has a session", {
    options: { networks: [mainnet, base, polygon] },
  }, function* ({ core }) {
    yield* approved
    yield* signs
    yield* switches(base)
    assert.strictEqual(yield* shownView, "SIWXSignMessage")
    yield* cancels
    assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
    assert.deepStrictEqual(yield* shown, ["closed", "connected"])
    assert.isDefined(yield* session)
    // The last network is the one signed in on last, not first.
    yield* switches(base)
    yield* signs
    yield* switches(polygon)
    yield* cancels
    assert.strictEqual(core.network.value?.caipNetworkId, "eip155:8453")
  })

  it.effect.each(["if the last SIWE network no longer has a session", "if the sessions cannot be read"] as const)(
    "SIWX, sign-in required: cancelling disconnects %s",
    (when) => {
      let sessions: SiwxSession[] | undefined = []
      const addSession = (one: SiwxSession) => void sessions?.push(one)
      const getSessions = (chain: string) =>
        sessions?.filter(({ data }) => data.chainId === chain) ?? Promise.reject(new Error("down"))
      return whenSiteSignsIn({ siwx: { addSession, getSessions } }, function* () {
        yield* approved
        yield* signs
        yield* switches(base)
        sessions = when === "if the sessions cannot be read" ? undefined : []
        assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
        yield* cancels
        assert.deepStrictEqual(yield* shown, ["closed", "disconnected"])
      })
    },
  )

  it.effect("SIWX, sign-in required: otherwise cancelling disconnects", () => {
    const asked: string[] = []
    const getSessions = (chain: string) => {
      asked.push(chain)
      return []
    }
    return whenSiteSignsIn({ siwx: { getSessions } }, function* () {
      yield* approved
      yield* cancels
      assert.deepStrictEqual(yield* shown, ["closed", "disconnected"])
      assert.sameMembers([...new Set(asked)], ["eip155:1", "eip155:8453"])
      // Without an account there is nothing to cancel.
      yield* cancels
      assert.deepStrictEqual(yield* shown, ["closed", "disconnected"])
    })
  })

  test.visits("SIWX, sign-in not required: cancel only closes", function* () {
    const setup = { siwx: optional, storage: shelf() }
    yield* whenSiteSignsIn(setup, function* () {
      yield* approved
      yield* cancels
      assert.deepStrictEqual(yield* shown, ["closed", "connected"])
    })
    // The next visit does not ask again.
    yield* whenSiteSignsIn(setup, function* () {
      yield* calm
      assert.deepStrictEqual(yield* shown, ["closed", "connected"])
    })
    // The visitor stays on a network without a session.
    yield* whenSiteSignsIn({ siwx: optional }, function* ({ core }) {
      yield* approved
      yield* signs
      yield* switches(base)
      yield* cancels
      assert.deepStrictEqual(yield* shown, ["closed", "connected"])
      assert.strictEqual(core.network.value?.caipNetworkId, "eip155:8453")
    })
  })

  test("SIWX: while sign-in is required and no session exists, closing is disabled on the sign and approve views", function* ({
    dialog,
  }) {
    yield* approved
    for (const name of ["SIWXSignMessage", "ApproveTransaction"] as const) {
      yield* push({ name })
      yield* settled(leave())
      assert.strictEqual(yield* shownView, name)
    }
    assert.lengthOf(
      dialog.told.filter((told) => told === "refuse"),
      2,
    )
    yield* signs
    assert.strictEqual(yield* shownView, "closed")
    yield* openModal({ view: "ApproveTransaction" })
    assert.strictEqual(yield* shownView, "ApproveTransaction")
    yield* settled(leave())
    assert.strictEqual(yield* shownView, "closed")
  })

  it.effect.each([
    ["embedded", true],
    ["in the dialog", false],
  ] as const)(
    "SIWX, sign-in required: the site's own open and close leave the sign view where it is: %s",
    ([, enableEmbedded]) =>
      whenSiteSignsIn({ options: { enableEmbedded } }, function* () {
        yield* approved
        yield* settled(closeFromSite())
        assert.strictEqual(yield* shownView, "SIWXSignMessage")
        yield* settled(openModal({ view: "Networks" }))
        assert.strictEqual(yield* shownView, "SIWXSignMessage")
        yield* signs
        yield* settled(openModal({ view: "Networks" }))
        assert.strictEqual(yield* shownView, "Networks")
        yield* settled(closeFromSite())
        assert.strictEqual(yield* shownView, "closed")
      }),
  )

  test("can be closed if it is not required, and the wallet stays connected", {
    siwx: optional,
  }, function* () {
    yield* approved
    yield* settled(leave())
    assert.deepStrictEqual(yield* shown, ["closed", "connected"])
  })

  test("can be canceled while the wallet prompts, and ignores a later signature", function* ({ storage, wallet }) {
    const { busy } = yield* slicesOf(siwx)
    yield* approved
    wallet().behave({ sign: "hang" })
    yield* settled(prepareMessage())
    const signing = yield* begun(signShownMessage())
    assert.strictEqual(busy.value, "signing")
    yield* cancels
    assert.deepStrictEqual(yield* shown, ["closed", "disconnected"])
    yield* settled(Fiber.join(signing))
    assert.isUndefined(busy.value)
    assert.isUndefined(yield* session)
    assert.deepStrictEqual(storage.json("siwx") ?? [], [])
  })

  const never = () => new Promise<never>(() => {})
  test("disconnects if the site's backend never lists sessions", { siwx: { getSessions: never } }, function* () {
    yield* openModal()
    yield* settled(connectExternal(halyard))
    yield* TestClock.adjust("1 minute")
    yield* calm
    assert.strictEqual((yield* shown)[1], "disconnected")
  })

  it.effect("disconnects after 3 s if neither the wallet nor the site's backend responds", () => {
    let responds = true
    const config: SiwxConfig = { getRequired: () => false, getSessions: () => (responds ? [] : never()) }
    const silent = changedChains(() => ({ disconnect: () => Effect.never }))
    const setup = { script: { relay: "scan" }, options: { networks: [mainnet, solana] }, ...silent } as const
    return whenSiteSignsIn({ siwx: config, ...setup }, function* () {
      yield* settled(connect({ wallet: "walletConnect" }))
      yield* calm
      responds = false
      const asked = yield* begun(disconnect())
      yield* pass(2_999)
      assert.strictEqual((yield* shown)[1], "connected")
      yield* pass(1)
      assert.strictEqual((yield* shown)[1], "disconnected")
      yield* ended(asked)
    })
  })

  test("while it is canceled, does not cancel again, and leaves an account connected that becomes active", function* ({
    core,
    wallet,
  }) {
    const { busy } = yield* slicesOf(siwx)
    yield* approved
    yield* signs
    yield* switches(base)
    wallet().behave({ sign: "hang", switch: "hang" })
    yield* settled(prepareMessage())
    const signing = yield* begun(signShownMessage())
    yield* begun(cancelSignIn())
    yield* ended(signing)
    assert.strictEqual(busy.value, "cancelling")
    yield* cancels
    assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
    assert.strictEqual(busy.value, "cancelling")
    const first = core.address.value
    wallet().select(1)
    yield* pass(limits.response)
    yield* calm
    assert.isUndefined(busy.value)
    assert.notStrictEqual(core.address.value, first)
    assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
  })
})
