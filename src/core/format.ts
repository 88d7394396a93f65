import { decimalsShown } from "./first-paint/display.ts"
import { formatAmount } from "./first-paint/formatNumber.ts"

/** Truncates an address to 4 characters at the start and 6 at the end, if that makes it shorter. */
export const truncateAddress = (address: string): string =>
  address.length > decimalsShown.addressStart + decimalsShown.addressEnd + ellipsis.length
    ? `${address.slice(0, decimalsShown.addressStart)}${ellipsis}${address.slice(-decimalsShown.addressEnd)}`
    : address

/** Truncates an email address of more than 30 characters to 30, as a display name. */
export const truncateEmail = (email: string): string =>
  email.length > decimalsShown.emailName
    ? `${email.slice(0, decimalsShown.emailName - ellipsis.length)}${ellipsis}`
    : email

/** Formats a plain decimal with all its decimals. Returns "" if it is not a number. */
export const formatExactly = (amount: string, locale: string = decimalsShown.locale): string =>
  formatAmount(amount, amount.split(".")[1]?.length ?? 0, locale)

/** Converts smallest units, such as wei, to an exact decimal string. */
export const formatUnits = (units: bigint, decimals: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "")
  return `${units < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`
}

const ellipsis = "..."
