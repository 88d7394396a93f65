import * as v from "valibot"
import { amountText } from "../core/assetSchema.ts"
import { lastMoment } from "../core/dates.ts"
import { textLimits } from "../core/first-paint/display.ts"
import { safeImageUrl, safeText } from "../core/first-paint/sanitize.ts"
import {
  arrayOfValid,
  decodeUnknown,
  filled,
  finiteFrom,
  integerFrom,
  object,
  optionalOr,
  read,
  textThat,
} from "../core/opening/schema.ts"
import { InvalidInput } from "../errors/index.ts"
import { isNamespace } from "../options/isNamespace.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { PastReceiver } from "./model/receiver.ts"
import type { SentTransfer } from "./model/transfer.ts"

/** Decodes the persisted transfers and swaps. Malformed ones are dropped one by one. */
export const readTransfers = (value: unknown): readonly SentTransfer[] | undefined => orNothing(transfers(value))

/** Decodes the persisted past recipients. Malformed ones are dropped one by one. */
export const readReceivers = (value: unknown): readonly PastReceiver[] | undefined => orNothing(receivers(value))

const orNothing = <A>(value: A | InvalidInput): A | undefined => (value instanceof InvalidInput ? undefined : value)

const shown = read(v.string(), (text) => safeText(text))
const picture = optionalOr(v.string(), safeImageUrl)
const token = optionalOr(textThat((text) => /^[0-9a-z]{1,128}$/i.test(text), "address"))
const units = textThat((text) => /^\d{1,78}$/.test(text), "units")

const sent = read(
  object({
    id: filled,
    hash: optionalOr(filled),
    bundle: optionalOr(v.boolean()),
    connectorId: optionalOr(v.string()),
    network: textThat((id) => isNamespace(id.slice(0, id.indexOf(":"))), "CAIP-2 id"),
    from: filled,
    to: filled,
    amount: amountText,
    symbol: optionalOr(shown),
    units,
    at: v.pipe(
      finiteFrom(0),
      v.check((time) => time <= lastMoment, "time"),
    ),
    name: optionalOr(shown),
    iconUrl: picture,
    token,
    nonce: optionalOr(integerFrom(0)),
    swap: optionalOr(
      object({
        amount: amountText,
        symbol: shown,
        iconUrl: picture,
        token,
        data: textThat((data) => /^0x([0-9a-f]{2})*$/i.test(data), "0x hex"),
        value: units,
      }),
    ),
    payment: optionalOr(filled),
    status: optionalOr(v.picklist(["pending", "confirmed", "failed", "replaced", "different"])),
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
  object({
    namespace: v.custom<Namespace>(isNamespace, "namespace"),
    address: read(filled, (address) => address.slice(0, textLimits.name * 2)),
    name: optionalOr(shown),
    times: optionalOr(integerFrom(1)),
  }),
  ({ times = 1, ...one }): PastReceiver => ({ ...one, times }),
)

const receivers = decodeUnknown(arrayOfValid(receiver))
