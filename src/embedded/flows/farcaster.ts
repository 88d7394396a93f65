import * as Effect from "effect/Effect"
import { Browser } from "../../../services/Browser.ts"
import { Frame } from "../../../services/Frame.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import { afterConnect, allConnections } from "../../connections/steps/connected.ts"
import { safeLink } from "../../core/first-paint/safeUrl.ts"
import { FarcasterConnectFailed } from "../../errors/index.ts"
import type { LoginTarget } from "../../navigation/first-paint/model/routes.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { ignoreFailure } from "../../runtime/lazy.ts"
import { runInBackground } from "../../runtime/prompt.ts"
import { trackFresh } from "../../runtime/track.ts"
import * as events from "../endpoints/frameEvents.ts"
import { login } from "../first-paint/state.ts"
import { frame as limits } from "../limits.ts"
import { trackSocialLogin } from "../operations/social.ts"
import { connectEmbedded } from "../steps/connectEmbedded.ts"

/**
 * Flow: logs in with Farcaster. The visitor scans a QR code with Farcaster's app, or opens the app. If the visitor leaves while no account
 * is connected, the frame is reloaded, so it stops polling Farcaster.
 */
export const connectFarcaster = Effect.fn("connectFarcaster")(function* () {
  const { core } = yield* CurrentModal
  const { social } = yield* slicesOf(login)
  const shown = core.route.peek()
  const { namespace, account }: LoginTarget = shown?.name === "ConnectingFarcaster" ? shown : {}
  const before = yield* allConnections
  const run = Effect.gen(function* () {
    const connection = yield* trackFresh(social, trackSocialLogin("farcaster", overApp(namespace)))
    if (connection) return yield* afterConnect({ connection, before, joining: { account } })
    // A failure stays visible until the visitor leaves or tries again.
    return yield* Effect.never
  })
  yield* Effect.onInterrupt(run, () => Effect.asVoid(runInBackground(reloadOnceLeft)))
})

/** Flow: opens the link of the Farcaster login in a new window, if there is one. */
export const openFarcaster = Effect.gen(function* () {
  const { farcasterUrl } = yield* slicesOf(login)
  const url = farcasterUrl.peek()
  if (url !== undefined) yield* (yield* Browser).open(url, "blank")
})

const overApp = Effect.fn("overApp")(function* (namespace?: Namespace) {
  const { farcasterUrl, returned } = yield* slicesOf(login)
  const frame = yield* Frame
  const telemetry = yield* Telemetry
  return yield* Effect.gen(function* () {
    const { url } = yield* frame.request(events.farcasterUri, undefined)
    farcasterUrl.value = safeLink(url)
    if (farcasterUrl.peek() === undefined) return yield* Effect.fail(new FarcasterConnectFailed())
    const { userName } = yield* frame.request(events.connectFarcaster, undefined)
    returned.value = true
    yield* telemetry.track({ event: "SOCIAL_LOGIN_REQUEST_USER_DATA", properties: { provider: "farcaster" } })
    yield* frame.persistUsername(userName)
    return yield* connectEmbedded("farcaster", namespace)
  }).pipe(
    Effect.catchTag("FrameError", (cause) => Effect.fail(new FarcasterConnectFailed({ cause }))),
    Effect.ensuring(
      Effect.sync(() => {
        farcasterUrl.value = undefined
      }),
    ),
  )
})

/** Reloads the frame after 100 ms if the visitor has left the view and no account is connected (specification section 2). */
const reloadOnceLeft = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const frame = yield* Frame
  yield* Effect.sleep(limits.farcasterReload)
  const shown = core.stack.peek().some(({ name }) => name === "ConnectingFarcaster")
  if (!shown && core.address.peek() === undefined) yield* ignoreFailure(frame.request(events.reload, undefined))
})
