import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { endpoint, segment } from "./endpoint.ts"
import { InvalidInput, TransactionsFailed } from "./errors.ts"
import { fresh } from "./limits.ts"
import { safeText } from "./safe.ts"
import { decodeUnknown, lenient, shownName, tolerantArray } from "./schema.ts"
import { decimalText, shownImage, shownSymbol } from "./tokenSchema.ts"

/** Whose history is asked for, on which network (CAIP-2), from which page on. */
export interface HistoryQuery {
  readonly address: string
  readonly chainId: string
  readonly cursor?: string | undefined
}

const moment = Schema.String.pipe(
  Schema.check(Schema.makeFilter((text) => !Number.isNaN(Date.parse(text)), { expected: "date" })),
)

/** A word that we do not know stands for what is most often true. */
const status = Schema.String.pipe(
  Schema.decodeTo(Schema.Literals(["confirmed", "failed", "pending"]), {
    decode: SchemaGetter.transform((word) => (word === "failed" || word === "pending" ? word : "confirmed")),
    encode: SchemaGetter.transform((word): string => word),
  }),
)

const account = lenient(Schema.String, (text) => (/^0x[0-9a-f]{40}$/i.test(text) ? text : undefined))

/** An amount of which there is less than nothing is none. */
const amount = decimalText.pipe(
  Schema.check(Schema.makeFilter((text) => !text.startsWith("-"), { expected: "amount" })),
)

const picture = lenient(Schema.Struct({ url: shownImage }), ({ url }) => (url ? { url } : undefined))

const transferSchema = Schema.Struct({
  fungible_info: lenient(
    Schema.Struct({
      name: lenient(Schema.String, (name) => safeText(name) || undefined),
      symbol: shownSymbol,
      icon: picture,
    }),
  ),
  nft_info: lenient(
    Schema.Struct({
      name: lenient(Schema.String, (name) => safeText(name) || undefined),
      content: lenient(Schema.Struct({ preview: picture })),
      flags: lenient(Schema.Struct({ is_spam: Schema.Boolean })),
    }),
  ),
  direction: lenient(Schema.Literals(["in", "out", "self"])),
  quantity: Schema.Struct({ numeric: amount }),
  value: lenient(Schema.Finite, (value) => (value >= 0 ? value : undefined)),
})

/** A transaction as the service sends it. Names and pictures are fit to be shown. */
export const transactionSchema = Schema.Struct({
  id: Schema.NonEmptyString,
  metadata: Schema.Struct({
    minedAt: moment,
    chain: Schema.String,
    operationType: shownName,
    status,
    hash: lenient(Schema.String, (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text : undefined)),
    sentFrom: account,
    sentTo: account,
  }),
  transfers: tolerantArray(transferSchema),
})

/** A page of an account's history, the newest first. Bad transactions and transfers are left out one by one. */
export const historyRow = endpoint({
  name: "history",
  host: "blockchain",
  path: ({ address }: HistoryQuery) => `/v1/account/${segment(address)}/history`,
  query: ({ cursor, chainId }) => ({ cursor, chainId }),
  answer: Schema.Struct({
    data: tolerantArray(transactionSchema),
    next: lenient(Schema.String, (cursor) => cursor || undefined),
  }),
  fresh: fresh.history,
  failure: (cause) => new TransactionsFailed({ cause }),
})

/** A page that was kept, read as if it had just come. */
export const readKeptPage = (page: unknown): typeof historyRow.answer.Type | undefined => {
  const answer = decodeUnknown(historyRow.answer)(page)
  return answer instanceof InvalidInput ? undefined : answer
}
