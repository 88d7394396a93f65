import * as Schema from "effect/Schema"
import { endpoint } from "../../core/opening/endpoint.ts"
import { arrayOfValid } from "../../core/opening/schema.ts"
import { type ApiError, HttpStatus, RateLimited, ServerError, UnknownFailure } from "../../errors/index.ts"

const entry = Schema.Struct({
  id: Schema.String,
  isEnabled: Schema.Boolean,
  config: Schema.optionalKey(Schema.NullOr(arrayOfValid(Schema.String))),
})

const unknown = (cause: ApiError) => new UnknownFailure({ cause })

/** Returns the project configuration: an entry per remote feature, or null if the project has none. Malformed entries are dropped. */
export const configEndpoint = endpoint({
  name: "config",
  host: "api",
  path: () => "/appkit/v1/config",
  query: (_: undefined) => ({}),
  response: Schema.Struct({ features: Schema.NullOr(arrayOfValid(entry)) }),
  failure: unknown,
})

/**
 * Returns the project's allowed origins. Fails with RateLimited on 429, with ServerError on 500 and above (specification section 8), and
 * otherwise with UnknownFailure.
 */
export const originsEndpoint = endpoint({
  name: "origins",
  host: "api",
  path: () => "/projects/v1/origins",
  query: (_: undefined) => ({}),
  response: Schema.Struct({ allowedOrigins: arrayOfValid(Schema.String) }),
  failure: (cause) => {
    const status = cause instanceof HttpStatus ? cause.status : 0
    if (status === 429) return new RateLimited({ cause })
    return status >= 500 ? new ServerError({ cause }) : new UnknownFailure({ cause })
  },
})

/** Returns whether analytics is enabled for the project. */
export const analyticsEndpoint = endpoint({
  name: "analyticsConfig",
  host: "api",
  path: () => "/getAnalyticsConfig",
  query: (_: undefined) => ({}),
  response: Schema.Struct({ isAnalyticsEnabled: Schema.Boolean }),
  failure: unknown,
})

/** Returns the CAIP-2 IDs of the networks that the provider's blockchain services support, over HTTP and over WebSocket. */
export const supportedChainsEndpoint = endpoint({
  name: "supportedChains",
  host: "blockchain",
  path: () => "/v1/supported-chains",
  query: (_: undefined) => ({}),
  response: Schema.Struct({ http: arrayOfValid(Schema.String), ws: arrayOfValid(Schema.String) }),
  failure: unknown,
})
