import type { Operations } from "./operations.ts"

/** The name of an operation. */
export type OperationName = keyof Operations

/** Every operation by name, for the Promise API of the stub; where each is fetched from, the engine knows. */
export const operationNames = [
  "connect",
  "disconnect",
  "switchConnection",
  "deleteConnection",
  "reconnect",
  "setPreferredAccountType",
  "switchNetwork",
  "addNamespace",
  "removeNamespace",
  "signMessage",
  "signIn",
  "signOut",
  "getSessions",
  "getAccountMetadata",
  "setAccountMetadata",
  "searchWallets",
  "fetchBalances",
  "fetchActivity",
  "quoteSwap",
  "swap",
  "onrampOptions",
  "quoteOnramp",
  "openOnramp",
  "estimateSend",
  "send",
  "capabilities",
  "loginWithEmail",
  "submitOtp",
  "updateEmail",
  "loginWithSocial",
  "resolveName",
  "reverseName",
  "suggestNames",
  "registerName",
] as const satisfies readonly OperationName[]
