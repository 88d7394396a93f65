import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Browser, type PageChange, type TabMessage } from "../../services/Browser.ts"
import { isRecord } from "../../src/options/guards.ts"
import { loadOnce } from "../shared/loadOnce.ts"
import { painted } from "./first-paint/paint.ts"
import { platformOf } from "./first-paint/platform.ts"
import { isLeft } from "./historyMark.ts"

/** Browser backed by the current window. `id` is the instance ID, which names the channel between its tabs. */
export const layer = (id: string): Layer.Layer<Browser> =>
  Layer.effect(
    Browser,
    Effect.gen(function* () {
      const channel = yield* Effect.acquireRelease(
        Effect.sync(() => new BroadcastChannel(`portico:${id}`)),
        (opened) => Effect.sync(() => opened.close()),
      )
      const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
      const platform = platformOf()
      // An iframe shares the session history of its parents, so the Back button is not intercepted there.
      const navigation = "navigation" in window && !platform.framed ? window.navigation : undefined
      const off = new AbortController()
      yield* Effect.addFinalizer(() => Effect.sync(() => off.abort()))
      const ways = loadOnce(async () => {
        const { backButtonOf } = await import("./opening/backButton.ts")
        return navigation && backButtonOf(window, navigation, off.signal)
      }).pipe(Effect.orElseSucceed(() => undefined))
      if (isLeft(navigation?.currentEntry?.getState(), performance.timeOrigin))
        yield* Effect.forkScoped(Effect.map(ways, (way) => way?.tidy()))

      return {
        platform,
        page: {
          origin: location.origin,
          get url() {
            return location.href
          },
          title: document.title,
          description: document.querySelector<HTMLMetaElement>('meta[property="og:description"]')?.content ?? "",
          ...(icon === undefined ? {} : { icon }),
        },
        painted: Effect.promise(painted),
        preload: (url) =>
          Effect.callback<void>((resume) => {
            const picture = new Image()
            picture.referrerPolicy = "no-referrer"
            picture.onload = picture.onerror = () => resume(Effect.void)
            picture.src = url
            return Effect.sync(() => {
              picture.src = ""
            })
          }),
        copy: (text) =>
          Effect.promise(async () => {
            try {
              await navigator.clipboard.writeText(text)
              return true
            } catch {
              return false
            }
          }),
        paste: Effect.promise(async () => {
          try {
            return await navigator.clipboard.readText()
          } catch {
            return undefined
          }
        }),
        hasGlobal: (name) => name in window,
        readLocalStorage: (key) => {
          try {
            return localStorage.getItem(key) ?? undefined
          } catch {
            return undefined
          }
        },
        database: (name, store) =>
          Effect.promise(() =>
            import("./indexedDb.ts").then(
              ({ entriesOf }) => entriesOf(name, store),
              () => new Map(),
            ),
          ),
        open: (url, target) =>
          Effect.sync(() => {
            if (target === "blank" || (target === "self" && platform.telegram)) {
              const opened = window.open(url, "_blank")
              if (opened) opened.opener = null
              return opened !== null
            }
            window.open(url, window.self === window.top ? "_self" : "_top")
            return true
          }),
        takeParameter: (parameter) =>
          Effect.sync(() => {
            const url = new URL(location.href)
            const value = url.searchParams.get(parameter)
            if (value === null) return undefined
            url.searchParams.delete(parameter)
            history.replaceState(history.state, "", url)
            return value
          }),
        isHidden: () => document.visibilityState !== "visible",
        watch: (changed) =>
          listening((on) => {
            const report = (change: PageChange) => () => changed(change)
            document.addEventListener(
              "visibilitychange",
              () => changed(document.visibilityState === "visible" ? "visible" : "hidden"),
              on,
            )
            window.addEventListener("online", report("online"), on)
            window.addEventListener("offline", report("offline"), on)
            window.addEventListener("blur", report("blurred"), on)
            window.addEventListener("focus", report("focused"), on)
          }),
        onBackButton: (pressed) =>
          Effect.flatMap(ways, (way) =>
            Effect.acquireRelease(
              Effect.sync(() => way?.hold(pressed)),
              (leave) => Effect.sync(() => leave?.()),
            ),
          ).pipe(Effect.asVoid),
        broadcast: (message) => Effect.sync(() => channel.postMessage(message)),
        onMessage: (listener) =>
          listening((on) =>
            channel.addEventListener(
              "message",
              ({ data }) => {
                const message = readMessage(data)
                if (message) listener(message)
              },
              on,
            ),
          ),
      }
    }),
  )

const listening = (start: (on: { readonly signal: AbortSignal }) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const off = new AbortController()
      start({ signal: off.signal })
      return off
    }),
    (off) => Effect.sync(() => off.abort()),
  )

/** Decodes a message of another tab. Works without Schema, which start-up would have to load. */
const readMessage = (data: unknown): TabMessage | undefined => {
  if (!isRecord(data)) return undefined
  const { type, namespace, connectorId } = data
  if (type === "disconnected" && typeof namespace === "string" && typeof connectorId === "string")
    return { type, namespace, connectorId }
  return undefined
}
