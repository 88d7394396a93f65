import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { account } from "../../src/account/state/account.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { connectSocial, redirecting, socialRedirectUri } from "../../src/embedded/endpoints/frameEvents.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { login } from "../../src/embedded/first-paint/state.ts"
import { logInWith, loginWithSocial } from "../../src/embedded/operations/social.ts"
import { FrameError, PopupClosed, SocialConnectFailed, type SocialFailure } from "../../src/errors/index.ts"
import { goBack, openModal } from "../../src/navigation/opening/flows.ts"
import { bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import { storageKey } from "../../src/persistence/first-paint/model/storageKeys.ts"
import { type CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import * as Router from "../../src/runtime/router.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { settled } from "../contracts/settled.ts"
import { rest } from "../fixtures/modal.ts"
import { shownView } from "../fixtures/scenes.ts"
import { begun, failing, fails, pass, shownSnack } from "../fixtures/visits.ts"
import {
  accountOf,
  currentRoute,
  type FrameChange,
  failureOf,
  logInWithGoogle,
  popup,
  type Responds,
  recordReturns,
  socialFailure,
  socialProperties,
  test,
  untrusted,
  whenOffered,
} from "./logins.ts"

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
    yield* logInWithGoogle(window)
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
    yield* logInWithGoogle(popup())
    assert.propertyVal(asked[1]?.input, "preferredAccountType", "eoa")
  })

  test("is requested with an EOA on Solana", { options: { networks: [solana, mainnet] } }, function* ({ asked }) {
    yield* logInWithGoogle(popup())
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
    assert.deepStrictEqual(yield* currentRoute, { name: "ConnectingSocial", provider, ...target })
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
    yield* logInWithGoogle(null)
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
    assert.instanceOf(failureOf(social.peek()), PopupClosed)
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
    yield* logInWithGoogle(window)
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
    yield* logInWithGoogle(popup())
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
    responds: { [connectSocial.name]: () => Effect.fail(new FrameError("No such user")) },
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
    const responds: Responds = {
      [socialRedirectUri.name]: ({ provider }: { readonly provider: string }) =>
        Effect.succeed({ uri: `https://login.example/${provider}` }),
    }
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
    const responds = { [socialRedirectUri.name]: () => Effect.succeed({ uri }) }
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
