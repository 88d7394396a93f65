import { defaultLocale } from "../../options/locale.ts"

/** Default locale and currency, and the decimals and lengths of amounts, addresses and names on screen (specification section 2). */
export const decimalsShown = {
  locale: defaultLocale,
  currency: "USD",
  moneyDecimals: 2,
  balanceDecimals: 3,
  transactionDecimals: 3,
  swapDecimals: 6,
  addressStart: 4,
  addressEnd: 6,
  /** Longest email address shown in full as a name. */
  emailName: 30,
} as const

/** Maximum lengths of third-party names, messages and URLs, in characters (not in the specification). */
export const textLimits = { name: 64, sentence: 300, description: 1_000, url: 2_048, dataImage: 512 * 1024 } as const
