import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type {
  FrameErrors,
  FrameLoadFailed,
  FrameTimeout,
  PopupClosed,
  SocialConnectFailed,
  UnverifiedDomain,
} from "../src/domain/errors.ts"
import type { FrameEvent } from "../src/domain/frameEvents.ts"

/** The secure frame of the embedded wallet: e-mail and social logins, and the requests it signs. */
export class Frame extends Context.Service<
  Frame,
  {
    /** Whether there is an embedded wallet to ask. Without one everything below fails with NoAuthConnector. */
    readonly enabled: boolean
    /**
     * Posts an event (a row of `src/domain/frameEvents.ts`) and gives the frame's answer. The first loads the frame. Requests run
     * beside each other, each with an id of its own; interrupting one gives its answer up. Fails with FrameLoadFailed, FrameTimeout,
     * UnverifiedDomain, with FrameError and the frame's own sentence, with InvalidEmail or InvalidInput for what may not be sent,
     * with RequestNotAllowed for a method that the frame does not know. What the frame keeps between visits (its session's token,
     * whether somebody logged in, the e-mail, the time of the last e-mail, the last chain, the networks with smart accounts) is kept
     * here, and an e-mail so soon after the last one fails with CooldownActive.
     */
    ask<Input, Answer>(event: FrameEvent<Input, Answer>, input: Input): Effect.Effect<Answer, FrameErrors>
    /**
     * Tells of requests to the wallet as they begin and end, whoever asked, and of any question that the frame did not get or answer,
     * until the scope ends.
     */
    follow(changed: (change: FrameChange) => void): Effect.Effect<void, never, Scope.Scope>
    /** Gives up everything that is open: requests to the wallet fail with RequestAborted, the others with SomethingWentWrong. */
    readonly abort: Effect.Effect<void>
    /** Gives up what waits for the visitor's approval, and no other request: it fails with RequestAborted. */
    readonly withdraw: Effect.Effect<void>
    /** What is kept of the last login; nothing where nobody is logged in, as far as this browser knows. */
    readonly kept: Effect.Effect<KeptLogin | undefined>
    /** Forgets a social's display name, or keeps it. */
    keepUsername(name: string | undefined): Effect.Effect<void>
    /**
     * Shows the frame over this part of the dialog, under the header; hides it without one. The rectangle is followed while it shows,
     * and the part's `aria-label` names the frame to screen readers.
     */
    show(place: HTMLElement | undefined): Effect.Effect<void>
    /**
     * Leads a social login's window to an address, and waits for what it comes back with: a message `{ resultUri }`, taken only from
     * the secure site's origin and from this very window. Fails with PopupClosed once it is closed (looked for each second), with
     * SocialConnectFailed and its reason for a message of another origin (`untrusted`), a window that was blocked (`blocked`) or one
     * that cannot be heard (`unheard`).
     */
    login(popup: Popup, uri: string): Effect.Effect<string, PopupClosed | SocialConnectFailed>
    /** The page that a social login's window shows until its own address is known: `<secure site>/loading`. */
    readonly loadingPage: string
  }
>()("portico/Frame") {}

/** Who logged in here last. */
export interface KeptLogin {
  readonly email?: string
  readonly username?: string
  /** Networks of smart accounts, by their EVM chain ids. */
  readonly smartAccountNetworks: readonly number[]
}

/**
 * A request to the wallet: it was posted, answered or failed; or it was refused, since the frame does not know its method. Or, of any
 * question: the frame did not load, or was too late.
 */
export type FrameChange =
  | { readonly is: "asked"; readonly id: string; readonly method: string; readonly needsApproval: boolean }
  | { readonly is: "answered"; readonly id: string; readonly method: string; readonly needsApproval: boolean }
  | {
      readonly is: "failed"
      readonly id: string
      readonly method: string
      readonly needsApproval: boolean
      readonly error: FrameErrors
    }
  | { readonly is: "refused"; readonly method: string }
  | { readonly is: "unreachable"; readonly error: FrameLoadFailed | FrameTimeout | UnverifiedDomain }

/** A window that a click opened. It stays blank until a flow knows where it leads. */
export interface Popup {
  /** The browser opened none. */
  readonly blocked: boolean
  go(url: string): void
  close(): void
  /** A page that isolates itself (`Cross-Origin-Opener-Policy: same-origin`) sees any window of another origin as closed. */
  isClosed(): boolean
  /** Whether a message came from this window. */
  sent(event: { readonly source: unknown }): boolean
}
