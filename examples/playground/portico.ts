import * as all from "../../src/domain/networks.ts"
import type { Network } from "../../src/index.ts"

export type * as Layers from "../../layers/index.ts"
// A site of its own imports these from "portico" and "portico/layers".
export {
  base,
  bitcoin,
  createModal,
  type Modal,
  type ModalOptions,
  mainnet,
  type Network,
  polygon,
  type SiwxAccount,
  type Snapshot,
  solana,
} from "../../src/index.ts"
export type { VirtualClock } from "../../src/testing/index.ts"

/** Fetched when the modal's engine is, or the demo's controls are. */
export const layers = () => import("../../layers/index.ts")

/** Fetched where something is recorded or replayed. */
export const trace = () => import("../../src/trace.ts")

/** Every bundled network. */
export const networks: readonly Network[] = Object.values(all).filter((one) => typeof one !== "function")

/** Fetched where a test drives the time. */
export const testing = () => import("../../src/testing/clock.ts")
