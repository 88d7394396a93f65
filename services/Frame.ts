import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { FrameEvent } from "../src/embedded/endpoints.ts"
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
    /** Whether there is an embedded wallet. If not, everything below fails with NoAuthConnector. */
    readonly enabled: boolean
    /**
     * Posts an event (a row of `src/embedded/endpoints.ts`) and returns the frame's response. The first request loads the frame.
     * Requests run concurrently, each with its own ID; interrupting one drops its response. Stores what the frame keeps between
     * visits: session token, whether the visitor is logged in, email, time of the last email, last chain, networks with smart
     * accounts. Fails with FrameLoadFailed, FrameTimeout or UnverifiedDomain; with FrameError and the frame's own message; with
     * InvalidEmail or InvalidInput for invalid input; with RequestNotAllowed for a method the frame does not know; and with
     * CooldownActive if the last email was too recent.
     */
    request<Input, Answer>(event: FrameEvent<Input, Answer>, input: Input): Effect.Effect<Answer, FrameErrors>
    /**
     * Until the scope closes, reports the start and end of all requests to the wallet, and events that the frame did not receive or
     * respond to.
     */
    watch(changed: (change: FrameChange) => void): Effect.Effect<void, never, Scope.Scope>
    /** Aborts everything that is pending. Requests to the wallet fail with RequestAborted, others with SomethingWentWrong. */
    readonly abort: Effect.Effect<void>
    /** Aborts requests that wait for the visitor's approval, and no others. They fail with RequestAborted. */
    readonly abortApprovals: Effect.Effect<void>
    /** Persisted data of the last login. `undefined` if the visitor is not logged in, as far as this browser knows. */
    readonly persistedLogin: Effect.Effect<PersistedLogin | undefined>
    /** Persists the display name of a social account, or forgets it. */
    persistUsername(name: string | undefined): Effect.Effect<void>
    /**
     * Shows the frame over this part of the dialog, under the header, or hides it if `place` is `undefined`. Tracks the part's
     * position while shown. The part's `aria-label` names the frame for screen readers.
     */
    show(place: HTMLElement | undefined): Effect.Effect<void>
    /**
     * Sends a social login's window to a URL and waits for its result: a message `{ resultUri }`, accepted only from the secure
     * site's origin and from this very window. Fails with PopupClosed once the window is closed (checked every second). Fails with
     * SocialConnectFailed and a reason for a message of another origin (`untrusted`), a blocked window (`blocked`), or one whose
     * messages cannot arrive (`unheard`).
     */
    login(popup: Popup, uri: string): Effect.Effect<string, PopupClosed | SocialConnectFailed>
    /** Page shown in a social login's window until its own URL is known: `<secure site>/loading`. */
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
 * Progress of a request to the wallet: posted, answered or failed; or refused, because the frame does not know its method. Or, for
 * any event: the frame did not load, or timed out.
 */
export type FrameChange =
  | { readonly type: "asked"; readonly id: string; readonly method: string; readonly needsApproval: boolean }
  | { readonly type: "answered"; readonly id: string; readonly method: string; readonly needsApproval: boolean }
  | {
      readonly type: "failed"
      readonly id: string
      readonly method: string
      readonly needsApproval: boolean
      readonly error: FrameErrors
    }
  | { readonly type: "refused"; readonly method: string }
  | { readonly type: "unreachable"; readonly error: FrameLoadFailed | FrameTimeout | UnverifiedDomain }

/** A window opened by a click. It stays blank until its URL is known. */
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
