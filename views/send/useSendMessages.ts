import { formatUnits, tokenValue } from "../../src/core/amounts.ts"
import { decimalsShown } from "../../src/core/first-paint/display.ts"
import { floorDecimal, formatAmount } from "../../src/core/formatAmount.ts"
import { formatExactly } from "../../src/core/formatDecimal.ts"
import { formatMoney, sum } from "../../src/core/formatMoney.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import type { PastReceiver } from "../../src/send/model/receiver.ts"
import type { Prepared } from "../../src/send/model/transfer.ts"
import { send } from "../../src/send/state/form.ts"
import sendMessages from "../locales/en/send.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"

/** Returns functions that format the amounts and recipients of transfers for the visitor. */
export const useSendMessages = () => {
  const { core } = useModal()
  const text = useText({ send: sendMessages })
  const { native, token } = useSlice(send)
  const locale = core.locale.value
  const coin = native.value
  const row = token.value

  /** Formats an amount of the native currency, as its value if the price is known. */
  const inCoin = (units: bigint): string => {
    const { decimals = 18, symbol = "" } = core.network.value?.nativeCurrency ?? {}
    if (!coin?.price)
      return `${formatAmount(formatUnits(units, decimals), decimalsShown.swapDecimals, locale)} ${symbol}`
    const money = tokenValue(units, decimals, coin.price)
    const least = formatMoney(cent, locale)
    return units > 0n && floorDecimal(money, decimalsShown.moneyDecimals) === nothing
      ? text("underCent", { amount: least.text })
      : formatMoney(money, locale).text
  }
  const inToken = (units: bigint, { decimals, symbol }: Prepared["token"]) =>
    `${formatExactly(formatUnits(units, decimals), locale)} ${symbol}`

  return {
    inCoin,
    /** Returns the formatted network fee, or the message that the site pays it. */
    feeOf: ({ fee, paymaster }: Prepared) => (paymaster ? text("sponsored") : text("about", { amount: inCoin(fee) })),
    /** Formats the value of a token amount. Returns `undefined` if the price is unknown. */
    inMoney: (units: bigint | undefined) =>
      row && row.price > 0 && units !== undefined
        ? formatMoney(tokenValue(units, row.decimals, row.price), locale)
        : undefined,
    /** Formats the total value including the fees. Returns `undefined` unless both prices are known. */
    inAll: ({ amount, fee, deposit }: Prepared) => {
      if (!row?.price || !coin?.price) return undefined
      const own = tokenValue(fee + deposit, core.network.value?.nativeCurrency.decimals ?? 18, coin.price)
      return formatMoney(sum([tokenValue(amount, row.decimals, row.price), own]), locale)
    },
    /** Formats the exact amount to send. */
    exactly: ({ amount, token }: Prepared) => inToken(amount, token),
    /** Formats the fee that the token withholds. */
    kept: ({ withheld, token }: Prepared) => inToken(withheld, token),
    arrives: ({ amount, withheld, token }: Prepared) => inToken(amount - withheld, token),
    known: ({ name, address }: PastReceiver) => name ?? truncateAddress(address),
  }
}

const cent = "0.01"
const nothing = "0.00"
