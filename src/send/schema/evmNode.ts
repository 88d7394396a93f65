import * as Schema from "effect/Schema"
import { arrayOfValid, decodeUnknown, optionalOr, read, textThat, transactionHash } from "../../core/opening/schema.ts"
import type { InvalidInput } from "../../errors/index.ts"

// Responses of EVM nodes (execution API) about a transaction.

const quantity = read(
  textThat((text) => /^0x[0-9a-f]{1,64}$/i.test(text), "hex quantity"),
  BigInt,
)
/** Decodes the base fee per gas of a block (EIP-1559), in wei. `undefined` if the block has none. */
export const decodeBaseFee = decodeUnknown(
  read(Schema.Struct({ baseFeePerGas: optionalOr(quantity) }), ({ baseFeePerGas }) => baseFeePerGas),
)

/** Decodes a receipt (`eth_getTransactionReceipt`), or `null` if the transaction has not been mined. */
export const decodeReceipt = decodeUnknown(
  Schema.NullOr(Schema.Struct({ status: Schema.Literals(["0x0", "0x1"]), blockNumber: quantity })),
)

const transaction = Schema.Struct({
  hash: transactionHash,
  from: Schema.String,
  nonce: quantity,
  /** Missing if the transaction creates a contract. */
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

const lowerCase = read(Schema.String, (text) => text.toLowerCase())

const simulatedLog = Schema.Struct({ address: lowerCase, topics: Schema.Array(lowerCase), data: lowerCase })

/** An event that a simulated call emitted. All fields are hex in lower case. */
export type SimulatedLog = typeof simulatedLog.Type

const simulatedOutcome = read(
  Schema.Struct({
    status: Schema.Literals(["0x0", "0x1"]),
    returnData: Schema.String,
    logs: Schema.Array(simulatedLog),
  }),
  ({ status, returnData, logs }) => ({ hasSucceeded: status === "0x1", returnData, logs }),
)

/** Outcome of a simulated call: success, return data in hex, and events. */
export type SimulatedOutcome = typeof simulatedOutcome.Type

/** Decodes the outcomes of `count` calls that were simulated in one block (`eth_simulateV1`). */
export const decodeSimulation = (count: number): ((value: unknown) => readonly SimulatedOutcome[] | InvalidInput) =>
  decodeUnknown(
    read(
      Schema.Tuple([
        Schema.Struct({ calls: Schema.Array(simulatedOutcome).check(Schema.isBetweenLength(count, count)) }),
      ]),
      ([block]) => block.calls,
    ),
  )
