import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ConnectError, DisconnectFailed, RelayError } from "../src/errors/index.ts"
import type { Namespace } from "../src/options/namespaces.ts"
import type { CaipNetworkId, Network } from "../src/options/networks.ts"
import type { SiwxRequest, SiwxSession } from "../src/siwx/model/message.ts"
import type { WalletChange } from "./Chains.ts"

/**
 * Pairing and session with a wallet on another device or in another app, over the relay (WalletConnect v2). The library loads on first use.
 */
export class Relay extends Context.Service<
  Relay,
  {
    /**
     * Proposes a session over a new pairing and waits for a wallet to approve it. The approved session replaces an earlier one, which
     * ends.
     */
    connect(input: Proposal): Effect.Effect<ApprovedSession, ConnectError | RelayError>
    /** Stored session that is still valid, if any. Never prompts. */
    restore: Effect.Effect<RelaySession | undefined, RelayError>
    /** Ends the session on both sides. Succeeds once nothing is stored, even if the wallet was not reached. */
    disconnect: Effect.Effect<void, DisconnectFailed>
    /** Reports changes of the session, the socket and pending requests, until the scope closes. */
    watch(changed: (change: RelayChange) => void): Effect.Effect<void, never, Scope.Scope>
    /**
     * Returns the session's provider for a namespace. Fails with NotConnectedYet if there is no session, and with
     * NamespaceNotConfigured if the session does not include the namespace.
     */
    provider(namespace: Namespace): Effect.Effect<RelayProvider, RelayError>
    /** Reopens the socket if the connection was lost, for example while the visitor was in a wallet app on the same phone. */
    revive: Effect.Effect<void>
  }
>()("portico/Relay") {}

/** Session proposal: chains and methods of the given networks, all optional (CAIP-25). */
export interface Proposal {
  readonly networks: readonly Network[]
  /** Called once with the pairing URI, `wc:...`. */
  readonly onUri: (uri: string) => void
  /**
   * Message for the wallet to sign together with its approval (CAIP-222), once per network. All networks must be EVM. The relay
   * sets `issuedAt`, and there is no `requestId`. A wallet that does not support this approves without signing.
   */
  readonly signIn?: SiwxRequest
}

/**
 * Session that a wallet has just approved. `signed`: the requested messages, word for word, if the wallet signed them. Each is for
 * an account of the session on a network of the proposal. Signatures are not verified.
 */
export interface ApprovedSession extends RelaySession {
  readonly signed?: readonly SiwxSession[]
}

/** A session that a wallet has approved. */
export interface RelaySession {
  readonly topic: string
  /** Expiry, in milliseconds since the Unix epoch. */
  readonly expiresAt: number
  /** CAIP-10 account IDs, in the wallet's order. */
  readonly accounts: readonly string[]
  /** CAIP-2 IDs of the approved networks. */
  readonly approvedCaipNetworkIds: readonly string[]
  readonly methods: readonly string[]
  readonly peer: { readonly name: string; readonly icon?: string; readonly url?: string }
}

/**
 * Provider of the session for one namespace, similar to EIP-1193. The object stays the same across sessions. It responds from the session's
 * state if possible, sends methods that the session permits to the wallet, and reads from the network's nodes. Other wallet methods fail.
 */
export interface RelayProvider {
  /**
   * Sends a request on a network. Rejects with an `RpcError`, a `SwitchError` or a `RelayError`. `caipNetworkId` defaults to the
   * namespace's default chain.
   */
  request(input: { readonly method: string; readonly params?: unknown }, caipNetworkId?: string): Promise<unknown>
  /**
   * Adds a listener. `accountsChanged` passes addresses, `disconnect` an error. `chainChanged` passes the chain's reference, as 0x
   * hex for eip155.
   */
  on(event: RelayProviderEvent, listener: (value: unknown) => void): void
  removeListener(event: RelayProviderEvent, listener: (value: unknown) => void): void
  /** Returns the session's current state in this namespace, without contacting the wallet. Rejects with a `RelayError`. */
  status(): Promise<RelayStatus>
  /**
   * Makes an approved network the default chain, without contacting the wallet. Rejects with SwitchNotApproved for any other network, or
   * with a `RelayError`.
   */
  setDefaultChain(caipNetworkId: CaipNetworkId): Promise<void>
}

/** State of the session in one namespace: the default chain, and the wallet's addresses on it with the selected one first. */
export interface RelayStatus {
  readonly caipNetworkId: CaipNetworkId
  readonly addresses: readonly string[]
  /** CAIP-2 IDs of the networks approved in this namespace. */
  readonly approved: readonly CaipNetworkId[]
  readonly methods: ReadonlySet<string>
}

/** Events of a relay session's provider, as in EIP-1193. */
export type RelayProviderEvent = "accountsChanged" | "chainChanged" | "disconnect"

/**
 * Change over the relay. `ended`: the wallet or the visitor ended the session. `expired`: the session expired, perhaps before this
 * visit; `wallet` is the wallet's name, or "" if unknown. `lost` and `back`: the socket closed or reopened. `requested`: a request of
 * this page is on its way to the wallet; `id` is the request's ID, `topic` the session's.
 */
export type RelayChange =
  | { readonly type: "wallet"; readonly namespace: Namespace; readonly change: WalletChange }
  | { readonly type: "session"; readonly session: RelaySession }
  | { readonly type: "ended" }
  | { readonly type: "expired"; readonly wallet: string }
  | { readonly type: "requested"; readonly topic: string; readonly id: number; readonly method: string }
  | { readonly type: "lost"; readonly error: RelayError }
  | { readonly type: "back" }
