import * as Schema from "effect/Schema"
import { textLimits } from "../core/first-paint/display.ts"
import { safeText } from "../core/first-paint/safeText.ts"
import { safeImageUrl } from "../core/first-paint/safeUrl.ts"
import { endpoint, pathSegment } from "../core/opening/endpoint.ts"
import { arrayOfValid, arrayWithValid, decodeUnknown, optionalOr, read, shownName } from "../core/opening/schema.ts"
import {
  type ApiError,
  HttpStatus,
  InvalidInput,
  NameNotResolved,
  NamesForAddressFailed,
  SuggestionsFailed,
  UnknownFailure,
} from "../errors/index.ts"
import { isRecord } from "../options/guards.ts"
import { cacheLifetimes } from "../persistence/limits.ts"
import type { NameRecord } from "./model.ts"
import { suffix } from "./model.ts"

/** Version of the response format. */
const apiVersion = 2

/** Decodes addresses by coin type. Works without Schema, whose record would fail as a whole because of one malformed address. */
const readAddresses = (value: unknown): NameRecord["addresses"] =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([coinType, entry]) => {
      if (!isRecord(entry) || typeof entry.address !== "string" || !/^[\w:.-]{1,128}$/.test(entry.address)) return []
      const created = entry.created ?? entry.created_at
      return [[coinType, { address: entry.address, ...(typeof created === "string" && { created }) }]]
    }),
  )

type Attributes = NonNullable<NameRecord["attributes"]>

const attributesSchema = Schema.Struct({
  avatar: optionalOr(Schema.String, safeImageUrl),
  bio: optionalOr(Schema.String, (text) => safeText(text, textLimits.sentence) || undefined),
})

/** Schema of a name record in a response of the service. Sanitizes the texts and images to show. */
export const nameSchema = Schema.Struct({
  name: shownName,
  registered_at: optionalOr(Schema.String),
  updated_at: optionalOr(Schema.String),
  addresses: read(Schema.Unknown, readAddresses),
  // The service sends one record or a list of them.
  attributes: optionalOr<Attributes>(
    Schema.Union([arrayOfValid(attributesSchema), read(attributesSchema, (only) => [only])]),
  ),
})

/** Returns the record of one of the provider's names. */
export const lookUpNameEndpoint = endpoint({
  name: "lookUpName",
  host: "blockchain",
  path: ({ name }: { readonly name: string }) => `/v1/profile/account/${pathSegment(name)}`,
  query: () => ({ apiVersion }),
  response: nameSchema,
  fresh: cacheLifetimes.names,
  failure: (cause) => new NameNotResolved(reasonOf(cause), { cause }),
})

/** Returns the provider's names of an address. */
export const namesOfEndpoint = endpoint({
  name: "namesOf",
  host: "blockchain",
  path: ({ address }: { readonly address: string; readonly sender: string | undefined }) =>
    `/v1/profile/reverse/${pathSegment(address)}`,
  query: ({ sender }) => ({ sender, apiVersion }),
  response: arrayOfValid(nameSchema),
  fresh: cacheLifetimes.names,
  failure: (cause) => new NamesForAddressFailed(reasonOf(cause), { cause }),
})

/** Returns names similar to the typed one, and whether each is taken. */
export const suggestionsEndpoint = endpoint({
  name: "suggestions",
  host: "blockchain",
  path: ({ name }: { readonly name: string }) => `/v1/profile/suggestions/${pathSegment(name)}`,
  query: () => ({ zone: suffix.slice(1) }),
  response: Schema.Struct({
    suggestions: arrayWithValid(Schema.Struct({ name: shownName, registered: Schema.Boolean }), "name"),
  }),
  fresh: cacheLifetimes.names,
  failure: (cause) => new SuggestionsFailed(reasonOf(cause), { cause }),
})

/** Registration of a name: the signed message, its signature and signer, and the coin type. */
export interface Registration {
  readonly coinType: number
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** Registers a name. The response is ignored. The caller replaces the error with one that includes the name. */
export const registerNameEndpoint = endpoint({
  name: "registerName",
  method: "POST",
  host: "blockchain",
  path: (_: Registration) => "/v1/profile/account",
  body: ({ coinType, address, message, signature }) => ({ coin_type: coinType, address, message, signature }),
  response: Schema.Unknown,
  failure: (cause) => new UnknownFailure({ cause }),
})

const readReasons = decodeUnknown(
  Schema.Struct({ reasons: arrayOfValid(Schema.Struct({ description: optionalOr(Schema.String) })) }),
)

/** Returns the first reason in an error response, sanitized. `undefined` if there is none. */
export function reasonOf(cause: ApiError): string | undefined {
  if (!(cause instanceof HttpStatus) || !isRecord(cause.cause) || typeof cause.cause.text !== "string") return undefined
  try {
    const response = readReasons(JSON.parse(cause.cause.text))
    const reason = response instanceof InvalidInput ? undefined : response.reasons[0]?.description
    return safeText(reason, textLimits.sentence) || undefined
  } catch {
    return undefined
  }
}
