import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Named } from "../../services/Chains.ts"
import { isEvmAddress } from "../../src/core/addresses.ts"
import { InternalRpcError, type RpcFailure } from "../../src/errors/rpc.ts"
import type { NameRecord } from "../../src/names/model.ts"
import type { CaipNetworkId } from "../../src/options/networks.ts"
import type { EventBody } from "../../src/telemetry/opening/model.ts"
import { demoAccounts } from "./accounts.ts"
import { createFaults, type Faults } from "./faults.ts"
import { createExecution } from "./nodes/execution.ts"
import { createLedger, type Ledger } from "./nodes/ledger.ts"
import type { Known } from "./nodes/nodeCall.ts"
import { replaceEvmTransaction } from "./nodes/replaceEvmTransaction.ts"
import { pictureFrom, pictureId } from "./pictures.ts"
import { type DirectoryWallet, directoryOf } from "./provider/directory.ts"
import { createExchanges, type Exchanges } from "./provider/exchanges.ts"
import { type HistoryEntry, historyOf, paymentOf } from "./provider/history.ts"
import { createMarket, type Market } from "./provider/market.ts"
import { createSessions, type SessionBook } from "./provider/smartSessions.ts"
import type { Behaviour, Manner, PhoneBehaviour, Project, PromptResponse, Script } from "./script.ts"
import { respondToCapability } from "./wallets/capabilities.ts"
import { type CastWallet, inFrame, installed, onPhone, outside } from "./wallets/list.ts"
import { createWallet, type DemoWallet } from "./wallets/wallet.ts"

/**
 * The state that all demo layers of a modal share, and the controls to change it. Prices and transactions depend on the time of each
 * request.
 */
export interface World {
  readonly seed: number
  /** The provider's wallet directory. */
  readonly directory: readonly DirectoryWallet[]
  readonly market: Market
  /** Transactions of the world's wallets and exchanges. */
  readonly ledger: Ledger
  /** Exchanges from which visitors can deposit. */
  readonly exchanges: Exchanges
  readonly faults: Faults
  /** Settings of the site's project at the provider. */
  readonly project: Project
  /** Events posted to the provider's analytics, in order. Only the latest 500 are kept. */
  readonly events: readonly EventBody[]
  /** IDs of the emailed codes that were confirmed at the provider's sign-in. */
  readonly confirmed: Set<string>
  /** Metadata that sites stored for signed-in accounts at the provider, by CAIP-10 ID. */
  readonly noted: Map<string, object>
  /** Adds an event to `events`, as the provider's analytics do. */
  note(body: EventBody): void
  /** Wallets installed in the browser, and those that the page adds itself, by connector ID. */
  readonly wallets: ReadonlyMap<string, DemoWallet>
  /** The phone's wallet. `approve` makes it scan a shown code and approve the connection. */
  readonly phone: DemoWallet
  /**
   * The embedded wallet. Social logins, new devices and Farcaster logins are its `connect` prompts, and approvals are its `sign` prompts.
   */
  readonly secure: DemoWallet
  /** Email address of the user who is logged in to the embedded wallet from the start, unless a login or sign-out is persisted. */
  readonly login: string | undefined
  /**
   * Returns the element in the dialog where the secure frame is shown, or `undefined` while it is hidden. The demo renders nothing there.
   */
  readonly framePlace: () => HTMLElement | undefined
  /** Sets the element where the secure frame is shown. `undefined` hides the frame. */
  showFrame(place: HTMLElement | undefined): void
  /** Returns the primary name and avatar of an address. Both are `null` if it has none. */
  identity(address: string): { readonly name: string | null; readonly avatar: string | null }
  /** Records of the provider's name service, by full name. Visitors and tests can register more. */
  readonly names: Map<string, NameRecord>
  /** Smart sessions that the provider stores. */
  readonly sessions: SessionBook
  /**
   * Returns an account's history on a chain, newest first: the world's transactions, then, on EVM chains, a generated history that ends at
   * the first request. An unknown account has no generated history.
   */
  history(caipNetworkId: string, address: string, now: number): readonly HistoryEntry[]
  /** Returns the address and avatar that a demo account's name resolves to. Returns `undefined` for any other name. */
  named(name: string): Named | undefined
  /** Sends a request to a chain's node. The node is real if the script has a URL for the chain. */
  node(caipNetworkId: CaipNetworkId, method: string, params: readonly unknown[]): Effect.Effect<unknown, RpcFailure>
  /** Returns the provider's image with this ID, as a `data:` URL. */
  picture(id: string): string
  /** Calls `changed` after each change by a control or a wallet. Returns a function that stops the calls. */
  watch(changed: () => void): () => void
}

/** Creates the world of a script. The same script creates the same world. */
export const createWorld = (script: Script = {}): World => {
  const { seed = 1, directory = directorySize } = script
  const watchers = new Set<() => void>()
  const changed = () => {
    for (const watcher of [...watchers]) watcher()
  }
  const market = createMarket(
    script,
    demoAccounts.map(({ address }) => address.toLowerCase()),
    changed,
  )
  const faults = createFaults(script)
  faults.watch(changed)
  const events: EventBody[] = []

  const ledger = createLedger(script, createExecution(market, script.transferFees), replaceEvmTransaction)
  const known: Known = { seed, market, ledger, transferFees: script.transferFees }

  const node = (caipNetworkId: CaipNetworkId, method: string, params: readonly unknown[]) =>
    Effect.gen(function* (): Effect.fn.Return<unknown, RpcFailure> {
      const url = script.nodes?.[caipNetworkId]
      if (url !== undefined) {
        const { requestNode } = yield* Effect.promise(() => import("./nodes/remote.ts"))
        return yield* requestNode(url, method, params)
      }
      const now = yield* Clock.currentTimeMillis
      ledger.settle(now)
      const { respondAsNode } = yield* Effect.promise(() => import("./nodes/nodes.ts"))
      const response = yield* respondAsNode(known, { caipNetworkId, method, params, now })
      return response instanceof Error ? yield* Effect.fail(response as RpcFailure) : response
    })
  const ownChains = Object.keys(script.nodes ?? {}).map((id) => Number(id.split(":")[1]))
  const wallet = (described: CastWallet, manner: Manner) => {
    const { id, name, icon, namespace, external, chains, holds, also = {} } = described
    const addressesOf = (indices: readonly number[]) => indices.map((index) => demoAccounts[index]?.address ?? "")
    const made = createWallet({
      id,
      name: manner.name ?? name,
      icon,
      namespace,
      ...(external && { external }),
      node: (chainId, method, params) => node(`eip155:${chainId}`, method, params),
      able: (call) => {
        const response = respondToCapability({ ...call, market })
        if (!response) return undefined
        const key = JSON.stringify([id, call.method, call.params], (_, value) =>
          typeof value === "bigint" ? String(value) : value,
        )
        return Effect.mapError(faults.respond({ line: "abilities", row: call.method, key }, response), (cause) =>
          "code" in cause ? cause : new InternalRpcError("The wallet cannot say", { cause }),
        )
      },
      addresses: addressesOf(holds),
      also: Object.fromEntries(Object.entries(also).map(([other, indices]) => [other, addressesOf(indices)])),
      manner: { ...(chains && { chains }), ...manner },
      knows: ownChains,
    })
    made.watch(changed)
    return made
  }
  const wallets = new Map(
    [...installed, outside].flatMap((described) => {
      const { "*": all, [described.id]: one } = script.wallets ?? {}
      const manner = { ...described.manner, ...mannerOf(all), ...mannerOf(one) }
      return manner.absent || (described.external && one === undefined)
        ? []
        : [[described.id, wallet(described, manner)] as const]
    }),
  )
  let place: HTMLElement | undefined
  let listed: readonly DirectoryWallet[] | undefined
  const names = new Map<string, NameRecord>([
    ["ansel.reown.id", namedAfter("ansel.reown.id", demoAccounts[2]?.address ?? "")],
  ])
  const histories = new Map<string, readonly HistoryEntry[]>()

  const story = (chain: string, address: string, now: number): readonly HistoryEntry[] => {
    const key = `${chain} ${address.toLowerCase()}`
    const known = histories.get(key)
    if (known || !chain.startsWith("eip155:")) return known ?? []
    const story = historyOf({
      seed,
      chain,
      address,
      person: `person ${demoAccounts.findIndex((one) => one.address.toLowerCase() === address.toLowerCase())}`,
      holdings: market.began(chain, address),
      others: demoAccounts.map((person) => person.address).filter((one) => isEvmAddress(one) && one !== address),
      until: now,
      more: script.transactions ?? 0,
    })
    histories.set(key, story)
    return story
  }
  const paid = new Map<string, HistoryEntry>()
  /** Returns an account's history entries of the world's transactions, newest first. */
  const payments = (chain: string, address: string, now: number): readonly HistoryEntry[] =>
    ledger.moved.toReversed().flatMap((moved) => {
      const coin = market.token(chain, moved.contract)
      const parties = [moved.owner ?? moved.from, moved.to]
      const mine = parties.some((one) => one.toLowerCase() === address.toLowerCase())
      const stage = ledger.stage(moved, now)
      // Approvals move nothing, so they are not listed.
      const isMined = stage === "confirmed" || stage === "failed"
      if (!coin || !mine || moved.chain !== chain || !isMined || moved.allows !== undefined) return []
      const key = `${moved.id} ${address.toLowerCase()}`
      const got = moved.back && market.token(chain, moved.back.contract)
      // The entry is cached, because its value must not change with the market.
      const known = paid.get(key) ?? paymentOf(moved, coin, { address, failed: stage === "failed", got })
      paid.set(key, known)
      return [known]
    })

  return {
    seed,
    get directory() {
      listed ??= directoryOf(directory, seed)
      return listed
    },
    market,
    ledger,
    exchanges: createExchanges(script, { ledger, market }),
    faults,
    project: script.project ?? {},
    events,
    confirmed: new Set(),
    noted: new Map(),
    note: (body) => {
      events.push(body)
      events.splice(0, events.length - eventsKept)
    },
    wallets,
    phone: wallet(onPhone, { connect: "hang", ...phoneManner(script.relay) }),
    secure: wallet(inFrame, { ...inFrame.manner, ...mannerOf(script.frame) }),
    login: script.login,
    framePlace: () => place,
    showFrame: (shown) => {
      if (shown === place) return
      place = shown
      changed()
    },
    identity: (address) => {
      const person = demoAccounts.find((one) => one.address.toLowerCase() === address.toLowerCase())
      return { name: person?.name ?? null, avatar: person?.avatar ?? null }
    },
    names,
    sessions: createSessions(
      demoAccounts.flatMap(({ address }) => (isEvmAddress(address) ? [address.toLowerCase()] : [])),
    ),
    history: (chain, address, now) => [...payments(chain, address, now), ...story(chain, address, now)],
    named: (name) => {
      const person = demoAccounts.find((one) => one.name === name)
      return (
        person && {
          address: person.address,
          ...(person.avatar !== undefined && { avatar: person.avatar }),
          ...(person.onEthereumOnly && { only: "eip155:1" as const }),
        }
      )
    },
    node,
    picture: (id) => pictureFrom(networkPictures[id] ?? id),
    watch: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

const namedAfter = (name: string, address: string): NameRecord => ({
  name,
  registered_at: "2025-06-01T00:00:00Z",
  updated_at: "2025-06-01T00:00:00Z",
  // Coin types of Ethereum and of all EVM networks (ENSIP-19).
  addresses: { 60: { address }, 2147483648: { address } },
  attributes: [],
})

const directorySize = 640
const eventsKept = 500
const scanAfter = 1_500

/** Returns the behavior per prompt that a keyword stands for. Returns any other behavior unchanged. */
export const mannerOf = (behaviour: Behaviour | undefined): Manner => {
  if (behaviour === undefined) return {}
  if (typeof behaviour !== "string") return behaviour
  if (behaviour === "lock") return { locked: true }
  if (behaviour === "absent") return { absent: true }
  return everywhere(behaviour)
}

/**
 * Returns the phone's behavior per prompt that a keyword stands for. Keywords apply only to the pairing code. Later prompts are approved.
 */
export const phoneManner = (behaviour: PhoneBehaviour | undefined): Manner => {
  if (behaviour === undefined || behaviour === "wait") return { connect: "hang" }
  if (behaviour === "scan") return { connect: "approve", delay: scanAfter }
  return behaviour === "reject" ? { connect: "reject", delay: scanAfter } : behaviour
}

const everywhere = (response: PromptResponse): Manner => ({
  connect: response,
  switch: response,
  sign: response,
  locked: false,
})

/** Picture IDs of networks, by the provider's image IDs. */
const networkPictures: Readonly<Record<string, string>> = {
  "ba0ba0cd-17c6-4806-ad93-f9d174f17900": pictureId("chevrons", 10),
  "7289c336-3981-4081-c5f4-efc26ac64a00": pictureId("half", 0),
  "41d04d42-da3b-4453-8506-668cc0727900": pictureId("hexagon", 4),
  "ab9c186a-c52f-464b-2906-ca59d760a400": pictureId("ring", 17),
  "a1b58899-f671-4276-6a5e-56ca5bd59700": pictureId("bars", 9),
  "3bff954d-5cb0-47a0-9a23-d20192e74600": pictureId("arrow", 12),
  "30c46e53-e989-45fb-4549-be3bd4eb3b00": pictureId("peaks", 17),
}
