import { parseUnits } from "./amounts.ts"
import { isFatal, type ReceiverWarning } from "./receivers.ts"

/** What the form of a transfer holds. */
export interface SendForm {
  /** Decimals, and what the account has of it, a decimal text; "" where nobody knows. */
  readonly token: { readonly decimals: number; readonly quantity: string } | undefined
  /** A decimal text. */
  readonly amount: string
  readonly receiver: string
  /** Who it means; nothing as long as that is looked up. */
  readonly found: { readonly address: string | undefined; readonly warnings: readonly ReceiverWarning[] } | undefined
  /** The account cannot pay for it, as the nodes say. */
  readonly short: boolean
}

/** What is missing next, in the order in which it is asked for; `preview` when nothing is. */
export const nextStep = ({ token, amount, receiver, found, short }: SendForm) => {
  if (!token) return "selectToken"
  const units = amount === "" ? 0n : parseUnits(amount, token.decimals)
  if (units === undefined) return "incorrectValue"
  if (units === 0n) return "addAmount"
  const held = token.quantity === "" ? undefined : parseUnits(token.quantity, token.decimals)
  if (short || (held !== undefined && units > held)) return "insufficientFunds"
  if (receiver.trim() === "") return "addAddress"
  if (found && (found.address === undefined || found.warnings.some(isFatal))) return "invalidAddress"
  return "previewSend"
}
