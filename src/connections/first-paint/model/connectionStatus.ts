import type { Connection } from "../../opening/model.ts"

/** Connection status of a namespace (specification section 4). */
export type Status = "disconnected" | "connecting" | "connected"

/** State of one namespace. `active` is the ID of the active connector; the others stay connected. */
export interface NamespaceState {
  readonly status: Status
  readonly active: string | undefined
  /** All connections, active or not. */
  readonly connections: readonly Connection[]
  /** CAIP-2 ID of the active network. */
  readonly caipNetworkId: string | undefined
}
