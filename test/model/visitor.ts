import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as scripted from "../../layers/browser/scripted.ts"
import type { World } from "../../layers/demo.ts"
import { Browser, type TabMessage } from "../../services/Browser.ts"
import type { CaipNetworkId } from "../../src/domain/networks.ts"
import type { Needs } from "../../src/engine.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import { deleteConnection, signOutOfWallets, switchConnection, wake } from "../../src/flows/connections.ts"
import { switchFromView } from "../../src/flows/network.ts"
import { acceptOffer } from "../../src/flows/offers.ts"
import { closeModal, goBack, goTo, leave, openModal } from "../../src/flows/open.ts"
import { pair } from "../../src/flows/relay.ts"
import { relayConnector } from "../../src/flows/relayConnector.ts"
import type { Instance } from "../../src/instance.ts"
import { Modal } from "../../src/modal.ts"
import { dialog, modal, rest, type shelf, started } from "../flows/modal.ts"

/** A tab of the site: a modal of its own over the world, the storage and the channel that all tabs share. */
export interface Tab {
  readonly core: Instance["core"]
  readonly instance: Instance
  /** Runs something that the visitor does, to its end or for as long as its view is there. */
  readonly does: <A, E>(effect: Effect.Effect<A, E, Needs | Scope.Scope>) => Effect.Effect<void>
  /** Opens a view whose task is this flow. Leaving the view ends it, as it does a view's. */
  readonly shows: (route: Parameters<typeof goTo>[0], task: Effect.Effect<unknown, never, Needs>) => Effect.Effect<void>
  /** Whether a view waits for its task. */
  readonly waits: () => boolean
  /** Ends the tasks of views that are gone. */
  readonly leaves: Effect.Effect<void>
  /** What has been asked of the dialog. */
  readonly told: readonly string[]
  readonly close: Effect.Effect<void>
}

/** The tabs of one browser hear each other, as over a BroadcastChannel: never themselves. */
export const createChannel = () => {
  const ears = new Set<(message: TabMessage) => void>()
  return {
    leaf: Layer.effect(
      Browser,
      Effect.gen(function* () {
        const browser = yield* Effect.provide(Browser, scripted.layer())
        let mine: ((message: TabMessage) => void) | undefined
        return {
          ...browser,
          tell: (message) =>
            Effect.sync(() => {
              for (const ear of ears) if (ear !== mine) ear(message)
            }),
          hear: (heard) =>
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

/** Opens a tab and waits until its modal has started up. */
export const openTab = Effect.fnUntraced(function* (
  world: World,
  shared: { readonly storage: ReturnType<typeof shelf>; readonly channel: ReturnType<typeof createChannel> },
) {
  const scope = yield* Scope.make()
  const shown = dialog()
  const layer = modal(world, {
    leaves: { storage: shared.storage.leaf, browser: shared.channel.leaf, dialog: shown.leaf },
  })
  const context = Context.merge(yield* Layer.buildWithScope(layer, scope), Context.make(Scope.Scope, scope))
  const instance = Context.get(context, Modal)
  const { core } = instance
  yield* Effect.provide(started, context)

  let task: { readonly route: unknown; readonly fiber: Fiber.Fiber<unknown, unknown> } | undefined
  const tab: Tab = {
    core,
    instance,
    does: (effect) =>
      Effect.gen(function* () {
        yield* Effect.forkIn(Effect.exit(Effect.provide(effect, context)), scope)
        yield* rest
      }),
    shows: (route, flow) =>
      Effect.gen(function* () {
        // Only who sees a view can press what leads to another.
        if (!core.open.peek()) return
        yield* tab.does(goTo(route))
        if (!core.open.peek() || core.route.peek()?.name !== route.name) return
        yield* tab.leaves
        const fiber = yield* Effect.forkIn(Effect.provide(flow, context), scope)
        task = { route: core.route.peek(), fiber }
        yield* rest
      }),
    waits: () => task !== undefined && task.fiber.pollUnsafe() === undefined,
    leaves: Effect.gen(function* () {
      const gone = task && (!core.open.peek() || core.route.peek() !== task.route) ? task.fiber : undefined
      if (!gone) return
      task = undefined
      yield* Fiber.interrupt(gone)
      yield* rest
    }),
    told: shown.told,
    close: Scope.close(scope, Exit.void),
  }
  yield* rest
  return tab
})

/** What a visitor can do in a tab whose modal is closed or open, by name. */
export const acts: Readonly<Record<string, (tab: Tab, pick: Pick) => Effect.Effect<void>>> = {
  open: (tab) => tab.does(openModal()),
  close: (tab) => tab.does(closeModal()),
  escape: (tab) => tab.does(leave()),
  back: (tab) => tab.does(goBack()),
  "choose a wallet": (tab, pick) => {
    const connector = pick.of(pick.wallets)
    return tab.shows({ name: "ConnectingExternal", connector }, connectExternal(connector))
  },
  "show a code": (tab) => tab.shows({ name: "ConnectingWalletConnect" }, pair()),
  "take the offer": (tab) => tab.does(acceptOffer()),
  "the site connects": (tab, pick) => tab.does(connect({ wallet: pick.of(pick.wallets) })),
  "switch the network": (tab, pick) => {
    const network = pick.of(networks)
    return tab.shows({ name: "SwitchNetwork", network }, switchFromView(network, { declined: "Switch declined" }))
  },
  "switch the connection": (tab, pick) =>
    tab.does(switchConnection({ namespace: "eip155", connectorId: pick.of([...pick.wallets, relayConnector]) })),
  "use another account": (tab, pick) => {
    const { active, connections } = tab.core.accounts.eip155.peek()
    const one = connections.find(({ connectorId }) => connectorId === active)
    return one
      ? tab.does(switchConnection({ ...one, address: one.accounts[pick.below(one.accounts.length)]?.address ?? "" }))
      : Effect.void
  },
  "sign out of one": (tab, pick) =>
    tab.does(deleteConnection({ namespace: "eip155", connectorId: pick.of([...pick.wallets, relayConnector]) })),
  "sign out": (tab) => tab.does(signOutOfWallets()),
  wake: (tab) => {
    const { active } = tab.core.accounts.eip155.peek()
    return active === undefined ? Effect.void : tab.does(wake({ namespace: "eip155", connectorId: active }))
  },
}

/** What the holder of a wallet, in the browser or on the phone, can do. */
export const holders: Readonly<Record<string, (world: World, pick: Pick) => void>> = {
  approve: (world, pick) => void pick.wallet(world).approve(),
  "approve later": (world, pick) => pick.wallet(world).behave({ connect: "hang", switch: "hang" }),
  "approve at once": (world, pick) => pick.wallet(world).behave({ connect: "approve", switch: "approve" }),
  "approve slowly": (world, pick) => pick.wallet(world).behave({ connect: "slow", switch: "slow" }),
  "reject always": (world, pick) => pick.wallet(world).behave({ connect: "reject", switch: "reject" }),
  reject: (world, pick) => void pick.wallet(world).reject(),
  lock: (world, pick) => pick.wallet(world).lock(),
  unlock: (world, pick) => pick.wallet(world).unlock(),
  "select an account": (world, pick) => {
    const wallet = pick.wallet(world)
    wallet.select(pick.below(wallet.state().addresses.length))
  },
  "go to a chain": (world, pick) => pick.wallet(world).move(pick.of([1, 137, 8453, 31_337])),
  "take the grant back": (world, pick) => pick.wallet(world).leave(),
}

/** Choices that follow from a seed alone. */
export interface Pick {
  readonly below: (count: number) => number
  readonly of: <A>(list: readonly A[]) => A
  readonly wallets: readonly string[]
  readonly wallet: (world: World) => World["phone"]
}

/** Numbers of mulberry32: the same seed, the same walk. */
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

const networks: readonly CaipNetworkId[] = ["eip155:1", "eip155:8453", "eip155:137"]
