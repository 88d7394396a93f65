import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import * as scripted from "../../layers/browser/withoutWindow.ts"
import type { Fault, World } from "../../layers/demo.ts"
import { Browser, type PageChange, type TabMessage } from "../../services/Browser.ts"
import { Frame } from "../../services/Frame.ts"
import { acceptLateApproval } from "../../src/connect/flows/acceptApproval.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import {
  deleteConnection,
  disconnect,
  signOutOfWallets,
  unlockWallet,
} from "../../src/connections/operations/connections.ts"
import { switchConnection } from "../../src/connections/operations/switchConnection.ts"
import { formatUnits } from "../../src/core/amounts.ts"
import { connectEmail } from "../../src/embedded/endpoints/frameEvents.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { setPreferredAccountType } from "../../src/embedded/operations/accountType.ts"
import type { PlainView, Route } from "../../src/navigation/first-paint/model/routes.ts"
import { closeModal, goBack, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { chooseWalletFor } from "../../src/network/flows/chooseWalletFor.ts"
import { pickNetwork, switchFromView } from "../../src/network/operations.ts"
import type { NetworkNamespace } from "../../src/options/namespaces.ts"
import { CurrentModal } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import { send } from "../../src/send/operations.ts"
import type { ModalContext } from "../../src/stub/context.ts"
import { pair } from "../../src/walletConnect/operations.ts"
import { walletConnectId } from "../../src/wallets/first-paint/state/walletConnectConnector.ts"
import { dialog, modal, type shelf, started } from "../fixtures/modal.ts"
import { createPage, kinds, networks, type Page } from "./page.ts"

/** A tab of the site: its own modal and page, with the world, the storage and the channel that all tabs share. */
export interface Tab {
  readonly core: ModalContext["core"]
  readonly instance: ModalContext
  readonly page: Page
  /** Runs an action of the visitor until it is done or the tab closes. */
  readonly does: <A, E>(effect: Effect.Effect<A, E, Needs | Scope.Scope>) => Effect.Effect<void>
  /** Navigates to a view. */
  readonly shows: (route: Route) => Effect.Effect<void>
  /** Whether a view waits for its task. */
  readonly waits: () => boolean
  /** Start of the oldest pending request of the visitor or the site. */
  readonly since: () => number | undefined
  /** Ends the tasks of closed views, and starts those of new ones. */
  readonly leaves: Effect.Effect<void>
  /** Shows or hides the page, or takes it online or offline. */
  readonly happens: (change: PageChange) => Effect.Effect<void>
  /** Calls of the dialog. */
  readonly told: readonly string[]
  readonly close: Effect.Effect<void>
}

/** Lets everything settle that does not wait for the clock. A turn of the event loop is cheap, but thousands add up. */
export const rest: Effect.Effect<void> = Effect.promise(async () => {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** The tabs of one browser receive each other's messages, as over a BroadcastChannel, but not their own. */
export const createChannel = () => {
  const ears = new Set<(message: TabMessage) => void>()
  return {
    layer: (framed: boolean, watched: (tell: (change: PageChange) => void) => void) =>
      Layer.effect(
        Browser,
        Effect.gen(function* () {
          const browser = yield* Effect.provide(Browser, scripted.layer({ watched, platform: { framed } }))
          let mine: ((message: TabMessage) => void) | undefined
          return {
            ...browser,
            broadcast: (message) =>
              Effect.sync(() => {
                for (const ear of ears) if (ear !== mine) ear(message)
              }),
            onMessage: (heard) =>
              Effect.asVoid(
                Effect.acquireRelease(
                  Effect.sync(() => {
                    mine = heard
                    ears.add(heard)
                  }),
                  () => Effect.sync(() => void ears.delete(heard)),
                ),
              ),
          }
        }),
      ),
  }
}

/** Opens a tab and waits until its modal has started up. `late` are the wallets that announce themselves later. */
export const openTab = Effect.fnUntraced(function* (
  world: World,
  shared: {
    readonly storage: ReturnType<typeof shelf>
    readonly channel: ReturnType<typeof createChannel>
    /** The connector of the program that frames the page. */
    readonly host?: string | undefined
  },
  late: readonly string[] = [],
) {
  const scope = yield* Scope.make()
  const shown = dialog()
  const page = createPage(world, late, shared.host)
  let happened = (_: PageChange) => {}
  const browser = shared.channel.layer(shared.host !== undefined, (tell) => {
    happened = tell
  })
  const layer = modal(world, {
    layers: { storage: shared.storage.layer, browser, dialog: shown.layer, chains: page.layer },
    options: { networks },
  })
  const context = Context.merge(yield* Layer.buildWithScope(layer, scope), Context.make(Scope.Scope, scope))
  const instance = Context.get(context, CurrentModal)
  const { core } = instance
  const starting = yield* Effect.forkIn(Effect.provide(started, context), scope)
  yield* rest
  // Waits for a late wallet.
  while (starting.pollUnsafe() === undefined) yield* Effect.andThen(TestClock.adjust("1 second"), rest)

  let task: { readonly route: Route | undefined; readonly fiber: Fiber.Fiber<unknown, unknown> } | undefined
  const asked = new Map<object, number>()
  const shownRoute = () => (core.open.peek() ? core.route.peek() : undefined)
  const tab: Tab = {
    core,
    instance,
    page,
    does: (effect) =>
      Effect.gen(function* () {
        const mine = {}
        asked.set(mine, yield* Clock.currentTimeMillis)
        const done = Effect.sync(() => asked.delete(mine))
        yield* Effect.forkIn(Effect.ensuring(Effect.exit(Effect.provide(effect, context)), done), scope)
        yield* rest
      }),
    // Only the visitor of a view can click what leads to another.
    shows: (route) => (core.open.peek() ? tab.does(goTo(route)) : Effect.void),
    waits: () => task !== undefined && task.fiber.pollUnsafe() === undefined,
    since: () => (asked.size > 0 ? Math.min(...asked.values()) : undefined),
    leaves: Effect.gen(function* () {
      const route = shownRoute()
      if (task?.route === route) return
      if (task) yield* Fiber.interrupt(task.fiber)
      const flow = route && taskOf(route)
      task = flow && { route, fiber: yield* Effect.forkIn(Effect.provide(flow, context), scope) }
      yield* rest
    }),
    happens: (change) =>
      Effect.andThen(
        Effect.sync(() => happened(change)),
        rest,
      ),
    told: shown.told,
    close: Scope.close(scope, Exit.void),
  }
  yield* rest
  return tab
})

/** Task that a view runs on its own while it is shown. */
const taskOf = (route: Route): Effect.Effect<unknown, never, Needs> | undefined => {
  switch (route.name) {
    case "ConnectingExternal":
      return connectExternal(route.connector, route.namespace)
    case "ConnectingWalletConnect":
      return pair()
    case "SwitchNetwork":
      return switchFromView(route.network, { declined: "Switch declined" })
    default:
      return undefined
  }
}

/** Actions of a visitor in a tab, by name: with the modal closed, and with it open. */
export const acts: Readonly<Record<string, (tab: Tab, pick: Pick) => Effect.Effect<void>>> = {
  open: (tab) => tab.does(openModal()),
  "open for a namespace": (tab, pick) => tab.does(openModal({ namespace: pick.of(namespaces) })),
  close: (tab) => tab.does(closeModal()),
  escape: (tab) => tab.does(leave()),
  back: (tab) => tab.does(goBack()),
  "choose a wallet": (tab, pick) => {
    const connector = pick.of(pick.wallets)
    const { namespace } = kinds[connector] ?? {}
    return tab.shows({ name: "ConnectingExternal", connector, ...(namespace && { namespace }) })
  },
  "show a code": (tab) => tab.shows({ name: "ConnectingWalletConnect" }),
  "take the offer": (tab) => tab.does(acceptLateApproval()),
  "log in": (tab, pick) =>
    tab.does(
      Effect.gen(function* () {
        const frame = yield* Frame
        yield* frame.request(connectEmail, { email: "known@fernhill.example" })
        yield* connect({ wallet: embeddedConnectorId, namespace: pick.of(["eip155", "solana"] as const) })
      }),
    ),
  "use the other kind of account": (tab, pick) =>
    tab.does(setPreferredAccountType({ type: pick.of(["eoa", "smartAccount"] as const) })),
  "the site connects": (tab, pick) => tab.does(connect({ wallet: pick.of(pick.wallets) })),
  "press a network": (tab, pick) => {
    const id = pick.of(networkIds)
    const network = networks.find(({ caipNetworkId }) => caipNetworkId === id)
    return core(tab).open.peek() && network ? tab.does(pickNetwork(network)) : Effect.void
  },
  "choose another wallet for a network": (tab, pick) => {
    const network = pick.of(networkIds)
    return core(tab).open.peek() ? tab.does(chooseWalletFor(network)) : Effect.void
  },
  // From an account's views, networks without an account lead to a choice of wallets instead.
  "switch the network": (tab, pick) => {
    const network = pick.of(networkIds)
    const { accounts, stack } = core(tab)
    const namespace = networks.find(({ caipNetworkId }) => caipNetworkId === network)?.chainNamespace ?? "eip155"
    const isThere = accounts[namespace].peek().active !== undefined
    const isPossible = isThere || stack.peek().every(({ name }) => name !== "Account")
    return isPossible ? tab.shows({ name: "SwitchNetwork", network }) : Effect.void
  },
  "switch the connection": (tab, pick) => tab.does(switchConnection(held(tab, pick))),
  "use another account": (tab, pick) => {
    const { namespace, connectorId } = held(tab, pick)
    const { connections } = tab.core.accounts[namespace].peek()
    const accounts = connections.find((one) => one.connectorId === connectorId)?.accounts ?? []
    const address = accounts[pick.below(accounts.length || 1)]?.address
    return address === undefined ? Effect.void : tab.does(switchConnection({ namespace, connectorId, address }))
  },
  "go to the account": (tab) => (core(tab).connection.peek() ? tab.shows({ name: "Account" }) : Effect.void),
  "go to a view": (tab, pick) =>
    core(tab).connection.peek() ? tab.shows({ name: pick.of(views) } as Route) : Effect.void,
  send: (tab) => {
    const units = BigInt(payments.size + 1) * 10n ** 9n
    payments.add(units)
    return tab.does(send({ token: "native", sendTokenAmount: formatUnits(units, 18), receiverAddress: payee }))
  },
  "sign out of one": (tab, pick) => tab.does(deleteConnection(held(tab, pick))),
  "sign out": (tab) => tab.does(signOutOfWallets()),
  "sign out of all": (tab) => tab.does(disconnect({})),
  wake: (tab) => {
    const namespace = core(tab).namespace.peek()
    const { active } = core(tab).accounts[namespace].peek()
    return active === undefined ? Effect.void : tab.does(unlockWallet({ namespace, connectorId: active }))
  },
}

/** Amounts that visitors of all walks have sent, in smallest units, each different. */
export const payments = new Set<bigint>()
/** Receiver of all that they send. */
export const payee = "0x00000000000000000000000000000000000a11ce"

/**
 * Whether the walks visit a view: those that a visitor of an account reaches by buttons. No step depends on which of them is shown, so a new
 * one hardly changes the walks.
 */
const visits: Readonly<Record<PlainView | "ProfileWallets" | "Swap", boolean>> = {
  AccountSettings: true,
  ChooseAccountName: true,
  FundWallet: true,
  Networks: true,
  OnRampFiatSelect: true,
  OnRampProviders: true,
  OnRampTokenSelect: true,
  PayWithExchange: true,
  PayWithExchangeSelectAsset: true,
  ProfileWallets: true,
  RegisterAccountName: true,
  SmartSessionList: true,
  Swap: true,
  Transactions: true,
  UpgradeEmailWallet: true,
  WalletCompatibleNetworks: true,
  WalletReceive: true,
  WalletSend: true,
  WalletSendSelectToken: true,
  WhatIsABuy: true,
  WhatIsANetwork: true,
  // It has an action of its own.
  Account: false,
  // Views for a visitor without a wallet.
  ConnectingWalletConnectBasic: false,
  ConnectSocials: false,
  Create: false,
  GetWallet: false,
  WhatIsAWallet: false,
  // Steps of a sign-in, a payment, a swap or a registration, which no walk begins.
  DataCapture: false,
  PayLoading: false,
  RegisterAccountNameSuccess: false,
  SIWXSignMessage: false,
  SwapPreview: false,
  WalletSendPreview: false,
}

const views = (Object.keys(visits) as (keyof typeof visits)[]).filter((name) => visits[name])

/** Events of a page: its connection, and what extensions do to it. */
export const happenings: Readonly<Record<string, (tab: Tab, pick: Pick) => Effect.Effect<void>>> = {
  "goes offline": (tab) => tab.happens("offline"),
  "is online again": (tab) => tab.happens("online"),
  "is hidden": (tab) => tab.happens("hidden"),
  "is seen again": (tab) => tab.happens("visible"),
  "wallets announce themselves again": ({ page }) => Effect.sync(page.again),
  "a wallet's object is replaced": ({ page }, pick) => Effect.sync(() => page.replace(pick.of(mortal))),
  "a wallet leaves": ({ page }, pick) => Effect.sync(() => page.leave(pick.of(mortal))),
  "all wallets are there": ({ page }) =>
    Effect.sync(() => {
      for (const id of [...page.away]) page.come(id)
    }),
}

/** Services, and what happens to them. */
export const services = ["frame", "relay", "api", "rpc"] as const
export const faults: Readonly<Record<string, Fault>> = {
  "cannot be reached": { offline: true },
  refuses: { status: 403 },
  "limits requests": { status: 429 },
  fails: { status: 500 },
  "fails once": { status: 500, times: 1 },
  "is slow": { delay: 1_000 },
}

/** Actions of a wallet's user, in the browser or on the phone. */
export const holders: Readonly<Record<string, (world: World, pick: Pick) => void>> = {
  approve: (world, pick) => void pick.wallet(world).approve(),
  "approve later": (world, pick) => pick.wallet(world).behave({ connect: "hang", switch: "hang" }),
  "approve at once": (world, pick) => pick.wallet(world).behave({ connect: "approve", switch: "approve" }),
  "approve slowly": (world, pick) => pick.wallet(world).behave({ connect: "slow", switch: "slow" }),
  "sign later": (world, pick) => pick.wallet(world).behave({ sign: "hang" }),
  "sign at once": (world, pick) => pick.wallet(world).behave({ sign: "approve" }),
  "sign never": (world, pick) => pick.wallet(world).behave({ sign: "reject" }),
  "reject always": (world, pick) => pick.wallet(world).behave({ connect: "reject", switch: "reject" }),
  "leave a prompt open for another page": (world, pick) => pick.wallet(world).behave({ connect: "pending" }),
  reject: (world, pick) => void pick.wallet(world).reject(),
  lock: (world, pick) => pick.wallet(world).lock(),
  unlock: (world, pick) => pick.wallet(world).unlock(),
  "select an account": (world, pick) => {
    const wallet = pick.wallet(world)
    wallet.select(pick.below(wallet.state().addresses.length))
  },
  "go to a chain": (world, pick) => {
    const wallet = pick.wallet(world)
    const { goes = [1, 137, 8_453, 31_337] } = kinds[wallet.id] ?? {}
    if (goes.length > 0) wallet.move(pick.of(goes))
  },
  "take the grant back": (world, pick) => pick.wallet(world).leave(),
}

/** Choices determined by a seed. */
export interface Pick {
  readonly below: (count: number) => number
  readonly of: <A>(list: readonly A[]) => A
  readonly wallets: readonly string[]
  readonly wallet: (world: World) => World["phone"]
}

/** Numbers of mulberry32: the same seed gives the same walk. */
export const createPick = (seed: number, wallets: readonly string[], chosen: (what: string) => void): Pick => {
  let state = seed >>> 0
  const below = (count: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
  const of = <A>(list: readonly A[]): A => {
    const one = list[below(list.length)] as A
    if (typeof one === "string") chosen(one)
    return one
  }
  return {
    below,
    of,
    wallets,
    wallet: (world) => world.wallets.get(of(wallets)) ?? world.phone,
  }
}

/** The namespaces of the site. */
export const namespaces: readonly NetworkNamespace[] = [...new Set(networks.map((one) => one.chainNamespace))]

const networkIds = networks.map(({ caipNetworkId }) => caipNetworkId)
const mortal = Object.keys(kinds).filter((id) => kinds[id]?.mortal)
const core = (tab: Tab) => tab.core

/** An existing connection, or else a possible one. */
const held = (tab: Tab, pick: Pick) => {
  const all = namespaces.flatMap((namespace) =>
    tab.core.accounts[namespace].peek().connections.map(({ connectorId }) => ({ namespace, connectorId })),
  )
  if (all.length > 0 && pick.below(2) === 0) return pick.of(all)
  const connectorId = pick.of([...pick.wallets, walletConnectId, embeddedConnectorId])
  return { namespace: kinds[connectorId]?.namespace ?? pick.of(namespaces), connectorId }
}
