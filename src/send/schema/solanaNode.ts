import * as Schema from "effect/Schema"
import { arrayOfValid, decodeUnknown, optionalOr, read, textThat } from "../../core/opening/schema.ts"

// Responses of Solana nodes (JSON-RPC) to the requests of a transfer.

/** Non-negative integer, as a bigint. May be inexact above 2^53, because nodes send JSON numbers. */
const whole = read(
  Schema.Finite.check(
    Schema.makeFilter((value) => Number.isInteger(value) && value >= 0, { expected: "whole number" }),
  ),
  BigInt,
)

/** Returns a decoder of a value that a node wraps in a context. */
const decodeInContext = <A>(value: Schema.Decoder<A>) =>
  decodeUnknown(read(Schema.Struct({ value }), ({ value }) => value))

/** Decodes an account's balance, in lamports (`getBalance`). */
export const decodeBalance = decodeInContext(whole)

/** Decodes the rent-exempt minimum, in lamports (`getMinimumBalanceForRentExemption`). */
export const decodeRent = decodeUnknown(whole)

/** Decodes the current epoch (`getEpochInfo`). */
export const decodeEpoch = decodeUnknown(read(Schema.Struct({ epoch: whole }), ({ epoch }) => epoch))

const data = optionalOr(Schema.Struct({ parsed: Schema.Struct({ info: Schema.Unknown }) }))

/** Decodes an account (`getAccountInfo`), or `null` if there is none. `owner` is a program. `data` is set if the node could parse it. */
export const decodeAccount = decodeInContext(Schema.NullOr(Schema.Struct({ owner: Schema.String, data })))

/** Decodes a mint's parsed data. */
export const decodeMint = decodeUnknown(
  Schema.Struct({
    // A mint stores them in one byte.
    decimals: Schema.Finite.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 255 })),
    extensions: optionalOr(
      arrayOfValid(Schema.Struct({ extension: Schema.String, state: Schema.optionalKey(Schema.Unknown) })),
    ),
  }),
)

const count = read(
  Schema.Unknown.check(Schema.makeFilter((value) => /^\d{1,20}$/.test(`${value}`), { expected: "count" })),
  (value) => BigInt(value as string | number),
)

const transferFee = Schema.Struct({
  epoch: count,
  transferFeeBasisPoints: count.check(Schema.makeFilter((points) => points <= 10_000n, { expected: "basis points" })),
  maximumFee: count,
})

/** Transfer fee of a token from an epoch: a share of the amount in basis points, capped at `maximumFee` in smallest units. */
export type TransferFee = typeof transferFee.Type

/** Decodes the older and the newer transfer fee of a Token-2022 mint, from the state of its extension. */
export const decodeTransferFees = decodeUnknown(
  Schema.Struct({ olderTransferFee: transferFee, newerTransferFee: transferFee }),
)

/**
 * Decodes an owner's token accounts (`getTokenAccountsByOwner`), dropping malformed ones. Balances are in smallest units, sizes in bytes.
 */
export const decodeTokenAccounts = decodeInContext(
  arrayOfValid(
    read(
      Schema.Struct({
        pubkey: Schema.String,
        account: Schema.Struct({
          space: optionalOr(Schema.Finite),
          data: Schema.Struct({
            parsed: Schema.Struct({
              info: Schema.Struct({
                tokenAmount: Schema.Struct({ amount: textThat((text) => /^\d{1,20}$/.test(text), "amount") }),
              }),
            }),
          }),
        }),
      }),
      ({ pubkey, account: { space = 165, data } }) => ({
        address: pubkey,
        amount: BigInt(data.parsed.info.tokenAmount.amount),
        space,
      }),
    ),
  ),
)

/** Decodes the latest blockhash, and the last block in which a transaction with it can be included (`getLatestBlockhash`). */
export const decodeBlockhash = decodeInContext(Schema.Struct({ blockhash: Schema.String, lastValidBlockHeight: whole }))

/** Decodes the statuses of transactions (`getSignatureStatuses`), `null` for those that the node does not know. */
export const decodeStatuses = decodeInContext(
  Schema.NonEmptyArray(
    Schema.NullOr(
      Schema.Struct({
        err: Schema.optionalKey(Schema.Unknown),
        confirmationStatus: optionalOr(Schema.Literals(["processed", "confirmed", "finalized"])),
      }),
    ),
  ),
)
