import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { readKept } from "../../layers/demo/keptSession.ts"
import type { World } from "../../layers/demo.ts"
import { relayConnector } from "../../src/flows/relayConnector.ts"
import { connecting } from "../../src/state/connecting.ts"
import { activeConnection } from "../../src/state/core.ts"
import { recents } from "../../src/state/recents.ts"
import { signingOut } from "../../src/state/signingOut.ts"
import { switching } from "../../src/state/switching.ts"
import { cinderbox, createWorld, halyard, rest, shelf, tessera } from "../flows/modal.ts"
import { acts, createChannel, createPick, holders, openTab, type Pick, type Tab } from "./visitor.ts"

// Random walks of a visitor, of the holders of their wallets and of the network. PORTICO_SEED and PORTICO_STEPS choose others.
const seed = Number(process.env.PORTICO_SEED ?? 1)
const steps = Number(process.env.PORTICO_STEPS ?? 2_000)
const walk = 100

describe.concurrent("Honest status, whatever the visitor, the wallets and the network do", () => {
  for (let first = 0; first < steps; first += walk)
    it.effect(
      `steps ${first + 1} to ${Math.min(first + walk, steps)} of seed ${seed}`,
      () => walked(seed + first, Math.min(walk, steps - first)),
      120_000,
    )
})

/** What the walks came by: rules about what never happened say nothing. */
const seen = new Map<string, number>()
const note = (what: string, now: boolean) => now && seen.set(what, (seen.get(what) ?? 0) + 1)
afterAll(() => {
  const wanted = [
    "page wallet",
    "relay",
    "asleep",
    "offered",
    "waiting",
    "two at once",
    "an account of their choice",
    "over",
    "two tabs",
    "failed",
    "expired",
  ]
  assert.deepStrictEqual(
    wanted.filter((what) => !seen.has(what)),
    [],
    "situations that no walk came by",
  )
  if (process.env.PORTICO_STEPS) console.log(Object.fromEntries(seen))
})

const walked = Effect.fnUntraced(function* (seed: number, count: number) {
  const trail: string[] = []
  const pick = createPick(seed, [halyard, cinderbox, tessera, "phone", "phone"], (what) => {
    if (trail.length > 0) trail.push(`${trail.pop()} (${what})`)
  })
  const page = { ...pick, wallets: [halyard, cinderbox, tessera] }
  const world = createWorld({ seed, wallets: { [tessera]: "approve" }, relay: "wait" })
  const shared = { storage: shelf(), channel: createChannel() }
  const tabs: Tab[] = [yield* openTab(world, shared)]
  // Tabs that were never beside another: what is in storage is theirs.
  const alone = new Set(tabs)

  const does = (at: number, name: string) =>
    Effect.suspend(() => {
      trail.push(`tab ${at}: ${name}`)
      return (acts[name] as (typeof acts)[string])(tabs[at] as Tab, page)
    })
  const holder = (name: string, of: Pick) =>
    Effect.sync(() => {
      trail.push(`a holder: ${name}`)
      holders[name]?.(world, of)
    })
  const passes = (seconds: number) =>
    Effect.suspend(() => {
      trail.push(`${seconds} s pass`)
      return TestClock.adjust(`${seconds} seconds`)
    })

  /** What somebody would do next, if anything comes to mind. */
  const likely = (at: number): readonly Effect.Effect<void>[] => {
    const { core, instance, waits } = tabs[at] as Tab
    const asking = [...world.wallets.values(), world.phone].find((wallet) => wallet.state().asking.length > 0)
    const { connections, active, status } = core.accounts.eip155.peek()
    return [
      ...(core.open.peek() ? [] : [does(at, "open")]),
      ...(core.route.peek()?.name === "Connect" ? [does(at, "show a code"), does(at, "choose a wallet")] : []),
      ...(asking ? [holder("approve", { ...pick, wallet: () => asking })] : []),
      ...(waits() ? [does(at, "escape"), holder("approve later", pick)] : []),
      ...(connecting(instance).offered.peek() ? [does(at, "take the offer")] : []),
      ...(connections.some(isRelayed) ? [passes(week)] : []),
      ...(active !== undefined && status === "disconnected" ? [does(at, "wake")] : []),
    ]
  }

  const any = (at: number): Effect.Effect<void, never, Scope.Scope> => {
    const kind = pick.below(20)
    if (kind < 11) return does(at, Object.keys(acts)[pick.below(Object.keys(acts).length)] as string)
    if (kind < 16) return holder(Object.keys(holders)[pick.below(Object.keys(holders).length)] as string, pick)
    if (kind === 16) return passes(pick.of([1, 5, 30, 300, 3_600, week]))
    if (kind === 17)
      return Effect.sync(() => {
        const off = pick.below(2) === 0
        trail.push(off ? "the relay is lost" : "the relay is back")
        if (off) world.faults.set("relay", { offline: true })
        else world.faults.heal("relay")
      })
    return Effect.gen(function* () {
      const tab = tabs[at] as Tab
      if (kind === 18) {
        trail.push(`tab ${at}: reload`)
        yield* tab.close
        const next = yield* openTab(world, shared)
        tabs[at] = next
        if (tabs.length === 1) alone.add(next)
      } else if (tabs.length === 1) {
        trail.push("a second tab")
        alone.clear()
        tabs.push(yield* openTab(world, shared))
      } else {
        trail.push(`tab ${at}: closed for good`)
        yield* tab.close
        tabs.splice(at, 1)
      }
      yield* TestClock.adjust("10 seconds")
    })
  }

  const step = Effect.gen(function* () {
    const at = pick.below(tabs.length)
    const next = pick.below(3) === 0 ? likely(at) : []
    yield* next.length > 0 ? pick.of(next) : any(at)
    yield* rest
    for (const one of tabs) yield* one.leaves
  })

  for (let done = 0; done < count; done++) {
    const relayed = tabs.some(({ core }) => core.accounts.eip155.peek().connections.some(isRelayed))
    yield* step
    const now = yield* Clock.currentTimeMillis
    for (const { core, instance, waits } of tabs) {
      const { status, active, connections } = core.accounts.eip155.peek()
      note("page wallet", status === "connected" && active !== relayConnector)
      note("relay", status === "connected" && active === relayConnector)
      note("asleep", active !== undefined && status === "disconnected")
      note("offered", connecting(instance).offered.peek() !== undefined)
      note("failed", connecting(instance).progress.peek().is === "failed")
      note("waiting", waits())
      note("two at once", connections.length > 1)
      note(
        "an account of their choice",
        connections.some(({ chosen }) => chosen !== undefined),
      )
      note("over", recents(instance).recentConnections.peek().length > 0)
      note("two tabs", tabs.length > 1)
    }
    note(
      "expired",
      relayed &&
        tabs.every(({ core }) => !core.accounts.eip155.peek().connections.some(isRelayed)) &&
        trail.at(-1) === `${week} s pass`,
    )
    const broken = tabs.flatMap((tab, at) =>
      [
        ...problems(tab, world),
        ...recentOnes(tab),
        ...answering(tab, world, shared.storage, now),
        ...(alone.has(tab) ? kept(tab, shared.storage) : []),
      ].map((problem) => `tab ${at}: ${problem}`),
    )
    if (broken.length > 0)
      assert.fail(`${broken.join("; ")}\nseed ${seed}, after ${done + 1} steps:\n${trail.slice(-40).join("\n")}`)
  }
  for (const tab of tabs) yield* tab.close
})

/** The rules that hold after every step. */
const problems = (tab: Tab, world: World): readonly string[] => {
  const { core, instance } = tab
  const state = core.accounts.eip155.peek()
  const active = activeConnection(state)
  const attempt = connecting(instance).progress.peek()
  const found: string[] = []
  const never = (what: string, broken: boolean) => {
    if (broken) found.push(what)
  }

  never("connected without an account", state.status === "connected" && !active?.accounts[0])
  never("an account without being connected", state.status !== "connected" && active !== undefined)
  never("connecting, though nothing is under way", state.status === "connecting" && !tab.waits() && !asks(world))
  never("a spinner without an attempt", attempt.is === "loading" && !tab.waits())
  never("a closed modal that attempts to connect", !core.open.peek() && attempt.is === "loading")
  never("a switch without an attempt", switching(instance).progress.peek().is === "loading" && !tab.waits())
  never("a sign-out that does not end", signingOut(instance).busy.peek() && state.connections.length === 0)
  const last = tab.told.filter((what) => what === "show" || what === "close").at(-1) ?? "close"
  never("a dialog that does not know whether it is open", (last === "show") !== core.open.peek())
  return found
}

/** A connection is held only while its wallet answers for its account, over the relay only while the session lasts. */
const answering = ({ core }: Tab, world: World, { json }: ReturnType<typeof shelf>, now: number): readonly string[] =>
  core.accounts.eip155.peek().connections.flatMap(({ connectorId, accounts: [account], chosen }) => {
    const wallet = connectorId === relayConnector ? world.phone : world.wallets.get(connectorId)
    const { granted, locked, addresses } = wallet?.state() ?? { granted: false, locked: true, addresses: [] }
    const grants = connectorId === relayConnector ? readKept(JSON.stringify(json("demo_relay")), now) : granted
    if (!grants) return [`${connectorId} is held, but grants nothing any more`]
    if (locked) return [`${connectorId} is held, but does not answer`]
    // Which of them is used is the wallet's choice, until the visitor makes theirs.
    const used = chosen === undefined ? addresses.slice(0, 1) : addresses
    const same = used.some((address) => account?.address.toLowerCase() === address.toLowerCase())
    return same ? [] : [`${connectorId} is held with ${account?.address}, but answers for ${addresses[0]}`]
  })

/** Who is shown as gone is not connected. */
const recentOnes = ({ core, instance }: Tab): readonly string[] => {
  const { connections, active } = core.accounts.eip155.peek()
  return recents(instance)
    .recentConnections.peek()
    .flatMap(({ connectorId, accounts: [account] }) => {
      const now = connections.find((one) => one.connectorId === connectorId)
      const same = now?.accounts.some(({ address }) => address === account?.address)
      if (same) return [`${connectorId} is connected, and among those that are over`]
      return !now && active === connectorId ? [`${connectorId} only sleeps, and is among those that are over`] : []
    })
}

/** What the storage says against what the tab does, where no other tab writes. */
const kept = ({ core }: Tab, { json }: ReturnType<typeof shelf>): readonly string[] => {
  const state = core.accounts.eip155.peek()
  const ids = (json("connected_connector_ids") ?? {}) as Readonly<Record<string, string>>
  const connections = (json("connections") ?? []) as readonly { readonly connectorId: string }[]
  const networks = (json("active_caip_network_ids") ?? {}) as Readonly<Record<string, string>>
  const gone = (json("disconnected_connector_ids") ?? []) as readonly string[]
  const found: string[] = []
  if (ids.eip155 !== state.active) found.push(`storage has ${ids.eip155} in use, the modal ${state.active}`)
  for (const { connectorId } of state.connections) {
    if (connections.every((one) => one.connectorId !== connectorId)) found.push(`storage does not know ${connectorId}`)
    if (gone.includes(`eip155:${connectorId}`)) found.push(`${connectorId} is signed out of, and connected`)
  }
  if (networks.eip155 !== undefined && activeConnection(state) && networks.eip155 !== state.caipNetworkId)
    found.push(`storage is on ${networks.eip155}, the modal on ${state.caipNetworkId}`)
  return found
}

const isRelayed = ({ connectorId }: { readonly connectorId: string }) => connectorId === relayConnector

/** Seconds; no session lasts that long. */
const week = 8 * 86_400

const asks = (world: World) =>
  [...world.wallets.values(), world.phone].some((wallet) => wallet.state().asking.length > 0)
