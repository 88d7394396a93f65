import * as Effect from "effect/Effect"
import { UnknownFailure } from "../errors/index.ts"
import type { OperationName } from "../stub/operationNames.ts"

/** All operations and the files they load from. The Promise method, the Effect and the reference page of each are derived from its row. */
export const operations = {
  connect: () => import("../connect/operations.ts"),
  disconnect: () => import("../connections/operations/connections.ts"),
  switchConnection: () => import("../connections/operations/switchConnection.ts"),
  deleteConnection: () => import("../connections/operations/connections.ts"),
  reconnect: () => import("../connections/operations/connections.ts"),
  setPreferredAccountType: () => import("../embedded/operations/accountType.ts"),
  switchNetwork: () => import("../network/operations.ts"),
  addNamespace: () => import("../namespaces/operations.ts"),
  removeNamespace: () => import("../namespaces/operations.ts"),
  signMessage: () => import("../account/operations.ts"),
  signIn: () => import("../siwx/operations.ts"),
  signOut: () => import("../siwx/operations.ts"),
  getSessions: () => import("../siwx/operations.ts"),
  getAccountMetadata: () => import("../siwx/operations.ts"),
  setAccountMetadata: () => import("../siwx/operations.ts"),
  searchWallets: () => import("../wallets/operations.ts"),
  fetchBalances: () => import("../balances/operations.ts"),
  fetchActivity: () => import("../activity/operations.ts"),
  quoteSwap: () => import("../swap/operations.ts"),
  swap: () => import("../swap/operations.ts"),
  onrampOptions: () => import("../onramp/operations.ts"),
  quoteOnramp: () => import("../onramp/operations.ts"),
  openOnramp: () => import("../onramp/operations.ts"),
  exchanges: () => import("../pay/operations.ts"),
  payWithExchange: () => import("../pay/operations.ts"),
  pay: () => import("../pay/operations.ts"),
  estimateSend: () => import("../send/operations.ts"),
  send: () => import("../send/operations.ts"),
  capabilities: () => import("../capabilities/operations.ts"),
  grantPermissions: () => import("../smartSessions/operations.ts"),
  revokePermissions: () => import("../smartSessions/operations.ts"),
  loginWithEmail: () => import("../embedded/operations/email.ts"),
  submitOtp: () => import("../embedded/operations/email.ts"),
  updateEmail: () => import("../embedded/operations/email.ts"),
  loginWithSocial: () => import("../embedded/operations/social.ts"),
  resolveName: () => import("../names/operations.ts"),
  reverseName: () => import("../names/operations.ts"),
  suggestNames: () => import("../names/operations.ts"),
  registerName: () => import("../names/operations.ts"),
} as const satisfies Readonly<Record<OperationName, () => Promise<object>>>

export type Operations = typeof operations

/**
 * Loads an operation, validates its input, and runs it. Also fails with `UnknownFailure` if its code cannot be loaded, and with
 * `InvalidInput` or `NamespaceRequired` if the input is invalid. `R`: the services that operations may require.
 */
export const operationOf = <R>(name: OperationName, input: readonly unknown[]): Effect.Effect<unknown, unknown, R> =>
  Effect.gen(function* () {
    const [topic, { inputProblem }] = yield* Effect.tryPromise({
      try: () =>
        Promise.all([operations[name]() as Promise<unknown> as Promise<Topic<R>>, import("./validateInput.ts")]),
      catch: (cause) => new UnknownFailure({ cause }),
    })
    const problem = inputProblem(name, input[0])
    if (problem) return yield* Effect.fail(problem)
    return yield* topic[name]?.(...input) ?? Effect.die(`${name} is not in its topic`)
  })

type Topic<R> = Readonly<Record<string, (...input: readonly unknown[]) => Effect.Effect<unknown, unknown, R>>>
