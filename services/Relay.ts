import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ConnectError, DisconnectFailed, RelayError } from "../src/domain/errors.ts"
import type { Namespace } from "../src/domain/namespaces.ts"
import type { CaipNetworkId, Network } from "../src/domain/networks.ts"
import type { SiwxRequest, SiwxSession } from "../src/domain/siwx.ts"
import type { WalletChange } from "./Chains.ts"

/** Pairing and sessions with a wallet elsewhere, over the relay (WalletConnect v2). Its library is fetched by the first call. */
export class Relay extends Context.Service<
  Relay,
  {
    /** Asks the relay for a pairing and waits for a wallet to approve. `paired` is told the code as soon as there is one. */
    connect(input: Proposal): Effect.Effect<ApprovedSession, ConnectError | RelayError>
    /** The session that is stored and still valid, if any. Nothing is prompted. */
    restore: Effect.Effect<RelaySession | undefined, RelayError>
    /** Ends the session on both sides. Done when nothing is stored any more, whether or not the wallet heard of it. */
    disconnect: Effect.Effect<void, DisconnectFailed>
    /** What the wallet or the relay does by itself, until the scope ends. */
    follow(changed: (change: RelayChange) => void): Effect.Effect<void, never, Scope.Scope>
    /** The session's provider for a namespace, an EIP-1193 object for eip155. */
    provider(namespace: Namespace): Effect.Effect<RelayProvider, RelayError>
    /** Opens the socket again if it was lost, as after a visit to a wallet on the same phone. */
    revive: Effect.Effect<void>
  }
>()("portico/Relay") {}

/** What the wallet is asked for: chains and methods of these networks, all optional (CAIP-25). */
export interface Proposal {
  readonly networks: readonly Network[]
  /** Called with each pairing URI, `wc:...`. */
  readonly paired: (uri: string) => void
  /**
   * What the wallet is asked to sign together with its approval (CAIP-222), for each network: then all of them are of EVM. `issuedAt` is
   * the relay's, and there is no `requestId`. A wallet that does not know how approves without.
   */
  readonly signIn?: SiwxRequest
}

/**
 * What a wallet approved. `signed`: what it was asked to sign, word for word, with an account of the session on a network of the
 * proposal; there is one where it answered so. Whether a signature is the account's nobody has looked at.
 */
export interface ApprovedSession extends RelaySession {
  readonly signed?: readonly SiwxSession[]
}

/** A session that a wallet has approved. */
export interface RelaySession {
  readonly topic: string
  /** When it ends, in milliseconds since 1970. */
  readonly expiresAt: number
  /** CAIP-10 account ids, in the wallet's order. */
  readonly accounts: readonly string[]
  /** CAIP-2 ids of the approved networks. */
  readonly approvedCaipNetworkIds: readonly string[]
  readonly methods: readonly string[]
  readonly peer: { readonly name: string; readonly icon?: string; readonly url?: string }
}

/**
 * The session's provider for one namespace, in the shape of EIP-1193. It is the same object from session to session, and works for
 * the session that there is. A method that the session grants goes to the wallet, any other to the network's nodes.
 */
export interface RelayProvider {
  /** Rejects with an `RpcError`, a `SwitchError` or a `RelayError`. Without a CAIP-2 id the request is for the namespace's default chain. */
  request(input: { readonly method: string; readonly params?: unknown }, caipNetworkId?: string): Promise<unknown>
  /** `accountsChanged`: addresses. `chainChanged`: the chain's reference, for eip155 as 0x hex. `disconnect`: an error. */
  on(event: RelayProviderEvent, listener: (value: unknown) => void): void
  removeListener(event: RelayProviderEvent, listener: (value: unknown) => void): void
  /** Where the session stands in this namespace. Nobody is asked. Rejects with a `RelayError`. */
  stand(): Promise<RelayStand>
  /** Makes a network that the wallet approved the default chain; nobody is asked. Rejects with SwitchNotApproved for any other. */
  moveTo(caipNetworkId: CaipNetworkId): Promise<void>
}

/** A namespace's default chain, and the wallet's addresses there, the selected first. */
export interface RelayStand {
  readonly caipNetworkId: CaipNetworkId
  readonly addresses: readonly string[]
  /** CAIP-2 ids of what the wallet approved in this namespace. */
  readonly approved: readonly CaipNetworkId[]
  readonly methods: ReadonlySet<string>
}

/** What a session over the relay tells of by itself, in the manner of EIP-1193. */
export type RelayProviderEvent = "accountsChanged" | "chainChanged" | "disconnect"

/**
 * `ended`: the wallet or the visitor ended the session. `expired`: its time is over, perhaps since before this visit; `wallet` is the
 * name of whose it was, "" if that is not known. `lost` and `back`: the socket. `asked`: a request of this page is on its way to the
 * wallet; `id` is the request's, `topic` the session's.
 */
export type RelayChange =
  | { readonly is: "wallet"; readonly namespace: Namespace; readonly change: WalletChange }
  | { readonly is: "session"; readonly session: RelaySession }
  | { readonly is: "ended" }
  | { readonly is: "expired"; readonly wallet: string }
  | { readonly is: "asked"; readonly topic: string; readonly id: number; readonly method: string }
  | { readonly is: "lost"; readonly error: RelayError }
  | { readonly is: "back" }
