import * as Effect from "effect/Effect"
import type { RelayChange, RelayProvider, RelaySession } from "../../services/Relay.ts"
import { ConnectFailed, type RelayError, SwitchNotApproved } from "../../src/domain/errors.ts"
import type { NetworkNamespace } from "../../src/domain/namespaces.ts"
import type { CaipNetworkId } from "../../src/domain/networks.ts"
import type { RpcFailure } from "../../src/domain/rpcErrors.ts"
import type { World } from "../demo/world.ts"
import { providerOf } from "./provider.ts"

/** What a namespace of the phone's session works with, beside the world. */
export interface Beside {
  readonly namespace: NetworkNamespace
  /** The session, if it is still one. */
  readonly valid: Effect.Effect<RelaySession, RelayError>
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
  readonly tell: (change: RelayChange) => void
  /** Answers one of the wallet's methods. */
  readonly answer: (method: string, params: unknown) => Effect.Effect<unknown, RpcFailure>
}

/** A namespace of the phone's session beside EVM: the phone stands on no network there, so the page chooses among the approved. */
export const beside = ({ phone, faults }: World, { namespace, valid, run, tell, answer }: Beside) => {
  let chosen: CaipNetworkId | undefined
  const approvedIn = ({ approvedCaipNetworkIds }: RelaySession) =>
    approvedCaipNetworkIds.filter((id): id is CaipNetworkId => id.startsWith(`${namespace}:`))
  const addresses = () => (phone.state().locked ? [] : phone.also(namespace))

  return providerOf(namespace, {
    request: ({ method, params }) =>
      run(
        Effect.gen(function* () {
          yield* Effect.mapError(faults.pass("relay"), (cause) => new ConnectFailed({ cause }))
          yield* valid
          return yield* answer(method, params)
        }),
      ),
    stand: () =>
      run(
        Effect.map(valid, (session) => {
          const approved = approvedIn(session)
          const there = approved.find((id) => id === chosen) ?? approved[0] ?? `${namespace}:`
          return {
            caipNetworkId: there as CaipNetworkId,
            addresses: addresses(),
            approved,
            methods: new Set(session.methods),
          }
        }),
      ),
    moveTo: (id) =>
      run(
        Effect.flatMap(valid, (session) => {
          if (!approvedIn(session).includes(id)) return Effect.fail(new SwitchNotApproved(id.split(":")[1] ?? id))
          chosen = id
          tell({ is: "wallet", namespace, change: { is: "chain", caipNetworkId: id } })
          return Effect.void
        }),
      ),
  } satisfies Pick<RelayProvider, "request" | "stand" | "moveTo">)
}
