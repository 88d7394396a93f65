import type * as Schema from "effect/Schema"
import { type ApiError, UnknownFailure } from "../../errors/index.ts"
import { invalidInput } from "../../options/guards.ts"

/** Provider host of an endpoint. */
export type EndpointHost = "api" | "blockchain" | "utxo"

/** Query parameters. Undefined and empty ones are omitted, and lists are joined with commas. */
export type QueryParams = { readonly [key: string]: string | number | boolean | readonly string[] | undefined }

/** Request headers. Undefined ones are omitted. */
export type Headers = { readonly [name: string]: string | undefined }

/** Endpoint of the provider's services: its request, its response schema and its error. */
export interface Endpoint<Input, Output, Failure extends Error> {
  /** Unique name. Identifies the endpoint in caches and among the demo's faults. */
  readonly name: string
  readonly method: "GET" | "POST" | "PUT"
  readonly host: EndpointHost
  readonly path: (input: Input) => string
  readonly query: (input: Input) => QueryParams
  /** Additional headers, such as the caller's tokens. Part of the cache key. */
  readonly headers: ((input: Input) => Headers) | undefined
  /** Request body, sent as JSON. */
  readonly body: ((input: Input) => unknown) | undefined
  readonly response: Schema.Decoder<Output>
  /** Cache lifetime of a response in ms. 0: not cached. */
  readonly fresh: number
  /** Wraps a technical error in the endpoint's own error, as its cause. */
  readonly failure: (cause: ApiError) => Failure
}

/** Definition of an endpoint. Omitted fields get defaults. */
export interface EndpointDescription<Input, Output, Failure extends Error> {
  readonly name: string
  readonly method?: "GET" | "POST" | "PUT"
  readonly host: EndpointHost
  readonly path: (input: Input) => string
  readonly query?: (input: Input) => QueryParams
  readonly headers?: (input: Input) => Headers
  readonly body?: (input: Input) => unknown
  readonly response: Schema.Decoder<Output>
  readonly fresh?: number
  readonly failure: (cause: ApiError) => Failure
}

/** Defines an endpoint. Defaults to GET without caching. */
export const endpoint = <Input, Output, Failure extends Error>(
  row: EndpointDescription<Input, Output, Failure>,
): Endpoint<Input, Output, Failure> => ({
  method: "GET",
  query: () => ({}),
  headers: undefined,
  body: undefined,
  fresh: 0,
  ...row,
})

/**
 * Returns the path of an endpoint's request. Returns an error if a segment is "." or "..", because a URL drops these even if they are
 * encoded, so another path would be requested.
 */
export const pathOf = <Input>(row: Endpoint<Input, unknown, Error>, input: Input): string | UnknownFailure => {
  const path = row.path(input)
  const dots = path.split("/").find((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
  return dots === undefined ? path : new UnknownFailure({ cause: invalidInput("path segment", dots) })
}

/** Encodes untrusted text as a path segment. Half of a surrogate pair, which a URL cannot contain, becomes U+FFFD. */
export const pathSegment = (text: string): string => encodeURIComponent(wellFormed(text))

/** `toWellFormed`, which older browsers lack. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd")
