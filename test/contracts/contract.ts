import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Chains } from "../../services/Chains.ts"
import type { NetworkNamespace } from "../../src/options/namespaces.ts"
import type { Network } from "../../src/options/networks.ts"
import { it } from "../fixtures/it.ts"
import { settled } from "./settled.ts"

/**
 * Declares the tests of a contract, on the test clock unless it is `live`. Each runs in the layer of a fresh case, and receives what `make`
 * returns there.
 */
export const contract =
  <R, Case, Given extends readonly unknown[]>(
    make: Effect.Effect<Case & { readonly layer: Layer.Layer<R> }, never, Scope.Scope>,
    given: (the: Case) => Effect.Effect<Given, unknown, NoInfer<R> | Scope.Scope>,
    clock: "effect" | "live" = "effect",
  ) =>
  (title: string, program: (...given: Given) => Effect.fn.Return<void, unknown, R | Scope.Scope>): void =>
    it[clock](title, function* () {
      const the = yield* make
      yield* given(the).pipe(
        Effect.flatMap((made) => Effect.gen(() => program(...made))),
        Effect.provide(the.layer),
      )
    })

/** Declares tests of a connector. Each receives the adapter of its namespace, and the connector's operations, run until settled. */
export const connectorContract = <R, Case>(
  make: Effect.Effect<Case & { readonly layer: Layer.Layer<R | Chains> }, never, Scope.Scope>,
  of: (the: Case) => { readonly namespace: NetworkNamespace; readonly connectorId: string },
) =>
  contract(make, (the: Case) => {
    const { namespace, connectorId } = of(the)
    return Effect.map(
      Effect.flatMap(Chains, (chains) => settled(chains.get(namespace))),
      (chain) => {
        const asked = {
          connect: (network: Network) => settled(chain.connect({ connectorId, network })),
          reconnect: (network: Network) => settled(chain.reconnect({ connectorId, network })),
          switchTo: (network: Network) => settled(chain.switchNetwork({ connectorId, network })),
          sign: (address: string, message: string) => settled(chain.signMessage({ connectorId, address, message })),
          disconnect: settled(chain.disconnect(connectorId)),
          provider: settled(chain.provider(connectorId)),
        }
        return [{ ...the, ...asked, chain }] as const
      },
    )
  })
