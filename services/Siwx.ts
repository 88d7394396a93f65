import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CodeRefused, OtpNotSent, OtpRequired, SiwxNotEnabled, UnknownFailure } from "../src/domain/errors.ts"
import type { Namespace } from "../src/domain/namespaces.ts"
import type { HeldSession, SiwxAccount, SiwxMessage, SiwxRequest, SiwxSession, WalletInfo } from "../src/domain/siwx.ts"

/** The site's sign-in with a wallet signature (CAIP-122): what is signed, and where its sessions are kept and checked. */
export class Siwx extends Context.Service<
  Siwx,
  {
    /** Whether the site wants sign-in at all. Without it everything below fails. */
    readonly enabled: boolean
    /** Whether accounts of a namespace can sign in. */
    signs(namespace: Namespace): boolean
    /** Whether a visitor must be signed in to stay connected. */
    readonly required: Effect.Effect<boolean>
    /** Whether signing out of a wallet ends its sessions. */
    readonly signOutOnDisconnect: boolean
    /** Whether the site checks signatures itself; else we do before a session is added. */
    readonly verifies: boolean
    /** Whether its sessions are kept in this browser, where any script of the page can write: their signatures are checked again. */
    readonly keeps?: boolean
    /** A message for an account to sign, with a nonce of its own. */
    message(account: SiwxAccount): Effect.Effect<SiwxMessage, SiwxError>
    /** What an account that is not known yet is asked to sign. Fails where the site cannot take the sessions at once. */
    request(chainId: string): Effect.Effect<SiwxRequest, SiwxError>
    /** The sessions of an account on a network that hold now. */
    sessions(account: SiwxAccount): Effect.Effect<readonly HeldSession[], SiwxError>
    /** Takes a session, made with a wallet, and gives it as it is held. Fails when the site refuses it. */
    add(session: SiwxSession, wallet?: WalletInfo): Effect.Effect<HeldSession, SiwxError | OtpRequired>
    /** Takes the sessions that a wallet over the relay made with one request, one a network, that of the network in use first. */
    set(sessions: readonly SiwxSession[]): Effect.Effect<void, SiwxError | OtpRequired>
    /** Ends the sessions of an account on a network. */
    revoke(account: SiwxAccount): Effect.Effect<void, SiwxError>
    /** Takes an e-mail address before the signature; nothing where it takes none. */
    readonly email: SiwxEmail | undefined
    /** What is noted on the account that is signed in; nothing where nothing can be noted. */
    readonly metadata: SiwxMetadata | undefined
  }
>()("portico/Siwx") {}

/** The e-mail address of a visitor who signs in. Messages that are made after it was given name it. */
export interface SiwxEmail {
  /** Has a code mailed. False where the address needs no confirming. */
  send(email: string, account: SiwxAccount): Effect.Effect<boolean, OtpNotSent | UnknownFailure>
  /** Hands the mailed code in. */
  confirm(code: string): Effect.Effect<void, CodeRefused | UnknownFailure>
}

/** What a site notes on an account of the provider's, as plain data. An account that is not signed in has none: both fail. */
export interface SiwxMetadata {
  read(account: SiwxAccount): Effect.Effect<AccountMetadata, UnknownFailure>
  /** Takes the place of what was noted before. */
  write(account: SiwxAccount, metadata: AccountMetadata): Effect.Effect<void, UnknownFailure>
}

/** What a site notes on an account, as plain data by its own names. */
export type AccountMetadata = Readonly<Record<string, unknown>>

/** Why a sign-in did not go on; a failure of the site's own stands as the cause. */
export type SiwxError = SiwxNotEnabled | UnknownFailure

export type { HeldSession, SiwxAccount, SiwxMessage, SiwxRequest, SiwxSession } from "../src/domain/siwx.ts"
