import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { FrameEvent } from "../src/embedded/endpoints/frameEvents.ts"
import type {
  FrameErrors,
  FrameLoadFailed,
  FrameTimeout,
  PopupClosed,
  SocialConnectFailed,
  UnverifiedDomain,
} from "../src/errors/index.ts"

/** The secure frame of the embedded wallet: email and social logins, and the requests it signs. */
export class Frame extends Context.Service<
  Frame,
  {
    /** Whether there is an embedded wallet. If not, every request fails with NoAuthConnector. */
    readonly enabled: boolean
    /**
     * Validates an event (a row of `src/embedded/endpoints/frameEvents.ts`), posts it and returns the frame's decoded response. The first posted event
     * loads the frame. Interrupting a request drops its response. Persists the login that a response reports, and forgets it on sign-out,
     * even if the frame is not reached. Fails with InvalidEmail, RequestNotAllowed, BlobTooLarge or InvalidInput if the input is invalid,
     * with FrameLoadFailed, FrameTimeout or UnverifiedDomain if the frame cannot be reached, with FrameError if it refuses or its response
     * is invalid, and with CooldownActive for an email within 30 s of the last one.
     */
    request<Input, Output>(event: FrameEvent<Input, Output>, input: Input): Effect.Effect<Output, FrameErrors>
    /** Reports the progress of requests that reach the wallet, and the failures described at `FrameChange`, until the scope closes. */
    watch(changed: (change: FrameChange) => void): Effect.Effect<void, never, Scope.Scope>
    /**
     * Aborts all pending events, except those whose row has `aborts: false`. Requests to the wallet fail with RequestAborted, other
     * events with SomethingWentWrong.
     */
    readonly abort: Effect.Effect<void>
    /** Aborts only the requests that wait for the visitor's approval. They fail with RequestAborted. */
    readonly abortApprovals: Effect.Effect<void>
    /** Persisted data of the last login. `undefined` if the visitor is not logged in, as far as this browser knows. */
    readonly persistedLogin: Effect.Effect<PersistedLogin | undefined>
    /** Persists the display name of a social account. `undefined` removes it. */
    persistUsername(name: string | undefined): Effect.Effect<void>
    /**
     * Shows the frame over an element of the dialog, under the header, or hides it if `place` is `undefined`. Follows the element's
     * position while shown. The element's `aria-label` names the frame for screen readers.
     */
    show(place: HTMLElement | undefined): Effect.Effect<void>
    /**
     * Sends a social login's window to a URL and returns the result URL that the window posts. Accepts it only from that window and the
     * secure site's origin. Fails with PopupClosed once the window is closed, and otherwise with SocialConnectFailed. Its reason is
     * `untrusted` for a result from another origin, `blocked` for a blocked window, and `unheard` if the page's isolation keeps results
     * from arriving.
     */
    login(popup: Popup, uri: string): Effect.Effect<string, PopupClosed | SocialConnectFailed>
    /** URL of the page that a social login's window shows until the login's own URL is known: `<secure site>/loading`. */
    readonly loadingPage: string
  }
>()("portico/Frame") {}

/** Persisted data of the last login. */
export interface PersistedLogin {
  readonly email?: string
  readonly username?: string
  /** Networks with smart accounts, by EVM chain ID. */
  readonly smartAccountNetworks: readonly number[]
}

/**
 * Progress of a request to the wallet. `refused`: the frame does not support the request's method. `unreachable`, for any event: the
 * frame did not load, or did not respond in time.
 */
export type FrameChange =
  | { readonly type: "requested"; readonly id: string; readonly method: string; readonly needsApproval: boolean }
  | { readonly type: "responded"; readonly id: string; readonly method: string; readonly needsApproval: boolean }
  | {
      readonly type: "failed"
      readonly id: string
      readonly method: string
      readonly needsApproval: boolean
      readonly error: FrameErrors
    }
  | { readonly type: "refused"; readonly method: string }
  | { readonly type: "unreachable"; readonly error: FrameLoadFailed | FrameTimeout | UnverifiedDomain }

/** Window that a click opened before the URL to show in it was known. */
export interface Popup {
  /** Whether the browser blocked the window. */
  readonly blocked: boolean
  go(url: string): void
  close(): void
  /**
   * Whether the window is closed. A page that isolates itself (`Cross-Origin-Opener-Policy: same-origin`) sees every window of
   * another origin as closed.
   */
  isClosed(): boolean
  /** Whether a message came from this window. */
  isSource(event: { readonly source: unknown }): boolean
}
