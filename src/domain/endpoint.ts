import type { ApiError } from "./errors.ts"
import type { Schema } from "./schema.ts"

/** The provider's hosts that endpoints are on. */
export type EndpointHost = "api" | "blockchain" | "utxo"

/** What a query may hold: undefined and null are left out, a list is joined by commas. */
export type Query = { readonly [key: string]: string | number | boolean | readonly string[] | undefined | null }

/** Headers of a request; what is undefined is left out. */
export type Headers = { readonly [name: string]: string | undefined }

/** One call of the provider's services: where it goes, what it carries, what it answers, and how it fails. */
export interface Endpoint<Input, Answer, Failure extends Error> {
  /** Unique among the rows: caches and the demo's faults are keyed by it. */
  readonly name: string
  readonly method: "GET" | "POST" | "PUT"
  readonly host: EndpointHost
  readonly path: (input: Input) => string
  readonly query: (input: Input) => Query
  /** What is sent beside the usual headers: tokens of the caller's. Answers are kept apart by them. */
  readonly headers: ((input: Input) => Headers) | undefined
  /** What is posted, as JSON. */
  readonly body: ((input: Input) => unknown) | undefined
  readonly answer: Schema<Answer>
  /** Milliseconds for which an answer need not be asked for again; 0 for never. */
  readonly fresh: number
  /** The row's own failure, which carries the technical one as its cause. */
  readonly failure: (cause: ApiError) => Failure
}

/** What a row says; the rest has its usual value. */
export interface EndpointDescription<Input, Answer, Failure extends Error> {
  readonly name: string
  readonly method?: "GET" | "POST" | "PUT"
  readonly host: EndpointHost
  readonly path: (input: Input) => string
  readonly query?: (input: Input) => Query
  readonly headers?: (input: Input) => Headers
  readonly body?: (input: Input) => unknown
  readonly answer: Schema<Answer>
  readonly fresh?: number
  readonly failure: (cause: ApiError) => Failure
}

/** A row: GET unless it says otherwise, asked for anew each time unless it names how long its answer is fresh. */
export const endpoint = <Input, Answer, Failure extends Error>(
  row: EndpointDescription<Input, Answer, Failure>,
): Endpoint<Input, Answer, Failure> => ({
  method: "GET",
  query: () => ({}),
  headers: undefined,
  body: undefined,
  fresh: 0,
  ...row,
})

/** A part of a path that came from outside. */
export const segment = (text: string): string => encodeURIComponent(text)
