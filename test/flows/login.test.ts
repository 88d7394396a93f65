import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/scripted.ts"
import { createWorld, demo, type Script } from "../../layers/demo.ts"
import { layer as noFrame } from "../../layers/frame/none.ts"
import { Frame } from "../../services/Frame.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { FrameError, PopupClosed, SocialConnectFailed } from "../../src/domain/errors.ts"
import type { AnalyticsEvent } from "../../src/domain/events.ts"
import { connectOtp, type FrameEvent } from "../../src/domain/frameEvents.ts"
import { base, bitcoin, mainnet, solana } from "../../src/domain/networks.ts"
import { keyOf } from "../../src/domain/stored.ts"
import { authConnector } from "../../src/domain/wallets.ts"
import { disconnect } from "../../src/flows/connections.ts"
import {
  awaitDevice,
  cancelUpdate,
  followEmail,
  loginWithEmail,
  resend,
  saveEmail,
  sendEmail,
  submitCode,
  submitOtp,
  updateEmail,
} from "../../src/flows/email.ts"
import { connectFarcaster, openFarcaster } from "../../src/flows/farcaster.ts"
import { goBack, goTo, openModal } from "../../src/flows/open.ts"
import { logInWith, loginWithSocial } from "../../src/flows/social.ts"
import { Modal, use } from "../../src/modal.ts"
import { snapshot } from "../../src/snapshot.ts"
import { account } from "../../src/state/account.ts"
import { login } from "../../src/state/login.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, mailbox } from "./embedded.ts"
import { rest, shelf, visit } from "./modal.ts"

const all = ["email", "google", "x", "discord", "farcaster", "github", "apple", "facebook"]
const script: Script = { latency: 0, project: { features: [{ id: "social_login", isEnabled: true, config: all }] } }
const networks = [mainnet, base, solana]
const told = { untrusted: "Untrusted Origin" }

/** A window that a test holds. */
const aWindow = () => {
  const opened = {
    closed: false,
    close: () => {
      opened.closed = true
    },
    location: { href: "" },
  }
  return { opened: opened as unknown as Window, state: opened }
}

/** The demo's leaves, with what is asked of the frame in a list, some of it answered otherwise, and what is told of it all. */
const scene = (
  given: Script = {},
  change: (frame: Frame["Service"]) => Partial<Frame["Service"]> = () => ({}),
  facts: Parameters<typeof browser.layer>[0] = {},
) => {
  const asked: { readonly name: string; readonly input: unknown }[] = []
  const events: AnalyticsEvent[] = []
  const kept = shelf()
  const world = createWorld({ ...script, ...given })
  const leaves = demo(world)
  const frame = Layer.effect(
    Frame,
    Effect.map(Frame, (real) => {
      const changed = { ...real, ...change(real) }
      return {
        ...changed,
        ask: <Input, Answer>(event: FrameEvent<Input, Answer>, input: Input) => {
          asked.push({ name: event.name, input })
          return changed.ask(event, input)
        },
      }
    }),
  ).pipe(Layer.provide(leaves.frame))
  const telemetry = Layer.succeed(Telemetry, {
    track: (event) => Effect.sync(() => void events.push(event)),
    report: (defect) => Effect.die(defect),
    allow: () => Effect.void,
    refused: Effect.never,
  })
  return {
    asked,
    names: () => asked.map(({ name }) => name),
    told: () => events.map(({ event }) => event).filter((name) => /^(EMAIL|SOCIAL|DEVICE)/.test(name)),
    events,
    kept,
    go: <A, E>(run: Parameters<typeof visit<A, E>>[1], options: object = {}) =>
      visit(world, run, {
        options: { networks, ...options },
        leaves: { frame, telemetry, storage: kept.leaf, browser: browser.layer(facts) },
      }),
  }
}

const view = Effect.map(Modal, ({ core }) => (core.open.peek() ? core.route.peek() : undefined))
const viewName = Effect.map(view, (route) => route?.name)
const failure = <A>(loadable: { readonly is: string; readonly error?: A }) =>
  loadable.is === "failed" ? loadable.error : undefined

describe("Login by e-mail", () => {
  it.effect("A visitor can connect through an email login that creates an embedded wallet", () => {
    const { go, names, told } = scene()
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal()
        yield* settled(sendEmail(mailbox))
        assert.deepStrictEqual(yield* view, { name: "EmailVerifyOtp", email: mailbox })

        yield* settled(submitCode("123456"))
        const connection = core.connection.peek()
        assert.strictEqual(connection?.connectorId, authConnector)
        assert.strictEqual(connection?.auth?.name, "email")
        assert.strictEqual(connection?.auth?.email, mailbox)
        assert.isFalse(core.open.peek())
        assert.deepStrictEqual(names().slice(0, 3), ["CONNECT_EMAIL", "CONNECT_OTP", "GET_USER"])
        assert.deepStrictEqual(told(), [
          "EMAIL_SUBMITTED",
          "EMAIL_VERIFICATION_CODE_SENT",
          "EMAIL_VERIFICATION_CODE_PASS",
        ])
      }),
    )
  })

  it.effect("a wrong code is said so, and a right one after it logs in", () => {
    const { go, told } = scene()
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { checking } = yield* use(login)
        yield* openModal()
        yield* settled(sendEmail(mailbox))
        yield* settled(submitCode("000000"))
        const error = failure(checking.peek())
        assert.strictEqual(error?.message, "This code is not the one that was sent. Try again.")
        assert.strictEqual(yield* viewName, "EmailVerifyOtp")
        assert.isUndefined(core.connection.peek())
        yield* settled(submitCode("123456"))
        assert.isDefined(core.connection.peek())
        assert.include(told(), "EMAIL_VERIFICATION_CODE_FAIL")
      }),
    )
  })

  it.effect.each(["12345", "1234567", "12a456", ""])("a code that is none is not sent: %j", (otp) => {
    const { go } = scene()
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* settled(loginWithEmail({ email: mailbox }))
        const error = yield* Effect.flip(settled(submitOtp({ otp })))
        assert.strictEqual(error._tag, "InvalidInput")
        assert.isUndefined(core.connection.peek())
      }),
    )
  })

  it.effect.each(["nobody", "a@b", `${"a".repeat(300)}@b.co`])(
    "an address that is none raises a warning and goes nowhere: %s",
    (email) => {
      const { go } = scene()
      return go(
        Effect.gen(function* () {
          const { core } = yield* Modal
          const { mailing } = yield* use(login)
          yield* openModal()
          yield* settled(sendEmail(email))
          yield* rest
          assert.strictEqual(failure(mailing.peek())?.message, "Invalid Email Address")
          assert.isTrue(core.alerts.peek().some(({ code }) => code === "APKTW002"))
          assert.strictEqual(yield* viewName, "Connect")
        }),
      )
    },
  )

  it.effect(
    "An email login within 30 seconds of a previous one is blocked with 'Please try again after N seconds'",
    () => {
      const { go } = scene()
      return go(
        Effect.gen(function* () {
          const { mailing } = yield* use(login)
          yield* openModal()
          yield* settled(sendEmail(mailbox))
          yield* goBack()
          yield* TestClock.adjust("10 seconds")
          yield* settled(sendEmail("other@fernhill.example"))
          assert.strictEqual(failure(mailing.peek())?.message, "Please try again after 20 seconds")
          assert.strictEqual(yield* viewName, "Connect")
          yield* TestClock.adjust("20 seconds")
          yield* settled(sendEmail("other@fernhill.example"))
          assert.strictEqual(yield* viewName, "EmailVerifyOtp")
        }),
      )
    },
  )

  it.effect("who is known is logged in at once", () => {
    const { go } = scene()
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal()
        yield* settled(sendEmail("known@fernhill.example"))
        assert.strictEqual(core.connection.peek()?.connectorId, authConnector)
        assert.isFalse(core.open.peek())
      }),
    )
  })

  it.effect("a new device is approved in the mail, and the code is asked for by itself", () => {
    const { go, told } = scene()
    return go(
      Effect.gen(function* () {
        const email = "device@fernhill.example"
        yield* openModal()
        yield* settled(sendEmail(email))
        assert.deepStrictEqual(yield* view, { name: "EmailVerifyDevice", email })
        const { core } = yield* Modal
        const { mailedAt } = yield* use(login)
        const shown: (string | undefined)[] = []
        yield* TestClock.adjust("1 second")
        const stop = mailedAt.subscribe(() => shown.push(core.route.peek()?.name))
        yield* settled(awaitDevice(email))
        stop()
        // The view that waits for a device begins anew with each mail: by this one it is left.
        assert.deepStrictEqual(shown, ["EmailVerifyDevice", "EmailVerifyOtp"])
        assert.deepStrictEqual(yield* view, { name: "EmailVerifyOtp", email })
        assert.include(told(), "DEVICE_REGISTERED_FOR_EMAIL")
        yield* goBack()
        assert.strictEqual(yield* viewName, "Connect")
      }),
    )
  })

  it.effect("a device that is refused leads back, and a snack says why", () => {
    const { go } = scene({ frame: "reject" })
    return go(
      Effect.gen(function* () {
        const { shown } = yield* use(snack)
        const email = "device@fernhill.example"
        yield* openModal()
        yield* settled(sendEmail(email))
        yield* settled(awaitDevice(email))
        yield* rest
        assert.strictEqual(yield* viewName, "Connect")
        assert.strictEqual(shown.peek().message, "The login was declined")
      }),
    )
  })

  it.effect("the code is mailed again once the time for it has come, and a snack says so", () => {
    const { go, names } = scene()
    return go(
      Effect.gen(function* () {
        const { shown } = yield* use(snack)
        yield* openModal()
        yield* settled(sendEmail(mailbox))
        yield* settled(resend(mailbox, "Code email resent"))
        yield* rest
        assert.match(shown.peek().message, /^Please try again after 30 seconds$/)
        yield* TestClock.adjust("31 seconds")
        yield* settled(resend(mailbox, "Code email resent"))
        yield* TestClock.adjust("1 second")
        assert.strictEqual(shown.peek().message, "Code email resent")
        assert.strictEqual(names().filter((name) => name === "CONNECT_EMAIL").length, 3)
      }),
    )
  })

  it.effect(
    "a change of the address whose code is mailed again begins with its first code, and its view says so",
    () => {
      const { go } = scene()
      return go(
        Effect.gen(function* () {
          yield* settled(loggedIn())
          yield* openModal()
          yield* goTo({ name: "UpdateEmailWallet", email: mailbox })
          yield* TestClock.adjust("31 seconds")
          yield* settled(saveEmail("new@fernhill.example"))
          yield* settled(submitCode("123456"))
          assert.strictEqual(yield* viewName, "UpdateEmailSecondaryOtp")
          yield* TestClock.adjust("31 seconds")
          yield* settled(resend("new@fernhill.example", "Code email resent"))
          assert.strictEqual(yield* viewName, "UpdateEmailPrimaryOtp")
          yield* settled(submitCode("123456"))
          assert.strictEqual(yield* viewName, "UpdateEmailSecondaryOtp")
        }),
      )
    },
  )

  it.effect("who was let in meanwhile needs no other code, and leaves its view", () => {
    let mails = 0
    const { go } = scene({}, (real) => ({
      ask: ((event: FrameEvent<unknown, unknown>, input: unknown) => {
        if (event.name !== "CONNECT_EMAIL" || ++mails === 1) return real.ask(event, input)
        return Effect.as(real.ask(connectOtp, { otp: "123456" }), { action: "CONNECT" })
      }) as typeof real.ask,
    }))
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal()
        yield* settled(sendEmail(mailbox))
        yield* settled(resend(mailbox, "Code email resent"))
        assert.isDefined(core.connection.peek())
        assert.isFalse(core.open.peek())
      }),
    )
  })

  it.effect("on a chain without logins the visitor is led to one that has them first", () => {
    const { go } = scene()
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal()
        assert.strictEqual(core.namespace.peek(), "bip122")
        const sending = yield* Effect.forkChild(sendEmail(mailbox))
        yield* rest
        assert.deepStrictEqual(yield* view, { name: "SwitchNetwork", network: solana.caipNetworkId })
        const { switchFromView } = yield* Effect.promise(() => import("../../src/flows/network.ts"))
        yield* settled(switchFromView(solana.caipNetworkId, { declined: "" }))
        yield* settled(Fiber.join(sending))
        assert.strictEqual(yield* viewName, "EmailVerifyOtp")
        assert.strictEqual(core.namespace.peek(), "solana")
      }),
      { networks: [bitcoin, solana, mainnet] },
    )
  })

  it.effect("who leaves while the mail is on its way is not called back", () => {
    const { go } = scene({ faults: { frame: { delay: 1_000 } } })
    return go(
      Effect.gen(function* () {
        yield* openModal()
        const sending = yield* Effect.forkChild(sendEmail(mailbox))
        yield* rest
        yield* goTo({ name: "AllWallets" })
        yield* TestClock.adjust("2 seconds")
        yield* Fiber.join(sending)
        assert.strictEqual(yield* viewName, "AllWallets")
      }),
    )
  })

  it.effect(
    "an operation without a view opens the modal for the code, and a code of the site's own field closes it",
    () => {
      const { go } = scene()
      return go(
        Effect.gen(function* () {
          const { core } = yield* Modal
          const step = yield* settled(loginWithEmail({ email: mailbox }))
          assert.deepStrictEqual(step, { is: "code", email: mailbox })
          assert.strictEqual(yield* viewName, "EmailVerifyOtp")
          const done = yield* settled(submitOtp({ otp: "123456" }))
          assert.strictEqual(done.is === "connected" && done.connection.connectorId, authConnector)
          assert.isFalse(core.open.peek())
        }),
      )
    },
  )

  it.effect(
    "what was typed and what was mailed are in no event, and a mail that is new ends the check of an older code",
    () => {
      const said = `${mailbox} did not get 654321`
      const answers: Readonly<Record<string, Effect.Effect<unknown, FrameError>>> = {
        "123456": Effect.fail(new FrameError(said)),
        "234567": Effect.never,
      }
      const { go, events } = scene({}, (real) => ({
        ask: ((event: FrameEvent<unknown, unknown>, input: { readonly otp?: string } | undefined) =>
          answers[input?.otp ?? ""] ?? real.ask(event, input)) as typeof real.ask,
      }))
      return go(
        Effect.gen(function* () {
          const { checking } = yield* use(login)
          yield* openModal()
          yield* settled(sendEmail(mailbox))
          yield* settled(submitCode("123456"))
          assert.strictEqual(failure(checking.peek())?.message, said)
          yield* Effect.flip(settled(submitOtp({ otp: "12345" })))
          const told = events.filter(({ event }) => event === "EMAIL_VERIFICATION_CODE_FAIL")
          assert.lengthOf(told, 2)
          assert.notMatch(JSON.stringify(told), /linden|\d{4}/)

          yield* Effect.forkChild(submitCode("234567"))
          yield* rest
          assert.strictEqual(checking.peek().is, "loading")
          yield* goBack()
          yield* TestClock.adjust("31 seconds")
          yield* settled(sendEmail(mailbox))
          assert.strictEqual(checking.peek().is, "idle")
        }),
      )
    },
  )

  it.effect(
    "nothing of who was logged in stays when they sign out, and a social that was given up is not theirs",
    () => {
      const { go } = scene({}, () => ({ login: () => Effect.fail(new PopupClosed()) }))
      return go(
        Effect.gen(function* () {
          const instance = yield* Modal
          const slice = yield* use(login)
          yield* openModal()
          yield* settled(logInWith("google", aWindow().opened, told))
          yield* settled(loggedIn())
          assert.strictEqual(accountOf(instance).status, "connected")
          assert.isUndefined(accountOf(instance).socialProvider)
          yield* TestClock.adjust("31 seconds")
          yield* settled(saveEmail("new@fernhill.example"))
          slice.email.value = mailbox
          yield* settled(disconnect({}))
          assert.deepStrictEqual(
            [slice.awaited, slice.email, slice.provider].map((one) => one.peek()),
            [undefined, undefined, undefined],
          )
          assert.deepStrictEqual(
            [slice.mailing, slice.checking, slice.social].map((one) => one.peek().is),
            ["idle", "idle", "idle"],
          )
        }),
      )
    },
  )

  it.effect("'No auth connector found'", () =>
    visit(
      {},
      Effect.gen(function* () {
        const error = yield* Effect.flip(settled(loginWithEmail({ email: mailbox })))
        assert.strictEqual(error.message, "No auth connector found")
      }),
      { leaves: { frame: noFrame } },
    ),
  )
})

describe("Changing the e-mail", () => {
  it.effect(
    "asks for the code of the current address, then for that of the new one, and ends in the redirect view",
    () => {
      const { go, names, told } = scene()
      return go(
        Effect.gen(function* () {
          const { email } = yield* use(login)
          const next = "rowan@fernhill.example"
          yield* settled(loggedIn())
          yield* TestClock.adjust("31 seconds")
          yield* openModal({ view: "ProfileWallets" })
          yield* goTo({ name: "UpdateEmailWallet", email: mailbox, redirectView: "ProfileWallets" })
          yield* settled(saveEmail(next, "ProfileWallets"))
          const change = { email: mailbox, newEmail: next, redirectView: "ProfileWallets" as const }
          assert.deepStrictEqual(yield* view, { name: "UpdateEmailPrimaryOtp", ...change })
          yield* settled(submitCode("000000"))
          assert.strictEqual(yield* viewName, "UpdateEmailPrimaryOtp")
          yield* settled(submitCode("123456"))
          assert.deepStrictEqual(yield* view, { name: "UpdateEmailSecondaryOtp", ...change })
          yield* settled(submitCode("123456"))
          assert.deepStrictEqual(yield* view, { name: "ProfileWallets" })
          assert.strictEqual(email.peek(), next)
          assert.strictEqual((yield* Modal).core.connection.peek()?.auth?.email, next)
          assert.includeMembers(names(), ["UPDATE_EMAIL", "UPDATE_EMAIL_PRIMARY_OTP", "UPDATE_EMAIL_SECONDARY_OTP"])
          assert.include(told(), "EMAIL_EDIT")
        }),
      )
    },
  )

  it.effect(
    "An email update within 30 seconds of a previous one is blocked with 'Please try again after N seconds'",
    () => {
      const { go } = scene()
      return go(
        Effect.gen(function* () {
          yield* settled(loggedIn())
          yield* TestClock.adjust("31 seconds")
          yield* settled(updateEmail({ email: "rowan@fernhill.example" }))
          yield* TestClock.adjust("5 seconds")
          const error = yield* Effect.flip(settled(updateEmail({ email: "ash@fernhill.example" })))
          assert.strictEqual(error.message, "Please try again after 25 seconds")
        }),
      )
    },
  )

  it.effect("'Not connected to email or social'", () => {
    const { go, names } = scene()
    return go(
      Effect.gen(function* () {
        const error = yield* Effect.flip(settled(updateEmail({ email: mailbox })))
        assert.strictEqual(error.message, "Not connected to email or social")
        assert.notInclude(names(), "UPDATE_EMAIL")
      }),
    )
  })

  it.effect("Email change poll: 1 s", () => {
    let address = mailbox
    const { go } = scene({}, () => ({
      kept: Effect.sync(() => ({ email: address, smartAccountNetworks: [] })),
    }))
    return go(
      Effect.gen(function* () {
        const { email } = yield* use(login)
        yield* Effect.forkChild(followEmail, { startImmediately: true })
        assert.strictEqual(email.peek(), mailbox)
        address = "rowan@fernhill.example"
        yield* TestClock.adjust("900 millis")
        assert.strictEqual(email.peek(), mailbox)
        yield* TestClock.adjust("100 millis")
        assert.strictEqual(email.peek(), address)
      }),
    )
  })

  it.effect("Auth provider: get the email", () => {
    const { go } = scene()
    return go(
      Effect.gen(function* () {
        yield* settled(loggedIn())
        assert.strictEqual((yield* (yield* Frame).kept)?.email, mailbox)
      }),
    )
  })

  it.effect("is given up for the view that it was asked for in", () => {
    const { go } = scene()
    return go(
      Effect.gen(function* () {
        yield* openModal()
        yield* cancelUpdate("Account")
        assert.strictEqual(yield* viewName, "Account")
      }),
    )
  })
})

describe("Social login", () => {
  it.effect("A visitor can connect through a social login that creates an embedded wallet", () => {
    const { go, names, told: tracked, kept } = scene()
    const { opened, state } = aWindow()
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal()
        yield* settled(logInWith("google", opened, told))
        const connection = core.connection.peek()
        assert.strictEqual(connection?.auth?.name, "google")
        assert.isFalse(core.open.peek())
        assert.isTrue(state.closed)
        assert.deepStrictEqual(names().slice(0, 3), ["GET_SOCIAL_REDIRECT_URI", "CONNECT_SOCIAL", "GET_USER"])
        assert.deepStrictEqual(tracked(), [
          "SOCIAL_LOGIN_STARTED",
          "SOCIAL_LOGIN_REQUEST_USER_DATA",
          "SOCIAL_LOGIN_SUCCESS",
        ])
        assert.deepStrictEqual(kept.json(keyOf("connected_social")), "google")
      }),
    )
  })

  it.effect("is shown while it goes on, in the state too", () => {
    const { go } = scene({ frame: { connect: "hang" } })
    const { opened } = aWindow()
    return go(
      Effect.gen(function* () {
        const instance = yield* Modal
        yield* openModal()
        const run = yield* Effect.forkChild(logInWith("discord", opened, told))
        yield* rest
        assert.deepStrictEqual(yield* view, { name: "ConnectingSocial", provider: "discord" })
        const { socialProvider, socialWindow } = accountOf(instance)
        assert.deepStrictEqual([socialProvider, socialWindow], ["discord", true])
        yield* goBack()
        yield* settled(Fiber.join(run))
        assert.isUndefined(accountOf(instance).socialWindow)
      }),
    )
  })

  it.effect(
    "AccountState fields: balanceSymbol, profileName, profileImage, addressExplorerUrl, connectedWalletInfo, socialProvider, socialWindow, farcasterUrl, status",
    () => {
      const { go } = scene()
      return go(
        Effect.gen(function* () {
          const instance = yield* Modal
          yield* use(account)
          yield* settled(loginWithSocial({ provider: "discord" }, aWindow().opened))
          const state = accountOf(instance)
          assert.containsAllKeys(state, [
            "balanceSymbol",
            "profileName",
            "profileImage",
            "addressExplorerUrl",
            "connectedWalletInfo",
            "socialProvider",
            "socialWindow",
            "farcasterUrl",
            "status",
          ])
          assert.strictEqual(state.status, "connected")
          assert.strictEqual(state.socialProvider, "discord")
          assert.strictEqual(state.balanceSymbol, "ETH")
          assert.match(String(state.addressExplorerUrl), /^https:\/\/etherscan\.io\/address\/0x/)
        }),
      )
    },
  )

  it.effect("a window that the browser blocked is told apart, and asks nothing of the frame", () => {
    const { go, names } = scene()
    return go(
      Effect.gen(function* () {
        const { social } = yield* use(login)
        yield* openModal()
        yield* settled(logInWith("google", null, told))
        const error = failure(social.peek())
        assert.strictEqual(error instanceof SocialConnectFailed && error.reason, "blocked")
        assert.strictEqual(yield* viewName, "ConnectingSocial")
        assert.notInclude(names(), "GET_SOCIAL_REDIRECT_URI")
      }),
    )
  })

  it.effect("a window that the visitor closes leads back one view: 'Popup closed'", () => {
    const { go, told: tracked } = scene({ frame: { connect: "hang" } })
    const { opened, state } = aWindow()
    return go(
      Effect.gen(function* () {
        const { social } = yield* use(login)
        yield* openModal()
        const run = yield* Effect.forkChild(logInWith("google", opened, told))
        yield* rest
        state.closed = true
        yield* TestClock.adjust("1 second")
        yield* settled(Fiber.join(run))
        assert.instanceOf(failure(social.peek()), PopupClosed)
        assert.strictEqual(yield* viewName, "Connect")
        assert.deepStrictEqual(tracked(), ["SOCIAL_LOGIN_STARTED", "SOCIAL_LOGIN_CANCELED"])
      }),
    )
  })

  it.effect("Social login 3: a message of another origin says 'Untrusted Origin' and leads back", () => {
    const { go, told: tracked } = scene({}, () => ({
      login: () => Effect.fail(new SocialConnectFailed({ reason: "untrusted" })),
    }))
    const { opened, state } = aWindow()
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { shown } = yield* use(snack)
        yield* openModal()
        yield* settled(logInWith("google", opened, told))
        yield* rest
        assert.strictEqual(yield* viewName, "Connect")
        assert.strictEqual(shown.peek().message, "Untrusted Origin")
        assert.isUndefined(core.connection.peek())
        assert.isTrue(state.closed)
        assert.include(tracked(), "SOCIAL_LOGIN_ERROR")
      }),
    )
  })

  it.effect("a page that hears of no window stays to be told so", () => {
    const { go } = scene({}, () => ({ login: () => Effect.fail(new SocialConnectFailed({ reason: "unheard" })) }))
    return go(
      Effect.gen(function* () {
        const { social } = yield* use(login)
        yield* openModal()
        yield* settled(logInWith("google", aWindow().opened, told))
        const error = failure(social.peek())
        assert.strictEqual(error instanceof SocialConnectFailed && error.reason, "unheard")
        assert.strictEqual(yield* viewName, "ConnectingSocial")
      }),
    )
  })

  it.effect("the whole of it takes 45 seconds at most, and the window is closed then", () => {
    const { go } = scene({}, () => ({ login: () => Effect.never }))
    const { opened, state } = aWindow()
    return go(
      Effect.gen(function* () {
        const { social } = yield* use(login)
        yield* openModal()
        const run = yield* Effect.forkChild(logInWith("google", opened, told))
        yield* rest
        yield* TestClock.adjust("44 seconds")
        assert.strictEqual(social.peek().is, "loading")
        assert.isFalse(state.closed)
        yield* TestClock.adjust("1 second")
        yield* settled(Fiber.join(run))
        const error = failure(social.peek())
        assert.strictEqual(error instanceof SocialConnectFailed && error.reason, "late")
        assert.isTrue(state.closed)
      }),
    )
  })

  it.effect("another attempt closes the window of the one before, and nothing follows that", () => {
    let count = 0
    const { go } = scene({}, (real) => ({ login: (...given) => (++count === 1 ? Effect.never : real.login(...given)) }))
    const [first, second] = [aWindow(), aWindow()]
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal()
        yield* Effect.forkChild(logInWith("google", first.opened, told))
        yield* rest
        yield* settled(logInWith("google", second.opened, told))
        assert.isTrue(first.state.closed)
        assert.isDefined(core.connection.peek())
        assert.isFalse(core.open.peek())
      }),
    )
  })

  it.effect("'Failed to initiate social connection', as an operation", () => {
    const { go } = scene({ faults: { frame: { status: 500 } } })
    const { opened, state } = aWindow()
    return go(
      Effect.gen(function* () {
        const error = yield* Effect.flip(settled(loginWithSocial({ provider: "google" }, opened)))
        assert.strictEqual(error.message, "Failed to initiate social connection")
        assert.isTrue(state.closed)
        const wrong = yield* Effect.flip(settled(loginWithSocial({ provider: "myspace" as "google" }, opened)))
        assert.strictEqual(wrong._tag, "InvalidInput")
      }),
    )
  })

  it.effect.each([
    "javascript:alert(document.domain)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "blob:x",
    "google",
  ])("its window is led to a page and to nothing else: %j", (uri) => {
    const { go } = scene({}, (real) => ({
      ask: ((event: FrameEvent<unknown, unknown>, input: unknown) =>
        event.name === "GET_SOCIAL_REDIRECT_URI" ? Effect.succeed({ uri }) : real.ask(event, input)) as typeof real.ask,
      login: (popup, to) =>
        Effect.andThen(
          Effect.sync(() => popup.go(to)),
          Effect.never,
        ),
    }))
    const { opened, state } = aWindow()
    return go(
      Effect.gen(function* () {
        const error = yield* Effect.flip(settled(loginWithSocial({ provider: "google" }, opened)))
        assert.strictEqual(error.message, "Failed to initiate social connection")
        assert.deepStrictEqual(state.location.href, "")
        assert.isTrue(state.closed)
      }),
    )
  })

  it.effect("as an operation gives the connection, and opens nothing of its own", () => {
    const { go } = scene()
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        const connection = yield* settled(loginWithSocial({ provider: "x" }, aWindow().opened))
        assert.strictEqual(connection.auth?.name, "x")
        assert.isFalse(core.open.peek())
      }),
    )
  })
})

describe("Social login inside Telegram", () => {
  const platform = { telegram: true, os: "ios" } as const
  it.effect("leaves the page for the provider, with the page's address in the state", () => {
    const opened: string[] = []
    const uri = "https://provider.example/oauth?state=s1"
    const { go, kept } = scene(
      {},
      (real) => ({
        ask: ((event: { readonly name: string }, input: never) =>
          event.name === "GET_SOCIAL_REDIRECT_URI"
            ? Effect.succeed({ uri })
            : real.ask(event as never, input)) as Frame["Service"]["ask"],
      }),
      { platform, opened: (url, target) => opened.push(`${target} ${url}`), page: { url: "https://site.example/" } },
    )
    return go(
      Effect.gen(function* () {
        const { telegram } = yield* use(login)
        assert.strictEqual(telegram.peek(), "ios")
        yield* openModal()
        yield* Effect.forkChild(logInWith("google", undefined, told))
        yield* rest
        assert.deepStrictEqual(opened, [`top ${uri}--https%3A%2F%2Fsite.example%2F`])
        assert.strictEqual(kept.json(keyOf("social_provider")), "google")
        assert.strictEqual(yield* viewName, "ConnectingSocial")
      }),
    )
  })

  it.effect("comes back with a result, which is read and taken out of the address", () => {
    const taken: string[] = []
    const { go, asked, kept } = scene({}, () => ({}), {
      platform,
      page: { url: "https://site.example/?result_uri=x" },
      parameters: { result_uri: "https://secure.example/result?provider=google" },
      taken: (parameter) => taken.push(parameter),
    })
    kept.texts.set(keyOf("social_provider"), '"google"')
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* rest
        assert.deepStrictEqual(taken, ["result_uri"])
        assert.strictEqual(core.connection.peek()?.auth?.name, "google")
        assert.include(JSON.stringify(asked), "https://secure.example/result?provider=google")
        assert.isUndefined(kept.texts.get(keyOf("social_provider")))
        assert.isFalse(core.open.peek())
      }),
    )
  })

  it.effect("an address that somebody else wrote logs nobody in", () => {
    const { go, names } = scene({}, () => ({}), {
      page: { url: "https://site.example/?result_uri=x" },
      parameters: { result_uri: "https://secure.example/result?provider=google" },
    })
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* rest
        assert.isUndefined(core.connection.peek())
        assert.notInclude(names(), "CONNECT_SOCIAL")
      }),
    )
  })
})

describe("Farcaster", () => {
  it.effect("logs in once its app has agreed", () => {
    const { go, names } = scene()
    return go(
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal()
        yield* logInWith("farcaster", undefined, told)
        assert.strictEqual(yield* viewName, "ConnectingFarcaster")
        yield* settled(connectFarcaster())
        assert.strictEqual(core.connection.peek()?.auth?.name, "farcaster")
        assert.deepStrictEqual(names().slice(0, 3), ["GET_FARCASTER_URI", "CONNECT_FARCASTER", "GET_USER"])
        yield* TestClock.adjust("1 second")
        assert.notInclude(names(), "RELOAD")
        assert.isFalse(core.open.peek())
      }),
    )
  })

  it.effect("Leaving the Farcaster view without an address reloads the auth connector after 100 ms", () => {
    const { go, names } = scene({ frame: { connect: "hang" } })
    return go(
      Effect.gen(function* () {
        yield* openModal()
        yield* goTo({ name: "ConnectingFarcaster" })
        const run = yield* Effect.forkChild(connectFarcaster())
        yield* rest
        yield* goBack()
        yield* Fiber.interrupt(run)
        yield* TestClock.adjust("99 millis")
        assert.notInclude(names(), "RELOAD")
        yield* TestClock.adjust("1 millis")
        yield* rest
        assert.include(names(), "RELOAD")
      }),
    )
  })

  it.effect("trying again reloads nothing", () => {
    const { go, names } = scene({ frame: { connect: "hang" } })
    return go(
      Effect.gen(function* () {
        yield* openModal()
        yield* goTo({ name: "ConnectingFarcaster" })
        const run = yield* Effect.forkChild(connectFarcaster())
        yield* rest
        yield* Fiber.interrupt(run)
        yield* TestClock.adjust("1 second")
        assert.notInclude(names(), "RELOAD")
      }),
    )
  })

  it.effect("'Failed to connect to farcaster'", () => {
    const { go } = scene({ frame: "reject" })
    return go(
      Effect.gen(function* () {
        const { social } = yield* use(login)
        yield* openModal()
        yield* goTo({ name: "ConnectingFarcaster" })
        yield* Effect.forkChild(connectFarcaster())
        yield* rest
        assert.strictEqual(failure(social.peek())?.message, "Failed to connect to farcaster")
        assert.strictEqual(yield* viewName, "ConnectingFarcaster")
      }),
    )
  })

  it.effect("its app is opened on request, and its link stands in the state meanwhile", () => {
    const opened: string[] = []
    const { go } = scene({ frame: { connect: "hang" } }, () => ({}), {
      opened: (url, target) => opened.push(`${target} ${url}`),
    })
    return go(
      Effect.gen(function* () {
        const instance = yield* Modal
        yield* openModal()
        yield* openFarcaster
        assert.deepStrictEqual(opened, [])
        const run = yield* Effect.forkChild(connectFarcaster())
        yield* rest
        yield* openFarcaster
        assert.match(opened[0] ?? "", /^blank https:\/\/secure\.example\/farcaster/)
        assert.match(String(accountOf(instance).farcasterUrl), /^https:/)
        yield* Fiber.interrupt(run)
        assert.isUndefined(accountOf(instance).farcasterUrl)
      }),
    )
  })

  it.effect("as an operation opens its view, and ends with it: 'Modal closed'", () => {
    const { go } = scene()
    return go(
      Effect.gen(function* () {
        const run = yield* Effect.forkChild(Effect.flip(loginWithSocial({ provider: "farcaster" })))
        yield* rest
        assert.strictEqual(yield* viewName, "ConnectingFarcaster")
        yield* goBack()
        assert.strictEqual((yield* Fiber.join(run)).message, "Modal closed")
      }),
    )
  })
})

const accountOf = (instance: Modal["Service"]) =>
  snapshot(instance).chains.eip155?.accountState as unknown as Readonly<Record<string, unknown>>
