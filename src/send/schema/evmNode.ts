import * as Schema from "effect/Schema"
import { arrayOfValid, decodeUnknown, optionalOr, read, textThat } from "../../core/opening/schema.ts"

// Responses of EVM nodes (execution API) about a transaction.

const quantity = read(
  textThat((text) => /^0x[0-9a-f]{1,64}$/i.test(text), "hex quantity"),
  BigInt,
)
const hash = textThat((text) => /^0x[0-9a-f]{64}$/i.test(text), "transaction hash")

/** Decodes a receipt (`eth_getTransactionReceipt`), or `null` if the transaction has not been mined. */
export const decodeReceipt = decodeUnknown(
  Schema.NullOr(Schema.Struct({ status: Schema.Literals(["0x0", "0x1"]), blockNumber: quantity })),
)

const transaction = Schema.Struct({
  hash,
  from: Schema.String,
  nonce: quantity,
  /** `null` if the transaction creates a contract. */
  to: optionalOr(Schema.String),
  value: quantity,
  input: Schema.String,
})

/** Transaction as a node returns it. */
export type NodeTransaction = typeof transaction.Type

/** Decodes a transaction (`eth_getTransactionByHash`), or `null` if the node does not know it. */
export const decodeTransaction = decodeUnknown(Schema.NullOr(transaction))

/** Decodes a block with its transactions (`eth_getBlockByNumber`). Drops malformed ones. */
export const decodeBlock = decodeUnknown(Schema.Struct({ transactions: arrayOfValid(transaction) }))
