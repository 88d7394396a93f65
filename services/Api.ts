import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Endpoint } from "../src/core/opening/endpoint.ts"
import type { Wallet } from "../src/wallets/first-paint/model/wallet.ts"

/** The provider's HTTP services. */
export class Api extends Context.Service<
  Api,
  {
    /**
     * Calls an endpoint and decodes its response. Calls with the same endpoint and input share one request while it runs, and its response
     * while it is fresh. Fails with the endpoint's own error.
     */
    call<Input, Output, E extends Error>(row: Endpoint<Input, Output, E>, input: Input): Effect.Effect<Output, E>
    /** Returns the URL of an image of the provider, by kind and ID. */
    image(kind: ImageKind, id: string): string
    /** Wallets to list until the directory has responded once. Defaults to the most used ones. */
    readonly bundled?: readonly Wallet[]
  }
>()("portico/Api") {}

/** Kind of an image that the provider serves. `asset`: networks and connectors. */
export type ImageKind = "wallet" | "asset" | "currency" | "token"
