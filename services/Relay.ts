import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ConnectError, DisconnectFailed, RelayError } from "../src/errors/index.ts"
import type { Namespace } from "../src/options/namespaces.ts"
import type { CaipNetworkId, Network } from "../src/options/networks.ts"
import type { SiwxRequest, SiwxSession } from "../src/siwx/model/message.ts"
import type { WalletChange } from "./Chains.ts"

/**
 * Pairing and sessions with a wallet on another device or in another app, over the relay (WalletConnect v2). The library is loaded
 * by the first call.
 */
export class Relay extends Context.Service<
  Relay,
  {
    /** Requests a pairing and waits for a wallet to approve. Calls `onUri` with the URI as soon as there is one. */
    connect(input: Proposal): Effect.Effect<ApprovedSession, ConnectError | RelayError>
    /** Stored session that is still valid, if any. Never prompts. */
    restore: Effect.Effect<RelaySession | undefined, RelayError>
    /** Ends the session on both sides. Succeeds once nothing is stored, even if the wallet was not reached. */
    disconnect: Effect.Effect<void, DisconnectFailed>
    /** Reports what the wallet or the relay does by itself, until the scope closes. */
    watch(changed: (change: RelayChange) => void): Effect.Effect<void, never, Scope.Scope>
    /** Returns the session's provider for a namespace, an EIP-1193 object for eip155. */
    provider(namespace: Namespace): Effect.Effect<RelayProvider, RelayError>
    /** Reopens the socket if it was lost, such as after a visit to a wallet on the same phone. */
    revive: Effect.Effect<void>
  }
>()("portico/Relay") {}

/** Session proposal: chains and methods of the given networks, all optional (CAIP-25). */
export interface Proposal {
  readonly networks: readonly Network[]
  /** Called with each pairing URI, `wc:...`. */
  readonly onUri: (uri: string) => void
  /**
   * Message for the wallet to sign together with its approval (CAIP-222), for each network; all of them must be EVM. The relay sets
   * `issuedAt`, and there is no `requestId`. A wallet without support approves without signing.
   */
  readonly signIn?: SiwxRequest
}

/**
 * Session as a wallet approved it. `signed`: the requested messages, word for word, each with an account of the session on a
 * network of the proposal, if the wallet signed. Signatures are not verified.
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
 * The session's provider for one namespace, in the shape of EIP-1193. The object stays the same across sessions and uses the
 * current one. Methods granted by the session go to the wallet, others to the network's nodes.
 */
export interface RelayProvider {
  /** Rejects with an `RpcError`, a `SwitchError` or a `RelayError`. `caipNetworkId` defaults to the namespace's default chain. */
  request(input: { readonly method: string; readonly params?: unknown }, caipNetworkId?: string): Promise<unknown>
  /** `accountsChanged`: addresses. `chainChanged`: the chain's reference, for eip155 as 0x hex. `disconnect`: an error. */
  on(event: RelayProviderEvent, listener: (value: unknown) => void): void
  removeListener(event: RelayProviderEvent, listener: (value: unknown) => void): void
  /** Returns the session's current state in this namespace, without contacting the wallet. Rejects with a `RelayError`. */
  status(): Promise<RelayStatus>
  /**
   * Makes a network that the wallet approved the default chain, without contacting the wallet. Rejects with SwitchNotApproved for
   * any other.
   */
  setDefaultChain(caipNetworkId: CaipNetworkId): Promise<void>
}

/** A namespace's default chain, and the wallet's addresses on it, the selected one first. */
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
 * `ended`: the wallet or the visitor ended the session. `expired`: the session expired, perhaps before this visit; `wallet` is the
 * wallet's name, or "" if unknown. `lost` and `back`: the socket. `asked`: a request of this page is on its way to the wallet; `id`
 * is the request's, `topic` the session's.
 */
export type RelayChange =
  | { readonly type: "wallet"; readonly namespace: Namespace; readonly change: WalletChange }
  | { readonly type: "session"; readonly session: RelaySession }
  | { readonly type: "ended" }
  | { readonly type: "expired"; readonly wallet: string }
  | { readonly type: "asked"; readonly topic: string; readonly id: number; readonly method: string }
  | { readonly type: "lost"; readonly error: RelayError }
  | { readonly type: "back" }
