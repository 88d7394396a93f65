import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The browser round the modal: platform, clipboard, links, visibility, other tabs. */
export class Browser extends Context.Service<
  Browser,
  {
    /** Where we run. Read once. */
    readonly platform: Platform
    /** What the page says of itself, for a wallet to show. */
    readonly page: Page
    /** Ends once the browser has painted what the page holds now. What need not come first waits for it. */
    readonly painted: Effect.Effect<void>
    /** Fetches a picture, so that it is at hand when it is drawn. Ends when it has come, or cannot; interrupting gives it up. */
    preload(url: string): Effect.Effect<void>
    /** Puts a text on the clipboard. True when it is there. */
    copy(text: string): Effect.Effect<boolean>
    /** The text on the clipboard, which the browser may ask the visitor about; nothing where the page may not read it. */
    readonly paste: Effect.Effect<string | undefined>
    /** Whether the page has an object of this name, as wallets put there. */
    holds(name: string): boolean
    /** What somebody else keeps in the page's local storage under this key. Nothing where that is forbidden. */
    stored(key: string): string | undefined
    /** What somebody else keeps in a store of one of the page's databases, by key. Makes no database. */
    database(name: string, store: string): Effect.Effect<ReadonlyMap<string, unknown>>
    /**
     * Opens an address: a deep link in this window (of a frame in the topmost, inside Telegram in a new one), others in a new one;
     * `top`: in the place of the page that the visitor sees, whatever it is. True unless the browser refused.
     */
    open(url: string, target: "self" | "blank" | "top"): Effect.Effect<boolean>
    /** Takes a parameter out of the page's address, without a step in its history, and gives its value if there is one. */
    take(parameter: string): Effect.Effect<string | undefined>
    /** Tells of the page being shown or hidden, online or offline, and of its window losing and getting the focus, until the scope ends. */
    watch(changed: (change: PageChange) => void): Effect.Effect<void, never, Scope.Scope>
    /**
     * Tells each press on the browser's Back, which then leads nowhere else, until the scope ends; the history is left as it was but
     * for what lies ahead. The address and the state that a site's router goes by do not change. Where the browser cannot say who
     * moves, nothing is held.
     */
    backward(pressed: () => void): Effect.Effect<void, never, Scope.Scope>
    /** Tells the instance's other tabs. */
    tell(message: TabMessage): Effect.Effect<void>
    /** Hears the instance's other tabs, until the scope ends. Foreign messages are dropped. */
    hear(heard: (message: TabMessage) => void): Effect.Effect<void, never, Scope.Scope>
  }
>()("portico/Browser") {}

/** Facts of the device, by its user agent and pointer, never by the window's width. */
export interface Platform {
  readonly mobile: boolean
  readonly os: "ios" | "android" | "mac" | "other"
  readonly telegram: boolean
  /** In another page's frame. */
  readonly framed: boolean
  readonly online: boolean
  /** By its name in the time zone database; "" where it is not known. */
  readonly timezone: string
}

/** The page: its origin, title, description and icon, as a wallet shows them. */
export interface Page {
  readonly origin: string
  /** Where it is now: a page may go on without loading anew. */
  readonly url: string
  readonly title: string
  readonly description: string
  readonly icon?: string
}

/** What became of the page or its window. */
export type PageChange = "visible" | "hidden" | "online" | "offline" | "blurred" | "focused"

/** What tabs of one instance say to each other: a connection was signed out, or another account or network is active. */
export type TabMessage =
  | { readonly is: "disconnected"; readonly namespace: string; readonly connectorId: string }
  | { readonly is: "changed" }
