import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Endpoint } from "../src/domain/endpoint.ts"
import type { Wallet } from "../src/domain/wallets.ts"

/** The provider's HTTP services. Each call is a row of its topic's file in `src/domain`. */
export class Api extends Context.Service<
  Api,
  {
    /**
     * Calls an endpoint and decodes its answer. A fresh answer of the same row and input is given again without a request, and
     * calls that are under way are shared. Fails with the row's own error, whose cause is the technical one.
     */
    call<Input, Answer, E extends Error>(row: Endpoint<Input, Answer, E>, input: Input): Effect.Effect<Answer, E>
    /** The address of one of the provider's pictures. */
    image(kind: ImageKind, id: string): string
    /** Wallets that stand in for the directory until it has responded once. Defaults to the most used ones. */
    readonly bundled?: readonly Wallet[]
  }
>()("portico/Api") {}

/** Pictures that the provider serves: of a wallet, of a network or connector, of a currency, of a token. */
export type ImageKind = "wallet" | "asset" | "currency" | "token"
