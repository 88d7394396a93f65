import type { RelayChange } from "../../../services/Relay.ts"
import { InvalidInput } from "../../../src/errors/index.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import type { CaipNetworkId, Network } from "../../../src/options/networks.ts"
import { decodeCurrentChains, decodeSessionMessage } from "../../../src/walletConnect/schema.ts"
import type { Store } from "./libraryStorage.ts"
import {
  addressesOn,
  checkTopic,
  type ReportedChange,
  readEvent,
  readSession,
  type SessionWithGrants,
} from "./readSession.ts"
import type { Sign } from "./restrainLibrary.ts"
import { ignore } from "./restrainLibrary.ts"

export interface ActiveSessionOptions {
  readonly sign: Sign
  readonly store: Store
  readonly networks: () => readonly Network[]
  readonly emit: (change: RelayChange) => void
}

/** Manages the active session: its grants, and its current chain and accounts per namespace, which the wallet's events update. */
export const activeSession = ({ sign, store, networks, emit }: ActiveSessionOptions) => {
  let held: SessionWithGrants | undefined
  const chains = new Map<Namespace, CaipNetworkId>()
  /** Addresses that the wallet has reported since the session was last updated, by namespace. */
  const chosen = new Map<Namespace, readonly string[]>()
  /** Number of times that the wallet has reported each chain. */
  const reports = new Map<CaipNetworkId, number>()

  const chain = (namespace: Namespace): CaipNetworkId | undefined =>
    chains.get(namespace) ?? held?.grants.get(namespace)?.chains.keys().next().value

  const addresses = (namespace: Namespace): readonly string[] => {
    const id = chain(namespace)
    return chosen.get(namespace) ?? (held && id ? addressesOn(held, id) : [])
  }

  const hold = (next: SessionWithGrants | undefined) => {
    held = next
    chosen.clear()
    for (const [namespace, id] of chains) if (!next?.grants.get(namespace)?.chains.has(id)) chains.delete(namespace)
    if (!next) return
    keepChains()
    // The library must not open links to the wallet's app, because Portico does.
    sign.session.update(next.session.topic, { sessionConfig: { disableDeepLink: true } }).catch(ignore)
  }

  const keepChains = () => void store.library.setItem(chainsKey, Object.fromEntries(chains))

  const switched = (namespace: Namespace, caipNetworkId: CaipNetworkId) => {
    chains.set(namespace, caipNetworkId)
    keepChains()
    const there = held ? addressesOn(held, caipNetworkId) : []
    if (!chosen.get(namespace)?.every((address) => there.includes(address))) chosen.delete(namespace)
    emit({ type: "wallet", namespace, change: { type: "chain", caipNetworkId } })
    if (addresses(namespace).length > 0) emitAccounts(namespace)
  }

  const emitAccounts = (namespace: Namespace) =>
    emit({
      type: "wallet",
      namespace,
      change: { type: "accounts", accounts: addresses(namespace).map((address) => ({ address })) },
    })

  const over = () => {
    hold(undefined)
    emit({ type: "ended" })
  }

  const expired = () => {
    if (!held) return
    const wallet = held.session.peer.name
    hold(undefined)
    emit({ type: "expired", wallet })
  }

  /** Rereads the session after the library has updated it, and reports the changes, or `ended` if the session is no longer valid. */
  const renewed = ({ grants, session }: SessionWithGrants) => {
    const before = [...grants.keys()].map((namespace) => [namespace, `${addresses(namespace)}`] as const)
    const next = readSession(stored(session.topic), networks())
    if (!next) return over()
    hold(next)
    emit({ type: "session", session: next.session })
    for (const [namespace, was] of before) if (`${addresses(namespace)}` !== was) emitAccounts(namespace)
  }

  const apply = (namespace: Namespace, change: ReportedChange) => {
    if (change.type === "chain") {
      reports.set(change.caipNetworkId, reportsOf(change.caipNetworkId) + 1)
      return switched(namespace, change.caipNetworkId)
    }
    chosen.set(
      namespace,
      change.accounts.map(({ address }) => address),
    )
    emit({ type: "wallet", namespace, change })
  }

  const reportsOf = (caipNetworkId: CaipNetworkId): number => reports.get(caipNetworkId) ?? 0

  const stored = (topic: string) => sign.session.getAll().find((one) => one.topic === topic)

  /** Listens to an event of the library. Ignores invalid events, and events of sessions other than the active one. */
  const onSessionEvent = (event: (typeof events)[number], act: (held: SessionWithGrants, params: unknown) => void) =>
    sign.on(event, (value: unknown) => {
      const message = decodeSessionMessage(value)
      if (message instanceof InvalidInput) return
      if (held && message.topic === held.session.topic) act(held, message.params)
    })
  onSessionEvent("session_delete", over)
  onSessionEvent("session_expire", expired)
  onSessionEvent("session_update", renewed)
  onSessionEvent("session_extend", renewed)
  onSessionEvent("session_event", ({ grants }, params) => {
    const event = readEvent(params, networks())
    if (event && grants.has(event.namespace)) apply(event.namespace, event.change)
  })

  return {
    chain,
    addresses,
    switched,
    reportsOf,
    expired,
    held: () => held,
    knows: (topic: string) => stored(topic) !== undefined,
    /**
     * Makes a newly approved session the active one. In each namespace, the first of the wanted networks that the session grants becomes
     * the current chain.
     */
    approved: (next: SessionWithGrants, wanted: readonly Network[]) => {
      chains.clear()
      for (const { chainNamespace, caipNetworkId } of wanted) {
        const granted = next.grants.get(chainNamespace)?.chains.has(caipNetworkId)
        if (granted && !chains.has(chainNamespace)) chains.set(chainNamespace, caipNetworkId)
      }
      hold(next)
    },
    /** Restores the stored session that expires last, if any is still valid. `now` is in ms since the Unix epoch. */
    restore: async (now: number) => {
      const before = decodeCurrentChains(await store.library.getItem(chainsKey))
      for (const [namespace, id] of Object.entries(before instanceof InvalidInput ? {} : before)) {
        chains.set(namespace as Namespace, id as CaipNetworkId)
      }
      const [longest] = sign.session
        .getAll()
        .flatMap((one) => readSession(one, networks()) ?? [])
        .filter((one) => checkTopic(one, true, now) === undefined)
        .sort((one, other) => other.session.expiresAt - one.session.expiresAt)
      hold(longest)
    },
    /** Releases the active session without notifying the wallet. Returns its topic, or `undefined` if there was none. */
    release: () => {
      const { topic } = held?.session ?? {}
      hold(undefined)
      return topic
    },
  }
}

const events = ["session_delete", "session_expire", "session_update", "session_extend", "session_event"] as const

/** Key of the current chains, in the library's data, so `wipe` deletes them too. */
const chainsKey = "default-chains"
