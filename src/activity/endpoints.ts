import * as v from "valibot"
import { decimalText, shownImage, shownSymbol } from "../core/assetSchema.ts"
import { safeText } from "../core/first-paint/sanitize.ts"
import { fresh } from "../core/limits.ts"
import { endpoint, pathSegment } from "../core/opening/endpoint.ts"
import {
  arrayOfValid,
  decodeUnknown,
  filled,
  finite,
  object,
  optionalOr,
  read,
  shownName,
  textThat,
} from "../core/opening/schema.ts"
import { InvalidInput, TransactionsFailed } from "../errors/index.ts"

/** Account, network (CAIP-2) and page of a history. */
export interface HistoryQuery {
  readonly address: string
  readonly chainId: string
  readonly cursor?: string | undefined
}

const moment = textThat((text) => !Number.isNaN(Date.parse(text)), "date")

/** Unknown statuses count as confirmed, the most likely one. */
const status = read(v.string(), (word) => (word === "failed" || word === "pending" ? word : "confirmed"))

const account = optionalOr(v.string(), (text) => (/^0x[0-9a-f]{40}$/i.test(text) ? text : undefined))

/** Negative amounts are invalid. */
const amount = v.pipe(
  decimalText,
  v.check((text) => !text.startsWith("-"), "amount"),
)

const picture = optionalOr(object({ url: shownImage }), ({ url }) => (url ? { url } : undefined))

const transferSchema = object({
  fungible_info: optionalOr(
    object({
      name: optionalOr(v.string(), (name) => safeText(name) || undefined),
      symbol: shownSymbol,
      icon: picture,
    }),
  ),
  nft_info: optionalOr(
    object({
      name: optionalOr(v.string(), (name) => safeText(name) || undefined),
      content: optionalOr(object({ preview: picture })),
      flags: optionalOr(object({ is_spam: v.boolean() })),
    }),
  ),
  direction: optionalOr(v.picklist(["in", "out", "self"])),
  quantity: object({ numeric: amount }),
  value: optionalOr(finite, (value) => (value >= 0 ? value : undefined)),
})

/** Transaction as the service sends it. Names and images are sanitized. */
export const transactionSchema = object({
  id: filled,
  metadata: object({
    minedAt: moment,
    chain: v.string(),
    operationType: shownName,
    status,
    hash: optionalOr(v.string(), (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text : undefined)),
    sentFrom: account,
    sentTo: account,
  }),
  transfers: arrayOfValid(transferSchema),
})

/** Returns a page of an account's history, newest first. Malformed transactions and transfers are dropped one by one. */
export const historyEndpoint = endpoint({
  name: "history",
  host: "blockchain",
  path: ({ address }: HistoryQuery) => `/v1/account/${pathSegment(address)}/history`,
  query: ({ cursor, chainId }) => ({ cursor, chainId }),
  answer: object({
    data: arrayOfValid(transactionSchema),
    next: optionalOr(v.string(), (cursor) => cursor || undefined),
  }),
  fresh: fresh.history,
  failure: (cause) => new TransactionsFailed({ cause }),
})

/** Decodes a cached page, by the same rules as a fresh one. */
export const readPersistedPage = (page: unknown): v.InferOutput<typeof historyEndpoint.answer> | undefined => {
  const answer = decodeUnknown(historyEndpoint.answer)(page)
  return answer instanceof InvalidInput ? undefined : answer
}
