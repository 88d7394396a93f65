import * as Schema from "effect/Schema"
import { decimalText, shownImage, shownSymbol } from "../core/assetSchema.ts"
import { safeText } from "../core/first-paint/safeText.ts"
import { endpoint, pathSegment } from "../core/opening/endpoint.ts"
import {
  arrayOfValid,
  arrayWithValid,
  decodeUnknown,
  optionalOr,
  read,
  shownName,
  textThat,
} from "../core/opening/schema.ts"
import { InvalidInput, TransactionsFailed } from "../errors/index.ts"
import { cacheLifetimes } from "../persistence/limits.ts"

/** Query for a page of an account's history. `chainId`: CAIP-2 ID of the network. `cursor`: missing for the first page. */
export interface HistoryQuery {
  readonly address: string
  readonly chainId: string
  readonly cursor?: string | undefined
}

const moment = textThat((text) => !Number.isNaN(Date.parse(text)), "date")

/** Schema of a transaction's status. Unknown statuses count as confirmed, the most likely one. */
const status = read(Schema.String, (word) => (word === "failed" || word === "pending" ? word : "confirmed"))

const account = optionalOr(Schema.String, (text) => (/^0x[0-9a-f]{40}$/i.test(text) ? text : undefined))

/** Schema of an amount: a decimal string that is not negative. */
const amount = decimalText.check(Schema.makeFilter((text) => !text.startsWith("-"), { expected: "amount" }))

const picture = optionalOr(Schema.Struct({ url: shownImage }), ({ url }) => (url ? { url } : undefined))

const transferSchema = Schema.Struct({
  fungible_info: optionalOr(
    Schema.Struct({
      name: optionalOr(Schema.String, (name) => safeText(name) || undefined),
      symbol: shownSymbol,
      icon: picture,
    }),
  ),
  nft_info: optionalOr(
    Schema.Struct({
      name: optionalOr(Schema.String, (name) => safeText(name) || undefined),
      content: optionalOr(Schema.Struct({ preview: picture })),
      flags: optionalOr(Schema.Struct({ is_spam: Schema.Boolean })),
    }),
  ),
  direction: optionalOr(Schema.Literals(["in", "out", "self"])),
  quantity: Schema.Struct({ numeric: amount }),
  value: optionalOr(Schema.Finite, (value) => (value >= 0 ? value : undefined)),
})

/** Schema of a transaction in a response of the service. Sanitizes names and images. */
export const transactionSchema = Schema.Struct({
  id: Schema.NonEmptyString,
  metadata: Schema.Struct({
    minedAt: moment,
    chain: Schema.String,
    operationType: shownName,
    status,
    hash: optionalOr(Schema.String, (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text : undefined)),
    sentFrom: account,
    sentTo: account,
  }),
  transfers: arrayOfValid(transferSchema),
})

/**
 * Returns a page of an account's history, newest first. Malformed transactions and transfers are dropped one by one. Fails if a page has
 * transactions, but none of them has an ID.
 */
export const historyEndpoint = endpoint({
  name: "history",
  host: "blockchain",
  path: ({ address }: HistoryQuery) => `/v1/account/${pathSegment(address)}/history`,
  query: ({ cursor, chainId }) => ({ cursor, chainId }),
  response: Schema.Struct({
    data: arrayWithValid(transactionSchema, "id"),
    next: optionalOr(Schema.String, (cursor) => cursor || undefined),
  }),
  fresh: cacheLifetimes.history,
  failure: (cause) => new TransactionsFailed({ cause }),
})

/** Decodes a cached page by the same rules as a fresh one. Returns `undefined` if it is invalid. */
export const readPersistedPage = (page: unknown): (typeof historyEndpoint)["response"]["Type"] | undefined => {
  const decoded = decodeUnknown(historyEndpoint.response)(page)
  return decoded instanceof InvalidInput ? undefined : decoded
}
