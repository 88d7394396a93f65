import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Browser } from "../../../services/Browser.ts"
import { Frame, type Popup } from "../../../services/Frame.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import type { Connection } from "../../connections/opening/model.ts"
import { afterConnect, allConnections } from "../../connections/steps/connected.ts"
import { idle } from "../../core/first-paint/loadable.ts"
import {
  type ConnectError,
  type FrameErrors,
  InvalidInput,
  ModalClosed,
  PopupClosed,
  SocialConnectFailed,
} from "../../errors/index.ts"
import type { LoginTarget, Route } from "../../navigation/first-paint/model/routes.ts"
import { goBack } from "../../navigation/opening/flows.ts"
import { openAt } from "../../navigation/opening/steps.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import { isRecord } from "../../options/guards.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { replacesLayers } from "../../options/options.ts"
import type { SocialProvider } from "../../options/remoteFeatures.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import * as Router from "../../runtime/router.ts"
import { trackFresh } from "../../runtime/track.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import { popupOf } from "../../stub/popup.ts"
import { writeRestoreHint } from "../../stub/writeRestoreHint.ts"
import * as events from "../endpoints/frameEvents.ts"
import { isSocial } from "../first-paint/model/socialLogins.ts"
import { login } from "../first-paint/state.ts"
import { socialLogin as limit, socialReturn } from "../limits.ts"
import { markUrl, pageAt, returningTo } from "../opening/model/loginUrl.ts"
import { connectEmbedded, ensureEmbeddedNetwork } from "../steps/connectEmbedded.ts"

/**
 * Operation: logs in with a social account. Call the method in a click handler, because it opens the provider's window before anything
 * else. The Effect takes a window that the site has opened. Farcaster needs no window: the modal opens to show its QR code. Inside
 * Telegram, the page itself navigates to the provider, and the login continues when the visitor returns. Returns the connection once the
 * login is complete. Fails with InvalidInput if there is no such provider, with PopupClosed if the visitor closes the window, with
 * ModalClosed if they leave the Farcaster login, with SocialConnectFailed if the window is blocked or the login takes longer than 45 s, and
 * with other errors of the login or of connecting.
 */
export const loginWithSocial = Effect.fn("loginWithSocial")(function* (
  input: { readonly provider: SocialProvider },
  opened?: Window | null | false,
) {
  const popup = popupOf(opened)
  if (!isRecord(input) || !isSocial(input.provider)) {
    popup.close()
    return yield* Effect.fail(new InvalidInput("Expected a social provider", "provider"))
  }
  if (input.provider === "farcaster") return yield* overFarcaster()
  return yield* through(input.provider, popup)
})

/** Step: repeats a social login. Opens the provider's window itself, which only works shortly after a click. */
export const socialAgain = Effect.fn("socialAgain")(function* (provider: SocialProvider, namespace: Namespace) {
  const { openLoginWindow } = yield* CurrentModal
  if (provider === "farcaster") return yield* overFarcaster({ namespace })
  const { telegram } = (yield* Browser).platform
  return yield* through(provider, popupOf(telegram ? undefined : openLoginWindow()), namespace)
})

/**
 * Flow: logs in with a social account, in the window that the click opened. Goes back if the visitor closes the window or the
 * window sends an untrusted message. Any other failure stays on screen and can be retried.
 */
export const logInWith = Effect.fn("logInWith")(function* (
  provider: SocialProvider,
  opened: Window | null | undefined,
  { namespace, account, untrusted }: LoginTarget & { readonly untrusted: string },
) {
  const { core } = yield* CurrentModal
  const { social } = yield* slicesOf(login)
  const telemetry = yield* Telemetry
  const popup = popupOf(opened)
  if (!(yield* ensureEmbeddedNetwork(namespace))) return popup.close()
  const target: LoginTarget = { ...(namespace && { namespace }), ...(account !== undefined && { account }) }
  if (provider === "farcaster") return yield* Router.push({ name: "ConnectingFarcaster", ...target })

  const before = yield* allConnections
  yield* Router.push({ name: "ConnectingSocial", provider, ...target })
  const here = core.route.peek() as Route
  const left = untilSignal(() => (core.stack.value.includes(here) ? undefined : "left"))
  const outcome = yield* Effect.raceFirst(trackFresh(social, through(provider, popup, namespace)), left)
  if (outcome === "left") return yield* telemetry.track({ event: "SOCIAL_LOGIN_CANCELED", properties: { provider } })
  if (outcome) return yield* afterConnect({ connection: outcome, before, joining: { account } })

  const now = social.peek()
  if (now.status !== "failed" || core.route.peek() !== here) return
  if (now.error instanceof PopupClosed) return yield* goBack()
  if (now.error instanceof SocialConnectFailed && now.error.reason === "untrusted") {
    yield* showSnack(untrusted, "error")
    yield* goBack()
  }
})

/**
 * Flow: completes a social login after the visitor left the page inside Telegram. Any link can carry a result, so it is accepted only
 * inside Telegram, within 10 minutes, and with the random value that this page sent.
 */
export const resumeSocial = Effect.fn("resumeSocial")(function* ({ uri, state, left }: SocialReturn) {
  const { social, provider: requested } = yield* slicesOf(login)
  const { telegram } = (yield* Browser).platform
  const now = yield* Clock.currentTimeMillis
  if (!telegram || state !== left.state) return
  if (now < left.at || now - left.at >= socialReturn) return
  const { provider } = left
  requested.value = provider
  yield* openAt({ name: "ConnectingSocial", provider })
  const before = yield* allConnections
  const connection = yield* trackFresh(social, trackSocialLogin(provider, finished(provider, uri)))
  if (connection) yield* afterConnect({ connection, before, joining: {} })
})

/** Result in the page's URL on return from a social login, and the login for which the visitor left the page. */
export interface SocialReturn {
  readonly uri: string
  readonly state: string | undefined
  readonly left: Persisted.LeftForSocial
}

/** Completes a login with the provider's result. */
const finished = Effect.fn("socialFinished")(function* (provider: SocialProvider, uri: string, namespace?: Namespace) {
  const { core, options } = yield* CurrentModal
  const { returned } = yield* slicesOf(login)
  const frame = yield* Frame
  const telemetry = yield* Telemetry
  returned.value = true
  yield* telemetry.track({ event: "SOCIAL_LOGIN_REQUEST_USER_DATA", properties: { provider } })
  const type = options.defaultAccountTypes[namespace ?? core.namespace.peek()]
  const { userName } = yield* frame.request(events.connectSocial, {
    uri,
    ...((type === "eoa" || type === "smartAccount") && { preferredAccountType: type }),
  })
  yield* frame.persistUsername(userName ?? undefined)
  return yield* connectEmbedded(provider, namespace)
})

/**
 * Runs a social login in the given pop-up, then connects the embedded wallet. Always closes the pop-up. Inside Telegram, leaves the page
 * instead. Fails with SocialConnectFailed if the pop-up was blocked (`blocked`) or after 45 s (`late`), and with other errors of the login
 * or of connecting.
 */
const through = (provider: SocialProvider, popup: Popup, namespace?: Namespace) =>
  trackSocialLogin(
    provider,
    Effect.gen(function* () {
      const { options } = yield* CurrentModal
      const { opened: shown } = yield* slicesOf(login)
      const frame = yield* Frame
      if ((yield* Browser).platform.telegram) return yield* away(provider)
      if (popup.blocked) return yield* Effect.fail(new SocialConnectFailed({ reason: "blocked" }))
      shown.value = true
      // With replaced layers the window opened blank, because only the frame knows its loading page.
      if (replacesLayers(options)) popup.go(frame.loadingPage)
      const uri = yield* redirectOf(provider)
      const result = yield* frame.login(popup, uri)
      popup.close()
      return yield* finished(provider, result, namespace)
    }).pipe(
      Effect.timeoutOrElse({
        duration: limit,
        orElse: () => Effect.fail(new SocialConnectFailed({ reason: "late" })),
      }),
      Effect.ensuring(Effect.sync(() => popup.close())),
    ),
  )

/**
 * Logs in inside Telegram, which opens no pop-ups: the page itself navigates to the provider, which returns to it. The Effect can fail, but
 * never succeeds.
 */
const away = Effect.fn("awayToSocial")(function* (provider: SocialProvider) {
  const { id } = yield* CurrentModal
  const { open, page } = yield* Browser
  const uri = yield* redirectOf(provider)
  const state = randomState()
  const to = returningTo(uri, markUrl(page.url, state))
  if (to === undefined) return yield* Effect.fail(new SocialConnectFailed())
  yield* Persisted.leftForSocial.write({ provider, state, at: yield* Clock.currentTimeMillis })
  // Without this hint, the stub would not load the engine, which reads the URL, when the visitor returns to the page.
  yield* Effect.sync(() => writeRestoreHint(id, true))
  yield* open(to, "top")
  return yield* Effect.never
})

/** Returns 128 random bits, in hex. */
const randomState = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/**
 * Requests the URL of a provider's login page from the frame. Fails with SocialConnectFailed if the frame refuses or the URL is invalid.
 */
const redirectOf = Effect.fn("redirectOf")(function* (provider: SocialProvider) {
  const frame = yield* Frame
  if (provider === "farcaster") return yield* Effect.fail(new SocialConnectFailed())
  const { uri } = yield* Effect.catchTag(frame.request(events.socialRedirectUri, { provider }), "FrameError", (cause) =>
    Effect.fail(new SocialConnectFailed({ cause })),
  )
  // A window that is still blank has this page's origin, so the URL must not run script in it.
  return (
    pageAt(uri) ??
    (yield* Effect.fail(new SocialConnectFailed({ cause: new Error("The login page's URL is invalid") })))
  )
})

/** Runs a social login and reports its events: started, succeeded, canceled or failed. */
export const trackSocialLogin = <E extends Error, R>(provider: SocialProvider, run: Effect.Effect<Connection, E, R>) =>
  Effect.gen(function* () {
    const { provider: requested, opened: shown, returned } = yield* slicesOf(login)
    const telemetry = yield* Telemetry
    requested.value = provider
    yield* telemetry.track({ event: "SOCIAL_LOGIN_STARTED", properties: { provider } })
    return yield* run.pipe(
      Effect.tap(() => telemetry.track({ event: "SOCIAL_LOGIN_SUCCESS", properties: { provider } })),
      Effect.tapError((error) =>
        telemetry.track(
          error instanceof PopupClosed
            ? { event: "SOCIAL_LOGIN_CANCELED", properties: { provider } }
            : { event: "SOCIAL_LOGIN_ERROR", properties: { provider, message: error.message } },
        ),
      ),
      Effect.ensuring(
        Effect.sync(() => {
          shown.value = false
          returned.value = false
        }),
      ),
    )
  })

/** Opens the Farcaster view, which runs the login, and waits for the outcome. Fails with `ModalClosed` if the visitor leaves the view. */
const overFarcaster = Effect.fn("overFarcaster")(function* (target: LoginTarget = {}) {
  const { core } = yield* CurrentModal
  const { social } = yield* slicesOf(login)
  const route: Route = { name: "ConnectingFarcaster", ...target }
  social.value = idle
  yield* openAt(route)
  const now = yield* untilSignal(() => {
    const { value } = social
    if (value.status === "loaded" || value.status === "failed") return value
    return core.stack.value.includes(route) ? undefined : idle
  })
  if (now.status === "loaded") return now.value
  return yield* Effect.fail(now.status === "failed" ? (now.error as ConnectError | FrameErrors) : new ModalClosed())
})
