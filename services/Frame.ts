import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { FrameErrors } from "../src/domain/errors.ts"

/** The secure frame of the embedded wallet: e-mail and social logins, and the requests it signs. */
export class Frame extends Context.Service<
  Frame,
  {
    /** Whether somebody is logged in. */
    readonly isConnected: Effect.Effect<boolean, FrameErrors>
    /** Passes a request to the embedded wallet. */
    request(input: { readonly method: string; readonly params: unknown }): Effect.Effect<unknown, FrameErrors>
    /** Ends the login. */
    readonly signOut: Effect.Effect<void, FrameErrors>
  }
>()("portico/Frame") {}
