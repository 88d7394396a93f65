import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/withoutWindow.ts"
import { demo, type Script, type World } from "../../layers/demo.ts"
import { layer as noFrame } from "../../layers/frame/none.ts"
import { Chains } from "../../services/Chains.ts"
import { Frame } from "../../services/Frame.ts"
import { signMessage } from "../../src/account/operations.ts"
import { account } from "../../src/account/state/account.ts"
import { connect } from "../../src/connect/operations.ts"
import { disconnect, reconnect as reconnectWallet } from "../../src/connections/operations/connections.ts"
import {
  connectEmail,
  connectOtp,
  type FrameEvent,
  getUser,
  redirecting,
  setPreferredAccount,
  smartAccountNetworks,
  updateEmail as updateEmailEvent,
} from "../../src/embedded/endpoints/frameEvents.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { login } from "../../src/embedded/first-paint/state.ts"
import { connectFarcaster, openFarcaster } from "../../src/embedded/flows/farcaster.ts"
import { setPreferredAccountType, switchAccountType } from "../../src/embedded/operations/accountType.ts"
import {
  awaitDevice,
  cancelUpdate,
  followEmail,
  loginWithEmail,
  noteUpgrade,
  resend,
  saveEmail,
  selectEmail,
  sendEmail,
  submitCode,
  submitOtp,
  updateEmail,
} from "../../src/embedded/operations/email.ts"
import { logInWith, loginWithSocial } from "../../src/embedded/operations/social.ts"
import { forgetLogin, refreshLogin } from "../../src/embedded/steps/login.ts"
import {
  FrameError,
  type FrameErrors,
  PopupClosed,
  SocialConnectFailed,
  type SocialFailure,
} from "../../src/errors/index.ts"
import { closeModal, goBack, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { switchFromView, switchNetwork } from "../../src/network/operations.ts"
import { base, bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import { storageKey } from "../../src/persistence/first-paint/model/storageKeys.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import * as Router from "../../src/runtime/router.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import type { AnalyticsEvent } from "../../src/telemetry/opening/model.ts"
import { settled, turnsUntil } from "../contracts/settled.ts"
import { loggedIn, mailbox } from "../fixtures/embedded.ts"
import { changed, listening } from "../fixtures/layers.ts"
import { halyard, rest } from "../fixtures/modal.ts"
import { type Setup, type Steps, shownView, testing, whenStarted } from "../fixtures/scenes.ts"
import { ended, taking } from "../fixtures/time.ts"
import { begun, failing, fails, pass, shownSnack, type Visit } from "../fixtures/visits.ts"

const socials = ["email", "google", "x", "discord", "farcaster", "github", "apple", "facebook"]
const project = { features: [{ id: "social_login", isEnabled: true, config: socials }] }
const networks = [mainnet, base, solana]
const untrusted = { untrusted: "Untrusted Origin" }
const next = "rowan@fernhill.example"

/** A pop-up window that a test controls, and can close as the visitor does. */
const popup = () => {
  const close = () => {
    window.closed = true
  }
  const window = { closed: false, close, location: { href: "" } }
  return window as unknown as Window & { closed: boolean }
}

/** Members of the frame to replace. */
type FrameChange = (original: Frame["Service"]) => Partial<Frame["Service"]>
/** The frame's response to an event, by its name and input. `undefined`: the demo's own response. */
type Responds = (
  name: string,
  input: unknown,
  original: Frame["Service"],
) => Effect.Effect<unknown, FrameErrors> | undefined

interface LoginSetup extends Setup {
  readonly frame?: FrameChange
  readonly responds?: Responds
  readonly browser?: Parameters<typeof browser.layer>[0]
}

/** Requests to the frame and tracked events so far, oldest first. */
interface LoginScene extends Visit {
  readonly asked: readonly { readonly name: string; readonly input: unknown }[]
  readonly names: () => readonly string[]
  readonly events: readonly AnalyticsEvent[]
  readonly tracked: () => readonly string[]
}

/** Runs the steps in a modal whose project offers every login. */
const whenOffered = ({ frame, responds, browser: facts, ...setup }: LoginSetup, steps: Steps<LoginScene>) => {
  const asked: { readonly name: string; readonly input: unknown }[] = []
  const { events, telemetry } = listening()
  const noting = (original: Frame["Service"]): Partial<Frame["Service"]> => ({
    ...frame?.(original),
    request: <Input, Answer>(event: FrameEvent<Input, Answer>, input: Input) => {
      asked.push({ name: event.name, input })
      const instead = responds?.(event.name, input, original) as
        | ReturnType<typeof original.request<Input, Answer>>
        | undefined
      return instead ?? original.request(event, input)
    },
  })
  const layers = (world: World) => ({
    frame: changed(Frame, demo(world).frame, noting),
    telemetry,
    browser: browser.layer(facts),
  })
  const names = () => asked.map(({ name }) => name)
  const tracked = () => events.map(({ event }) => event).filter((name) => /^(EMAIL|SOCIAL|DEVICE)/.test(name))
  return whenStarted(
    { ...setup, options: { networks, ...setup.options }, script: { project, ...setup.script }, layers },
    (scene) => steps({ ...scene, asked, names, events, tracked }),
  )
}

/** A visitor opens the modal and enters an email address. An unknown address is asked for the code. */
const mailed = (email = mailbox) => Effect.andThen(openModal(), settled(sendEmail(email)))

/** A visitor opens the modal and logs in with Google in a window. */
const withGoogle = (window: Window | null) =>
  Effect.andThen(openModal(), settled(logInWith("google", window, untrusted)))

/** A visitor is logged in, and the email cooldown has passed. */
const loggedInBefore = Effect.andThen(settled(loggedIn()), TestClock.adjust("31 seconds"))

const route = Effect.map(CurrentModal, ({ core }) => core.route.peek())
const failure = <A>(loadable: { readonly status: string; readonly error?: A }) =>
  loadable.status === "failed" ? loadable.error : undefined
/** Reason for the failure of the social login. */
const socialFailure = Effect.map(slicesOf(login), ({ social }) => {
  const error = failure(social.peek())
  return error instanceof SocialConnectFailed ? error.reason : undefined
})
/** Records whether a social login's result has arrived, from now on. */
const recordReturns = Effect.map(slicesOf(login), ({ returned }) => {
  const seen: boolean[] = []
  returned.subscribe((now) => void seen.push(now))
  return seen
})
/** Properties of the tracked events of social logins. */
const socialProperties = (events: readonly AnalyticsEvent[]) =>
  events.flatMap(({ event, properties }) => (event.startsWith("SOCIAL_LOGIN") ? [properties] : []))
const accountOf = (instance: CurrentModal["Service"]) =>
  snapshot(instance).chains.eip155?.accountState as unknown as Readonly<Record<string, unknown>>

const test = testing(whenOffered)

describe("login by email", () => {
  test("A visitor can connect through an email login that creates an embedded wallet", function* ({
    names,
    tracked,
    core,
  }) {
    yield* mailed()
    assert.deepStrictEqual(yield* route, { name: "EmailVerifyOtp", email: mailbox })

    yield* settled(submitCode("123456"))
    const connection = core.connection.peek()
    assert.strictEqual(connection?.connectorId, embeddedConnectorId)
    assert.deepInclude(connection?.auth, { name: "email", email: mailbox })
    assert.isFalse(core.open.peek())
    assert.deepStrictEqual(names().slice(0, 3), ["CONNECT_EMAIL", "CONNECT_OTP", "GET_USER"])
    const steps = ["EMAIL_SUBMITTED", "EMAIL_VERIFICATION_CODE_SENT", "EMAIL_VERIFICATION_CODE_PASS"]
    assert.deepStrictEqual(tracked(), steps)
  })

  test("rejects a wrong code, and accepts the right one after it", function* ({ tracked, core }) {
    const { checking } = yield* slicesOf(login)
    yield* mailed()
    yield* settled(submitCode("000000"))
    assert.strictEqual(failure(checking.peek())?.message, "This code is not the one that was sent. Try again.")
    assert.strictEqual(yield* shownView, "EmailVerifyOtp")
    assert.isUndefined(core.connection.peek())
    yield* settled(submitCode("123456"))
    assert.isDefined(core.connection.peek())
    assert.include(tracked(), "EMAIL_VERIFICATION_CODE_FAIL")
  })

  test.each(["12345", "1234567", "12a456", ""])("rejects a malformed code: %j", function* (otp, { core }) {
    yield* settled(loginWithEmail({ email: mailbox }))
    yield* fails(settled(submitOtp({ otp })), { _tag: "InvalidInput" })
    assert.isUndefined(core.connection.peek())
  })

  test.each(["nobody", "a@b", `${"a".repeat(300)}@b.co`])(
    "warns about a malformed address: %s",
    function* (email, { core }) {
      const { mailing } = yield* slicesOf(login)
      yield* mailed(email)
      yield* rest
      assert.strictEqual(failure(mailing.peek())?.message, "Invalid Email Address")
      assert.isTrue(core.alerts.peek().some(({ code }) => code === "APKTW002"))
      assert.strictEqual(yield* shownView, "Connect")
    },
  )

  test("An email login within 30 seconds of a previous one is blocked with 'Please try again after N seconds'", function* ({
    core,
  }) {
    const { mailing } = yield* slicesOf(login)
    yield* mailed()
    yield* goBack()
    yield* TestClock.adjust("10 seconds")
    yield* settled(sendEmail(next))
    assert.strictEqual(failure(mailing.peek())?.message, "Please try again after 20 seconds")
    assert.strictEqual(yield* shownView, "Connect")
    yield* rest
    assert.isEmpty(core.alerts.peek())
    yield* TestClock.adjust("20 seconds")
    yield* settled(sendEmail(next))
    assert.strictEqual(yield* shownView, "EmailVerifyOtp")
  })

  test("logs a known visitor in at once", function* ({ core }) {
    yield* mailed("known@fernhill.example")
    assert.strictEqual(core.connection.peek()?.connectorId, embeddedConnectorId)
    assert.isFalse(core.open.peek())
  })

  test("waits for a new device's approval in the email, then asks for the code", function* (scene) {
    const { names, tracked, core, views } = scene
    const email = "device@fernhill.example"
    yield* openModal()
    yield* goTo({ name: "EmailLogin" })
    yield* settled(sendEmail(email))
    assert.deepStrictEqual(yield* route, { name: "EmailVerifyDevice", email })
    const { mailedAt } = yield* slicesOf(login)
    const shown: (string | undefined)[] = []
    yield* TestClock.adjust("1 second")
    const stop = mailedAt.subscribe(() => shown.push(core.route.peek()?.name))
    yield* settled(awaitDevice(email))
    stop()
    // The view that waits for a device restarts with each email, so it has to be left before this one.
    assert.deepStrictEqual(shown, ["EmailVerifyDevice", "EmailVerifyOtp"])
    assert.deepStrictEqual(yield* route, { name: "EmailVerifyOtp", email })
    assert.deepStrictEqual(views(), ["Connect", "EmailLogin", "EmailVerifyOtp"])
    assert.deepStrictEqual(names(), ["CONNECT_EMAIL", "CONNECT_DEVICE"])
    const steps = ["EMAIL_SUBMITTED", "EMAIL_VERIFICATION_CODE_SENT", "DEVICE_REGISTERED_FOR_EMAIL"]
    assert.deepStrictEqual(tracked(), [...steps, "EMAIL_VERIFICATION_CODE_SENT"])
    yield* goBack()
    assert.strictEqual(yield* shownView, "EmailLogin")
  })

  test("follows only the latest wait for a device, and only in its view", {
    responds: (name) => (name === "CONNECT_DEVICE" ? Effect.delay(Effect.void, "1 second") : undefined),
  }, function* () {
    const email = "device@fernhill.example"
    yield* mailed(email)
    yield* begun(awaitDevice(email))
    yield* pass("900 millis")
    yield* begun(awaitDevice(email))
    yield* pass("900 millis")
    assert.strictEqual(yield* shownView, "EmailVerifyDevice")
    yield* goBack()
    yield* pass("100 millis")
    assert.strictEqual(yield* shownView, "Connect")
  })

  test("goes back when a device is rejected, and a snack says why", { script: { frame: "reject" } }, function* () {
    const email = "device@fernhill.example"
    yield* mailed(email)
    yield* settled(awaitDevice(email))
    yield* rest
    assert.strictEqual(yield* shownView, "Connect")
    assert.deepInclude(yield* shownSnack, { message: "The login was declined", variant: "error" })
  })

  test("resends the code after 30 seconds, and a snack says so", function* ({ names }) {
    yield* mailed()
    const here = yield* route
    yield* settled(resend(mailbox, "Code email resent"))
    yield* rest
    assert.deepInclude(yield* shownSnack, { message: "Please try again after 30 seconds", variant: "error" })
    yield* TestClock.adjust("31 seconds")
    const again = resend(mailbox, "Code email resent")
    yield* settled(Effect.all([again, again], { concurrency: "unbounded" }))
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* shownSnack).message, "Code email resent")
    // The same route, not only an equal one: what waits in its view goes on.
    assert.strictEqual(yield* route, here)
    assert.lengthOf(
      names().filter((name) => name === "CONNECT_EMAIL"),
      3,
    )
  })

  it.effect("leaves the code's view if a resend finds the visitor already logged in", () => {
    let mails = 0
    const responds: Responds = (name, _, { request }) =>
      name === "CONNECT_EMAIL" && ++mails > 1
        ? Effect.as(request(connectOtp, { otp: "123456" }), { action: "CONNECT" })
        : undefined
    return whenOffered({ responds }, function* ({ core }) {
      yield* mailed()
      yield* settled(resend(mailbox, "Code email resent"))
      assert.isDefined(core.connection.peek())
      assert.isFalse(core.open.peek())
    })
  })

  test("logs in through a resend even if no code is awaited any more", function* ({ core }) {
    yield* openModal()
    yield* settled(resend("known@fernhill.example", "Code email resent"))
    assert.isDefined(core.connection.peek())
    assert.isFalse(core.open.peek())
  })

  test("connects in the namespace that the visitor chose, even from another view", function* ({ core }) {
    yield* openModal()
    yield* settled(sendEmail(mailbox, "solana"))
    yield* settled(submitCode("123456"))
    assert.deepInclude(core.connection.peek(), { namespace: "solana", connectorId: embeddedConnectorId })
  })

  test("connects in the active namespace, even if it is not the first", {
    options: { defaultNetwork: solana },
  }, function* ({ core }) {
    yield* settled(loginWithEmail({ email: "known@fernhill.example" }))
    assert.strictEqual(core.connection.peek()?.namespace, "solana")
  })

  test("sends one email and checks one code, however often the visitor presses the button", {
    script: { faults: { frame: { delay: 1_000 } } },
  }, function* ({ names, core }) {
    const twice = <R>(flow: Effect.Effect<void, never, R>) => settled(Effect.all([flow, flow], { concurrency: 2 }))
    yield* openModal()
    yield* twice(sendEmail(mailbox))
    yield* twice(submitCode("123456"))
    assert.deepStrictEqual(names().slice(0, 3), ["CONNECT_EMAIL", "CONNECT_OTP", "GET_USER"])
    assert.isDefined(core.connection.peek())
  })

  test("leads from a network without logins to one that has them first", {
    options: { networks: [bitcoin, solana, mainnet] },
  }, function* ({ core }) {
    yield* openModal()
    assert.strictEqual(core.namespace.peek(), "bip122")
    const sending = yield* Effect.forkChild(sendEmail(mailbox))
    yield* rest
    assert.deepStrictEqual(yield* route, { name: "SwitchNetwork", network: solana.caipNetworkId })
    yield* settled(switchFromView(solana.caipNetworkId, { declined: "" }))
    yield* settled(Fiber.join(sending))
    assert.strictEqual(yield* shownView, "EmailVerifyOtp")
    assert.strictEqual(core.namespace.peek(), "solana")
  })

  test("does not open the code's view if the visitor leaves while the email is being sent", {
    script: { faults: { frame: { delay: 1_000 } } },
  }, function* () {
    yield* openModal()
    const sending = yield* Effect.forkChild(sendEmail(mailbox))
    yield* rest
    yield* goTo({ name: "AllWallets" })
    yield* TestClock.adjust("2 seconds")
    yield* ended(sending)
    assert.strictEqual(yield* shownView, "AllWallets")
  })

  test("does not open the modal for an operation that needs no code", function* ({ core }) {
    const { awaited } = yield* slicesOf(login)
    const step = yield* settled(loginWithEmail({ email: "known@fernhill.example" }))
    assert.strictEqual(step.type, "connected")
    assert.isFalse(core.open.peek())
    assert.isUndefined(awaited.peek())
  })

  test("accepts a code for an email that was not requested through the modal", function* ({ core }) {
    const frame = yield* Frame
    yield* settled(frame.request(connectEmail, { email: mailbox }))
    yield* settled(submitOtp({ otp: "123456" }))
    assert.strictEqual(core.connection.peek()?.connectorId, embeddedConnectorId)
  })

  test("opens the modal for the code of an operation, and closes it when the site submits the code", function* ({
    core,
  }) {
    const step = yield* settled(loginWithEmail({ email: mailbox }))
    assert.deepStrictEqual(step, { type: "code", email: mailbox })
    assert.strictEqual(yield* shownView, "EmailVerifyOtp")
    const done = yield* settled(submitOtp({ otp: "123456" }))
    assert.strictEqual(done.type === "connected" && done.connection.connectorId, embeddedConnectorId)
    assert.isFalse(core.open.peek())
  })

  it.effect("tracks neither addresses nor codes, and a new email ends the check of an older code", () => {
    const said = `${mailbox} did not get 654321`
    const responses = new Map([
      ["123456", Effect.fail(new FrameError(said))],
      ["234567", Effect.never],
    ])
    const responds: Responds = (_, input) => responses.get((input as { readonly otp?: string } | undefined)?.otp ?? "")
    return whenOffered({ responds }, function* ({ events }) {
      const { checking } = yield* slicesOf(login)
      yield* mailed()
      yield* settled(submitCode("123456"))
      assert.strictEqual(failure(checking.peek())?.message, said)
      yield* Effect.flip(settled(submitOtp({ otp: "12345" })))
      const failures = events.filter(({ event }) => event === "EMAIL_VERIFICATION_CODE_FAIL")
      assert.lengthOf(failures, 2)
      for (const { properties } of failures) assert.hasAllKeys(properties, ["message"])
      assert.notMatch(JSON.stringify(failures), /linden|\d{4}/)

      yield* Effect.forkChild(submitCode("234567"))
      yield* rest
      assert.strictEqual(checking.peek().status, "loading")
      yield* goBack()
      yield* TestClock.adjust("31 seconds")
      yield* settled(sendEmail(mailbox))
      assert.strictEqual(checking.peek().status, "idle")
    })
  })

  test("stores nothing of a login after signing out, nor of an abandoned social login", {
    frame: () => ({ login: () => Effect.fail(new PopupClosed()) }),
  }, function* ({ instance, storage }) {
    const slice = yield* slicesOf(login)
    yield* slicesOf(account)
    yield* withGoogle(popup())
    yield* loggedInBefore
    assert.strictEqual(accountOf(instance).status, "connected")
    assert.isUndefined(accountOf(instance).socialProvider)
    assert.propertyVal(accountOf(instance).user, "email", mailbox)
    yield* settled(saveEmail(next))
    slice.email.value = mailbox
    assert.strictEqual(storage.json("auth_email"), mailbox)
    yield* settled(disconnect({}))
    assert.isUndefined(accountOf(instance).user)
    for (const key of ["auth_email", "auth_login_used", "auth_last_chain"]) assert.isFalse(storage.texts.has(key), key)
    for (const { value } of [slice.awaited, slice.email, slice.provider]) assert.isUndefined(value)
    for (const { value } of [slice.mailing, slice.checking, slice.social]) assert.strictEqual(value.status, "idle")
  })

  it.effect("sets the smart-account-deployed flag if the frame reports it", () => {
    const responds: Responds = (name, input, { request }) =>
      name === "GET_USER"
        ? Effect.map(request(getUser, input as object), (user) => ({ ...user, smartAccountDeployed: true }))
        : undefined
    return whenOffered({ responds }, function* ({ instance }) {
      yield* slicesOf(account)
      assert.isFalse(accountOf(instance).smartAccountDeployed)
      yield* settled(loggedIn())
      assert.isTrue(accountOf(instance).smartAccountDeployed)
    })
  })

  it.effect("User: the account has its type even if the frame lists no accounts, of either type", () =>
    Effect.forEach(["eoa", "smartAccount"] as const, (type) => {
      const responds: Responds = (name, input, { request }) =>
        name === "GET_USER"
          ? Effect.map(request(getUser, input as object), ({ accounts: _, ...user }) => ({
              ...user,
              preferredAccountType: type,
            }))
          : undefined
      return whenOffered({ responds }, function* ({ instance }) {
        yield* slicesOf(account)
        const { accounts } = yield* settled(loggedIn())
        const [{ address } = { address: "" }] = accounts
        assert.deepStrictEqual(accountOf(instance).user, { email: mailbox, accounts: [{ address, type }] })
      })
    }),
  )

  test("reports the choice of an email login, and the way to the wallet's dashboard", function* ({ tracked }) {
    yield* selectEmail
    yield* noteUpgrade
    assert.deepStrictEqual(tracked(), ["EMAIL_LOGIN_SELECTED", "EMAIL_UPGRADE_FROM_MODAL"])
  })

  it.effect("'No auth connector found'", () =>
    whenStarted({ layers: { frame: noFrame } }, function* () {
      yield* fails(settled(loginWithEmail({ email: mailbox })), { message: "No auth connector found" })
      yield* fails(settled(loginWithSocial({ provider: "google" })), { _tag: "SocialConnectFailed" })
      const { mailing } = yield* slicesOf(login)
      yield* settled(sendEmail(mailbox))
      assert.strictEqual(failure(mailing.peek())?.message, "No auth connector found")
      const { login: logIn, ...frame } = yield* Frame
      assert.deepStrictEqual([frame.enabled, frame.loadingPage], [false, ""])
      for (const nothing of [frame.watch(() => {}), frame.persistUsername("linden"), frame.show(undefined)])
        assert.isUndefined(yield* nothing)
      const nowhere = { blocked: false, go: () => {}, close: () => {}, isClosed: () => false, isSource: () => false }
      yield* fails(logIn(nowhere, "https://provider.example/in"), { _tag: "SocialConnectFailed" })
    }),
  )
})

test("Auth provider: set the preferred account, of either type", {
  options: { defaultNetwork: base },
}, function* ({ asked, names, events }) {
  yield* settled(loggedIn())
  const before = names().length
  for (const type of ["eoa", "smartAccount"] as const) yield* settled(setPreferredAccountType({ type }))

  const inputs = asked.filter(({ name }) => name === setPreferredAccount.name).map(({ input }) => input)
  assert.deepStrictEqual(inputs, [{ type: "eoa" }, { type: "smartAccount" }])
  const steps = ["SET_PREFERRED_ACCOUNT", "GET_USER"]
  const taken = names()
    .slice(before)
    .filter((name) => steps.includes(name))
  assert.deepStrictEqual(taken, [...steps, ...steps])
  const network = base.caipNetworkId
  assert.deepStrictEqual(
    events.flatMap(({ event, properties }) => (event === "SET_PREFERRED_ACCOUNT_TYPE" ? [properties] : [])),
    [
      { accountType: "eoa", network },
      { accountType: "smartAccount", network },
    ],
  )
  // The account already has this type.
  const last = names().length
  yield* settled(setPreferredAccountType({ type: "smartAccount" }))
  assert.lengthOf(names(), last)
})

test("does not switch the account type while another switch is running", {
  options: { defaultNetwork: base },
  responds: (name) => (name === setPreferredAccount.name ? Effect.never : undefined),
}, function* ({ names }) {
  yield* settled(loggedIn())
  yield* begun(switchAccountType("eoa", { done: "", failed: "" }))
  yield* begun(switchAccountType("eoa", { done: "", failed: "" }))
  assert.lengthOf(
    names().filter((name) => name === setPreferredAccount.name),
    1,
  )
})

test("prefers the EOA from then on if the frame refuses an account type", {
  options: { defaultNetwork: base },
  responds: (name) => (name === setPreferredAccount.name ? Effect.fail(new FrameError("No")) : undefined),
}, function* ({ storage }) {
  yield* settled(loggedIn())
  yield* fails(settled(setPreferredAccountType({ type: "eoa" })), { message: "No" })
  assert.deepStrictEqual(storage.json("preferred_account_types"), { eip155: "eoa" })
})

test("lists no networks with smart accounts if the frame cannot", {
  responds: (name) => (name === "GET_SMART_ACCOUNT_ENABLED_NETWORKS" ? Effect.fail(new FrameError("No")) : undefined),
}, function* ({ core }) {
  const { auth } = yield* settled(loggedIn())
  assert.deepStrictEqual(core.connection.peek()?.auth, { ...auth, name: "email", smartAccountNetworks: [] })
})

it.effect("requests the networks with smart accounts only once", () => {
  let requests = 0
  const responds: Responds = (name, _, { request }) =>
    name === smartAccountNetworks.name
      ? Effect.tap(request(smartAccountNetworks, undefined), () => Effect.sync(() => void requests++))
      : undefined
  return whenOffered({ responds }, function* () {
    yield* settled(loggedIn())
    const { auth } = yield* settled(reconnectWallet({ namespace: "eip155", connectorId: embeddedConnectorId }))
    assert.isNotEmpty(auth?.smartAccountNetworks)
    assert.strictEqual(requests, 1)
  })
})

test("has the persisted username, and keeps the email if none is persisted any more", {
  frame: () => ({ persistedLogin: Effect.succeed({ username: "linden", smartAccountNetworks: [] }) }),
}, function* ({ core }) {
  yield* settled(loggedIn())
  yield* refreshLogin
  assert.deepInclude(core.connection.peek()?.auth, { email: mailbox, username: "linden" })
})

test("clears no social login that is in progress when an earlier login ends", {
  script: { frame: { connect: "hang" } },
}, function* () {
  const { provider, social } = yield* slicesOf(login)
  yield* settled(loggedIn())
  yield* begun(logInWith("google", popup(), untrusted))
  yield* settled(forgetLogin)
  assert.strictEqual(provider.peek(), "google")
  assert.strictEqual(social.peek().status, "loading")
})

test("Frame posted events: the requests of a visit, from the login to its end", {
  options: { defaultNetwork: base },
}, function* ({ asked, names }) {
  yield* settled(loggedIn())
  yield* settled(switchNetwork({ network: mainnet.caipNetworkId }))
  yield* settled(signMessage({ message: "hello" }))
  const { reconnect } = yield* (yield* Chains).get("eip155")
  yield* settled(reconnect({ connectorId: embeddedConnectorId, network: mainnet }))
  yield* settled(disconnect({}))

  assert.deepStrictEqual(names().slice(2), [
    "GET_USER",
    "GET_SMART_ACCOUNT_ENABLED_NETWORKS",
    ...["SWITCH_NETWORK", "GET_USER", "RPC_REQUEST", "IS_CONNECTED", "GET_USER", "SIGN_OUT"],
  ])
  const inputs = asked.flatMap(({ name, input }) => (/SWITCH|RPC/.test(name) ? [input] : []))
  assert.deepStrictEqual(inputs[0], { chainId: 1 })
  assert.deepInclude(inputs[1], { method: "personal_sign", chainNamespace: "eip155", chainId: 1 })
})

test("Frame posted event: RPC request, with the namespace and chain of a Solana account", {
  options: { defaultNetwork: solana },
}, function* ({ asked }) {
  yield* settled(loggedIn("solana"))
  yield* settled(signMessage({ message: "hello" }))

  const requested = asked.flatMap(({ name, input }) => (name === "RPC_REQUEST" ? [input] : []))
  assert.lengthOf(requested, 1)
  const chainId = solana.caipNetworkId
  assert.deepInclude(requested[0], { method: "solana_signMessage", chainNamespace: "solana", chainId })
})

test("Error: 'Failed to connect': the embedded wallet, if the frame refuses to name the user", {
  responds: (name) => (name === "GET_USER" ? Effect.fail(new FrameError("No user")) : undefined),
}, function* ({ core }) {
  yield* fails(settled(loggedIn()), { message: "Failed to connect" })
  assert.isUndefined(core.connection.peek())
})

test("Error: 'Unsupported chain': the embedded wallet is asked for a network of another namespace", function* ({
  names,
}) {
  yield* settled(loggedIn())
  const adapter = yield* (yield* Chains).get("eip155")
  const before = names().length
  yield* fails(adapter.switchNetwork({ connectorId: embeddedConnectorId, network: solana }), {
    message: "Unsupported chain",
  })

  assert.lengthOf(names(), before)
})

test("Disconnect waits at most 3000 ms for the frame", {
  responds: (name) => (name === "SIGN_OUT" ? Effect.never : undefined),
}, function* () {
  yield* settled(loggedIn())
  const adapter = yield* (yield* Chains).get("eip155")
  yield* taking(3_000, adapter.disconnect(embeddedConnectorId))
})

describe("email change", () => {
  test("requests the code of the current address, then of the new one, and ends in the redirect view", function* ({
    names,
    tracked,
    core,
    views,
  }) {
    const { email } = yield* slicesOf(login)
    yield* loggedInBefore
    yield* openModal({ view: "ProfileWallets" })
    yield* goTo({ name: "UpdateEmailWallet", email: mailbox, redirectView: "ProfileWallets" })
    yield* settled(saveEmail(next, "ProfileWallets"))
    const change = { email: mailbox, newEmail: next, redirectView: "ProfileWallets" as const }
    assert.deepStrictEqual(yield* route, { name: "UpdateEmailPrimaryOtp", ...change })
    yield* settled(submitCode("000000"))
    assert.strictEqual(yield* shownView, "UpdateEmailPrimaryOtp")
    yield* settled(submitCode("123456"))
    assert.deepStrictEqual(yield* route, { name: "UpdateEmailSecondaryOtp", ...change })
    assert.deepStrictEqual(views(), ["ProfileWallets", "UpdateEmailWallet", "UpdateEmailSecondaryOtp"])
    yield* settled(submitCode("123456"))
    assert.deepStrictEqual(yield* route, { name: "ProfileWallets" })
    assert.strictEqual(email.peek(), next)
    assert.strictEqual(core.connection.peek()?.auth?.email, next)
    assert.includeMembers([...names()], ["UPDATE_EMAIL", "UPDATE_EMAIL_PRIMARY_OTP", "UPDATE_EMAIL_SECONDARY_OTP"])
    assert.include(tracked(), "EMAIL_EDIT")
  })

  const secondary = new Map([
    ["UPDATE_EMAIL", { action: "VERIFY_SECONDARY_OTP" }],
    ["UPDATE_EMAIL_SECONDARY_OTP", { newEmail: next }],
  ] as readonly (readonly [string, object])[])
  test("requests only the code of the new address if the frame asks for no other", {
    responds: (name) => (secondary.has(name) ? Effect.succeed(secondary.get(name)) : undefined),
  }, function* ({ names }) {
    yield* loggedInBefore
    yield* openModal()
    yield* goTo({ name: "UpdateEmailWallet", email: mailbox })
    yield* settled(saveEmail(next))
    assert.strictEqual(yield* shownView, "UpdateEmailSecondaryOtp")
    yield* settled(submitCode("123456"))
    assert.strictEqual(yield* shownView, "Account")
    const posted = names().filter((name) => name.startsWith("UPDATE_"))
    assert.deepStrictEqual(posted, ["UPDATE_EMAIL", "UPDATE_EMAIL_SECONDARY_OTP"])
  })

  test("warns about a malformed new address: Invalid Email Address", function* ({ core }) {
    yield* loggedInBefore
    yield* settled(saveEmail("nobody"))
    const [alert] = core.alerts.peek()
    assert.deepInclude(alert, { code: "APKTW002", title: "Invalid Email Address", variant: "warning" })
  })

  /** The frame takes a second to begin an email change. */
  const slowly: LoginSetup = {
    responds: (name, input, { request }) =>
      name === "UPDATE_EMAIL"
        ? Effect.delay(request(updateEmailEvent, input as { readonly email: string }), "1 second")
        : undefined,
  }
  test("starts again with the first code and its view when a code is resent", slowly, function* ({ views }) {
    yield* loggedInBefore
    yield* openModal()
    yield* goTo({ name: "UpdateEmailWallet", email: mailbox })
    yield* settled(saveEmail(next))
    yield* settled(submitCode("123456"))
    assert.strictEqual(yield* shownView, "UpdateEmailSecondaryOtp")
    yield* TestClock.adjust("31 seconds")
    yield* settled(resend(next, "Code email resent"))
    assert.deepStrictEqual(views(), ["Account", "UpdateEmailWallet", "UpdateEmailPrimaryOtp"])
    yield* settled(submitCode("123456"))
    assert.strictEqual(yield* shownView, "UpdateEmailSecondaryOtp")

    yield* TestClock.adjust("31 seconds")
    const resending = yield* begun(resend(next, "Code email resent"))
    yield* goTo({ name: "WhatIsAWallet" })
    yield* settled(Fiber.join(resending))
    assert.strictEqual(yield* shownView, "WhatIsAWallet")
  })

  test("names the address of the site's latest request for a change", {
    responds: (name) => (secondary.has(name) ? Effect.succeed(secondary.get(name)) : undefined),
  }, function* () {
    yield* loggedInBefore
    for (const newEmail of [next, "hall@fernhill.example"]) {
      yield* settled(updateEmail({ email: newEmail }))
      assert.deepStrictEqual(yield* route, { name: "UpdateEmailSecondaryOtp", email: mailbox, newEmail })
    }
  })

  test("opens the modal for the first code of an operation", function* ({ asked }) {
    yield* loggedInBefore
    const step = yield* settled(updateEmail({ email: next }))
    assert.deepStrictEqual(step, { type: "code", email: mailbox })
    assert.deepStrictEqual(yield* route, { name: "UpdateEmailPrimaryOtp", email: mailbox, newEmail: next })
    assert.deepInclude(asked, { name: "UPDATE_EMAIL", input: { email: next } })
  })

  test("leaves a visitor in another view while the site submits the codes", function* ({ core, views }) {
    yield* loggedInBefore
    yield* openModal()
    yield* settled(saveEmail(next))
    yield* goTo({ name: "WhatIsAWallet" })
    const here = views()
    for (const type of ["code", "updated"]) {
      assert.strictEqual((yield* settled(submitOtp({ otp: "123456" }))).type, type)
      assert.deepStrictEqual(views(), here)
    }
    assert.strictEqual(core.connection.peek()?.auth?.email, next)
  })

  test(
    "asks once for a code, and only visitors who have stayed in the view of a valid address",
    slowly,
    function* ({ names }) {
      yield* loggedInBefore
      yield* openModal()
      yield* goTo({ name: "UpdateEmailWallet", email: mailbox })
      const saving = yield* begun(saveEmail(next))
      yield* begun(saveEmail(next))
      assert.lengthOf(
        names().filter((name) => name === "UPDATE_EMAIL"),
        1,
      )
      yield* goTo({ name: "WhatIsAWallet" })
      yield* pass("1 second")
      yield* settled(Fiber.join(saving))
      assert.strictEqual(yield* shownView, "WhatIsAWallet")
      yield* goBack()
      yield* settled(saveEmail("nobody"))
      assert.strictEqual(yield* shownView, "UpdateEmailWallet")
    },
  )

  test("works even if nothing of the login is persisted", {
    frame: () => ({ persistedLogin: Effect.undefined }),
  }, function* ({ core }) {
    yield* loggedInBefore
    assert.include(core.connection.peek()?.auth?.smartAccountNetworks ?? [], base.id)
    yield* openModal()
    yield* settled(saveEmail(next))
    assert.deepStrictEqual(yield* route, { name: "UpdateEmailPrimaryOtp", email: "", newEmail: next })
  })

  test("'Not connected to email or social'", function* ({ names }) {
    const refused = fails(settled(updateEmail({ email: mailbox })), { message: "Not connected to email or social" })
    yield* refused
    // A login does not suffice while another wallet is the active one.
    yield* loggedInBefore
    yield* settled(connect({ wallet: halyard }))
    yield* refused
    assert.notInclude(names(), "UPDATE_EMAIL")
  })

  it.effect("Email change poll: 1 s", () => {
    let address: string | undefined = mailbox
    const persistedLogin = Effect.sync(() => (address ? { email: address, smartAccountNetworks: [] } : undefined))
    return whenOffered({ frame: () => ({ persistedLogin }) }, function* () {
      const { email } = yield* slicesOf(login)
      yield* Effect.forkChild(followEmail, { startImmediately: true })
      assert.strictEqual(email.peek(), mailbox)
      address = undefined
      yield* TestClock.adjust("1 second")
      assert.strictEqual(email.peek(), mailbox)
      address = next
      yield* TestClock.adjust("900 millis")
      assert.strictEqual(email.peek(), mailbox)
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(email.peek(), next)
      address = mailbox
      yield* TestClock.adjust("900 millis")
      assert.strictEqual(email.peek(), next)
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(email.peek(), mailbox)
    })
  })

  test("Auth provider: get the email", function* ({ core }) {
    yield* settled(loggedIn())
    assert.strictEqual((yield* (yield* Frame).persistedLogin)?.email, mailbox)
    assert.strictEqual(core.connection.peek()?.auth?.email, mailbox)
  })

  test("returns to the view that started it when abandoned", function* () {
    yield* openModal()
    yield* cancelUpdate("Account")
    assert.strictEqual(yield* shownView, "Account")
  })
})

describe("social login", () => {
  test("A visitor can connect through a social login that creates an embedded wallet", function* ({
    asked,
    names,
    events,
    tracked,
    storage,
    core,
    instance,
  }) {
    const window = popup()
    const returns = yield* recordReturns
    yield* withGoogle(window)
    const { name, username, email } = core.connection.peek()?.auth ?? {}
    assert.deepStrictEqual([name, email], ["google", `${username}@google.example`])
    assert.strictEqual(snapshot(instance).connections?.eip155?.[0]?.auth?.name, "google")
    assert.isFalse(core.open.peek())
    assert.isTrue(window.closed)
    assert.deepStrictEqual(names(), [
      ...["GET_SOCIAL_REDIRECT_URI", "CONNECT_SOCIAL", "GET_USER", "GET_SMART_ACCOUNT_ENABLED_NETWORKS"],
    ])
    assert.isNotEmpty(core.connection.peek()?.auth?.smartAccountNetworks)
    assert.deepStrictEqual(asked[0]?.input, { provider: "google" })
    const uri = "https://secure.example/result?provider=google"
    assert.deepStrictEqual(asked[1]?.input, { uri, preferredAccountType: "smartAccount" })
    const steps = ["SOCIAL_LOGIN_STARTED", "SOCIAL_LOGIN_REQUEST_USER_DATA", "SOCIAL_LOGIN_SUCCESS"]
    assert.deepStrictEqual(tracked(), steps)
    const provider = "google"
    assert.deepStrictEqual(socialProperties(events), [{ provider }, { provider }, { provider }])
    assert.deepStrictEqual(returns, [false, true, false])
    assert.strictEqual(storage.json(storageKey("connected_social")), "google")
    yield* settled(disconnect({}))
    assert.isNull(storage.json(storageKey("connected_social")))
  })

  test("connects the embedded wallet in the namespace that the visitor chose", function* ({ core }) {
    assert.strictEqual(core.namespace.value, "eip155")
    yield* settled(logInWith("google", popup(), { namespace: "solana", ...untrusted }))
    assert.strictEqual(core.namespace.value, "solana")
    assert.deepInclude(core.connection.value, { namespace: "solana", connectorId: embeddedConnectorId })
  })

  test("is requested with the account type that the site prefers", {
    options: { defaultAccountTypes: { eip155: "eoa" } },
  }, function* ({ asked }) {
    yield* withGoogle(popup())
    assert.propertyVal(asked[1]?.input, "preferredAccountType", "eoa")
  })

  test("is requested with an EOA on Solana", { options: { networks: [solana, mainnet] } }, function* ({ asked }) {
    yield* withGoogle(popup())
    assert.propertyVal(asked[1]?.input, "preferredAccountType", "eoa")
  })

  test("is shown while pending, also in the state", { script: { frame: { connect: "hang" } } }, function* ({
    instance,
    events,
    tracked,
  }) {
    const target = { namespace: "eip155", account: "0x1" } as const
    const provider = "discord"
    const window = popup()
    yield* openModal()
    const run = yield* Effect.forkChild(logInWith(provider, window, { ...target, ...untrusted }))
    yield* rest
    assert.deepStrictEqual(yield* route, { name: "ConnectingSocial", provider, ...target })
    assert.deepInclude(accountOf(instance), { socialProvider: provider, socialWindow: true })
    assert.strictEqual(window.location.href, "")
    yield* goBack()
    yield* settled(Fiber.join(run))
    assert.isUndefined(accountOf(instance).socialWindow)
    assert.deepStrictEqual(tracked(), ["SOCIAL_LOGIN_STARTED", "SOCIAL_LOGIN_CANCELED"])
    assert.deepStrictEqual(socialProperties(events), [{ provider }, { provider }])
  })

  test("loads the frame's page in a window that opened blank because the layers are replaced", {
    script: { frame: { connect: "hang" } },
    options: { layers: () => ({}) },
    frame: () => ({ loadingPage: "https://secure.example/loading" }),
  }, function* () {
    const window = popup()
    yield* begun(loginWithSocial({ provider: "google" }, window))
    assert.strictEqual(window.location.href, "https://secure.example/loading")
  })

  test("closes its window if the visitor does not leave a network without logins", {
    options: { networks: [bitcoin, solana] },
  }, function* ({ tracked }) {
    const window = popup()
    yield* openModal()
    const run = yield* begun(logInWith("google", window, untrusted))
    assert.strictEqual(yield* shownView, "SwitchNetwork")
    yield* goBack()
    yield* settled(Fiber.join(run))
    assert.isTrue(window.closed)
    assert.isEmpty(tracked())
  })

  test("connects in the wallet's first namespace as an operation on a network without logins", {
    options: { networks: [bitcoin, solana] },
  }, function* ({ asked }) {
    const connection = yield* settled(loginWithSocial({ provider: "google" }, popup()))
    assert.strictEqual(connection.namespace, "solana")
    assert.deepStrictEqual(asked[1]?.input, { uri: "https://secure.example/result?provider=google" })
  })

  it.effect("persists the name at the provider, for later visits", () => {
    const names: (string | undefined)[] = []
    const persistUsername = (name?: string) => Effect.sync(() => void names.push(name))
    return whenOffered({ frame: () => ({ persistUsername }) }, function* () {
      const connection = yield* settled(loginWithSocial({ provider: "google" }, popup()))
      assert.deepStrictEqual(names, [connection.auth?.username])
      assert.isDefined(names[0])
    })
  })

  const stateFields =
    "balanceSymbol, profileName, profileImage, addressExplorerUrl, connectedWalletInfo, socialProvider, socialWindow, farcasterUrl, status"
  test(`AccountState fields: ${stateFields}`, function* ({ instance }) {
    yield* slicesOf(account)
    yield* settled(loginWithSocial({ provider: "discord" }, popup()))
    const state = accountOf(instance)
    assert.containsAllKeys(state, stateFields.split(", "))
    assert.deepInclude(state, { status: "connected", socialProvider: "discord", balanceSymbol: "ETH" })
    assert.match(String(state.addressExplorerUrl), /^https:\/\/etherscan\.io\/address\/0x/)
  })

  test("reports a window that the browser blocked, without a request to the frame", function* ({ names }) {
    yield* withGoogle(null)
    assert.strictEqual(yield* socialFailure, "blocked")
    assert.strictEqual(yield* shownView, "ConnectingSocial")
    assert.notInclude(names(), "GET_SOCIAL_REDIRECT_URI")
  })

  test("goes back one view when the visitor closes the window: 'Popup closed'", {
    script: { frame: { connect: "hang" } },
  }, function* ({ tracked, events }) {
    const { social } = yield* slicesOf(login)
    const closing = Effect.fnUntraced(function* (meanwhile: Effect.Effect<void, unknown, CurrentModal>) {
      const window = popup()
      yield* openModal()
      const run = yield* begun(logInWith("google", window, untrusted))
      yield* meanwhile
      window.closed = true
      yield* pass("1 second")
      yield* settled(Fiber.join(run))
    })
    yield* closing(Effect.void)
    assert.instanceOf(failure(social.peek()), PopupClosed)
    assert.strictEqual(yield* shownView, "Connect")
    assert.deepStrictEqual(tracked(), ["SOCIAL_LOGIN_STARTED", "SOCIAL_LOGIN_CANCELED"])
    assert.deepStrictEqual(socialProperties(events), [{ provider: "google" }, { provider: "google" }])
    // Visitors who are in another view stay there.
    yield* closing(Router.push({ name: "WhatIsAWallet" }))
    assert.strictEqual(yield* shownView, "WhatIsAWallet")
  })

  const loginFails = (reason: SocialFailure) => () => ({
    login: () => Effect.fail(new SocialConnectFailed({ reason })),
  })
  test("Social login 3: a message of another origin fails with 'Untrusted Origin' and leads back", {
    frame: loginFails("untrusted"),
  }, function* ({ tracked, core }) {
    const window = popup()
    yield* withGoogle(window)
    yield* rest
    assert.strictEqual(yield* shownView, "Connect")
    assert.deepInclude(yield* shownSnack, { message: "Untrusted Origin", variant: "error" })
    assert.isUndefined(core.connection.peek())
    assert.isTrue(window.closed)
    assert.include(tracked(), "SOCIAL_LOGIN_ERROR")
  })

  test("stays in its view, with an error, on a page that no window can reach", {
    frame: loginFails("unheard"),
  }, function* () {
    yield* withGoogle(popup())
    assert.strictEqual(yield* socialFailure, "unheard")
    assert.strictEqual(yield* shownView, "ConnectingSocial")
  })

  test("takes at most 45 seconds, then closes the window", {
    frame: () => ({ login: () => Effect.never }),
  }, function* () {
    const { social } = yield* slicesOf(login)
    const window = popup()
    yield* openModal()
    const run = yield* Effect.forkChild(logInWith("google", window, untrusted))
    yield* rest
    yield* TestClock.adjust("44 seconds")
    assert.strictEqual(social.peek().status, "loading")
    assert.isFalse(window.closed)
    yield* TestClock.adjust("1 second")
    yield* settled(Fiber.join(run))
    assert.strictEqual(yield* socialFailure, "late")
    assert.isTrue(window.closed)
  })

  it.effect("closes the window of an earlier attempt, whose outcome changes nothing", () => {
    let count = 0
    const frame: FrameChange = (original) => ({
      login: (...given) => (++count === 1 ? Effect.never : original.login(...given)),
    })
    return whenOffered({ frame }, function* ({ core }) {
      const first = popup()
      yield* openModal()
      yield* Effect.forkChild(logInWith("google", first, untrusted))
      yield* rest
      yield* settled(logInWith("google", popup(), untrusted))
      assert.isTrue(first.closed)
      assert.isDefined(core.connection.peek())
      assert.isFalse(core.open.peek())
    })
  })

  test("Social login 5: success or error, such as the embedded wallet's own", {
    responds: (name) => (name === "CONNECT_SOCIAL" ? Effect.fail(new FrameError("No such user")) : undefined),
  }, function* ({ core, tracked, events }) {
    const returns = yield* recordReturns
    yield* fails(settled(loginWithSocial({ provider: "google" }, popup())), { message: "No such user" })
    assert.isUndefined(core.connection.peek())
    assert.deepStrictEqual(socialProperties(events).at(-1), { provider: "google", message: "No such user" })
    assert.deepStrictEqual(returns, [false, true, false])
    const steps = ["SOCIAL_LOGIN_STARTED", "SOCIAL_LOGIN_REQUEST_USER_DATA", "SOCIAL_LOGIN_ERROR"]
    assert.deepStrictEqual(tracked(), steps)
  })

  test("'Failed to initiate social connection' as an operation", {
    script: { faults: { frame: { status: 500 } } },
  }, function* () {
    const window = popup()
    const message = "Failed to initiate social connection"
    const failed = yield* failing(settled(loginWithSocial({ provider: "google" }, window)))
    assert.deepInclude(failed, { message })
    assert.instanceOf(failed.cause, FrameError)
    assert.isTrue(window.closed)
  })

  test.each([{ provider: "myspace" }, { provider: ["google"] }, {}, undefined])(
    "rejects an unknown provider, and closes its window: %j",
    function* (input, { names }) {
      const window = popup()
      const rejected = { _tag: "InvalidInput", message: "Expected a social provider", path: "provider" }
      yield* fails(loginWithSocial(input as { provider: "google" }, window), rejected)
      assert.isTrue(window.closed)
      assert.isEmpty(names())
    },
  )

  it.effect("Auth provider: get a social redirect link for a provider (returns uri)", () => {
    const responds: Responds = (name, input) =>
      name === "GET_SOCIAL_REDIRECT_URI"
        ? Effect.succeed({ uri: `https://login.example/${(input as { readonly provider: string }).provider}` })
        : undefined
    const frame: FrameChange = () => ({
      login: (window, to) =>
        Effect.sync(() => {
          window.go(to)
          return "https://secure.example/result"
        }),
    })
    return Effect.forEach(redirecting, (provider) =>
      whenOffered({ responds, frame }, function* ({ core }) {
        const window = popup()
        yield* settled(loginWithSocial({ provider }, window))
        assert.strictEqual(window.location.href, `https://login.example/${provider}`)
        assert.strictEqual(core.connection.peek()?.auth?.name, provider)
      }),
    )
  })

  it.effect.each([
    "javascript:alert(document.domain)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "blob:x",
    "google",
  ])("opens only web pages in its window: %j", (uri) => {
    const responds = (name: string) => (name === "GET_SOCIAL_REDIRECT_URI" ? Effect.succeed({ uri }) : undefined)
    const frame: FrameChange = () => ({
      login: (window, to) =>
        Effect.andThen(
          Effect.sync(() => window.go(to)),
          Effect.never,
        ),
    })
    return whenOffered({ responds, frame }, function* () {
      const window = popup()
      const failed = yield* failing(settled(loginWithSocial({ provider: "google" }, window)))
      assert.strictEqual(failed.message, "Failed to initiate social connection")
      assert.propertyVal(failed.cause, "message", "The login page's URL is invalid")
      assert.strictEqual(window.location.href, "")
      assert.isTrue(window.closed)
    })
  })

  test("returns the connection as an operation, without opening the modal", function* ({ core }) {
    const connection = yield* settled(loginWithSocial({ provider: "x" }, popup()))
    assert.strictEqual(connection.auth?.name, "x")
    assert.isFalse(core.open.peek())
  })
})

describe("Farcaster login", () => {
  /** Shows the Farcaster view, which waits for its app. Returns the fiber that waits. */
  const waiting = Effect.gen(function* () {
    yield* openModal()
    yield* goTo({ name: "ConnectingFarcaster" })
    const run = yield* Effect.forkChild(connectFarcaster())
    yield* rest
    return run
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
    const run = yield* waiting
    yield* goBack()
    yield* Fiber.interrupt(run)
    yield* TestClock.adjust("99 millis")
    assert.notInclude(names(), "RELOAD")
    yield* pass("1 millis")
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
    const run = yield* waiting
    yield* goBack()
    yield* Fiber.interrupt(run)
    yield* TestClock.adjust("99 millis")
    assert.notInclude(names(), "RELOAD")
    yield* pass("1 millis")
    assert.include(names(), "RELOAD")
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
    assert.strictEqual(failure(social.peek()), failed)
    assert.strictEqual(yield* shownView, "ConnectingFarcaster")
  })

  test("connects in the namespace that the visitor chose", function* ({ core }) {
    yield* openModal()
    yield* logInWith("farcaster", undefined, { namespace: "solana", ...untrusted })
    yield* settled(connectFarcaster())
    assert.deepInclude(core.connection.peek(), { namespace: "solana", connectorId: embeddedConnectorId })
  })

  it.effect("'Failed to connect to farcaster' if its link could run code", () => {
    const responds: Responds = (name) =>
      name === "GET_FARCASTER_URI" ? Effect.succeed({ url: "javascript:alert(1)" }) : undefined
    return whenOffered({ responds }, function* ({ names }) {
      const { social } = yield* slicesOf(login)
      yield* waiting
      assert.strictEqual(failure(social.peek())?.message, "Failed to connect to farcaster")
      assert.notInclude(names(), "CONNECT_FARCASTER")
    })
  })

  it.effect("opens its app on request, and has its link in the state until then", () => {
    const opened: string[] = []
    const browser = { opened: (url: string, target: string) => opened.push(`${target} ${url}`) }
    const url = "https://farcaster.example/~/connect?channel=a1&nonce=b2#c"
    const responds: Responds = (name) => (name === "GET_FARCASTER_URI" ? Effect.succeed({ url }) : undefined)
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
