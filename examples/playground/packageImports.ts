import type { Network } from "../../src/index.ts"
import * as all from "../../src/options/networks.ts"

export type * as Layers from "../../layers/index.ts"
// Your site imports these from "portico" and "portico/layers".
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

/** Loads with the modal's engine or the demo controls. */
export const layers = () => import("../../layers/index.ts")

/** Loads when something is recorded or replayed. */
export const trace = () => import("../../src/trace.ts")

/** Loads when a test is made of a recording, as by the command `portico-test`. */
export const recordedTest = () => import("../../src/trace/testOf.ts")

/** Every bundled network. */
export const networks: readonly Network[] = Object.values(all).filter((one) => typeof one !== "function")

/** Loads when a test controls the time. */
export const testing = () => import("../../src/testing/virtualClock.ts")
