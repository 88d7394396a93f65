import * as v from "valibot"
import { decimalText, shownImage, shownSymbol } from "../core/assetSchema.ts"
import { safeText } from "../core/first-paint/sanitize.ts"
import { fresh } from "../core/limits.ts"
import { endpoint, segment } from "../core/opening/endpoint.ts"
import {
  decodeUnknown,
  filled,
  finite,
  lenient,
  object,
  read,
  shownName,
  textThat,
  tolerantArray,
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

const account = lenient(v.string(), (text) => (/^0x[0-9a-f]{40}$/i.test(text) ? text : undefined))

/** Negative amounts are invalid. */
const amount = v.pipe(
  decimalText,
  v.check((text) => !text.startsWith("-"), "amount"),
)

const picture = lenient(object({ url: shownImage }), ({ url }) => (url ? { url } : undefined))

const transferSchema = object({
  fungible_info: lenient(
    object({
      name: lenient(v.string(), (name) => safeText(name) || undefined),
      symbol: shownSymbol,
      icon: picture,
    }),
  ),
  nft_info: lenient(
    object({
      name: lenient(v.string(), (name) => safeText(name) || undefined),
      content: lenient(object({ preview: picture })),
      flags: lenient(object({ is_spam: v.boolean() })),
    }),
  ),
  direction: lenient(v.picklist(["in", "out", "self"])),
  quantity: object({ numeric: amount }),
  value: lenient(finite, (value) => (value >= 0 ? value : undefined)),
})

/** Transaction as the service sends it. Names and images are sanitized. */
export const transactionSchema = object({
  id: filled,
  metadata: object({
    minedAt: moment,
    chain: v.string(),
    operationType: shownName,
    status,
    hash: lenient(v.string(), (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text : undefined)),
    sentFrom: account,
    sentTo: account,
  }),
  transfers: tolerantArray(transferSchema),
})

/** Returns a page of an account's history, newest first. Malformed transactions and transfers are dropped one by one. */
export const historyRow = endpoint({
  name: "history",
  host: "blockchain",
  path: ({ address }: HistoryQuery) => `/v1/account/${segment(address)}/history`,
  query: ({ cursor, chainId }) => ({ cursor, chainId }),
  answer: object({
    data: tolerantArray(transactionSchema),
    next: lenient(v.string(), (cursor) => cursor || undefined),
  }),
  fresh: fresh.history,
  failure: (cause) => new TransactionsFailed({ cause }),
})

/** Decodes a cached page, by the same rules as a fresh one. */
export const readKeptPage = (page: unknown): v.InferOutput<typeof historyRow.answer> | undefined => {
  const answer = decodeUnknown(historyRow.answer)(page)
  return answer instanceof InvalidInput ? undefined : answer
}
