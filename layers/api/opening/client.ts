import * as Effect from "effect/Effect"
import type { Api } from "../../../services/Api.ts"
import { type Endpoint, type EndpointHost, pathOf, type QueryParams } from "../../../src/core/opening/endpoint.ts"
import { decodeUnknown } from "../../../src/core/opening/schema.ts"
import type { Hosts } from "../../../src/options/options.ts"
import { decodeValue } from "../../shared/decodeResponse.ts"
import { send } from "../../shared/http.ts"
import { api as limits } from "../limits.ts"
import { createResponseCache } from "../responseCache.ts"

/** Hosts of the API, and the project ID and SDK to send to them, except to `utxo`. */
export interface ApiOptions {
  readonly projectId: string
  readonly sdkType: string
  readonly sdkVersion: string
  readonly hosts: Pick<Hosts, "api" | "blockchain" | "utxo" | "images">
  /** Returns the relay's client ID for this page, or `undefined` before it is known. Only the blockchain host receives it. */
  readonly clientId?: () => string | undefined
}

/**
 * Creates the function that calls endpoints over HTTP. Successful responses are cached for the endpoint's `fresh` ms, and equal concurrent
 * calls share one request.
 */
export const createApiClient = (options: ApiOptions): Api["Service"]["call"] => {
  const cacheResponse = createResponseCache()
  return (row, input) => {
    const path = pathOf(row, input)
    if (typeof path !== "string") return Effect.fail(row.failure(path))
    const url = `${options.hosts[row.host]}${path}${queryOf(options, row, input)}`
    const body = row.body === undefined ? undefined : JSON.stringify(row.body(input))
    const headers = headersOf(row, input)
    // The key leaves out the client ID, so cached responses stay valid once the relay assigns one. Later requests include it.
    return cacheResponse(
      JSON.stringify([row.name, url, body, headers]),
      row.fresh,
      // Each request starts in a task of its own, so several of them together do not delay the page's next frame.
      Effect.flatMap(Effect.yieldNow, () => request(row, `${url}${knownAs(options, row.host)}`, body, headers)),
    )
  }
}

/** Sends an endpoint's request to `url` and decodes the response. Failures are mapped to the endpoint's own errors. */
export const request = <Input, Output, E extends Error>(
  row: Endpoint<Input, Output, E>,
  url: string,
  body: string | undefined,
  headers: Record<string, string> | undefined,
) =>
  send({ method: row.method, url, body, headers, timeout: limits.timeout }).pipe(
    Effect.flatMap(({ text }) => decodeValue(parsed(text), decodeUnknown(row.response))),
    Effect.mapError((cause) => row.failure(cause)),
    Effect.withSpan(`api ${row.name}`),
  )

const headersOf = <Input>(row: Endpoint<Input, unknown, Error>, input: Input): Record<string, string> | undefined =>
  row.headers &&
  Object.fromEntries(
    Object.entries(row.headers(input)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** Parses JSON. Returns `undefined` for any other text. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const queryOf = <Input>(options: ApiOptions, row: Endpoint<Input, unknown, Error>, input: Input) => {
  const { projectId, sdkType, sdkVersion } = options
  const own = row.query(input)
  const text = search(row.host === "utxo" ? own : { ...own, projectId, st: sdkType, sv: sdkVersion })
  return text && `?${text}`
}

/** Returns `&clientId=` and the relay's client ID for this page. Empty if the ID is unknown, or for any host but the blockchain API. */
const knownAs = ({ clientId }: ApiOptions, host: EndpointHost) => {
  const id = host === "blockchain" ? clientId?.() : undefined
  return id === undefined ? "" : `&${search({ clientId: id })}`
}

/** Encodes a query string. Omits `undefined` and empty values, and joins lists with commas. */
const search = (query: QueryParams) =>
  Object.entries(query)
    .flatMap(([name, value]) => {
      const text = String(value ?? "")
      return text === "" ? [] : [`${name}=${encodeURIComponent(text)}`]
    })
    .join("&")
