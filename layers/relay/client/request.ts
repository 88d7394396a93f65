import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { RelayStatus } from "../../../services/Relay.ts"
import type { Rpc } from "../../../services/Rpc.ts"
import type { Bundler } from "../../../src/capabilities/endpoints.ts"
import type { UserOperation } from "../../../src/capabilities/model.ts"
import {
  CallStatusNotApproved,
  MissingAddressForCapabilities,
  NamespaceNotConfigured,
  NotConnectedYet,
  type RelayError,
  type RpcError,
  type SwitchError,
  SwitchNotApproved,
} from "../../../src/errors/index.ts"
import { ChainDisconnectedError, InvalidParamsRpcError, UnauthorizedProviderError } from "../../../src/errors/rpc.ts"
import { isRecord } from "../../../src/options/guards.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import type { CaipNetworkId, Network } from "../../../src/options/networks.ts"
import { addressesOn, checkTopic, type Grant, type SessionWithGrants } from "./readSession.ts"
import { isForWallets } from "./requestedNamespaces.ts"

/** Dependencies of a request. */
export interface Reach {
  readonly rpc: Rpc["Service"]
  readonly networks: () => readonly Network[]
  /** Returns the active session. */
  readonly held: () => SessionWithGrants | undefined
  /** Whether the library still stores a session with this topic. */
  readonly knows: (topic: string) => boolean
  /** Ends a session that has expired or that the library no longer stores. */
  readonly expired: (topic: string) => void
  /** Returns the wallet's accounts on the namespace's current chain. */
  readonly addresses: (namespace: Namespace) => readonly string[]
  readonly chain: (namespace: Namespace) => CaipNetworkId | undefined
  readonly switched: (namespace: Namespace, caipNetworkId: CaipNetworkId) => void
  /** Returns the number of times that the wallet has reported a chain. */
  readonly reportsOf: (caipNetworkId: CaipNetworkId) => number
  /** Requests the status of a user operation from a bundler. Returns it in the format of `wallet_getCallsStatus` (EIP-5792). */
  readonly bundled: (bundler: Bundler, operation: UserOperation) => Effect.Effect<unknown, RpcError>
  /** Sends a request to the wallet. `chain` is the ID that the wallet approved. */
  readonly requestWallet: (input: {
    readonly topic: string
    readonly chain: string
    readonly method: string
    readonly params: unknown
  }) => Effect.Effect<unknown, RpcError | RelayError>
}

export interface RelayRequest {
  readonly method: string
  readonly params?: unknown
}

/**
 * Returns the response to a request: from the session's state, from the wallet if the session grants the method, from its bundler for the
 * status of a call bundle, or else from a node. Methods for wallets that are not granted fail with UnauthorizedProviderError,
 * SwitchNotApproved or CallStatusNotApproved.
 */
export const request = Effect.fn("Relay.request")(function* (
  reach: Reach,
  namespace: Namespace,
  { method, params }: RelayRequest,
  caipNetworkId: string | undefined,
): Effect.fn.Return<unknown, RpcError | RelayError | SwitchError> {
  const { held, grant, chain } = yield* granted(reach, namespace, caipNetworkId)
  const approved = grant.methods.has(method)
  const walletResponse = reach.requestWallet({
    topic: held.session.topic,
    chain: spelled(grant, chain, method),
    method,
    params,
  })

  switch (method) {
    case "eth_accounts":
    case "eth_requestAccounts":
      return chain === reach.chain(namespace) ? reach.addresses(namespace) : addressesOn(held, chain)
    case "eth_chainId":
      return `0x${Number(chain.split(":")[1]).toString(16)}`
    case "wallet_switchEthereumChain":
      return yield* switchChain(reach, held, grant, params)
    case "wallet_getCapabilities":
      if (typeof at(params, 0) !== "string" || at(params, 0) === "")
        return yield* Effect.fail(new MissingAddressForCapabilities())
      break
    case "wallet_getCallsStatus": {
      // The bundler can respond even while the wallet is closed.
      const { bundler } = held
      const id = at(params, 0)
      if (bundler !== undefined && typeof id === "string") {
        const known = yield* Effect.option(reach.bundled(bundler, { chainId: chain, id }))
        if (known._tag === "Some") return known.value
      }
      if (!approved) return yield* Effect.fail(new CallStatusNotApproved())
    }
  }
  if (approved) return yield* walletResponse
  if (isForWallets(method))
    return yield* Effect.fail(new UnauthorizedProviderError(`The session does not grant ${method}`))
  return yield* read(reach, chain, method, params)
})

/** Returns the session's state in a namespace. */
export const statusOf = Effect.fnUntraced(function* (
  reach: Reach,
  namespace: Namespace,
): Effect.fn.Return<RelayStatus, RelayError> {
  const { grant, chain } = yield* granted(reach, namespace, undefined)
  return {
    caipNetworkId: chain,
    addresses: reach.addresses(namespace),
    approved: [...grant.chains.keys()],
    methods: grant.methods,
  }
})

/** Makes an approved network the namespace's current chain. Fails with SwitchNotApproved for any other network. */
export const setDefaultChain = Effect.fnUntraced(function* (
  reach: Reach,
  namespace: Namespace,
  caipNetworkId: CaipNetworkId,
): Effect.fn.Return<void, RelayError | SwitchNotApproved> {
  const { grant } = yield* granted(reach, namespace, undefined)
  if (!grant.chains.has(caipNetworkId))
    return yield* Effect.fail(new SwitchNotApproved(caipNetworkId.slice(namespace.length + 1)))
  reach.switched(namespace, caipNetworkId)
})

/**
 * Returns the session, its grant for a namespace, and the chain of a request, by default the current one. Fails with NotConnectedYet,
 * TopicNotFound or TopicExpired without a valid session, and with NamespaceNotConfigured if the session lacks the namespace or the chain is
 * in another one.
 */
const granted = Effect.fnUntraced(function* (reach: Reach, namespace: Namespace, caipNetworkId: string | undefined) {
  const held = reach.held()
  if (!held) return yield* Effect.fail(new NotConnectedYet())
  const wrong = checkTopic(held, reach.knows(held.session.topic), yield* Clock.currentTimeMillis)
  if (wrong) {
    // Reports `expired` also for a session that the library no longer stores, because the library deletes a session just before it reports
    // why.
    reach.expired(held.session.topic)
    return yield* Effect.fail(wrong)
  }
  const grant = held.grants.get(namespace)
  const chain = (caipNetworkId as CaipNetworkId | undefined) ?? reach.chain(namespace)
  if (!grant || !chain?.startsWith(`${namespace}:`))
    return yield* Effect.fail(new NamespaceNotConfigured(`The session over the relay does not have ${namespace}`))
  return { held, grant, chain }
})

/**
 * Returns the approved ID of a request's chain, because the library refuses any other. If the chain is not approved, returns an approved
 * one for `wallet_` methods, so the wallet can still receive a request to switch, and the chain itself for other methods.
 */
const spelled = ({ chains }: Grant, chain: CaipNetworkId, method: string): string => {
  const other = method.startsWith("wallet_") ? chains.values().next().value : undefined
  return chains.get(chain) ?? other ?? chain
}

/**
 * Switches to an approved chain without a prompt. For any other chain, requests a switch from the wallet if the session grants that, and
 * otherwise fails with SwitchNotApproved. Fails with InvalidParamsRpcError if the params have no valid chain ID.
 */
const switchChain = Effect.fnUntraced(function* (reach: Reach, held: SessionWithGrants, grant: Grant, params: unknown) {
  const wanted = at(params, 0)
  const chainId = isRecord(wanted) ? Number(wanted.chainId) : Number.NaN
  if (!Number.isSafeInteger(chainId) || chainId <= 0) {
    return yield* Effect.fail(new InvalidParamsRpcError("Expected a chain id as 0x hex"))
  }
  const id: CaipNetworkId = `eip155:${chainId}`
  if (!grant.chains.has(id)) {
    const method = "wallet_switchEthereumChain"
    if (!grant.methods.has(method)) return yield* Effect.fail(new SwitchNotApproved(chainId))
    const input = [{ chainId: `0x${chainId.toString(16)}` }]
    const before = reach.reportsOf(id)
    yield* reach.requestWallet({ topic: held.session.topic, chain: spelled(grant, id, method), method, params: input })
    // The wallet already reported the chain before its response, so the state is up to date. It may even have reported another chain since.
    if (reach.reportsOf(id) !== before) return null
  }
  reach.switched("eip155", id)
  return null
})

const read = (reach: Reach, chain: CaipNetworkId, method: string, params: unknown) => {
  const network = reach.networks().find(({ caipNetworkId }) => caipNetworkId === chain)
  if (!network) return Effect.fail(new ChainDisconnectedError(`No node is known for ${chain}`))
  return reach.rpc.request({
    network,
    method,
    params: Array.isArray(params) ? params : params === undefined ? [] : [params],
  })
}

const at = (params: unknown, index: number): unknown => (Array.isArray(params) ? params[index] : undefined)
