import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Browser, type Page, type PageChange, type Platform } from "../../services/Browser.ts"

/** Browser without a window, for tests and servers. `facts` sets what the modal reads, and has callbacks for what it does. */
export const layer = (
  facts: {
    readonly platform?: Partial<Platform>
    readonly page?: Partial<Page>
    /** Names of the page's global objects. */
    readonly holds?: readonly string[]
    /** Local storage entries, by key. */
    readonly stored?: Readonly<Record<string, string>>
    readonly database?: ReadonlyMap<string, unknown>
    readonly copied?: (text: string) => void
    /** Clipboard text. `undefined` if the page may not read it. */
    readonly clipboard?: string
    readonly preloaded?: (url: string) => Effect.Effect<void>
    readonly opened?: (url: string, target: "self" | "blank" | "top") => void
    /** Called with the Back callback while Back is held, and with `undefined` once it is released. */
    readonly held?: (pressed: (() => void) | undefined) => void
    /** Whether the page is hidden. */
    readonly hidden?: boolean
    /** Called with the listener of each `watch`, which a test calls to report page changes. */
    readonly watched?: (report: (change: PageChange) => void) => void
  } = {},
): Layer.Layer<Browser> => {
  const url = new URL(facts.page?.url ?? "http://localhost/")
  return Layer.succeed(Browser, {
    platform: {
      mobile: false,
      os: "other",
      telegram: false,
      framed: false,
      online: true,
      timezone: "Europe/Lisbon",
      ...facts.platform,
    },
    page: {
      origin: "http://localhost",
      title: "",
      description: "",
      ...facts.page,
      get url() {
        return url.href
      },
    },
    painted: Effect.void,
    preload: (url) => facts.preloaded?.(url) ?? Effect.void,
    copy: (text) =>
      Effect.sync(() => {
        facts.copied?.(text)
        return true
      }),
    paste: Effect.sync(() => facts.clipboard),
    hasGlobal: (name) => facts.holds?.includes(name) ?? false,
    readLocalStorage: (key) => facts.stored?.[key],
    database: () => Effect.succeed(facts.database ?? new Map()),
    open: (url, target) =>
      Effect.sync(() => {
        facts.opened?.(url, target)
        return true
      }),
    takeParameter: (parameter) =>
      Effect.sync(() => {
        const value = url.searchParams.get(parameter) ?? undefined
        url.searchParams.delete(parameter)
        return value
      }),
    isHidden: () => facts.hidden ?? false,
    watch: (changed) => Effect.sync(() => facts.watched?.(changed)),
    onBackButton: (pressed) =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => facts.held?.(pressed)),
          () => Effect.sync(() => facts.held?.(undefined)),
        ),
      ),
    broadcast: () => Effect.void,
    onMessage: () => Effect.void,
  })
}
