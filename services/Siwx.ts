import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SiwxNotEnabled } from "../src/domain/errors.ts"

/** The site's sign-in with a wallet signature (CAIP-122): where its sessions are kept and checked. */
export class Siwx extends Context.Service<
  Siwx,
  {
    /** Whether a visitor must be signed in to stay connected. */
    readonly required: Effect.Effect<boolean, SiwxNotEnabled>
    /** The sessions of an account on a network: the signed messages that the site accepted. */
    sessions(account: SiwxAccount): Effect.Effect<readonly SiwxSession[], SiwxNotEnabled>
  }
>()("portico/Siwx") {}

export interface SiwxAccount {
  readonly caipNetworkId: string
  readonly address: string
}

/** A message that was signed, and its signature. */
export interface SiwxSession {
  readonly account: SiwxAccount
  readonly message: string
  readonly signature: string
}
