import * as Effect from "effect/Effect"
import type { ConnectorInput, WalletChange } from "../../../services/Chains.ts"
import { disconnectWait, reconnectWait } from "../../../src/connections/limits.ts"
import type { Account, Connection } from "../../../src/connections/opening/model.ts"
import * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import {
  type EmbeddedNamespace,
  embeddedConnectorId,
} from "../../../src/embedded/first-paint/model/embeddedConnector.ts"
import { pendingTransactions } from "../../../src/embedded/limits.ts"
import {
  AdapterNotFound,
  AnswerInvalid,
  ChainNotSupported,
  ConnectFailed,
  type FrameErrors,
  UnsupportedChain,
} from "../../../src/errors/index.ts"
import { LimitExceededRpcError, type RpcFailure, UnauthorizedProviderError } from "../../../src/errors/rpc.ts"
import type { AccountType } from "../../../src/options/accountTypes.ts"
import { typeMismatch } from "../../../src/options/guards.ts"
import type { CaipNetworkId, Network } from "../../../src/options/networks.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"
import type { EmbeddedDeps, EmbeddedWallet } from "./routeByConnector.ts"
import { rpcFailureOf } from "./rpcFailure.ts"

/** The embedded wallet's accounts in a namespace, the selected one first, and its network. */
export interface Stand {
  readonly accounts: readonly Account[]
  readonly caipNetworkId: CaipNetworkId
}

/** The embedded wallet in a namespace. Its state comes from the last response about the logged-in user. */
export interface EmbeddedAccount extends Omit<EmbeddedWallet, "signMessage" | "provider"> {
  /** Returns the current accounts and network, or `undefined` while the wallet is not connected. */
  readonly stand: () => Stand | undefined
  /**
   * Sends an RPC request through the frame. Fails with UnauthorizedProviderError while the wallet is not connected, and with
   * LimitExceededRpcError if too many requests are pending.
   */
  request(method: string, params: unknown, network?: Network): Effect.Effect<unknown, RpcFailure>
  /** Returns the wallet's network if the modal offers it, or else the first network of the namespace. */
  readonly network: () => Network | undefined
  /** Calls `changed` after each change of accounts or network. Returns a function that stops the calls. */
  listen(changed: (status: Stand | undefined) => void): () => void
}

/** Creates the embedded wallet of a namespace. `spelled` returns an address in its canonical form, or `undefined` if it is invalid. */
export const embeddedAccountOf = (
  namespace: EmbeddedNamespace,
  { frame, networks }: EmbeddedDeps,
  spelled: (address: string) => string | undefined,
): EmbeddedAccount => {
  const listeners = new Set<(status: Stand | undefined) => void>()
  let status: Stand | undefined
  let preferred: AccountType | undefined

  const own = () => networks().filter(({ chainNamespace }) => chainNamespace === namespace)
  const known = (id: string | undefined) => own().find(({ caipNetworkId }) => caipNetworkId === id)
  const settle = (next: Stand | undefined) => {
    if (JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    for (const changed of [...listeners]) changed(status)
  }

  /**
   * Requests the logged-in user's account on a network, and makes that account and network the current state. `accountType` defaults to
   * that of the previous request. Fails with AnswerInvalid if the response has no valid address or chain of the namespace.
   */
  const user = Effect.fnUntraced(function* ({ network, accountType = preferred }: Omit<ConnectorInput, "connectorId">) {
    preferred = accountType
    const user = yield* frame.request(events.getUser, {
      ...placeOf(network),
      ...((accountType === "eoa" || accountType === "smartAccount") && { preferredAccountType: accountType }),
    })
    const accounts = accountsOf(user, spelled)
    if (!accounts) return yield* Effect.fail(new AnswerInvalid(typeMismatch(`${namespace} address`, user.address)))
    const caipNetworkId = idOf(namespace, user.chainId)
    if (!caipNetworkId) return yield* Effect.fail(new AnswerInvalid(typeMismatch(`${namespace} chain`, user.chainId)))
    settle({ accounts, caipNetworkId })
    return user
  })
  const connected = (input: ConnectorInput) =>
    Effect.gen(function* () {
      const current = yield* user(input)
      const { smartAccountNetworks } = (yield* frame.persistedLogin) ?? {}
      const { accounts = [], caipNetworkId } = status ?? {}
      const caipNetwork = known(caipNetworkId)
      const { email, userName, smartAccountDeployed } = current
      const connection: Connection = {
        namespace,
        connectorId: embeddedConnectorId,
        accounts,
        auth: {
          name: "email",
          ...(email && { email }),
          ...(userName && { username: userName }),
          ...(smartAccountDeployed !== undefined && { smartAccountDeployed }),
          ...(smartAccountNetworks && { smartAccountNetworks }),
        },
        ...(caipNetwork ? { caipNetwork } : caipNetworkId && { elsewhere: caipNetworkId }),
      }
      return connection
    })
  const unconnected = (cause: FrameErrors | AnswerInvalid) =>
    cause._tag === "NoAuthConnector" ? cause : new ConnectFailed({ cause })

  return {
    stand: () => status,
    network: () => known(status?.caipNetworkId) ?? own()[0],
    listen: (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    connect: (input) => Effect.mapError(connected(input), unconnected),
    reconnect: (input) =>
      Effect.gen(function* () {
        const { isConnected } = yield* frame.request(events.isConnected, {})
        if (isConnected) return yield* connected(input)
        settle(undefined)
        return yield* Effect.fail(new ConnectFailed())
      }).pipe(
        Effect.mapError((error) => (error._tag === "ConnectFailed" ? error : unconnected(error))),
        Effect.timeoutOrElse({ duration: reconnectWait, orElse: () => Effect.fail(new ConnectFailed()) }),
      ),
    disconnect: () =>
      Effect.suspend(() => {
        settle(undefined)
        return ignoreFailure(Effect.timeoutOption(frame.request(events.signOut, undefined), disconnectWait))
      }),
    forgetConnection: () => Effect.sync(() => settle(undefined)),
    switchNetwork: Effect.fn("secure.switchNetwork")(function* ({ network }) {
      if (network.chainNamespace !== namespace) return yield* Effect.fail(new UnsupportedChain())
      if (!status) return yield* Effect.fail(new AdapterNotFound())
      const moved = Effect.andThen(frame.request(events.switchNetwork, placeOf(network)), user({ network }))
      yield* Effect.mapError(moved, (cause) => new ChainNotSupported({ cause }))
    }),
    watch: (_, changed) =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => {
            const listener = (now: Stand | undefined) => {
              for (const change of changesTo(now)) changed(change)
            }
            listeners.add(listener)
            return listener
          }),
          (listener) => Effect.sync(() => listeners.delete(listener)),
        ),
      ),
    request: Effect.fnUntraced(function* (method, params, network = known(status?.caipNetworkId) ?? own()[0]) {
      // The user who is logged in now may not be the one who connected, so the request is not sent.
      if (!status) return yield* Effect.fail(new UnauthorizedProviderError("The embedded wallet is not connected"))
      if (pendingIn(frame) >= pendingTransactions)
        return yield* Effect.fail(new LimitExceededRpcError("Too many requests wait"))
      pending.set(frame, pendingIn(frame) + 1)
      return yield* frame
        .request(events.rpcRequest, { method, params, chainNamespace: namespace, ...(network && placeOf(network)) })
        .pipe(
          Effect.mapError(rpcFailureOf),
          Effect.ensuring(
            Effect.sync(() => {
              pending.set(frame, pendingIn(frame) - 1)
            }),
          ),
        )
    }),
  }
}

/** Number of pending requests by frame, which the namespaces share. */
const pending = new WeakMap<object, number>()
const pendingIn = (frame: object): number => pending.get(frame) ?? 0

/** Returns a network's chain ID as the frame expects it. */
const placeOf = ({ id, caipNetworkId, chainNamespace }: Network) => ({
  chainId: chainNamespace === "eip155" ? Number(id) : caipNetworkId,
})

/** Returns a user's accounts, the selected one first. Returns `undefined` if the selected address is not valid in the namespace. */
const accountsOf = (
  { address, accounts = [], preferredAccountType }: events.FrameUser,
  spelled: (address: string) => string | undefined,
): readonly Account[] | undefined => {
  const selected = spelled(address)
  if (selected === undefined) return undefined
  const all = accounts.flatMap(({ address, type }) => {
    const one = spelled(address)
    return one === undefined ? [] : [{ address: one, type }]
  })
  const own = all.find((one) => one.address === selected)
  const first: Account = own ?? { address: selected, ...(preferredAccountType && { type: preferredAccountType }) }
  return [first, ...all.filter((one, at) => one.address !== selected && at === all.findIndex(sameAs(one)))]
}

const sameAs = (one: Account) => (other: Account) => one.address === other.address

/** Reads the frame's chain ID: a number, its digits, or a CAIP-2 ID. Returns `undefined` for a chain of another namespace. */
const idOf = (namespace: EmbeddedNamespace, chainId: number | string): CaipNetworkId | undefined => {
  const text = String(chainId)
  if (text.startsWith(`${namespace}:`)) return text as CaipNetworkId
  return text.includes(":") ? undefined : `${namespace}:${text}`
}

const changesTo = (status: Stand | undefined): readonly WalletChange[] =>
  status
    ? [
        { type: "chain", caipNetworkId: status.caipNetworkId },
        { type: "accounts", accounts: status.accounts },
      ]
    : [{ type: "disconnect" }]
