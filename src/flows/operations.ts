import * as Effect from "effect/Effect"
import { UnknownFailure } from "../domain/errors.ts"
import type { OperationName } from "./index.ts"

/**
 * All operations and the files they load from. The Promise method, the Effect and the reference page of each are derived from its
 * row.
 */
export const operations = {
  connect: () => import("./connect.ts"),
  disconnect: () => import("./connections.ts"),
  switchConnection: () => import("./switchConnection.ts"),
  deleteConnection: () => import("./connections.ts"),
  reconnect: () => import("./connections.ts"),
  setPreferredAccountType: () => import("./accountType.ts"),
  switchNetwork: () => import("./network.ts"),
  addNamespace: () => import("./namespaces.ts"),
  removeNamespace: () => import("./namespaces.ts"),
  signMessage: () => import("./sign.ts"),
  signIn: () => import("./session.ts"),
  signOut: () => import("./session.ts"),
  getSessions: () => import("./session.ts"),
  getAccountMetadata: () => import("./session.ts"),
  setAccountMetadata: () => import("./session.ts"),
  searchWallets: () => import("./directory.ts"),
  fetchBalances: () => import("./balances.ts"),
  fetchActivity: () => import("./activity.ts"),
  quoteSwap: () => import("./swap.ts"),
  swap: () => import("./swap.ts"),
  onrampOptions: () => import("./onramp.ts"),
  quoteOnramp: () => import("./onramp.ts"),
  openOnramp: () => import("./onramp.ts"),
  exchanges: () => import("./pay.ts"),
  payWithExchange: () => import("./pay.ts"),
  pay: () => import("./pay.ts"),
  estimateSend: () => import("./send.ts"),
  send: () => import("./send.ts"),
  capabilities: () => import("./capabilities.ts"),
  grantPermissions: () => import("./sessions.ts"),
  revokePermissions: () => import("./sessions.ts"),
  loginWithEmail: () => import("./email.ts"),
  submitOtp: () => import("./email.ts"),
  updateEmail: () => import("./email.ts"),
  loginWithSocial: () => import("./social.ts"),
  resolveName: () => import("./names.ts"),
  reverseName: () => import("./names.ts"),
  suggestNames: () => import("./names.ts"),
  registerName: () => import("./names.ts"),
} as const

export type Operations = typeof operations

/** Loads and runs an operation, after validating its input. `R`: the services that operations may require. */
export const operationOf = <R>(name: OperationName, input: readonly unknown[]): Effect.Effect<unknown, unknown, R> =>
  Effect.gen(function* () {
    const [topic, { inputProblem }] = yield* Effect.tryPromise({
      try: () => Promise.all([operations[name]() as Promise<unknown> as Promise<Topic<R>>, import("./inputs.ts")]),
      catch: (cause) => new UnknownFailure({ cause }),
    })
    const problem = inputProblem(name, input[0])
    if (problem) return yield* Effect.fail(problem)
    return yield* topic[name]?.(...input) ?? Effect.die(`${name} is not in its topic`)
  })

type Topic<R> = Readonly<Record<string, (...input: readonly unknown[]) => Effect.Effect<unknown, unknown, R>>>
