import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CodeRefused, OtpNotSent, OtpRequired, SiwxNotEnabled, UnknownFailure } from "../src/errors/index.ts"
import type { Namespace } from "../src/options/namespaces.ts"
import type {
  HeldSession,
  SiwxAccount,
  SiwxMessage,
  SiwxRequest,
  SiwxSession,
  WalletInfo,
} from "../src/siwx/model/message.ts"

/** The site's sign-in with a wallet signature (CAIP-122): what is signed, and how sessions are stored and verified. */
export class Siwx extends Context.Service<
  Siwx,
  {
    /** Whether the site uses sign-in. If not, everything below fails. */
    readonly enabled: boolean
    /** Whether accounts of a namespace can sign in. */
    signs(namespace: Namespace): boolean
    /** Whether a visitor must be signed in to stay connected. */
    readonly required: Effect.Effect<boolean>
    /** Whether disconnecting a wallet ends its sessions. */
    readonly signOutOnDisconnect: boolean
    /** Whether the site verifies signatures itself. If not, Portico does before a session is added. */
    readonly verifies: boolean
    /**
     * Whether sessions are stored in this browser, where any script of the page can write. Their signatures are then verified
     * again.
     */
    readonly keeps?: boolean
    /** Creates a message for an account to sign, with its own nonce. */
    message(account: SiwxAccount): Effect.Effect<SiwxMessage, SiwxError>
    /** Creates a message for an account that is not known yet. Fails if the site cannot store several sessions at once. */
    request(chainId: string): Effect.Effect<SiwxRequest, SiwxError>
    /** Returns the valid sessions of an account on a network. */
    sessions(account: SiwxAccount): Effect.Effect<readonly HeldSession[], SiwxError>
    /** Adds a session, made with `wallet`, and returns it as stored. Fails if the site refuses it. */
    add(session: SiwxSession, wallet?: WalletInfo): Effect.Effect<HeldSession, SiwxError | OtpRequired>
    /** Adds the sessions that a wallet signed with its approval: over the relay one per network, the active network's first. */
    set(sessions: readonly SiwxSession[]): Effect.Effect<void, SiwxError | OtpRequired>
    /** Ends the sessions of an account on a network. */
    revoke(account: SiwxAccount): Effect.Effect<void, SiwxError>
    /** Collects an email address before the signature. `undefined` if none is collected. */
    readonly email: SiwxEmail | undefined
    /** Metadata of the account that is signed in. `undefined` if unsupported. */
    readonly metadata: SiwxMetadata | undefined
  }
>()("portico/Siwx") {}

/** Email address of a visitor who signs in. Messages created after it was given contain it. */
export interface SiwxEmail {
  /** Sends a code by email. Returns false if the address needs no confirmation. */
  send(email: string, account: SiwxAccount): Effect.Effect<boolean, OtpNotSent | UnknownFailure>
  /** Submits the emailed code. */
  confirm(code: string): Effect.Effect<void, CodeRefused | UnknownFailure>
}

/** Plain data that a site stores on an account at the provider. Fails if the account is not signed in. */
export interface SiwxMetadata {
  read(account: SiwxAccount): Effect.Effect<AccountMetadata, UnknownFailure>
  /** Replaces the stored data. */
  write(account: SiwxAccount, metadata: AccountMetadata): Effect.Effect<void, UnknownFailure>
}

/** Plain data that a site stores on an account, by its own names. */
export type AccountMetadata = Readonly<Record<string, unknown>>

/** Reason a sign-in failed. The site's own error is the cause. */
export type SiwxError = SiwxNotEnabled | UnknownFailure

export type { HeldSession, SiwxAccount, SiwxMessage, SiwxRequest, SiwxSession } from "../src/siwx/model/message.ts"
