import type { Proposal } from "../../../services/Relay.ts"
import { parseAccountId } from "../../../src/core/caip.ts"
import { isMethodMissing } from "../../../src/core/readRpcError.ts"
import { InvalidInput } from "../../../src/errors/index.ts"
import { isAddress } from "../../../src/namespaces/model/namespaceTable.ts"
import { type SiwxRequest, type SiwxSession, siwxText } from "../../../src/siwx/model/message.ts"
import { decodeCacao, decodeRecap, decodeSignIn } from "../../../src/walletConnect/schema.ts"
import { optionalNamespaces } from "./requestedNamespaces.ts"
import { gone, ignore, type Sign } from "./restrainLibrary.ts"

/** Pending sign-in requests. */
export interface PendingSignIns {
  /** Callbacks for the wallets' responses, by request ID. */
  readonly waiting: Map<number, (response: SignInResponse) => void>
  /** Session proposal of the last request, for wallets that do not support sign-in. */
  proposing: unknown
  /** IDs with which a request was not sent, until the library reports it as sent nevertheless. */
  readonly unsent: Set<number>
}

/** A wallet's JSON-RPC response. */
export interface SignInResponse {
  readonly id: number
  readonly result?: unknown
  readonly error?: unknown
}

/** A sign-in request that was sent, with the URI of its pairing. */
export interface SignInOffer {
  readonly uri: string | undefined
  readonly approval: Promise<SignedIn>
  /** Abandons the request. */
  drop(): void
}

/** The session as the library stores it, and the signed messages if the wallet supports sign-in. */
export interface SignedIn {
  readonly session: unknown
  readonly signed?: readonly SiwxSession[]
}

/**
 * Replaces the library's processing of sign-in responses, and the session proposals that it sends with the requests. The library itself
 * would verify contract signatures on its vendor's nodes, throw uncaught errors and keep the session of an invalid signature. To decode
 * permissions, it needs the global `Buffer`, which pages lack.
 */
export const handleSignInResponses = (sign: Sign): PendingSignIns => {
  const pendingSignIns: PendingSignIns = { waiting: new Map(), proposing: undefined, unsent: new Set() }
  const engine = engineOf(sign)
  const { sendRequest } = engine
  const sentIds = new Set<number>()
  engine.onSessionAuthenticateResponse = (_, payload) => {
    // A wallet that does not support the method responds to the proposal that was sent with it.
    if (!isMethodMissing(payload.error)) pendingSignIns.waiting.get(payload.id)?.(payload)
  }
  engine.sendRequest = async (request) => {
    const { clientRpcId: id, topic } = request
    if (id !== undefined && sentIds.has(id)) {
      if (request.method === "wc_sessionRequest") pendingSignIns.unsent.add(id)
      throw new RepeatedId(topic)
    }
    if (id !== undefined) sentIds.add(id)
    // The library's own proposal has only the methods of a permission that the library encodes itself, for which it needs `Buffer` too.
    if (request.method === "wc_sessionPropose") request.params.optionalNamespaces = pendingSignIns.proposing
    return sendRequest(request)
  }
  return pendingSignIns
}

/**
 * The library chose the same ID for two requests: an ID is the time in milliseconds and a number below 1,000. The response to one of them
 * would be taken for the other's.
 */
class RepeatedId extends Error {
  readonly topic: string
  constructor(topic: string) {
    super("The library chose the ID of an earlier request")
    this.topic = topic
  }
}

/** Sends a request, and sends it again with another ID if the library repeated one. First calls `repeated` with the topic. */
export const sendWithNewId = <A>(send: () => Promise<A>, repeated: (topic: string) => void = () => {}): Promise<A> =>
  send().catch((error: unknown) => {
    if (!(error instanceof RepeatedId)) throw error
    repeated(error.topic)
    return send()
  })

/** Proposes a session together with a message to sign, over one pairing. The session proposal is the same as without a message. */
export const authenticate = async (
  sign: Sign,
  pendingSignIns: PendingSignIns,
  networks: Proposal["networks"],
  signIn: SiwxRequest,
): Promise<SignInOffer> => {
  const namespaces = optionalNamespaces(networks)
  const { chains = [], methods = [] } = namespaces.eip155 ?? {}
  const { domain, uri: aud, nonce, statement, expirationTime: exp, notBefore: nbf, resources } = signIn
  pendingSignIns.proposing = namespaces
  const { uri, response } = await sendSignIn(sign, {
    ...{ chains, domain, uri: aud, nonce },
    ...(statement !== undefined && { statement }),
    ...(exp !== undefined && { exp }),
    ...(nbf !== undefined && { nbf }),
    resources: [...(resources ?? []), permission(methods)],
  })
  const pairing = /^wc:([0-9a-f]+)@2\?/.exec(uri ?? "")?.[1]
  const request = sign.auth.requests.getAll().find(({ pairingTopic }) => pairingTopic === pairing)
  if (!request) throw new Error("The library lost its request")
  const { id } = request

  const drop = () => {
    pendingSignIns.waiting.delete(id)
    // The library treats this as a response, so it stops waiting and deletes the request.
    engineOf(sign).events.emit(`session_request:${id}`, { error: gone })
    forgetResponseTopic(sign, pairing)
  }
  const signed = new Promise<SignedIn>((resolve, reject) => {
    pendingSignIns.waiting.set(id, ({ result, error }) => {
      if (result === undefined) reject(error)
      else settle(sign, request, result).then(resolve, reject)
    })
  })
  const plain = response().then(({ session }) => ({ session }))
  const approval = Promise.race([signed, plain])
  approval.then(drop, drop)
  return { uri, approval, drop }
}

type SignInParams = Parameters<Sign["authenticate"]>[0]

/** Sends a sign-in request and a session proposal. Sends both again, once, if the library chose one ID for them. */
const sendSignIn = (sign: Sign, params: SignInParams): ReturnType<Sign["authenticate"]> =>
  sendWithNewId(
    () => sign.authenticate(params),
    (topic) => forgetResponseTopic(sign, topic),
  )

/** Stops listening for the response to the sign-in request of a pairing. */
const forgetResponseTopic = (sign: Sign, pairing: string | undefined) => {
  for (const { topic, pairingTopic } of sign.auth.pairingTopics.getAll()) {
    if (pairingTopic !== pairing) continue
    sign.core.relayer.unsubscribe(topic).catch(ignore)
    sign.auth.pairingTopics.delete(topic, gone).catch(ignore)
  }
}

type AuthRequest = ReturnType<Sign["auth"]["requests"]["getAll"]>[number]

/**
 * Stores the session of a wallet's response before it checks the signed messages, so the session can be ended on both sides if a message is
 * invalid. Rejects if nothing was granted or a message is invalid.
 */
const settle = async (sign: Sign, request: AuthRequest, result: unknown): Promise<SignedIn> => {
  const { requester, pairingTopic, authPayload } = request
  const response = decodeSignIn(result)
  if (response instanceof InvalidInput) throw new Error("Nothing was granted")
  const { responder, cacaos } = response
  const { publicKey: key } = responder
  const granted = cacaos.map((cacao) => grantOf(cacao, authPayload))
  const accounts = [...new Set(granted.flatMap((one) => one?.accounts ?? []))]
  const methods = [...new Set(granted.flatMap((one) => one?.methods ?? []))]
  if (accounts.length === 0 || methods.length === 0) throw new Error("Nothing was granted")

  const topic = await sign.core.crypto.generateSharedKey(requester.publicKey, key)
  const proposal = sign.proposal.getAll().find((one) => one.pairingTopic === pairingTopic)
  if (proposal) await sign.proposal.delete(proposal.id, gone)
  await sign.core.relayer.subscribe(topic)
  await sign.session.set(topic, {
    topic,
    acknowledged: true,
    self: { publicKey: requester.publicKey, metadata: sign.metadata },
    peer: responder as { publicKey: string; metadata: Sign["metadata"] },
    controller: key,
    expiry: Math.floor(Date.now() / 1000) + lifetime,
    requiredNamespaces: {},
    optionalNamespaces: {},
    relay: { protocol: "irn" },
    pairingTopic,
    namespaces: {
      eip155: { accounts, methods, chains: chainsOf(accounts), events: ["chainChanged", "accountsChanged"] },
    },
  })
  sign.core.expirer.set(topic, Math.floor(Date.now() / 1000) + lifetime)
  const signed = cacaos.map((cacao) => readCacao(cacao, authPayload))
  return { session: sign.session.get(topic), signed }
}

/**
 * Returns the requested methods that a signed message grants, and its account on each requested chain that it names. `undefined` if the
 * message is malformed or not by an EVM account.
 */
const grantOf = (value: unknown, { chains, resources = [] }: AuthRequest["authPayload"]) => {
  const cacao = decodeCacao(value)
  if (cacao instanceof InvalidInput) return undefined
  const { iss, resources: signed } = cacao.p
  const account = accountOf(iss)
  if (!account) return undefined
  const requested = readRecap(resources.at(-1))
  const given = readRecap(signed.at(-1))
  const both = [...new Set([account.caipNetworkId, ...given.chains])].filter((chain) => chains.includes(chain))
  return {
    accounts: both.map((chain) => `${chain}:${account.address}`),
    methods: given.methods.filter((method) => requested.methods.includes(method)),
  }
}

/**
 * Reads a signed message. Throws unless its contents are exactly those requested, except that it may be for any of the requested networks
 * and permit fewer methods, because wallets leave out those that they do not support. It may not permit more, because the payload must
 * match the request (CAIP-222), and the message would otherwise authorize the site to do what it never requested (ERC-5573).
 */
const readCacao = (value: unknown, requested: AuthRequest["authPayload"]): SiwxSession => {
  const cacao = decodeCacao(value)
  if (cacao instanceof InvalidInput) throw new Error(differs, { cause: cacao })
  const { p: payload, s } = cacao
  const account = accountOf(payload.iss)
  const given = payload.resources.at(-1)
  const { methods } = readRecap(given)
  const { aud, domain, version, nonce, iat, exp, nbf, resources: wanted = [] } = requested
  const permitted = readRecap(wanted.at(-1)).methods
  const resources = [...wanted.slice(0, -1), `${given}`]
  const statement = [requested.statement, authorized(methods)].filter(Boolean).join(" ")
  const same =
    payload.aud === aud &&
    payload.domain === domain &&
    payload.version === version &&
    payload.nonce === nonce &&
    payload.iat === iat &&
    (payload.exp ?? undefined) === exp &&
    (payload.nbf ?? undefined) === nbf &&
    // The text that is signed includes the permissions whichever statement the payload has.
    [requested.statement, statement, undefined].includes((payload.statement as string | undefined) || undefined) &&
    JSON.stringify(payload.resources) === JSON.stringify(resources) &&
    methods.every((method) => permitted.includes(method))
  if (!same || !account || !requested.chains.includes(account.caipNetworkId) || !s) throw new Error(differs)

  const data = {
    ...{ accountAddress: account.address, chainId: account.caipNetworkId, domain, uri: aud, version, nonce },
    ...{ statement, resources, issuedAt: iat },
    ...(exp !== undefined && { expirationTime: exp }),
    ...(nbf !== undefined && { notBefore: nbf }),
  }
  return { data, message: siwxText(data), signature: s.s }
}

const differs = "The wallet signed a different message than requested"

/** Reads the EVM account of a `did:pkh`. Returns `undefined` for anything else. */
const accountOf = (iss: string) => {
  const account = parseAccountId(iss.replace(/^did:pkh:/, ""))
  if (account instanceof Error || account.namespace !== "eip155") return undefined
  return isAddress("eip155", account.address) ? account : undefined
}

/** Returns the permission to request methods, encoded as a resource of the message (ERC-5573). */
const permission = (methods: readonly string[]): string => {
  const abilities = sorted(methods).map((method) => [`request/${method}`, [{}]])
  return `urn:recap:${btoa(JSON.stringify({ att: { eip155: Object.fromEntries(abilities) } })).replace(/=/g, "")}`
}

/** Returns the text of a permission, as it appears in the statement. */
const authorized = (methods: readonly string[]): string =>
  `I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': '${sorted(methods).join("', '")}' for 'eip155'.`

/** Reads the methods and chains of a permission. Empty if it is invalid, or permits anything but requests in the namespace eip155. */
const readRecap = (resource: unknown): { readonly methods: readonly string[]; readonly chains: readonly string[] } => {
  try {
    const [, text = ""] = /^urn:recap:([\w+/-]+)$/.exec(`${resource}`) ?? []
    const recap = decodeRecap(JSON.parse(atob(text.replace(/-/g, "+").replace(/_/g, "/"))))
    if (recap instanceof InvalidInput) return nothing
    const { eip155 = {}, ...others } = recap.att
    const abilities = Object.entries(eip155)
    if (Object.keys(others).length > 0 || !abilities.every(([name]) => /^request\/\w+$/.test(name))) return nothing
    return {
      methods: abilities.map(([name]) => name.slice("request/".length)),
      chains: abilities.flatMap(([, limits]) => limits.flatMap(({ chains = [] }) => chains)),
    }
  } catch {
    return nothing
  }
}

const nothing = { methods: [], chains: [] }

/** Sorts methods as the library does. */
const sorted = (methods: readonly string[]) => [...methods].sort((one, other) => one.localeCompare(other))

const chainsOf = (accounts: readonly string[]) => [
  ...new Set(accounts.map((account) => account.slice(0, account.lastIndexOf(":")))),
]

/** Lifetime of a session in seconds: one week, as in the library. */
const lifetime = 604_800

const engineOf = (sign: Sign) => sign.engine as unknown as Engine

/** The internals of the library's engine that are used here, as in the pinned version. */
interface Engine {
  onSessionAuthenticateResponse(topic: string, payload: SignInResponse): void
  sendRequest(request: {
    readonly topic: string
    readonly method: string
    readonly params: { optionalNamespaces?: unknown }
    readonly clientRpcId?: number
  }): Promise<unknown>
  readonly events: { emit(event: string, value: unknown): boolean }
}
