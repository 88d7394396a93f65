import * as Schema from "effect/Schema"
import { arrayOfValid, decodeUnknown, optionalOr, transactionHash } from "../core/opening/schema.ts"
import { plainCopy } from "../core/plainCopy.ts"
import { InvalidInput } from "../errors/index.ts"
import type { CallsStatus } from "./model.ts"

/**
 * Decodes a response of wallet_getCallsStatus. Accepts the status codes of EIP-5792 by hundreds (100 pending, 200 confirmed, 400 failed
 * before sending, 500 reverted, 600 partly reverted) and the words of its first draft. Returns `undefined` for anything else.
 */
export const readCallsStatus = (value: unknown): CallsStatus | undefined => {
  const response = read(plainCopy(value))
  if (response instanceof InvalidInput) return undefined
  const { status, receipts = [] } = response
  const last = receipts.at(-1)?.transactionHash
  const hash = last === undefined ? {} : { hash: last }
  if (status === "PENDING") return { status: "pending" }
  if (status === "CONFIRMED") {
    const reverted = receipts.filter((receipt) => receipt.status === "0x0").length
    if (reverted === 0) return { status: "confirmed", ...hash }
    return { status: reverted === receipts.length ? "reverted" : "partly", ...hash }
  }
  const now = Number.isInteger(status) ? byHundreds[Math.floor(Number(status) / 100)] : undefined
  return now && { status: now, ...(now !== "pending" && hash) }
}

const read = decodeUnknown(
  Schema.Struct({
    status: Schema.Unknown,
    receipts: optionalOr(
      arrayOfValid(
        Schema.Struct({
          status: optionalOr(Schema.String),
          transactionHash: optionalOr(transactionHash),
        }),
      ),
    ),
  }),
)

const byHundreds: Readonly<Record<number, CallsStatus["status"]>> = {
  1: "pending",
  2: "confirmed",
  4: "failed",
  5: "reverted",
  6: "partly",
}
