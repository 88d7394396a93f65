import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The browser around the modal: platform, clipboard, links, visibility, other tabs. */
export class Browser extends Context.Service<
  Browser,
  {
    /** Device and browser. Read once. */
    readonly platform: Platform
    /** Metadata of the page, for a wallet to show. */
    readonly page: Page
    /** Succeeds once the browser has painted the current page. Less urgent work waits for it. */
    readonly painted: Effect.Effect<void>
    /** Loads an image, so it can be shown without delay. Succeeds once it is loaded or has failed; interrupting cancels it. */
    preload(url: string): Effect.Effect<void>
    /** Copies a text to the clipboard. Returns whether that worked. */
    copy(text: string): Effect.Effect<boolean>
    /** Text on the clipboard; the browser may ask the visitor for permission. `undefined` if the page may not read it. */
    readonly paste: Effect.Effect<string | undefined>
    /** Whether the page has a global object of this name, such as wallets inject. */
    hasGlobal(name: string): boolean
    /** Returns what another program stored in the page's local storage under this key, or `undefined` if access is blocked. */
    readLocalStorage(key: string): string | undefined
    /**
     * Returns all entries that another program stored in an object store of one of the page's databases, by key. Never creates a
     * database.
     */
    database(name: string, store: string): Effect.Effect<ReadonlyMap<string, unknown>>
    /**
     * Opens a URL. Deep links open in this window: from a frame in the topmost one, inside Telegram in a new one. Others open in a
     * new window. With `top`, any URL replaces the topmost page. Returns whether the browser allowed it.
     */
    open(url: string, target: "self" | "blank" | "top"): Effect.Effect<boolean>
    /** Removes a parameter from the page's URL, without a history entry, and returns its value. */
    takeParameter(parameter: string): Effect.Effect<string | undefined>
    /** Reports changes of the page until the scope closes: shown or hidden, online or offline, window focused or blurred. */
    watch(changed: (change: PageChange) => void): Effect.Effect<void, never, Scope.Scope>
    /**
     * Reports each press on the browser's Back button, which then leads nowhere else, until the scope closes. The history stays as
     * it was, except for entries ahead. The URL and the state that a site's router uses do not change. Does nothing if the browser
     * does not report who navigates.
     */
    onBackButton(pressed: () => void): Effect.Effect<void, never, Scope.Scope>
    /** Sends a message to the instance's other tabs. */
    broadcast(message: TabMessage): Effect.Effect<void>
    /** Listens to the instance's other tabs until the scope closes. Ignores unrelated messages. */
    onMessage(listener: (message: TabMessage) => void): Effect.Effect<void, never, Scope.Scope>
  }
>()("portico/Browser") {}

/** Properties of the device, from its user agent and pointer, never from the window's width. */
export interface Platform {
  readonly mobile: boolean
  readonly os: "ios" | "android" | "mac" | "other"
  readonly telegram: boolean
  /** Whether the page runs in another page's frame. */
  readonly framed: boolean
  readonly online: boolean
  /** Name in the time zone database, or "" if unknown. */
  readonly timezone: string
}

/** The page's origin, title, description and icon, as a wallet shows them. */
export interface Page {
  readonly origin: string
  /** Current URL, which may change without a reload. */
  readonly url: string
  readonly title: string
  readonly description: string
  readonly icon?: string
}

/** Change of the page or its window. */
export type PageChange = "visible" | "hidden" | "online" | "offline" | "blurred" | "focused"

/** Message between tabs of one instance: a connection was signed out, or another account or network is active. */
export type TabMessage =
  | { readonly type: "disconnected"; readonly namespace: string; readonly connectorId: string }
  | { readonly type: "changed" }
