import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The visitor's browser: platform, clipboard, links, page visibility and other tabs. */
export class Browser extends Context.Service<
  Browser,
  {
    /** Properties of the device, the browser and the page. `online` is not updated; `watch` reports its changes. */
    readonly platform: Platform
    /** Metadata of the page, which wallets show to the visitor. */
    readonly page: Page
    /** Succeeds once the browser has painted the current page, at once if the page is hidden, and after 1 s at the latest. */
    readonly painted: Effect.Effect<void>
    /**
     * Loads an image, so it can be shown without delay. Succeeds once the image is loaded or has failed. Interrupting the effect cancels
     * the load.
     */
    preload(url: string): Effect.Effect<void>
    /** Copies text to the clipboard. Returns whether that worked. */
    copy(text: string): Effect.Effect<boolean>
    /** Text on the clipboard; the browser may ask the visitor for permission. `undefined` if the page may not read it. */
    readonly paste: Effect.Effect<string | undefined>
    /** Whether the page has a global variable of this name, such as one that a wallet injects. */
    hasGlobal(name: string): boolean
    /**
     * Returns the text that another script stored in the page's local storage under this key. Returns `undefined` if there is none
     * or access is blocked.
     */
    readLocalStorage(key: string): string | undefined
    /**
     * Returns a map of the entries that another script stored in the object store `store` of the page's IndexedDB database `name`. Leaves
     * out entries whose keys are not text. Empty if there are none or they cannot be read. Never creates a database.
     */
    database(name: string, store: string): Effect.Effect<ReadonlyMap<string, unknown>>
    /**
     * Opens a URL. `self` opens it in this window, or in the topmost one if the page is framed, or in a new one inside Telegram.
     * `blank` opens a new window. `top` always replaces the topmost page. Returns false if the browser blocked a new window.
     */
    open(url: string, target: "self" | "blank" | "top"): Effect.Effect<boolean>
    /**
     * Removes a query parameter from the page's URL, without a history entry. Returns its value, or `undefined` if it is missing.
     */
    takeParameter(parameter: string): Effect.Effect<string | undefined>
    /** Whether the page is hidden now. A browser without this function counts as visible. */
    isHidden?(): boolean
    /** Reports changes of the page or its window until the scope closes. */
    watch(changed: (change: PageChange) => void): Effect.Effect<void, never, Scope.Scope>
    /**
     * Reports presses of the browser's Back button, which then stays on the page, until the scope closes or the site navigates. Adds a
     * history entry with the page's own URL and state; forward entries are lost. Does nothing if the page is framed or the browser lacks
     * the Navigation API.
     */
    onBackButton(pressed: () => void): Effect.Effect<void, never, Scope.Scope>
    /** Sends a message to the instance's other tabs. */
    broadcast(message: TabMessage): Effect.Effect<void>
    /** Listens to the instance's other tabs until the scope closes. Ignores unrelated messages. */
    onMessage(listener: (message: TabMessage) => void): Effect.Effect<void, never, Scope.Scope>
  }
>()("portico/Browser") {}

/** Properties of the device, the browser and the page. `mobile` does not depend on the window's width. */
export interface Platform {
  readonly mobile: boolean
  readonly os: "ios" | "android" | "mac" | "other"
  readonly telegram: boolean
  /** Whether the page runs in another page's frame. */
  readonly framed: boolean
  readonly online: boolean
  /** Visitor's time zone by its name in the IANA database, or "" if unknown. */
  readonly timezone: string
}

/** Metadata of the page. */
export interface Page {
  readonly origin: string
  /** Current URL, which may change without a reload. */
  readonly url: string
  readonly title: string
  readonly description: string
  readonly icon?: string
}

/** Change of the page's visibility, network connection or focus. */
export type PageChange = "visible" | "hidden" | "online" | "offline" | "blurred" | "focused"

/** Message between tabs of one instance: a connection was signed out. */
export interface TabMessage {
  readonly type: "disconnected"
  readonly namespace: string
  readonly connectorId: string
}
