import { defaultLocale } from "./options.ts"

/** Money, amounts, addresses and names on the screen: decimals and characters (section 2). */
export const display = {
  locale: defaultLocale,
  currency: "USD",
  moneyDecimals: 2,
  balanceDecimals: 3,
  transactionDecimals: 3,
  swapDecimals: 6,
  addressStart: 4,
  addressEnd: 6,
  /** The longest e-mail address that stands whole as a name. */
  emailName: 30,
} as const

/** Characters of a foreign name, sentence and address that are kept (ours). */
export const foreignText = { name: 64, sentence: 300, url: 2_048, dataImage: 512 * 1024 } as const
