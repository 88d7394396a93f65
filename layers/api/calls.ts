import * as Effect from "effect/Effect"
import type { Api } from "../../services/Api.ts"
import type { Endpoint, EndpointHost, Query } from "../../src/domain/endpoint.ts"
import { AnswerInvalid, InvalidInput } from "../../src/domain/errors.ts"
import { api as limits } from "../../src/domain/openingLimits.ts"
import { decodeUnknown } from "../../src/domain/schema.ts"
import { send } from "../http.ts"
import { createAnswers } from "./answers.ts"
import type { ApiOptions } from "./http.ts"

/** Calls endpoints; fresh answers are given again, and calls that are under way are shared. */
export const createCalls = (options: ApiOptions): Api["Service"]["call"] => {
  const answers = createAnswers()
  return (row, input) => {
    const url = addressOf(options, row, input)
    const body = row.body === undefined ? undefined : JSON.stringify(row.body(input))
    const headers = headersOf(row, input)
    // An answer stays fresh when the relay has come to know this page.
    return answers(
      `${row.name} ${url} ${body ?? ""} ${headers ? JSON.stringify(headers) : ""}`,
      row.fresh,
      request(row, `${url}${knownAs(options, row.host)}`, body, headers),
    )
  }
}

/** Sends one request of a row to `url`, and decodes the response. */
export const request = <Input, Answer, E extends Error>(
  row: Endpoint<Input, Answer, E>,
  url: string,
  body: string | undefined,
  headers: Record<string, string> | undefined,
) =>
  send({ method: row.method, url, body, headers, timeout: limits.timeout }).pipe(
    Effect.flatMap(({ text }) => {
      const decoded = decodeUnknown(row.answer)(parsed(text))
      return decoded instanceof InvalidInput
        ? Effect.fail(new AnswerInvalid(decoded.message, decoded.path))
        : Effect.succeed(decoded)
    }),
    Effect.mapError((cause) => row.failure(cause)),
    Effect.withSpan(`api ${row.name}`),
  )

const headersOf = <Input>(row: Endpoint<Input, unknown, Error>, input: Input): Record<string, string> | undefined =>
  row.headers &&
  Object.fromEntries(
    Object.entries(row.headers(input)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** A text that is no JSON counts as nothing: the decoder then says 'Required'. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const addressOf = <Input>(options: ApiOptions, row: Endpoint<Input, unknown, Error>, input: Input) => {
  const hosts: Readonly<Record<EndpointHost, string>> = options.hosts
  const { projectId, sdkType, sdkVersion } = options
  const own = row.query(input)
  const text = search(row.host === "utxo" ? own : { ...own, projectId, st: sdkType, sv: sdkVersion })
  return `${hosts[row.host]}${row.path(input)}${text && `?${text}`}`
}

/** The relay's name for this page, for the blockchain host, whose every call says who asks. */
const knownAs = ({ clientId }: ApiOptions, host: EndpointHost) => {
  const id = host === "blockchain" ? clientId?.() : undefined
  return id === undefined ? "" : `&${search({ clientId: id })}`
}

/** What is undefined, null or empty is left out; a list is joined by commas. */
const search = (query: Query) =>
  Object.entries(query)
    .flatMap(([name, value]) => {
      const text = Array.isArray(value) ? value.join(",") : value
      return text === undefined || text === null || text === "" ? [] : [`${name}=${encodeURIComponent(String(text))}`]
    })
    .join("&")
