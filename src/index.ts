export {
  createModal,
  type Messages,
  type Modal,
  type ModalOptions,
  type OpenOptions,
  type ProviderOf,
} from "./createModal.ts"
export type * from "./domain/bitcoin.ts"
export type { Account, Connection } from "./domain/connection.ts"
export type { CatalogueError } from "./domain/errors.ts"
export * from "./domain/errors.ts"
export type { Namespace } from "./domain/namespaces.ts"
export * from "./domain/networks.ts"
export type { ThemeVariables } from "./domain/options.ts"
export { policyFor, type Sources } from "./domain/policy.ts"
export type { PublicView } from "./domain/route.ts"
export type { SiweConfig, SiwxAccount, SiwxConfig, SiwxMessage, SiwxMessageData, SiwxSession } from "./domain/siwx.ts"
export type * from "./domain/solana.ts"
export type { ChainEntry, Snapshot } from "./snapshot.ts"
