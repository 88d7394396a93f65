import * as Schema from "effect/Schema"
import { isEvmAddress } from "../../core/addresses.ts"
import { decodeUnknown, integerFrom, optionalOr, read, textThat, transactionHash } from "../../core/opening/schema.ts"

// Responses of the Safe that frames the page (@safe-global/safe-apps-sdk 9).

const safeInfo = read(
  Schema.Struct({ safeAddress: textThat(isEvmAddress, "EVM address"), chainId: integerFrom(1) }),
  ({ safeAddress, chainId }) => ({ address: safeAddress, chainId }),
)

/** The account of a Safe, on the Safe's only chain. */
export type SafeInfo = typeof safeInfo.Type

/** Decodes the account of the Safe (`getSafeInfo`). */
export const decodeSafeInfo = decodeUnknown(safeInfo)

/**
 * Decodes a signature in hex (`signMessage`, `signTypedMessage`). It is missing, and then `0x`, until enough owners have signed or if they
 * signed on-chain.
 */
export const decodeSafeSignature = decodeUnknown(
  read(
    Schema.Struct({ signature: Schema.optional(textThat((text) => /^0x[0-9a-f]*$/i.test(text), "signature")) }),
    ({ signature = "0x" }) => signature,
  ),
)

/** Decodes the hash by which the Safe identifies a sent transaction (`sendTransactions`). */
export const decodeSafeTxHash = decodeUnknown(
  read(Schema.Struct({ safeTxHash: transactionHash }), ({ safeTxHash }) => safeTxHash),
)

/** Decodes a transaction of the Safe (`getTxBySafeTxHash`). `txHash` is missing until it is sent to the network. */
export const decodeSafeTransaction = decodeUnknown(
  Schema.Struct({ txHash: optionalOr(transactionHash), txStatus: optionalOr(Schema.String) }),
)
