import { decimalsShown } from "./first-paint/display.ts"

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

const ellipsis = "..."
