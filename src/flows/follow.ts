import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Chains, type WalletChange } from "../../services/Chains.ts"
import type { Connection } from "../domain/connection.ts"
import { inbox } from "../inbox.ts"
import { Modal, use } from "../modal.ts"
import { detach } from "../prompt.ts"
import { activeConnection } from "../state/core.ts"
import { returning } from "../state/returning.ts"
import { slice } from "../state/slice.ts"
import { asleep, moved, resumed } from "../state/transitions.ts"
import { approved } from "./approved.ts"
import { keep } from "./keep.ts"

/** Follows what a connected wallet does by itself, until `unfollow` or the end of the modal. Following twice is following once. */
export const follow = Effect.fn("follow")(function* (connection: Pick<Connection, "namespace" | "connectorId">) {
  const { fibers } = yield* use(following)
  const key = keyOf(connection)
  if (fibers.has(key)) return
  const chain = yield* Effect.orElseSucceed((yield* Chains).get(connection.namespace), () => undefined)
  if (!chain) return
  const fiber = yield* detach(
    inbox(
      (tell: (change: WalletChange) => void) => chain.follow(connection.connectorId, tell),
      (change) => changed(connection, change),
    ),
  )
  fibers.set(key, fiber)
})

/** Stops following a wallet, and waiting for one of the last visit. */
export const unfollow = Effect.fn("unfollow")(function* (connection: Pick<Connection, "namespace" | "connectorId">) {
  const { fibers } = yield* use(following)
  const { awaited } = yield* use(returning)
  const key = keyOf(connection)
  for (const kept of awaited) if (keyOf(kept) === key) awaited.delete(kept)
  const fiber = fibers.get(key)
  fibers.delete(key)
  if (fiber) yield* Fiber.interrupt(fiber)
})

/** What a wallet did becomes what the modal knows: the account, the network, or that nobody answers any more. */
const changed = Effect.fn("walletChanged")(function* (
  { namespace, connectorId }: Pick<Connection, "namespace" | "connectorId">,
  change: WalletChange,
) {
  const { core } = yield* Modal
  const state = core.accounts[namespace]
  const networks = core.networks.peek()
  switch (change.is) {
    case "accounts": {
      const { accounts } = change
      const awake = accounts.length > 0 ? resumed(yield* approved({ namespace, connectorId, accounts })) : undefined
      state.value = (awake ?? asleep(connectorId))(state.peek())
      break
    }
    case "chain":
      state.value = moved(connectorId, change.caipNetworkId, networks)(state.peek())
      break
    case "disconnect":
      state.value = asleep(connectorId)(state.peek())
  }
  if (activeConnection(state.peek())) yield* keep
})

const keyOf = ({ namespace, connectorId }: Pick<Connection, "namespace" | "connectorId">) =>
  `${namespace}:${connectorId}`

const following = slice(() => ({ fibers: new Map<string, Fiber.Fiber<unknown, unknown>>() }))
