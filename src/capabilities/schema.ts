import * as v from "valibot"
import { arrayOfValid, decodeUnknown, object, optionalOr, textThat } from "../core/opening/schema.ts"
import { plainCopy } from "../core/plainCopy.ts"
import { InvalidInput } from "../errors/index.ts"
import type { CallsStatus } from "./model.ts"

/**
 * Decodes a response of wallet_getCallsStatus. Accepts the status codes of EIP-5792 by hundreds (100 pending, 200 confirmed, 400 failed
 * before sending, 500 reverted, 600 partly reverted) and the words of its first draft. Returns `undefined` for anything else.
 */
export const readCallsStatus = (said: unknown): CallsStatus | undefined => {
  const answer = read(plainCopy(said))
  if (answer instanceof InvalidInput) return undefined
  const { status, receipts = [] } = answer
  const last = receipts.at(-1)?.transactionHash
  const hash = last === undefined ? {} : { hash: last }
  if (status === "PENDING") return { is: "pending" }
  if (status === "CONFIRMED") {
    const reverted = receipts.filter((receipt) => receipt.status === "0x0").length
    if (reverted === 0) return { is: "confirmed", ...hash }
    return { is: reverted === receipts.length ? "reverted" : "partly", ...hash }
  }
  const is = Number.isInteger(status) ? byHundreds[Math.floor(Number(status) / 100)] : undefined
  return is && { is, ...(is !== "pending" && hash) }
}

const read = decodeUnknown(
  object({
    status: v.unknown(),
    receipts: optionalOr(
      arrayOfValid(
        object({
          status: optionalOr(v.string()),
          transactionHash: optionalOr(textThat((text) => /^0x[0-9a-f]{64}$/i.test(text), "transaction hash")),
        }),
      ),
    ),
  }),
)

const byHundreds: Readonly<Record<number, CallsStatus["is"]>> = {
  1: "pending",
  2: "confirmed",
  4: "failed",
  5: "reverted",
  6: "partly",
}
