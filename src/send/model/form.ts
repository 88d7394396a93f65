import { isNativeCurrency } from "../../balances/model/nativeCurrency.ts"
import type { TokenRow } from "../../balances/model/tokens.ts"
import { parseUnits } from "../../core/amounts.ts"
import type { Network } from "../../options/networks.ts"
import { isBlocking, type ReceiverWarning } from "./receiver.ts"

/** Content of the send form. */
export interface SendForm {
  /** Decimals of the token, and its balance as a decimal string, which is "" if unknown. */
  readonly token: { readonly decimals: number; readonly quantity: string } | undefined
  /** Amount in whole tokens, as a decimal string. */
  readonly amount: string
  readonly receiver: string
  /** Resolved recipient. `undefined` while it is being resolved. */
  readonly found: { readonly address: string | undefined; readonly warnings: readonly ReceiverWarning[] } | undefined
  /** Whether the account cannot cover the transfer, according to the nodes. */
  readonly short: boolean
}

/**
 * Returns the listed tokens, preceded by the network's native currency if it is not among them. Only then calls `nativeBalance`, which
 * returns the balance as a decimal string, or "" if unknown.
 */
export const sendableTokens = (
  listed: readonly TokenRow[],
  network: Network | undefined,
  nativeBalance: () => string,
): readonly TokenRow[] => {
  if (!network || listed.some(({ address }) => isNativeCurrency(address, network.chainNamespace))) return listed
  const { name, symbol, decimals } = network.nativeCurrency
  const { caipNetworkId: chainId } = network
  const coin = { key: `${chainId}:native`, name, symbol, chainId, decimals, quantity: nativeBalance() }
  return [{ ...coin, address: undefined, price: 0, value: 0, iconUrl: "" }, ...listed]
}

/**
 * Returns the first missing or invalid input, in the order of the form, or `previewSend` if there is none. A recipient that is still being
 * resolved counts as valid.
 */
export const nextStep = ({ token, amount, receiver, found, short }: SendForm) => {
  if (!token) return "selectToken"
  const units = amount === "" ? 0n : parseUnits(amount, token.decimals)
  if (units === undefined) return "incorrectValue"
  if (units === 0n) return "addAmount"
  const held = token.quantity === "" ? undefined : parseUnits(token.quantity, token.decimals)
  if (short || (held !== undefined && units > held)) return "insufficientFunds"
  if (receiver.trim() === "") return "addAddress"
  if (found && (found.address === undefined || found.warnings.some(isBlocking))) return "invalidAddress"
  return "previewSend"
}
