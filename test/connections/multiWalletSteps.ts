import * as Effect from "effect/Effect"
import { CurrentModal } from "../../src/runtime/currentModal.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"

export const plover = "example.plover"

/** A connection of a wallet, or of one of its accounts. */
export const connectionTo = (connectorId: string, address?: string) =>
  ({ namespace: "eip155", connectorId, ...(address && { address }) }) as const

/** Messages of a connection. */
export const connectMessages = { messages: { added: "New Wallet Added", linked: "Already linked" } }

/** A wallet that scans the code approves at once. */
export const approvedByPhone = { script: { relay: { connect: "approve", delay: 0 } } } as const

type Listed = Readonly<Record<string, readonly { readonly connectorId: string }[]>>

/** The connectors that the modal lists as connected, and as recent. */
export const listedConnections = Effect.map(CurrentModal, (instance) => {
  const state = snapshot(instance) as unknown as Readonly<Record<"connections" | "recentConnections", Listed>>
  const ids = (list: Listed[string] = []) => list.map(({ connectorId }) => connectorId)
  return { connections: ids(state.connections.eip155), recent: ids(Object.values(state.recentConnections).flat()) }
})
