import * as Effect from "effect/Effect"
import type { ConnectorOn, WalletChange } from "../../../services/Chains.ts"
import type { Account, Connection } from "../../../src/domain/connection.ts"
import {
  AdapterNotFound,
  AnswerInvalid,
  ChainNotSupported,
  ConnectFailed,
  type FrameErrors,
  UnsupportedChain,
} from "../../../src/domain/errors.ts"
import * as events from "../../../src/domain/frameEvents.ts"
import { mismatch } from "../../../src/domain/input.ts"
import { disconnectWait, pendingTransactions, reconnectWait } from "../../../src/domain/limits.ts"
import type { AccountType, NetworkNamespace } from "../../../src/domain/namespaces.ts"
import type { CaipNetworkId, Network } from "../../../src/domain/networks.ts"
import {
  InternalRpcError,
  LimitExceededRpcError,
  type RpcFailure,
  UnauthorizedProviderError,
  UserRejectedRequestError,
} from "../../../src/domain/rpcErrors.ts"
import { authConnector } from "../../../src/domain/wallets.ts"
import { quietly } from "../../quietly.ts"
import type { SecureParts, SecureWallet } from "../secure.ts"

/** Where the embedded wallet stands in a namespace: its accounts, the selected first. */
export interface Stand {
  readonly accounts: readonly Account[]
  readonly caipNetworkId: CaipNetworkId
}

/** The embedded wallet in a namespace: whoever is logged in to the frame, as it was last asked. */
export interface SecureSession extends Omit<SecureWallet, "signMessage" | "provider"> {
  /** Nothing while nobody is connected. */
  readonly stand: () => Stand | undefined
  /** A request over the frame. Fails as a wallet does. */
  request(method: string, params: unknown, network?: Network): Effect.Effect<unknown, RpcFailure>
  /** The network that it stands on, else the first of its namespace. */
  readonly network: () => Network | undefined
  /** Hears where it stands whenever that has changed, until the answered function is called. */
  listen(changed: (stand: Stand | undefined) => void): () => void
}

/** The session of a namespace. `spelled` gives an address as the namespace spells it, or nothing for what is none. */
export const sessionOf = (
  namespace: NetworkNamespace,
  { frame, networks }: SecureParts,
  spelled: (address: string) => string | undefined,
): SecureSession => {
  const listeners = new Set<(stand: Stand | undefined) => void>()
  let stand: Stand | undefined
  let preferred: AccountType | undefined
  let open = 0

  const own = () => networks().filter(({ chainNamespace }) => chainNamespace === namespace)
  const known = (id: string | undefined) => own().find(({ caipNetworkId }) => caipNetworkId === id)
  const settle = (next: Stand | undefined) => {
    if (JSON.stringify(next) === JSON.stringify(stand)) return
    stand = next
    for (const changed of [...listeners]) changed(stand)
  }

  /** Asks who is logged in, on a network; that is where the wallet stands then. */
  const user = Effect.fnUntraced(function* ({ network, accountType = preferred }: Omit<ConnectorOn, "connectorId">) {
    preferred = accountType
    const said = yield* frame.ask(events.getUser, {
      ...placeOf(network),
      ...((accountType === "eoa" || accountType === "smartAccount") && { preferredAccountType: accountType }),
    })
    const accounts = accountsOf(said, spelled)
    if (!accounts) return yield* Effect.fail(new AnswerInvalid(mismatch(`${namespace} address`, said.address)))
    const caipNetworkId = idOf(namespace, said.chainId)
    if (!caipNetworkId) return yield* Effect.fail(new AnswerInvalid(mismatch(`${namespace} chain`, said.chainId)))
    settle({ accounts, caipNetworkId })
    return said
  })
  const connected = (input: ConnectorOn) =>
    Effect.gen(function* () {
      const said = yield* user(input)
      const { smartAccountNetworks } = (yield* frame.kept) ?? {}
      const { accounts = [], caipNetworkId } = stand ?? {}
      const caipNetwork = known(caipNetworkId)
      const { email, userName, smartAccountDeployed } = said
      const connection: Connection = {
        namespace,
        connectorId: authConnector,
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
    stand: () => stand,
    network: () => known(stand?.caipNetworkId) ?? own()[0],
    listen: (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    connect: (input) => Effect.mapError(connected(input), unconnected),
    reconnect: (input) =>
      Effect.gen(function* () {
        const { isConnected } = yield* frame.ask(events.isConnected, {})
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
        return quietly(Effect.timeoutOption(frame.ask(events.signOut, undefined), disconnectWait))
      }),
    ended: () => Effect.sync(() => settle(undefined)),
    switchNetwork: Effect.fn("secure.switchNetwork")(function* ({ network }) {
      if (network.chainNamespace !== namespace) return yield* Effect.fail(new UnsupportedChain())
      if (!stand) return yield* Effect.fail(new AdapterNotFound())
      const moved = Effect.andThen(frame.ask(events.switchNetwork, placeOf(network)), user({ network }))
      yield* Effect.mapError(moved, (cause) => new ChainNotSupported({ cause }))
    }),
    follow: (_, changed) =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => {
            const told = (now: Stand | undefined) => {
              for (const change of changesTo(now)) changed(change)
            }
            listeners.add(told)
            return told
          }),
          (told) => Effect.sync(() => listeners.delete(told)),
        ),
      ),
    request: Effect.fnUntraced(function* (method, params, network = known(stand?.caipNetworkId) ?? own()[0]) {
      // Its visitor may be another by now, whom the site knows nothing of.
      if (!stand) return yield* Effect.fail(new UnauthorizedProviderError("Nobody is connected to the embedded wallet"))
      if (open >= pendingTransactions) return yield* Effect.fail(new LimitExceededRpcError("Too many requests wait"))
      open += 1
      return yield* frame
        .ask(events.rpcRequest, { method, params, chainNamespace: namespace, ...(network && placeOf(network)) })
        .pipe(
          Effect.mapError(failureOf),
          Effect.ensuring(
            Effect.sync(() => {
              open -= 1
            }),
          ),
        )
    }),
  }
}

/** A network as the frame is told of it; the frame's leaf adds its node. */
const placeOf = ({ id, caipNetworkId, chainNamespace }: Network) => ({
  chainId: chainNamespace === "eip155" ? Number(id) : caipNetworkId,
})

/** The accounts of a visitor, the selected first; nothing where that is none of the namespace. */
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

/** A chain as the frame names it: a number, its digits, or a CAIP-2 id; nothing for one of another namespace. */
const idOf = (namespace: NetworkNamespace, chainId: number | string): CaipNetworkId | undefined => {
  const text = String(chainId)
  if (text.startsWith(`${namespace}:`)) return text as CaipNetworkId
  return text.includes(":") ? undefined : `${namespace}:${text}`
}

const changesTo = (stand: Stand | undefined): readonly WalletChange[] =>
  stand
    ? [
        { is: "chain", caipNetworkId: stand.caipNetworkId },
        { is: "accounts", accounts: stand.accounts },
      ]
    : [{ is: "disconnect" }]

/** A failure of the frame as one of a wallet. The frame says why in words only. */
const failureOf = (cause: FrameErrors): RpcFailure => {
  const refused = cause._tag === "RequestAborted" || (cause._tag === "FrameError" && refusal.test(cause.message))
  return refused
    ? new UserRejectedRequestError(cause.message, { cause })
    : new InternalRpcError(cause.message, { cause })
}
const refusal = /reject|declin|den(y|ied)|cancel|abort/i
