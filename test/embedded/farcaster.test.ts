import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { Script } from "../../layers/demo.ts"
import { connect } from "../../src/connect/operations.ts"
import { farcasterUri } from "../../src/embedded/endpoints/frameEvents.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { login } from "../../src/embedded/first-paint/state.ts"
import { connectFarcaster, openFarcaster } from "../../src/embedded/flows/farcaster.ts"
import { logInWith, loginWithSocial } from "../../src/embedded/operations/social.ts"
import { FrameError } from "../../src/errors/index.ts"
import { closeModal, goBack, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { settled, turnsUntil } from "../contracts/settled.ts"
import { halyard, rest } from "../fixtures/modal.ts"
import { shownView } from "../fixtures/scenes.ts"
import { ended } from "../fixtures/time.ts"
import { begun, failing, fails, pass } from "../fixtures/visits.ts"
import { accountOf, failureOf, recordReturns, socialProperties, test, untrusted, whenOffered } from "./logins.ts"

describe("Farcaster login", () => {
  /** Shows the Farcaster view, which waits for its app. Returns the fiber that waits. */
  const waiting = Effect.gen(function* () {
    yield* openModal()
    yield* goTo({ name: "ConnectingFarcaster" })
    const run = yield* Effect.forkChild(connectFarcaster())
    yield* rest
    return run
  })
  /** Goes back from the view, whose frame reloads 100 ms later. */
  const leaves = Effect.fnUntraced(function* (names: () => readonly string[]) {
    const run = yield* waiting
    yield* goBack()
    yield* Fiber.interrupt(run)
    yield* TestClock.adjust("99 millis")
    assert.notInclude(names(), "RELOAD")
    yield* pass("1 millis")
    assert.include(names(), "RELOAD")
  })
  const hang: Script = { frame: { connect: "hang" } }

  test("connects once the app has approved", function* ({ names, core, tracked, events }) {
    const returns = yield* recordReturns
    yield* openModal()
    yield* logInWith("farcaster", undefined, untrusted)
    assert.strictEqual(yield* shownView, "ConnectingFarcaster")
    const run = yield* Effect.forkChild(settled(connectFarcaster()))
    yield* turnsUntil(() => names().length >= 3)
    assert.deepStrictEqual(names().slice(0, 3), ["GET_FARCASTER_URI", "CONNECT_FARCASTER", "GET_USER"])
    yield* Fiber.join(run)
    assert.strictEqual(core.connection.peek()?.auth?.name, "farcaster")
    const steps = ["SOCIAL_LOGIN_STARTED", "SOCIAL_LOGIN_REQUEST_USER_DATA", "SOCIAL_LOGIN_SUCCESS"]
    assert.deepStrictEqual(tracked(), steps)
    const provider = "farcaster"
    assert.deepStrictEqual(socialProperties(events), [{ provider }, { provider }, { provider }])
    assert.deepStrictEqual(returns, [false, true, false])
    yield* TestClock.adjust("1 second")
    assert.notInclude(names(), "RELOAD")
    assert.isFalse(core.open.peek())
  })

  test("Leaving the Farcaster view without an address reloads the auth connector after 100 ms", {
    script: hang,
  }, function* ({ names }) {
    yield* leaves(names)
    const reloads = () => names().filter((name) => name === "RELOAD").length
    assert.strictEqual(reloads(), 1)
    const closed = yield* waiting
    yield* closeModal()
    yield* Fiber.interrupt(closed)
    yield* pass("100 millis")
    assert.strictEqual(reloads(), 2)
    yield* settled(connect({ wallet: halyard }))
    const beside = yield* waiting
    yield* goBack()
    yield* Fiber.interrupt(beside)
    yield* pass("1 second")
    assert.strictEqual(reloads(), 2)
  })

  test("Leaving the Farcaster view without an address reloads the auth connector after 100 ms, after a failed login too", {
    script: { frame: "reject" },
  }, function* ({ names }) {
    yield* leaves(names)
  })

  test("does not reload if the visitor tries again", { script: hang }, function* ({ names }) {
    yield* Fiber.interrupt(yield* waiting)
    yield* TestClock.adjust("1 second")
    assert.notInclude(names(), "RELOAD")
  })

  test("'Failed to connect to farcaster'", { script: { frame: "reject" } }, function* () {
    const { social } = yield* slicesOf(login)
    const operation = yield* begun(failing(loginWithSocial({ provider: "farcaster" })))
    yield* begun(connectFarcaster())
    const failed = yield* ended(operation)
    assert.strictEqual(failed.message, "Failed to connect to farcaster")
    assert.instanceOf(failed.cause, FrameError)
    assert.strictEqual(failureOf(social.peek()), failed)
    assert.strictEqual(yield* shownView, "ConnectingFarcaster")
  })

  test("connects in the namespace that the visitor chose", function* ({ core }) {
    yield* openModal()
    yield* logInWith("farcaster", undefined, { namespace: "solana", ...untrusted })
    yield* settled(connectFarcaster())
    assert.deepInclude(core.connection.peek(), { namespace: "solana", connectorId: embeddedConnectorId })
  })

  test("'Failed to connect to farcaster' if its link could run code", {
    responds: { [farcasterUri.name]: () => Effect.succeed({ url: "javascript:alert(1)" }) },
  }, function* ({ names }) {
    const { social } = yield* slicesOf(login)
    yield* waiting
    assert.strictEqual(failureOf(social.peek())?.message, "Failed to connect to farcaster")
    assert.notInclude(names(), "CONNECT_FARCASTER")
  })

  it.effect("opens its app on request, and has its link in the state until then", () => {
    const opened: string[] = []
    const browser = { opened: (url: string, target: string) => opened.push(`${target} ${url}`) }
    const url = "https://farcaster.example/~/connect?channel=a1&nonce=b2#c"
    const responds = { [farcasterUri.name]: () => Effect.succeed({ url }) }
    return whenOffered({ script: hang, browser, responds }, function* ({ instance }) {
      yield* openModal()
      yield* openFarcaster
      assert.isEmpty(opened)
      const run = yield* waiting
      yield* openFarcaster
      assert.deepStrictEqual(opened, [`blank ${url}`])
      assert.strictEqual(accountOf(instance).farcasterUrl, url)
      yield* Fiber.interrupt(run)
      assert.isUndefined(accountOf(instance).farcasterUrl)
    })
  })

  test("opens its view as an operation, and ends with it: 'Modal closed'", function* () {
    const connecting = loginWithSocial({ provider: "farcaster" })
    const run = yield* Effect.forkChild(fails(connecting, { message: "Modal closed" }))
    yield* rest
    assert.strictEqual(yield* shownView, "ConnectingFarcaster")
    yield* goBack()
    yield* rest
    assert.isDefined(run.pollUnsafe())
    yield* Fiber.join(run)
  })
})
