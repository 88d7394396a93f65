import type { IWalletKit, WalletKitTypes } from "@reown/walletkit"
import type { LocalAccount } from "viem"
import { type Noted, noted } from "./noted.ts"
import { type Person, person } from "./person.ts"
import { failure, outcome } from "./rpc.ts"
import { isSigning, sign, signing } from "./signer.ts"

export interface WalletOptions {
  /** The relay's URL, `ws://127.0.0.1:PORT`. */
  readonly relay: string
  readonly accounts: readonly [LocalAccount, ...LocalAccount[]]
  /** Chains this wallet knows: EVM chain ID to its node's HTTP URL. */
  readonly chains: Readonly<Record<number, string>>
  /** Nodes of unknown chains that it can add. */
  readonly addable?: Readonly<Record<number, string>>
  /** Chains it approves with a session; default: all it knows. It adds the others when requested to switch. */
  readonly approves?: readonly number[]
  /** EVM methods it supports; a session gets those that were requested. */
  readonly methods?: readonly string[]
  /** Namespaces besides EVM, by their CAIP-2 names. */
  readonly beside?: Readonly<Record<string, Beside>>
  /** Properties of approved sessions (CAIP-25), such as its bundler. */
  readonly properties?: Readonly<Record<string, string>>
  /** Whether it signs in with its approval (CAIP-222). */
  readonly signsIn?: boolean
}

/** Sign-in request, as sent. */
export type SignInPayload = WalletKitTypes.SessionAuthenticate["params"]["authPayload"]

/** A namespace that a wallet serves besides EVM. */
export interface Beside {
  /** CAIP-2 IDs of the chains it approves, if requested. */
  readonly chains: readonly string[]
  /** Its addresses on a chain, the selected one first. */
  readonly addresses: (chain: string) => readonly string[]
  readonly methods: readonly string[]
  /** Executes a request that its user has approved. */
  readonly perform: (method: string, params: unknown, chain: string) => Promise<unknown>
}

export interface Wallet extends Noted {
  /**
   * Responds to its prompts: "session_proposal", "session_authenticate" and the methods of requests. A rejection has
   * code 5000.
   */
  readonly person: Person
  /** Makes it sign a changed message from now on; `undefined` signs as requested. */
  forge(change: ((asked: SignInPayload) => SignInPayload) | undefined): void
  /** Scans a QR code. Rejects if its URI is expired or malformed. */
  pair(uri: string): Promise<void>
  /** Proposals of sites, oldest first. */
  readonly proposals: readonly WalletKitTypes.SessionProposal["params"][]
  /** Topics of its sessions. */
  sessions(): readonly string[]
  /**
   * Its user selects another chain: emits `chainChanged` to every session. A chain the session lacks is added first.
   */
  switchChain(chainId: number): Promise<void>
  /** Its user selects another account: it comes first in every session, and `accountsChanged` names it. */
  switchAccount(index: number): Promise<void>
  /**
   * Emits an event about a chain of another namespace, by CAIP-2 ID, to every session, after resending its accounts.
   */
  tell(chain: string, event: string, value: unknown): Promise<void>
  /** Prolongs every session. */
  extend(): Promise<void>
  /** Its user ends every session. */
  disconnect(): Promise<void>
  /** Closes its socket. The library leaves timers of up to a minute, so a plain script has to exit explicitly. */
  stop(): Promise<void>
}

/**
 * A real wallet on `@reown/walletkit`, for EVM chains and `beside`, over the loopback relay. One process may run
 * several.
 */
export const start = async (options: WalletOptions): Promise<Wallet> => {
  const { relay, accounts, addable = {}, approves, methods = METHODS, beside = {}, properties } = options
  const chains: Record<number, string> = { ...options.chains }
  // Read when the library loads. Without them it calls the vendor's verify host, and two clients share one core.
  Object.assign(process.env, { IS_VITEST: "true", DISABLE_GLOBAL_CORE: "true" })
  const [{ Core }, { WalletKit }] = await Promise.all([import("@walletconnect/core"), import("@reown/walletkit")])
  const core = new Core({
    projectId: "portico-test-wallet",
    relayUrl: relay,
    logger: "silent",
    telemetryEnabled: false,
    customStoragePrefix: `wallet-${wallets++}`,
    storageOptions: { database: ":memory:" },
  })
  // The library leaves the failure uncaught if a site ends a session and the relay is gone by then.
  const unsubscribe = core.relayer.unsubscribe.bind(core.relayer)
  core.relayer.unsubscribe = (...parameters) => unsubscribe(...parameters).catch(() => undefined)
  const kit = await WalletKit.init({ core: core as WalletKitTypes.Options["core"], metadata })
  const engine = kit.engine.signClient.engine as unknown as LibraryEngine
  catchUnawaited(engine)
  // By default the library emits a request only a second after the response to the previous one.
  engine.requestQueueDelay = 0
  const user = person()
  const { note, until } = noted()
  const known = () => Object.keys(chains).map(Number)
  let order = [...accounts]
  let approved = [...(approves ?? known())]
  let agreed: readonly string[] = []
  const proposals: WalletKitTypes.SessionProposal["params"][] = []
  const noting =
    <A>(work: (event: A) => Promise<void>) =>
    (event: A) =>
      // Its own library rejects some, such as approving an expired proposal.
      void work(event)
        .catch(() => undefined)
        .finally(note)

  /** Requested chains that the session grants besides EVM. */
  let others: Record<string, readonly string[]> = {}

  const namespaces = (wanted: readonly number[]) => ({
    ...(wanted.length > 0 && {
      eip155: {
        chains: wanted.map((id) => `eip155:${id}`),
        accounts: wanted.flatMap((id) => order.map(({ address }) => `eip155:${id}:${address}`)),
        methods: [...agreed],
        events: ["accountsChanged", "chainChanged"],
      },
    }),
    ...Object.fromEntries(
      Object.entries(others).map(([name, chains]) => [
        name,
        {
          chains: [...chains],
          accounts: chains.flatMap((chain) =>
            (beside[name]?.addresses(chain) ?? []).map((address) => `${chain}:${address}`),
          ),
          methods: [...(beside[name]?.methods ?? [])],
          events: ["accountsChanged", "chainChanged"],
        },
      ]),
    ),
  })

  const update = async (topic: string) => {
    // `acknowledged` misses a response that is faster than the relay's receipt. Messages arrive in order anyway.
    await kit.updateSession({ topic, namespaces: namespaces(approved) })
  }

  const showChain = async (topic: string, chainId: number) => {
    if (!approved.includes(chainId)) {
      approved = [...approved, chainId]
      await update(topic)
    }
    await emit(kit, topic, `eip155:${chainId}`, "chainChanged", chainId)
  }

  const perform = async ({ topic, params: { request, chainId } }: WalletKitTypes.SessionRequest): Promise<unknown> => {
    const { method, params } = request
    const other = beside[chainId.slice(0, chainId.indexOf(":"))]
    if (other) {
      if (!other.methods.includes(method)) throw failure(-32601, `Method not found: ${method}`)
      if (!(await user.decide(method))) throw rejected
      return other.perform(method, params, chainId)
    }
    const current = Number(chainId.split(":")[1])
    if (method === "wallet_switchEthereumChain") {
      const wanted = Number(params[0].chainId)
      if (!known().includes(wanted)) throw failure(4902, `Unrecognized chain ID "${params[0].chainId}"`)
      if (!(await user.decide(method))) throw rejected
      await showChain(topic, wanted)
      return null
    }
    if (method === "wallet_addEthereumChain") {
      const wanted = Number(params[0].chainId)
      const added = addable[wanted]
      if (added === undefined) throw failure(-32603, "The chain cannot be added")
      if (!(await user.decide(method))) throw rejected
      chains[wanted] = added
      await showChain(topic, wanted)
      return null
    }
    const node = chains[current]
    if (!isSigning(method) || node === undefined) throw failure(-32601, `Method not found: ${method}`)
    const named = order.find(({ address }) => JSON.stringify(params).toLowerCase().includes(address.toLowerCase()))
    if (named === undefined) throw failure(4100, "The account is not one of this wallet")
    if (!(await user.decide(method))) throw rejected
    return sign(named, node, method, params)
  }

  const propose = async ({ id, params }: WalletKitTypes.SessionProposal) => {
    proposals.push(params)
    if (!(await user.decide("session_proposal"))) return kit.rejectSession({ id, reason: rejected })
    const wanted = [params.requiredNamespaces.eip155, params.optionalNamespaces.eip155]
    const asked = wanted.flatMap((namespace) => namespace?.methods ?? [])
    const chainsAsked = wanted.flatMap((namespace) => namespace?.chains ?? [])
    agreed = methods.filter((method) => asked.includes(method))
    approved = (approves ?? known()).filter((chain) => chainsAsked.includes(`eip155:${chain}`))
    others = Object.fromEntries(
      Object.entries(beside).flatMap(([name, { chains: served }]) => {
        const asked = [params.requiredNamespaces[name], params.optionalNamespaces[name]].flatMap(
          (one) => one?.chains ?? [],
        )
        const both = served.filter((chain) => asked.includes(chain))
        return both.length > 0 ? [[name, both]] : []
      }),
    )
    await kit.approveSession({
      id,
      namespaces: namespaces(approved),
      ...(properties && { sessionProperties: properties }),
    })
  }

  const respond = async (event: WalletKitTypes.SessionRequest) => {
    const { id, topic } = event
    const answer = await outcome(perform(event))
    if (topics().includes(topic))
      await kit.respondSessionRequest({ topic, response: { id, jsonrpc: "2.0", ...answer } })
  }

  let forged: ((asked: SignInPayload) => SignInPayload) | undefined
  const authenticate = async ({ id, params }: WalletKitTypes.SessionAuthenticate) => {
    if (!(await user.decide("session_authenticate"))) return kit.rejectSessionAuthenticate({ id, reason: rejected })
    const asked = params.authPayload
    approved = (approves ?? known()).filter((chain) => asked.chains.includes(`eip155:${chain}`))
    agreed = methods
    const own = approved.map((chain) => `eip155:${chain}`)
    const granted = permission(methods, own)
    const honest = { ...asked, chains: own, resources: [...(asked.resources ?? []).slice(0, -1), granted] }
    const payload = forged?.(honest) ?? honest
    const [signer] = order
    if (!signer) throw new Error("The wallet has no account")
    const auths = payload.chains.map(async (chain) => {
      const iss = `did:pkh:${chain}:${signer.address}`
      const { chains: _, type: __, ...p } = { ...payload, iss }
      const message = kit.formatAuthMessage({ request: payload, iss })
      return { h: { t: "caip122" as const }, p, s: { t: "eip191" as const, s: await signer.signMessage({ message }) } }
    })
    await kit.approveSessionAuthenticate({ id, auths: await Promise.all(auths) })
  }

  if (options.signsIn) kit.on("session_authenticate", noting(authenticate))
  kit.on("session_delete", note)
  kit.on("session_proposal", noting(propose))
  kit.on("session_request", noting(respond))

  const topics = () => Object.keys(kit.getActiveSessions())
  const each = (act: (topic: string) => Promise<unknown>) => Promise.all(topics().map(act)).then(() => undefined)

  return {
    person: user,
    until,
    proposals,
    forge: (change) => {
      forged = change
    },
    pair: (uri) => kit.pair({ uri }),
    sessions: topics,
    switchChain: (chainId) => each((topic) => showChain(topic, chainId)),
    switchAccount: async (index) => {
      const [chosen] = order.splice(index, 1)
      if (chosen === undefined) throw new Error(`The wallet has no account ${index}`)
      order = [chosen, ...order]
      const [chainId] = approved
      await each(async (topic) => {
        await update(topic)
        if (chainId)
          await emit(
            kit,
            topic,
            `eip155:${chainId}`,
            "accountsChanged",
            order.map(({ address }) => address),
          )
      })
    },
    tell: (chain, event, value) =>
      each(async (topic) => {
        await update(topic)
        await emit(kit, topic, chain, event, value)
      }),
    extend: () => each((topic) => kit.extendSession({ topic })),
    disconnect: () => each((topic) => kit.disconnectSession({ topic, reason: failure(6000, "User disconnected.") })),
    stop: async () => {
      core.heartbeat.stop()
      await core.relayer.transportClose()
      // The library opens a socket for what it still has to send, to a relay that may be gone.
      core.relayer.transportOpen = async () => undefined
    },
  }
}

/**
 * The library starts these checks of a site's requests without waiting for them, so a request about a session that has just ended would be
 * an uncaught error.
 */
const catchUnawaited = (engine: LibraryEngine) => {
  for (const name of unawaited) {
    const check = engine[name]
    engine[name] = (params) => {
      const checking = check(params)
      checking.catch(() => undefined)
      return checking
    }
  }
  const { deleteSession } = engine
  engine.deleteSession = (session) => deleteSession(session).catch(() => undefined)
}

const unawaited = [
  "isValidConnect",
  "isValidUpdate",
  "isValidExtend",
  "isValidPing",
  "isValidDisconnect",
  "isValidEmit",
] as const

interface LibraryEngine
  extends Record<(typeof unawaited)[number] | "deleteSession", (params: unknown) => Promise<void>> {
  /** In seconds. */
  requestQueueDelay: number
}

const METHODS = [...signing, "wallet_switchEthereumChain", "wallet_addEthereumChain"]

let wallets = 0

const metadata = {
  name: "Loopback Wallet",
  description: "A wallet for tests",
  url: "https://wallet.example",
  icons: [],
  redirect: { native: "loopbackwallet://" },
}

/** Permission to request methods on chains, as a resource of a message (ERC-5573). */
const permission = (methods: readonly string[], chains: readonly string[]): string => {
  const abilities = [...methods].sort().map((method) => [`request/${method}`, [{ chains }]])
  const recap = JSON.stringify({ att: { eip155: Object.fromEntries(abilities) } })
  return `urn:recap:${Buffer.from(recap).toString("base64").replaceAll("=", "")}`
}

/** CAIP-25's code for "User rejected." */
const rejected = failure(5000, "User rejected.")

const emit = (kit: IWalletKit, topic: string, chainId: string, name: string, data: unknown) =>
  kit.emitSessionEvent({ topic, event: { name, data }, chainId })
