import { decimalsShown } from "../../core/first-paint/display.ts"
import { floorDecimal } from "../../core/formatAmount.ts"
import type { Network } from "../../options/networks.ts"

/** Formats a native balance: floored to 3 decimals, 0.00 on test networks, and 0.000 if missing or invalid. */
export const shownBalance = (balance: string | undefined, network: Network | undefined): string =>
  network?.testnet ? "0.00" : (floorDecimal(balance ?? "0", decimalsShown.balanceDecimals) ?? "0.000")
