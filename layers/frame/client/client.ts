import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Browser } from "../../../services/Browser.ts"
import { Dialog } from "../../../services/Dialog.ts"
import type { FrameChange } from "../../../services/Frame.ts"
import type { Storage } from "../../../services/Storage.ts"
import { safeText } from "../../../src/core/first-paint/safeText.ts"
import { reload, rpcAbort, syncDappData, syncTheme } from "../../../src/embedded/endpoints/frameEvents.ts"
import { frame as limits } from "../../../src/embedded/limits.ts"
import { FrameError, type FrameErrors, FrameTimeout } from "../../../src/errors/index.ts"
import { invalidInput, isRecord } from "../../../src/options/guards.ts"
import { siteMetadata } from "../../shared/siteMetadata.ts"
import type { Client } from "../lazyFrame.ts"
import type { FrameOptions, Theme } from "../options.ts"
import { type MountedFrame, mountFrame } from "./mountFrame.ts"
import { text } from "./persisted.ts"
import { positionFrame } from "./position.ts"
import { requestOver, type Sent } from "./requestEvent.ts"
import { withNode } from "./rpcUrl.ts"
import { loginAt } from "./socialPopup.ts"
import { themeOf } from "./theme.ts"

/** Creates a client of the frame's protocol. `emit` is called with changes of the frame. The frame is removed when the scope closes. */
export const createClient = (
  options: FrameOptions,
  emit: (change: FrameChange) => void,
): Effect.Effect<Client, never, Browser | Dialog | Storage | Scope.Scope> =>
  Effect.gen(function* () {
    const { slots } = yield* Dialog
    const { page } = yield* Browser
    const { origin } = new URL(options.secureSite)
    const scope = yield* Effect.scope
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const open = new Map<string, PendingRequest>()
    let theme: Theme | undefined
    let wanted: HTMLElement | undefined

    /** Posts a message to the frame, only if its page has the expected origin. */
    const post = (message: Message) => shown.element()?.contentWindow?.postMessage(message, origin)

    const sendAndWait = ({ id, name, payload }: Sent) =>
      Effect.callback<unknown, FrameErrors>((resume) => {
        const end = (response: Effect.Effect<unknown, FrameErrors>) => {
          open.delete(id)
          resume(response)
        }
        open.set(id, { name, end })
        try {
          const carried = withNode(options, payload)
          post({ id, type: `${app}${name}`, ...(carried !== undefined && { payload: carried }) })
        } catch {
          // The parameters may contain a value that cannot be cloned.
          end(Effect.fail(invalidInput("plain data", payload)))
        }
        return Effect.sync(() => open.delete(id))
      })

    const requests = yield* requestOver(
      {
        carry: (sent) =>
          Effect.suspend(() => shown.loaded).pipe(
            Effect.andThen(sent.limited ? Effect.timeoutOrElse(sendAndWait(sent), late) : sendAndWait(sent)),
          ),
        abort: Effect.sync(() => {
          if (shown.isLoaded()) post({ id: rpcAbort, type: `${app}${rpcAbort}` })
        }),
      },
      emit,
    )

    const syncLook = Effect.suspend(() => (theme ? requests.notify(syncTheme, themeOf(theme)) : Effect.void))
    const { projectId, sdkType, sdkVersion } = options
    const dapp = { metadata: siteMetadata(options.metadata, page), projectId, sdkType, sdkVersion }
    const shown: MountedFrame = yield* mountFrame(slots, options, {
      begun: Effect.asVoid(Effect.all([requests.notify(syncDappData, dapp), syncLook], { concurrency: 2 })),
      lost: (error) => {
        // A reload may remove the frame's page before it responds, so losing the frame completes the request.
        for (const { name, end } of [...open.values()])
          end(name === reload.name ? Effect.succeed(undefined) : Effect.fail(error()))
      },
    })
    const place = positionFrame(shown.element, options.embedded)

    const onMessage = ({ data, origin: from, source }: MessageEvent<unknown>) => {
      const sender = shown.element()?.contentWindow
      if (from !== origin || !sender || source !== sender) return
      // Only the envelope is read here, without Schema. The payload is decoded as the response of its event.
      if (!isRecord(data) || typeof data.type !== "string") return
      const { type, id, payload } = data
      if (type === `${prefix}READY`) return shown.ready()
      if (type === `${prefix}SESSION_UPDATE`) {
        const token = isRecord(payload) ? text(payload.token) : undefined
        if (token !== undefined) run(requests.keepSession(token))
        return
      }
      const requested = typeof id === "string" ? open.get(id) : undefined
      if (requested && type === `${prefix}${requested.name}_SUCCESS`) requested.end(Effect.succeed(payload))
      if (requested && type === `${prefix}${requested.name}_ERROR`) requested.end(Effect.fail(refusal(payload)))
    }

    yield* Effect.acquireRelease(
      Effect.sync(() => {
        const view = slots?.frame.ownerDocument.defaultView
        view?.addEventListener("message", onMessage)
        const unfollow = options.now.theme((now) => {
          theme = now
          const layer = now.variables["--portico-z-index"]
          if (options.embedded && slots && layer !== undefined) slots.frame.style.zIndex = String(layer)
          if (shown.isLoaded()) run(syncLook)
        })
        return () => {
          view?.removeEventListener("message", onMessage)
          unfollow()
          place.hide()
          shown.remove()
        }
      }),
      (end) => Effect.sync(end),
    )

    const { request, abort, abortApprovals, persistedLogin, persistUsername } = requests
    return {
      request,
      abort,
      abortApprovals,
      persistedLogin,
      persistUsername,
      show: Effect.fnUntraced(function* (at: HTMLElement | undefined) {
        wanted = at
        if (!at) return place.hide()
        if (shown.isLoaded()) yield* Effect.forkIn(syncLook, scope, { startImmediately: true })
        if (options.embedded) yield* Effect.sleep(limits.placeDelay)
        if (wanted === at) place.over(at)
      }),
      login: loginAt(origin),
    }
  })

interface Message {
  readonly id: string
  readonly type: string
  readonly payload?: unknown
}

/** A request whose response is pending. */
interface PendingRequest {
  readonly name: string
  readonly end: (response: Effect.Effect<unknown, FrameErrors>) => void
}

const app = "@w3m-app/"
const prefix = "@w3m-frame/"

const late = { duration: limits.request, orElse: () => Effect.fail(new FrameTimeout()) }

/** Returns the frame's error, with its message made safe to show. */
const refusal = (payload: unknown) =>
  new FrameError(safeText(isRecord(payload) ? payload.message : undefined, limits.message) || undefined)
