import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { readLogin, smartAccountChains } from "../../layers/demo/frame/login.ts"
import { readPersisted } from "../../layers/demo/relay/persistedSession.ts"
import type { Fault, World } from "../../layers/demo.ts"
import { phoneAddresses } from "../../layers/relay/demoNamespace.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { arrivalWait, openPrompt, reconnectWait } from "../../src/connections/limits.ts"
import { recents } from "../../src/connections/state/recentConnections.ts"
import { signingOut } from "../../src/connections/state/signingOut.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { isSameAddress } from "../../src/namespaces/model/namespaceTable.ts"
import { switching } from "../../src/network/state.ts"
import { storageKey } from "../../src/persistence/first-paint/model/storageKeys.ts"
import { activeConnection } from "../../src/stub/state.ts"
import { walletConnectId } from "../../src/wallets/first-paint/state/walletConnectConnector.ts"
import { createWorld, latchkey, shelf, tessera } from "../fixtures/modal.ts"
import { kinds, peopled } from "./page.ts"
import {
  acts,
  createChannel,
  createPick,
  faults,
  happenings,
  holders,
  namespaces,
  openTab,
  type Pick,
  payee,
  payments,
  rest,
  services,
  type Tab,
} from "./visitor.ts"

// Random walks of a visitor, of the users of their wallets and of the network. PORTICO_SEED and PORTICO_STEPS choose others.
const seed = Number(process.env.PORTICO_SEED ?? 6)
const steps = Number(process.env.PORTICO_STEPS ?? 2_000)
const walk = 100

describe.concurrent("Honest status, whatever the visitor, the wallets and the network do", () => {
  for (let first = 0; first < steps; first += walk)
    it.effect(
      `steps ${first + 1} to ${Math.min(first + walk, steps)} of seed ${seed}`,
      () => walked(seed + first, Math.min(walk, steps - first)),
      Math.max(120_000, steps * 60),
    )
})

/** Events that the walks encountered. A rule proves nothing about events that never occurred. */
const seen = new Map<string, number>()
const note = (what: string, now: boolean) => now && seen.set(what, (seen.get(what) ?? 0) + 1)
afterAll(() => {
  const wanted = [
    ...[...Object.keys(kinds), embeddedConnectorId].map((id) => `connected by ${id}`),
    ...namespaces.map((namespace) => `connected over the relay on ${namespace}`),
    "several namespaces",
    "asleep",
    "offered",
    "waiting",
    "two at once",
    "an account of their choice",
    "over",
    "two tabs",
    "brought by a host",
    "failed",
    "expired",
    "sent",
    "faulty",
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
  const wallets = Object.keys(kinds)
  const pick = createPick(seed, [...wallets, "phone", "phone", "phone"], (what) => {
    if (trail.length > 0) trail.push(`${trail.pop()} (${what})`)
  })
  const page = { ...pick, wallets }
  // In every second walk multi-wallet is off.
  const project = { features: Math.floor(seed / walk) % 2 === 0 ? several : null }
  const world = peopled(createWorld({ seed, project, wallets: { [tessera]: "approve" }, relay: "wait" }))
  // In every third walk the page is framed by a program that provides a wallet, and grants it at once.
  const host = Math.floor(seed / walk) % 3 === 0 ? latchkey : undefined
  if (host !== undefined) world.wallets.get(host)?.resume({ granted: true })
  const shared = { storage: shelf(), channel: createChannel(), host }
  const tabs: Tab[] = [yield* openTab(world, shared)]
  // Tabs that were never open beside another one, and so alone wrote to storage.
  const alone = new Set(tabs)

  const faulty = new Set<string>()
  const does = (at: number, name: string) =>
    Effect.suspend(() => {
      trail.push(`tab ${at}: ${name}`)
      return (acts[name] as (typeof acts)[string])(tabs[at] as Tab, page)
    })
  const befalls = (at: number, name: string, of: Pick = pick) =>
    Effect.suspend(() => {
      trail.push(`tab ${at}: ${name}`)
      return (happenings[name] as (typeof happenings)[string])(tabs[at] as Tab, of)
    })
  const holder = (name: string, of: Pick) =>
    Effect.sync(() => {
      trail.push(`a holder: ${name}`)
      holders[name]?.(world, of)
    })
  const passes = (seconds: number) =>
    Effect.gen(function* () {
      trail.push(`${seconds} s pass`)
      // Slow requests that follow each other through promises need the clock to move in steps.
      const stepwise = Math.min(seconds, 10)
      for (let second = 0; second < stepwise; second++) yield* Effect.andThen(TestClock.adjust("1 second"), rest)
      yield* TestClock.adjust(`${seconds - stepwise} seconds`)
    })

  /** A random next action, if one is possible. */
  const likely = (at: number): readonly Effect.Effect<void>[] => {
    const { core, instance, waits, page } = tabs[at] as Tab
    const asking = [...world.wallets.values(), world.phone].find((wallet) => wallet.state().openPrompts.length > 0)
    const { connections, active, status } = core.accounts[core.namespace.peek()].peek()
    return [
      ...(core.open.peek() ? [] : [does(at, "open")]),
      ...(core.route.peek()?.name === "Connect" ? [does(at, "show a code"), does(at, "choose a wallet")] : []),
      ...(asking ? [holder("approve", { ...pick, wallet: () => asking })] : []),
      ...(waits() ? [does(at, "escape"), holder("approve later", pick)] : []),
      ...(connecting(instance).offered.peek() ? [does(at, "take the offer")] : []),
      ...(connections.some(isRelayed) ? [passes(week)] : []),
      ...(active !== undefined && status === "disconnected" ? [does(at, "wake")] : []),
      ...(page.away.size > 0 ? [befalls(at, "all wallets are there")] : []),
      ...(active !== undefined && kinds[active]?.mortal && pick.below(4) === 0
        ? [
            befalls(at, "a wallet's object is replaced", {
              ...pick,
              of: (list) => list.find((one) => one === active) ?? pick.of(list),
            }),
          ]
        : []),
    ]
  }

  const any = (at: number): Effect.Effect<void, never, Scope.Scope> => {
    const kind = pick.below(22)
    if (kind >= 20) return befalls(at, Object.keys(happenings)[pick.below(Object.keys(happenings).length)] as string)
    if (kind < 11) return does(at, Object.keys(acts)[pick.below(Object.keys(acts).length)] as string)
    if (kind < 16) return holder(Object.keys(holders)[pick.below(Object.keys(holders).length)] as string, pick)
    if (kind === 16) return passes(pick.of([1, 5, 30, 300, 3_600, week]))
    if (kind === 17)
      return Effect.sync(() => {
        const [service, isFaulty] = [pick.of(services), pick.below(2) === 0]
        const fault = isFaulty ? pick.of(Object.keys(faults)) : undefined
        trail.push(`the ${service} service ${fault ?? "works"}`)
        if (fault !== undefined) world.faults.set(service, faults[fault] as Fault)
        else world.faults.heal(service)
        faulty[fault === undefined ? "delete" : "add"](service)
      })
    return Effect.gen(function* () {
      const tab = tabs[at] as Tab
      if (kind === 18) {
        trail.push(`tab ${at}: reload`)
        yield* tab.close
        const next = yield* openTab(world, shared, pick.below(3) === 0 ? [pick.of(wallets)] : [])
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
  /** Latest time until which a prompt opened by another page may be pending. */
  let pending = 0

  for (let done = 0; done < count; done++) {
    const relayed = tabs.some(holdsRelay)
    yield* step
    const now = yield* Clock.currentTimeMillis
    if (everybody(world).some((wallet) => wallet.state().manner.connect === "pending")) pending = now + openPrompt.wait
    for (const tab of tabs) {
      const states = namespaces.map((namespace) => ({ namespace, ...tab.core.accounts[namespace].peek() }))
      for (const { namespace, status, active, connections } of states) {
        note(`connected by ${active}`, status === "connected" && active !== walletConnectId)
        note(`connected over the relay on ${namespace}`, status === "connected" && active === walletConnectId)
        note("asleep", active !== undefined && status === "disconnected")
        note("two at once", connections.length > 1)
        note(
          "an account of their choice",
          connections.some(({ chosen }) => chosen !== undefined),
        )
      }
      note("several namespaces", states.filter(({ status }) => status === "connected").length > 1)
      note("over", recents(tab.instance).recentConnections.peek().length > 0)
      note("offered", connecting(tab.instance).offered.peek() !== undefined)
      note("failed", connecting(tab.instance).progress.peek().status === "failed")
      note("waiting", tab.waits())
      note("two tabs", tabs.length > 1)
      note("brought by a host", host !== undefined && tab.core.accounts.eip155.peek().active === host)
    }
    note("expired", relayed && !tabs.some(holdsRelay) && trail.at(-1) === `${week} s pass`)
    const broken: string[] = tabs.flatMap((tab, at) =>
      [
        ...problems(tab, world, { now, pending }),
        ...recentOnes(tab),
        ...shown(tab),
        ...answering(tab, world, shared.storage, now),
        ...(alone.has(tab) ? kept(tab, shared.storage) : []),
      ].map((problem) => `tab ${at}: ${problem}`),
    )
    note("sent", world.ledger.moved.length > 0)
    note("faulty", faulty.size > 0)
    broken.push(...spent(world))
    if (broken.length > 0)
      assert.fail(`${broken.join("; ")}\nseed ${seed}, after ${done + 1} steps:\n${trail.slice(-40).join("\n")}`)
  }
  for (const tab of tabs) yield* tab.close
})

/** The rules that hold after every step. */
const problems = (
  tab: Tab,
  world: World,
  at: { readonly now: number; readonly pending: number },
): readonly string[] => {
  const { core, instance } = tab
  const attempt = connecting(instance).progress.peek()
  const found: string[] = []
  const never = (what: string, broken: boolean) => {
    if (broken) found.push(what)
  }
  const asks = everybody(world).some((wallet) => wallet.state().openPrompts.length > 0)
  const begun = tab.since()
  // A pending request of the visitor or the site has some time to end on its own.
  const underWay = tab.waits() || asks || at.now <= at.pending || (begun !== undefined && at.now - begun <= patience)

  for (const namespace of namespaces) {
    const state = core.accounts[namespace].peek()
    const active = activeConnection(state)
    never(`${namespace}: connected without an account`, state.status === "connected" && !active?.accounts[0])
    never(`${namespace}: an account without being connected`, state.status !== "connected" && active !== undefined)
    never(`${namespace}: connecting, though nothing is under way`, state.status === "connecting" && !underWay)
    never(
      `${namespace}: a connection of another namespace`,
      state.connections.some((connection) => connection.namespace !== namespace),
    )
  }
  never("loading, though nothing is under way", core.loading.peek() && !underWay)
  never("a spinner without an attempt", attempt.status === "loading" && !tab.waits())
  never("a closed modal that attempts to connect", !core.open.peek() && attempt.status === "loading")
  never("a switch without an attempt", switching(instance).progress.peek().status === "loading" && !tab.waits())
  never(
    "a sign-out that does not end",
    signingOut(instance).busy.peek() && (begun === undefined || at.now - begun > patience),
  )
  const last = tab.told.filter((what) => what === "show" || what === "close").at(-1) ?? "close"
  never("a dialog that does not know whether it is open", (last === "show") !== core.open.peek())
  return found
}

/** A connection is listed only while its wallet grants its account, and over WalletConnect only while the session lasts. */
const answering = (
  { core, page }: Tab,
  world: World,
  { json }: ReturnType<typeof shelf>,
  now: number,
): readonly string[] =>
  namespaces.flatMap((namespace) =>
    core.accounts[namespace]
      .peek()
      .connections.flatMap(({ connectorId, accounts: [account], caipNetwork, elsewhere, chosen }) => {
        const said = (what: string) => [`${connectorId} is listed on ${namespace}, but ${what}`]
        // The active account may be one that the visitor has chosen here.
        const same = (address: string | undefined) =>
          address !== undefined && isSameAddress(namespace, account?.address ?? "", chosen ?? address)
        const place = caipNetwork?.caipNetworkId ?? elsewhere
        if (connectorId === walletConnectId) {
          const kept = readPersisted(JSON.stringify(json("demo_relay")), now)
          const approved = kept?.session.approvedCaipNetworkIds.some((id) => id.startsWith(`${namespace}:`))
          if (!approved) return said("its session has ended")
          const [first] = phoneAddresses(world.phone, namespace, place ?? `${namespace}:`)
          return same(first) ? [] : said(`has ${account?.address}, where the phone answers for ${first}`)
        }
        if (connectorId === embeddedConnectorId) {
          const { on } = readLogin(JSON.stringify(json("demo_frame")))
          if (!on) return said("no visitor is logged in any more")
          const { addresses } = world.secure.state()
          const own = namespace === "eip155" ? addresses : world.secure.also("solana")
          if (!own.includes(account?.address ?? ""))
            return said(`has ${account?.address}, which is not one of its accounts`)
          const smart = smartAccountChains.some((id) => place === `eip155:${id}`)
          return account?.type === "smartAccount" && !smart ? said(`has a smart account on ${place}`) : []
        }
        const [kind, wallet] = [kinds[connectorId], world.wallets.get(connectorId)]
        if (!kind || !wallet || page.away.has(connectorId)) return said("is not in the page")
        if (kind.asked && !kind.asked(page.object(connectorId))) return said("the object in its place was never asked")
        if (!kind.tells) return []
        const { granted, locked } = wallet.state()
        if (!granted) return said("grants nothing any more")
        if (locked) return said("does not answer")
        const [first, stands] = [kind.first(wallet), kind.stands(wallet)]
        if (!same(first)) return said(`has ${account?.address}, where it answers for ${first}`)
        return stands === undefined || stands === place ? [] : said(`is on ${place}, but the wallet is on ${stands}`)
      }),
  )

/** A wallet shown as disconnected is not connected. */
const recentOnes = ({ core, instance }: Tab): readonly string[] =>
  recents(instance)
    .recentConnections.peek()
    .flatMap(({ namespace, connectorId, accounts: [account] }) => {
      const { connections, active } = core.accounts[namespace].peek()
      const now = connections.find((one) => one.connectorId === connectorId)
      const same = now?.accounts.some(({ address }) => address === account?.address)
      if (same) return [`${connectorId} is connected, but also among the ended ones`]
      return !now && active === connectorId ? [`${connectorId} is only locked, but also among the ended ones`] : []
    })

/** Rules of views: an open modal has a view, none twice in a row, and an account's view has an account, if only a locked one. */
const shown = ({ core }: Tab): readonly string[] => {
  const names = core.stack.peek().map(({ name }) => name)
  const { active } = core.accounts[core.namespace.peek()].peek()
  if (!core.open.peek()) return []
  return [
    ...(names.length === 0 ? ["open without a view"] : []),
    ...(names.some((name, at) => name === names[at + 1]) ? [`a view twice in a row: ${names.join(", ")}`] : []),
    ...(names.at(-1) === "Account" && active === undefined ? ["an account's view without an account"] : []),
  ]
}

/** A chain has only payments that a visitor made, each once, to the receiver and of the amount that was shown. */
const spent = ({ ledger }: World): readonly string[] => {
  const seen = new Set<bigint>()
  return ledger.moved.flatMap(({ to, contract, units }) => {
    const isSecond = seen.has(units)
    seen.add(units)
    if (contract !== undefined || to.toLowerCase() !== payee) return [`a payment to ${to}, not to the receiver`]
    if (!payments.has(units)) return [`a payment of ${units}, which nobody made`]
    return isSecond ? [`a payment of ${units} twice`] : []
  })
}

/** Compares the storage with the tab's state, if no other tab writes. */
const kept = ({ core }: Tab, { json }: ReturnType<typeof shelf>): readonly string[] => {
  const ids = (json(storageKey("connected_connector_ids")) ?? {}) as Readonly<Record<string, string>>
  const connections = (json(storageKey("connections")) ?? []) as readonly { namespace: string; connectorId: string }[]
  const networks = (json(storageKey("active_caip_network_ids")) ?? {}) as Readonly<Record<string, string>>
  const gone = (json(storageKey("disconnected_connector_ids")) ?? []) as readonly string[]
  return namespaces.flatMap((namespace) => {
    const state = core.accounts[namespace].peek()
    const found: string[] = []
    if (ids[namespace] !== state.active)
      found.push(`${namespace}: storage has ${ids[namespace]} in use, the modal ${state.active}`)
    for (const { connectorId } of state.connections) {
      if (connections.every((one) => one.connectorId !== connectorId || one.namespace !== namespace))
        found.push(`storage does not know ${connectorId} on ${namespace}`)
      if (gone.includes(`${namespace}:${connectorId}`)) found.push(`${connectorId} is signed out of, and connected`)
    }
    const network = networks[namespace]
    if (network !== undefined && activeConnection(state) && network !== state.caipNetworkId)
      found.push(`storage is on ${network}, the modal on ${state.caipNetworkId}`)
    return found
  })
}

/** A project with multi-wallet and logins. */
const several = ["multi_wallet", "social_login"].map((id) => ({ id, isEnabled: true, config: ["email"] }))

const isRelayed = ({ connectorId }: { readonly connectorId: string }) => connectorId === walletConnectId
const holdsRelay = ({ core }: Tab) =>
  namespaces.some((namespace) => core.accounts[namespace].peek().connections.some(isRelayed))

/** Seconds; longer than any session lasts. */
const week = 8 * 86_400

/** Time in ms within which a request ends on its own if no wallet prompts its user: the longest wait, plus a little. */
const patience = reconnectWait + arrivalWait + 5_000

const everybody = (world: World) => [...world.wallets.values(), world.phone]
