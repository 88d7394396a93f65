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

/** Sign-in with a wallet signature (CAIP-122): creates the messages to sign and stores the sessions. */
export class Siwx extends Context.Service<
  Siwx,
  {
    /** Whether sign-in is enabled. If not, `message`, `request`, `sessions`, `add`, `set` and `revoke` fail with SiwxNotEnabled. */
    readonly enabled: boolean
    /** Whether accounts of a namespace can sign in. */
    signs(namespace: Namespace): boolean
    /** Whether a visitor must be signed in to stay connected. */
    readonly required: Effect.Effect<boolean>
    /** Whether disconnecting a wallet ends its sessions. */
    readonly signOutOnDisconnect: boolean
    /** Whether the site or the provider verifies signatures. If not, Portico verifies them before it adds a session. */
    readonly verifies: boolean
    /**
     * Whether Portico stores the sessions in this browser, where any script on the page can change them. Callers of `sessions` must then
     * verify the signatures again.
     */
    readonly keeps?: boolean
    /** Creates the message for an account to sign. */
    message(account: SiwxAccount): Effect.Effect<SiwxMessage, SiwxError>
    /**
     * Creates the fields of a message that a wallet signs while it connects, before its account is known. Fails with SiwxNotEnabled if
     * the site cannot store several sessions at once, or its own message is unreadable or has a request ID.
     */
    request(chainId: string): Effect.Effect<SiwxRequest, SiwxError>
    /** Returns the sessions of an account on a network that are valid now. Does not verify their signatures. */
    sessions(account: SiwxAccount): Effect.Effect<readonly HeldSession[], SiwxError>
    /** Adds a session that `wallet` signed, and returns it as stored. Fails if the site or the provider refuses it. */
    add(session: SiwxSession, wallet?: WalletInfo): Effect.Effect<HeldSession, SiwxError | OtpRequired>
    /**
     * Adds the sessions that a wallet signed together with its approval, the active network's first. The provider and `siweConfig` use only
     * the first.
     */
    set(sessions: readonly SiwxSession[]): Effect.Effect<void, SiwxError | OtpRequired>
    /** Ends the sessions of an account on a network. */
    revoke(account: SiwxAccount): Effect.Effect<void, SiwxError>
    /** Collection of the visitor's email address before the signature. `undefined` if unsupported. */
    readonly email: SiwxEmail | undefined
    /** Metadata of the signed-in account. `undefined` if unsupported. */
    readonly metadata: SiwxMetadata | undefined
  }
>()("portico/Siwx") {}

/** Collection of a visitor's email address before sign-in. Messages created afterwards contain the address. */
export interface SiwxEmail {
  /** Sends a code by email. Returns false if the address needs no confirmation. */
  send(email: string, account: SiwxAccount): Effect.Effect<boolean, OtpNotSent | UnknownFailure>
  /** Submits the emailed code. */
  confirm(code: string): Effect.Effect<void, CodeRefused | UnknownFailure>
}

/** Access to plain data that a site stores with the provider for an account. Fails if the account is not signed in. */
export interface SiwxMetadata {
  read(account: SiwxAccount): Effect.Effect<AccountMetadata, UnknownFailure>
  /** Replaces the stored data. */
  write(account: SiwxAccount, metadata: AccountMetadata): Effect.Effect<void, UnknownFailure>
}

/** Plain data that a site stores for an account, under names of its choice. */
export type AccountMetadata = Readonly<Record<string, unknown>>

/** Reason a sign-in failed. An error of the site or the provider is its cause. */
export type SiwxError = SiwxNotEnabled | UnknownFailure

export type { HeldSession, SiwxAccount, SiwxMessage, SiwxRequest, SiwxSession } from "../src/siwx/model/message.ts"
