export type { Account, Connection } from "./connections/opening/model.ts"
export type { CatalogueError } from "./errors/index.ts"
export * from "./errors/index.ts"
export type * from "./namespaces/model/bitcoinProvider.ts"
export type * from "./namespaces/model/solanaProvider.ts"
export type { OpenOptions, PublicView } from "./navigation/first-paint/model/routes.ts"
export { policyFor, type Sources } from "./options/contentSecurityPolicy.ts"
export type { Namespace } from "./options/namespaces.ts"
export * from "./options/networks.ts"
export type { ThemeVariables } from "./options/options.ts"
export type {
  SiweConfig,
  SiwxAccount,
  SiwxConfig,
  SiwxMessage,
  SiwxMessageData,
  SiwxSession,
} from "./siwx/model/message.ts"
export { createModal } from "./stub/createModal.ts"
export type { Messages, Modal, ModalOptions, ProviderOf } from "./stub/modal.ts"
export type { ChainEntry, Snapshot } from "./stub/snapshot.ts"
