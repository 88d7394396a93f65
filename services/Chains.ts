import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { TokenBalance } from "../src/domain/balances.ts"
import type { BundledCall, CallsStatus } from "../src/domain/calls.ts"
import type { Account, Connection } from "../src/domain/connection.ts"
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
} from "../src/domain/errors.ts"
import type { ResolvedName } from "../src/domain/names.ts"
import type { AccountType, Namespace } from "../src/domain/namespaces.ts"
import type { CaipNetworkId, Network } from "../src/domain/networks.ts"
import type { Nft } from "../src/domain/nfts.ts"
import type { GrantedPermissions, PermissionsRequest } from "../src/domain/permissions.ts"
import type { Outcome, Prepared, Receiver, SentToken, Transfer, Watched } from "../src/domain/send.ts"
import type { AssetsQuery } from "../src/domain/walletAssets.ts"
import type { Connector } from "../src/domain/wallets.ts"

/** The wallets of every chain namespace, behind one door. */
export class Chains extends Context.Service<
  Chains,
  {
    /**
     * Tells the connectors of a namespace that this page holds: those known now, as soon as the namespace's code is here, then the
     * whole list again whenever a wallet announces itself or takes itself back. Plain data, without the wallets' own objects;
     * names and pictures are decoded and cut; two with one id or name never appear. Ends with the scope.
     */
    discover(
      namespace: Namespace,
      found: (connectors: readonly Connector[]) => void,
    ): Effect.Effect<void, never, Scope.Scope>
    /**
     * The connector that the program around the page brings, as a Safe does that frames it: it is brought back before any other. Told once it
     * has answered; undefined where there is none, or it is silent.
     */
    readonly host?: ((namespace: Namespace) => Effect.Effect<string | undefined>) | undefined
    /**
     * Told first thing when the visitor has pressed what leads to a connector: one that asks in a window of its own opens it now, before
     * anything takes time, and uses it when it is asked. A window that is open already is not opened twice.
     */
    readonly pressed?: ((connectorId: string) => void) | undefined
    /** The adapter of a namespace. Its code is fetched the first time it is asked for. */
    get(namespace: Namespace): Effect.Effect<Chain, AdapterNotFound>
  }
>()("portico/Chains") {}

/** What the modal needs from one namespace. A new namespace implements this and nothing else. */
export interface Chain {
  readonly namespace: Namespace
  /**
   * Asks the wallet for its accounts, then brings it to `network` if it stands elsewhere and can go there. Prompts, or waits
   * for the prompt that is open already. A network not reached does not undo the connection, whose `caipNetwork` is where the
   * wallet stands: none, if the modal does not offer that network. Fails with NoConnectorForConnection when the wallet is not
   * on this page and does not announce itself within `announceWait`.
   */
  connect(input: ConnectorOn): Effect.Effect<Connection, ConnectError>
  /** The accounts that the wallet still grants, where it stands, without a prompt: fails when it is locked, gone or silent. */
  reconnect(input: ConnectorOn): Effect.Effect<Connection, ConnectError>
  /** Gives the grant back where the wallet knows how to, and forgets the provider. */
  disconnect(connectorId: string): Effect.Effect<void, DisconnectFailed>
  /** Another tab has signed out of a wallet that does not tell this one: its provider holds no account any more. Asks nobody. */
  ended?(connectorId: string): Effect.Effect<void>
  /** Switches; a network that the wallet does not know is offered to it first. Done when the wallet stands there. Prompts. */
  switchNetwork(input: ConnectorOn): Effect.Effect<void, SwitchError>
  /** Whether a wallet may ask its holder before it switches, as any may where this is not said; one that does not is switched at once. */
  asksToSwitch?(connectorId: string): boolean
  /** What a connected wallet does by itself, in order, until the scope ends; over the relay, where it stands by now comes first. */
  follow(connectorId: string, changed: (change: WalletChange) => void): Effect.Effect<void, never, Scope.Scope>
  /** The signature of a plain text, as the namespace writes it (EVM: 0x hex of personal_sign). Prompts. */
  signMessage(input: SignMessage): Effect.Effect<string, RpcError | AdapterNotFound>
  /** Whether a signature of `signMessage` is the account's own; that of a contract's account is the contract's to say (ERC-1271, ERC-6492). */
  isSigned(input: SignedMessage): Effect.Effect<boolean, RpcError>
  /** The native balance in whole units, a decimal string, e.g. "1.204". */
  balance(input: { readonly network: Network; readonly address: string }): Effect.Effect<string, RpcError>
  /** The name and picture that the chain's own name service has for an address; empty where it has none. */
  identity(input: { readonly network: Network; readonly address: string }): Effect.Effect<Identity, RpcError>
  /** The sending of what an account holds; a namespace that cannot has none. */
  readonly sending?: Sending
  /** The check of swaps; a namespace without it offers none. */
  readonly swapping?: Swapping
  /** Has a wallet sign and send an EVM transaction just as it is, from where it stands; gives its hash. Prompts. The wallet is the one of the connector, or one that is handed in as its provider. */
  sendTransaction?(
    input: EvmTransaction,
    provider?: unknown,
  ): Effect.Effect<string, RpcError | AdapterNotFound | SendUnclear>
  /** What the wallet of a connector can do beyond that, or one that is handed in as its provider. Its code is fetched when first asked for. */
  abilities?(connectorId: string, provider?: unknown): Effect.Effect<Abilities, AdapterNotFound>
  /** The provider in the standard of its namespace: EIP-1193 for eip155. */
  provider(connectorId: string): Effect.Effect<unknown, AdapterNotFound>
}

/** Transfers of a chain's own coin and of its tokens. Amounts are in the smallest units, and exact. */
export interface Sending {
  /** What the network knows of an address. */
  receiver(input: { readonly network: Network; readonly address: string }): Effect.Effect<Receiver, RpcError>
  /**
   * The address and picture that a name stands for on a network, in the chain's own name service; nothing for a name that stands for
   * none. One that has an address on Ethereum only is answered with `only`.
   */
  resolve(name: string, network: Network): Effect.Effect<Named | undefined, RpcError>
  /** A token by its contract or mint, as the network knows it. Fails with TokenNotFound. */
  token(input: { readonly network: Network; readonly address: string }): Effect.Effect<SentToken, SendError>
  /** A transfer with all that it costs. Fails with what the nodes, or the account's balance, have against it. */
  prepare(transfer: Transfer): Effect.Effect<Prepared, SendError>
  /**
   * Has the wallet sign and send just what was prepared: it is read back and compared before it leaves. Gives the transaction's id.
   * Prompts. The wallet is the one of the connector, or one that is handed in as its provider. What a paymaster pays for leaves as a
   * bundle of one call (EIP-5792), and the id is the bundle's.
   */
  send(prepared: Prepared, provider?: unknown): Effect.Effect<string, SendError>
  /** What has become of a transfer by now. */
  outcome(sent: Watched): Effect.Effect<Outcome, RpcError>
}

/** The check that a swap is what the visitor was shown. */
export interface Swapping {
  /**
   * Returns the swap's call if the chain would do with it, after the approvals, what was shown: as the arguments to a known router say, and
   * as a node simulates it. Router and node may each be silent, but not both. A minimum that is a little below the one shown is raised to
   * it. Sends nothing. Fails with SwapNotBuilt if the call does something else, and with SwapUnverified if neither shows what it does.
   */
  check(swap: ShownSwap): Effect.Effect<ContractCall, SwapNotBuilt | SwapUnverified>
}

/** A swap as it was shown, and the calls of `from` that are to carry it out. The chain's own coin goes by its placeholder address. */
export interface ShownSwap {
  readonly network: Network
  readonly from: string
  /** Sent before the swap's own call, in this order. */
  readonly approvals: readonly ContractCall[]
  readonly call: ContractCall
  /** The token that is paid with, and exactly how much of it. */
  readonly given: TokenUnits
  /** The token that is received, and the least of it. */
  readonly wanted: TokenUnits
  /** Contracts of other tokens of the account, which must stay untouched. */
  readonly held: readonly string[]
}

/** Smallest units of a token, by its contract in lower case. */
export interface TokenUnits {
  readonly address: string
  readonly units: bigint
}

/** A call of a contract; `data` is hex, `value` in wei. */
export interface ContractCall {
  readonly to: string
  readonly data: string
  readonly value: bigint
}

/** What only some wallets can do beyond their usual methods (EIP-5792, 7811 and 7715); one that lacks a method says so with an RpcFailure. */
export interface Abilities {
  /** What the wallet says it can do for an account, by CAIP-2 id; of a wallet that does not say, nothing. */
  capabilities(address: string): Effect.Effect<Capabilities, RpcError>
  /** The tokens that the wallet knows an account to hold. Fails with AnswerInvalid where any of them is not whole (section 5). */
  assets(query: AssetsQuery): Effect.Effect<readonly TokenBalance[], RpcError>
  /** The collectibles that it knows an account to hold; those that cannot be read are left out. */
  nfts(query: AssetsQuery): Effect.Effect<readonly Nft[], RpcError>
  /** Has the wallet sign and send several calls, together or not at all (wallet_sendCalls); gives the id of the bundle. Prompts. */
  sendCalls(bundle: Bundle): Effect.Effect<string, RpcError | SendUnclear>
  /** What has become of a bundle by now. */
  callsStatus(id: string): Effect.Effect<CallsStatus, RpcError>
  /** Grants what some keys may do by themselves (EIP-7715 as the provider has it); what it granted is read, and is on the network asked for. Prompts. */
  grantPermissions(request: PermissionsRequest): Effect.Effect<GrantedPermissions, RpcError>
  /** The account's signature, as 0x hex, that a smart session is to end. Prompts. */
  revokePermissions(session: RevokedSession): Effect.Effect<string, RpcError>
}

/** Several calls of an account on a network. */
export interface Bundle {
  readonly network: Network
  readonly from: string
  readonly calls: readonly BundledCall[]
  /** What the wallet is to do for all of them, as EIP-5792 has it: it gets it unchanged. */
  readonly capabilities?: Readonly<Record<string, unknown>>
}

/** A smart session that is to end. `expiry` is in seconds since 1970. */
export interface RevokedSession {
  readonly pci: string
  readonly permissions: readonly unknown[]
  readonly expiry: number
  readonly address: string
}

/** Capabilities by their names, of each network. */
export type Capabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What a name stands for. */
export type Named = ResolvedName

/** A connector of this page and the network it is wanted on. */
export interface ConnectorOn {
  readonly connectorId: string
  readonly network: Network
  /** Of the embedded wallet: the kind of account that is preferred, which it has on some networks only. */
  readonly accountType?: AccountType
}

/** A transaction of an account of a connector. */
export interface EvmTransaction extends ConnectorOn, ContractCall {
  readonly from: string
}

/** A text to be signed by an account of a connector. */
export interface SignMessage {
  readonly connectorId: string
  readonly address: string
  readonly message: string
}

/** A text that an account is said to have signed, and the network that its contract would be asked on. */
export interface SignedMessage extends Omit<SignMessage, "connectorId"> {
  readonly network: Network
  readonly signature: string
}

/** What a name service says of an address. */
export interface Identity {
  readonly name?: string
  readonly avatar?: string
}

/** Accounts as they are granted now, the selected first; none means that the wallet is locked or took its grant back. */
export type WalletChange =
  | { readonly is: "accounts"; readonly accounts: readonly Account[] }
  | { readonly is: "chain"; readonly caipNetworkId: CaipNetworkId }
  | { readonly is: "disconnect" }
