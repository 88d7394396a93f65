import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Nft } from "../src/balances/model/nfts.ts"
import type { TokenBalance } from "../src/balances/model/tokens.ts"
import type { AssetsQuery } from "../src/balances/schema.ts"
import type { BundledCall, CallsStatus } from "../src/capabilities/model.ts"
import type { Account, Connection } from "../src/connections/opening/model.ts"
import type {
  AdapterNotFound,
  ConnectError,
  DisconnectFailed,
  RpcError,
  SendError,
  SendUnclear,
  SwapNotBuilt,
  SwapUnverified,
  SwitchError,
} from "../src/errors/index.ts"
import type { ResolvedName } from "../src/names/model.ts"
import type { AccountType } from "../src/options/accountTypes.ts"
import type { Namespace } from "../src/options/namespaces.ts"
import type { CaipNetworkId, Network } from "../src/options/networks.ts"
import type {
  Prepared,
  Receiver,
  SentToken,
  TrackedTransfer,
  Transfer,
  TransferOutcome,
} from "../src/send/model/transfer.ts"
import type { SiwxRequest, SiwxSession } from "../src/siwx/model/message.ts"
import type { GrantedPermissions, PermissionsRequest } from "../src/smartSessions/schema.ts"
import type { Connector } from "../src/wallets/first-paint/model/connector.ts"

/** Wallets and networks of all namespaces. */
export class Chains extends Context.Service<
  Chains,
  {
    /**
     * Reports all connectors of a namespace on this page, and again whenever a wallet announces itself or disappears, until the scope
     * closes. The embedded wallet is reported before the code for browser wallets has loaded. Names and images come from the wallets and
     * are made safe to show. IDs are unique, but an impostor may use another wallet's name.
     */
    discover(
      namespace: Namespace,
      found: (connectors: readonly Connector[]) => void,
    ): Effect.Effect<void, never, Scope.Scope>
    /**
     * Returns the ID of the connector of the app that frames the page, such as a Safe. Returns `undefined` if there is no such app or it
     * does not respond within 3 s.
     */
    readonly host?: ((namespace: Namespace) => Effect.Effect<string | undefined>) | undefined
    /**
     * Must be called in the visitor's click on a connector. A connector that prompts in its own window opens the window now, unless it is
     * open, because browsers block later pop-ups.
     */
    readonly onUserGesture?: ((connectorId: string) => void) | undefined
    /** Returns the adapter of a namespace. Its code is loaded on first use. */
    get(namespace: Namespace): Effect.Effect<Chain, AdapterNotFound>
  }
>()("portico/Chains") {}

/** Adapter of one namespace: its wallets, networks and transfers. */
export interface Chain {
  readonly namespace: Namespace
  /**
   * Requests the wallet's accounts, then switches the wallet to `network` if it is on another one and can switch. Prompts, or waits for a
   * prompt that is already open. If the switch fails, the connection stays on the wallet's network, and its `caipNetwork` is `undefined` if
   * the modal does not offer that network. Fails with NoConnectorForConnection if the wallet is not on this page and does not announce
   * itself within 3 s. With `signIn`, disconnects the wallet and fails with ConnectFailed if it signed a different message.
   */
  connect(input: ConnectInput): Effect.Effect<ApprovedConnection, ConnectError>
  /**
   * Returns the connection that the site may still use, on the wallet's current network, without a prompt. Fails with ConnectFailed if the
   * wallet is locked or slow to respond, and with NoConnectorForConnection if it is missing or several wallets claim its connector ID.
   */
  reconnect(input: ConnectorInput): Effect.Effect<Connection, ConnectError>
  /**
   * Revokes the site's access to the accounts if the wallet supports that. Waits for the wallet at most 3 s. Over the relay, ends the
   * session, and with it the connections of all its namespaces.
   */
  disconnect(connectorId: string): Effect.Effect<void, DisconnectFailed>
  /** Empties the accounts of a wallet's provider after another tab has disconnected the wallet. Does not contact the wallet. */
  forgetConnection?(connectorId: string): Effect.Effect<void>
  /**
   * Switches the wallet's network, after adding the network if the wallet does not have it. Succeeds once the wallet is on the
   * network. May prompt (see `promptsToSwitch`).
   */
  switchNetwork(input: ConnectorInput): Effect.Effect<void, SwitchError>
  /** Whether a wallet may prompt before it switches networks. If this method is missing, any wallet may. */
  promptsToSwitch?(connectorId: string): boolean
  /**
   * Reports changes in a connected wallet, in order, until the scope closes. Over the relay, first reports the current network and
   * accounts.
   */
  watch(connectorId: string, changed: (change: WalletChange) => void): Effect.Effect<void, never, Scope.Scope>
  /** Signs a plain text and returns the signature in the namespace's encoding (for EVM, 0x hex as by personal_sign). Prompts. */
  signMessage(input: SignMessage): Effect.Effect<string, RpcError | AdapterNotFound>
  /**
   * Whether a signature by `signMessage` is valid for the account. For a contract account, the contract decides (ERC-1271,
   * ERC-6492).
   */
  isSigned(input: SignedMessage): Effect.Effect<boolean, RpcError>
  /** Returns the native balance in whole units, as a decimal string such as "1.204". */
  balance(input: { readonly network: Network; readonly address: string }): Effect.Effect<string, RpcError>
  /**
   * Returns the name and image of an address in the chain's own name service. Empty if there is none. Names of EVM addresses are found
   * only if the modal offers Ethereum.
   */
  identity(input: { readonly network: Network; readonly address: string }): Effect.Effect<Identity, RpcError>
  /** Transfers. `undefined` if the namespace does not support them. */
  readonly transfers?: Transfers
  /** Checks of swaps. A namespace without them offers no swaps. */
  readonly swaps?: SwapChecks
  /**
   * Has a wallet sign and send an EVM transaction unchanged. Returns the transaction hash. Prompts. Uses the connector's wallet, or
   * `provider` if given. Fails with ChainDisconnectedError if the wallet is on another network, and with SendUnclear if it returns no
   * hash, because the transaction may have been sent.
   */
  sendTransaction?(
    input: EvmTransaction,
    provider?: unknown,
  ): Effect.Effect<string, RpcError | AdapterNotFound | SendUnclear>
  /** Returns the optional methods of a connector's wallet, or of `provider` if given. Their code is loaded on first use. */
  walletCapabilities?(connectorId: string, provider?: unknown): Effect.Effect<WalletCapabilities, AdapterNotFound>
  /** Returns the connector's provider, in the standard of its namespace, such as EIP-1193 for eip155. */
  provider(connectorId: string): Effect.Effect<unknown, AdapterNotFound>
}

/** Transfers of a chain's native currency and tokens. Amounts are exact, in the smallest units. */
export interface Transfers {
  /** Checks a recipient's address: its format and checksum, whether it has ever been used, and whether it is a contract. */
  receiver(input: { readonly network: Network; readonly address: string }): Effect.Effect<Receiver, RpcError>
  /**
   * Resolves a name to its address and image on a network, in the chain's own name service. Returns `undefined` if the name is invalid or
   * has no address, or on EVM networks if the modal does not offer Ethereum. `only` is set if the name has an address only on Ethereum.
   */
  resolve(name: string, network: Network): Effect.Effect<Named | undefined, RpcError>
  /** Returns a token by its contract or mint address, as the network reports it. Fails with TokenNotFound if there is no such token. */
  token(input: { readonly network: Network; readonly address: string }): Effect.Effect<SentToken, SendError>
  /**
   * Prepares a transfer, including all its costs. Fails with InsufficientFunds if the balance does not suffice, and with ReceiverInvalid
   * if the recipient is not an address of the namespace or cannot receive the token.
   */
  prepare(transfer: Transfer): Effect.Effect<Prepared, SendError>
  /**
   * Has the wallet sign and send the prepared transfer unchanged: the encoded transaction is decoded again and compared with `prepared`
   * before the wallet receives it. Returns the transaction ID. Prompts. Uses the connector's wallet, or `provider` if given. A sponsored
   * transfer is sent as a bundle of one call (EIP-5792), and the returned ID is the bundle ID. Fails with TransactionDiffers if a
   * comparison fails or the wallet is on another network, and with SendUnclear if the transfer may have been sent.
   */
  send(prepared: Prepared, provider?: unknown): Effect.Effect<string, SendError>
  /** Returns the current status of a transfer. */
  outcome(sent: TrackedTransfer): Effect.Effect<TransferOutcome, RpcError>
}

/** Checks of a swap against what the visitor was shown. */
export interface SwapChecks {
  /**
   * Returns the swap's call if, after the approvals, it does what was shown. Checks the arguments if the contract is a known router,
   * and a node's simulation. If no node can simulate the call, the arguments must name both tokens. A minimum slightly below the one
   * shown is raised to the shown one. Sends nothing. Fails with SwapNotBuilt if the call does something else, and with SwapUnverified
   * if this cannot be checked.
   */
  check(swap: ShownSwap): Effect.Effect<ContractCall, SwapNotBuilt | SwapUnverified>
}

/** A swap as the visitor was shown it, and the calls by `from` that execute it. The native currency has its placeholder address. */
export interface ShownSwap {
  readonly network: Network
  readonly from: string
  /** Approvals sent before the swap's own call, in this order. */
  readonly approvals: readonly ContractCall[]
  readonly call: ContractCall
  /** Token to pay with, and the exact amount. */
  readonly given: TokenUnits
  /** Token to receive, and the minimum amount. */
  readonly wanted: TokenUnits
  /** Contracts of the account's other tokens, which must stay untouched. */
  readonly held: readonly string[]
}

/** Amount of a token in its smallest units. `address` is its contract in lower case. */
export interface TokenUnits {
  readonly address: string
  readonly units: bigint
}

/** Call to a contract. `data` is hex, `value` is in wei. */
export interface ContractCall {
  readonly to: string
  readonly data: string
  readonly value: bigint
}

/**
 * Methods that only some wallets support (EIP-5792, 7811 and 7715). Except for `capabilities`, a method that the wallet does not support
 * fails with an RpcFailure.
 */
export interface WalletCapabilities {
  /** Returns the capabilities that the wallet reports for an account. Empty if it reports none or lacks the method. */
  capabilities(address: string): Effect.Effect<Capabilities, RpcError>
  /**
   * Returns the tokens of an account as the wallet lists them. Fails with AnswerInvalid if any of them is incomplete (specification
   * section 5).
   */
  assets(query: AssetsQuery): Effect.Effect<readonly TokenBalance[], RpcError>
  /** Returns the NFTs of an account as the wallet lists them. Drops those that cannot be decoded. */
  nfts(query: AssetsQuery): Effect.Effect<readonly Nft[], RpcError>
  /**
   * Has the wallet sign and send several calls in one bundle (wallet_sendCalls): all of them are executed, or none. Returns the
   * bundle ID. Prompts. Fails with ChainDisconnectedError if the wallet is on another network, and with SendUnclear if it returns
   * no bundle ID, because the calls may have been sent.
   */
  sendCalls(bundle: Bundle): Effect.Effect<string, RpcError | SendUnclear>
  /** Returns the current status of a bundle. */
  callsStatus(id: string): Effect.Effect<CallsStatus, RpcError>
  /**
   * Requests permissions for keys (EIP-7715 as the provider uses it). Returns the granted permissions. Fails with AnswerInvalid
   * if they are malformed or for another network. Prompts.
   */
  grantPermissions(request: PermissionsRequest): Effect.Effect<GrantedPermissions, RpcError>
  /** Returns the account's signature that ends a smart session, as 0x hex. Prompts. */
  revokePermissions(session: RevokedSession): Effect.Effect<string, RpcError>
}

/** Calls of one account on one network that are sent together. */
export interface Bundle {
  readonly network: Network
  readonly from: string
  readonly calls: readonly BundledCall[]
  /** Capabilities requested of the wallet for the whole bundle (EIP-5792), passed on unchanged. */
  readonly capabilities?: Readonly<Record<string, unknown>>
}

/** Smart session to end. `expiry` is in seconds since the Unix epoch. */
export interface RevokedSession {
  readonly pci: string
  readonly permissions: readonly unknown[]
  readonly expiry: number
  readonly address: string
}

/** Capabilities by CAIP-2 network ID, then by name. Those of `eip155:0` apply to every network. */
export type Capabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Address and image that a name resolves to. */
export type Named = ResolvedName

/** A connector and the network to use. */
export interface ConnectorInput {
  readonly connectorId: string
  readonly network: Network
  /** Preferred account type of the embedded wallet. Some networks have only one type. */
  readonly accountType?: AccountType
}

/** Input of `connect`. */
export interface ConnectInput extends ConnectorInput {
  /**
   * Message for the wallet to sign together with its approval, on `network`. A wallet that cannot do both in one prompt connects
   * without signing.
   */
  readonly signIn?: SiwxRequest
}

/**
 * Connection that a wallet has just approved. `signed`: the requested message for the first account that the wallet granted, and its
 * signature, if the wallet signed it. The signature is not verified.
 */
export interface ApprovedConnection extends Connection {
  readonly signed?: SiwxSession
}

/** EVM transaction from a connector's account. */
export interface EvmTransaction extends ConnectorInput, ContractCall {
  readonly from: string
}

/** Text for a connector's account to sign. */
export interface SignMessage {
  readonly connectorId: string
  readonly address: string
  readonly message: string
}

/** Text and its claimed signature by an account. `network` is used for the check if the account is a contract. */
export interface SignedMessage extends Omit<SignMessage, "connectorId"> {
  readonly network: Network
  readonly signature: string
}

/** Name and image of an address in a name service. */
export interface Identity {
  readonly name?: string
  readonly avatar?: string
}

/**
 * Change in a wallet. `accounts`: the accounts that the site may now access, the selected one first. An empty list means that the
 * wallet is locked or has revoked the site's access.
 */
export type WalletChange =
  | { readonly type: "accounts"; readonly accounts: readonly Account[] }
  | { readonly type: "chain"; readonly caipNetworkId: CaipNetworkId }
  | { readonly type: "disconnect" }
