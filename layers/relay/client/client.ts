import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Api } from "../../../services/Api.ts"
import type { Proposal, RelayChange, RelaySession } from "../../../services/Relay.ts"
import type { Rpc } from "../../../services/Rpc.ts"
import { disconnectWait } from "../../../src/connections/limits.ts"
import { fromRpcError } from "../../../src/core/readRpcError.ts"
import { ConnectFailed, type RelayError, UnknownFailure } from "../../../src/errors/index.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import type { CaipNetworkId, Network } from "../../../src/options/networks.ts"
import { activeSession } from "./activeSession.ts"
import { handleSignInResponses, sendWithNewId } from "./authenticate.ts"
import { pair } from "./pairing.ts"
import { replaceSession } from "./replaceSession.ts"
import { type Reach, type RelayRequest, request, setDefaultChain, statusOf } from "./request.ts"
import { end } from "./restrainLibrary.ts"
import { type LibraryOptions, start as startLibrary } from "./signClient.ts"

export interface ClientOptions extends Omit<LibraryOptions, "socket"> {
  readonly rpc: Rpc["Service"]
  readonly api: Api["Service"]
  readonly networks: () => readonly Network[]
  readonly emit: (change: RelayChange) => void
}

export type Client = Effect.Success<ReturnType<typeof start>>

/** Starts a client of the relay, which has at most one session. Restores the stored session if it is still valid. */
export const start = Effect.fnUntraced(function* (options: ClientOptions) {
  const { rpc, api, networks, store, emit } = options
  let session: () => RelaySession | undefined = () => undefined
  const { sign, clientId, ended, page, reopen } = yield* startLibrary({
    ...options,
    socket: (state) => {
      if (session()) emit(state === "back" ? { type: "back" } : { type: "lost", error: new ConnectFailed() })
    },
  })
  const own = activeSession({ sign, store, networks, emit })
  const pendingSignIns = handleSignInResponses(sign)
  sign.on("session_request_sent", ({ topic, id, request }) => {
    if (!pendingSignIns.unsent.delete(id)) emit({ type: "requested", topic, id, method: request.method })
  })
  session = () => own.held()?.session
  const now = yield* Clock.currentTimeMillis
  yield* Effect.promise(() => own.restore(now))

  const whileItRuns = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | RelayError> =>
    Effect.raceFirst(effect, Deferred.await(ended))

  const reach: Reach = {
    ...own,
    rpc,
    networks,
    bundled: (bundler, operation) =>
      Effect.flatMap(
        Effect.tryPromise({ try: () => import("./bundler.ts"), catch: (cause) => new UnknownFailure({ cause }) }),
        ({ statusFrom }) => statusFrom(api, bundler, operation),
      ),
    expired: (topic) => {
      own.expired()
      end(sign, topic)
    },
    requestWallet: ({ topic, chain, method, params }) =>
      Effect.withSpan(
        whileItRuns(
          Effect.tryPromise({
            try: () => sendWithNewId(() => sign.request({ topic, chainId: chain, request: { method, params } })),
            catch: fromRpcError,
          }),
        ),
        `relay ${method}`,
        { kind: "client", captureStackTrace: false },
      ),
  }

  return {
    clientId,
    ended,
    page,
    reopen,
    session: () => session(),
    grants: (namespace: Namespace) => own.held()?.grants.has(namespace),
    request: (namespace: Namespace, input: RelayRequest, caipNetworkId?: string) =>
      request(reach, namespace, input, caipNetworkId),
    status: (namespace: Namespace) => statusOf(reach, namespace),
    setDefaultChain: (namespace: Namespace, caipNetworkId: CaipNetworkId) =>
      setDefaultChain(reach, namespace, caipNetworkId),

    connect: (proposal: Proposal) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(whileItRuns(pair(sign, pendingSignIns, proposal))), (approved) =>
          replaceSession({ sign, own, networks }, approved, proposal),
        ),
      ),

    /** Releases the session and notifies the wallet. Stops waiting for that after `disconnectWait` ms. */
    farewell: Effect.suspend(() => {
      const topic = own.release()
      if (topic === undefined) return Effect.void
      return Effect.asVoid(
        Effect.timeoutOption(
          Effect.promise(() => end(sign, topic)),
          disconnectWait,
        ),
      )
    }),
  }
})
