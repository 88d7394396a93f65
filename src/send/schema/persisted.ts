import * as Schema from "effect/Schema"
import { amountText } from "../../core/assetSchema.ts"
import { lastMoment } from "../../core/dates.ts"
import { textLimits } from "../../core/first-paint/display.ts"
import { safeText } from "../../core/first-paint/safeText.ts"
import { safeImageUrl } from "../../core/first-paint/safeUrl.ts"
import {
  arrayOfValid,
  decodeUnknown,
  finiteFrom,
  integerFrom,
  optionalOr,
  read,
  textThat,
} from "../../core/opening/schema.ts"
import { InvalidInput } from "../../errors/index.ts"
import { isNamespace } from "../../options/isNamespace.ts"
import type { PastReceiver } from "../model/receiver.ts"
import type { SentTransfer } from "../model/transfer.ts"

/** Decodes the persisted transfers and swaps, dropping malformed ones. Returns `undefined` if `value` is not a list. */
export const readTransfers = (value: unknown): readonly SentTransfer[] | undefined => orNothing(transfers(value))

/** Decodes the persisted past recipients, dropping malformed ones. Returns `undefined` if `value` is not a list. */
export const readReceivers = (value: unknown): readonly PastReceiver[] | undefined => orNothing(receivers(value))

const orNothing = <A>(value: A | InvalidInput): A | undefined => (value instanceof InvalidInput ? undefined : value)

const shown = read(Schema.String, (text) => safeText(text))
const picture = optionalOr(Schema.String, safeImageUrl)
const token = optionalOr(textThat((text) => /^[0-9a-z]{1,128}$/i.test(text), "address"))
const units = textThat((text) => /^\d{1,78}$/.test(text), "units")

const sent = read(
  Schema.Struct({
    id: Schema.NonEmptyString,
    hash: optionalOr(Schema.NonEmptyString),
    bundle: optionalOr(Schema.Boolean),
    connectorId: optionalOr(Schema.String),
    network: textThat((id) => isNamespace(id.slice(0, id.indexOf(":"))), "CAIP-2 id"),
    from: Schema.NonEmptyString,
    to: Schema.NonEmptyString,
    amount: amountText,
    symbol: optionalOr(shown),
    units,
    at: finiteFrom(0).check(Schema.makeFilter((time) => time <= lastMoment, { expected: "time" })),
    name: optionalOr(shown),
    iconUrl: picture,
    token,
    nonce: optionalOr(integerFrom(0)),
    swap: optionalOr(
      Schema.Struct({
        amount: amountText,
        symbol: shown,
        iconUrl: picture,
        token,
        data: textThat((data) => /^0x([0-9a-f]{2})*$/i.test(data), "0x hex"),
        value: units,
      }),
    ),
    payment: optionalOr(Schema.NonEmptyString),
    status: optionalOr(Schema.Literals(["pending", "confirmed", "failed", "replaced", "different"])),
  }),
  ({ connectorId = "", symbol = "", status = "pending", bundle, ...one }): SentTransfer => ({
    ...one,
    connectorId,
    symbol,
    status,
    ...(bundle && { bundle }),
  }),
)

const transfers = decodeUnknown(arrayOfValid(sent))

const receiver = read(
  Schema.Struct({
    namespace: Schema.declare(isNamespace, { expected: "namespace" }),
    address: read(Schema.NonEmptyString, (address) => address.slice(0, textLimits.name * 2)),
    name: optionalOr(shown),
    times: optionalOr(integerFrom(1)),
  }),
  ({ times = 1, ...one }): PastReceiver => ({ ...one, times }),
)

const receivers = decodeUnknown(arrayOfValid(receiver))
