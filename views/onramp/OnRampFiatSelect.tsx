import { limitsOf } from "../../src/domain/onramp.ts"
import { onramp } from "../../src/state/onramp.ts"
import { onramp as sentences } from "../messages/en/onramp.ts"
import { Coin } from "../ui/Coin.tsx"
import { useModal, useSlice, useText } from "../useModal.ts"
import { CurrencyList } from "./CurrencyList.tsx"
import { inCurrency } from "./inCurrency.ts"

/** Currencies to pay with. */
export function OnRampFiatSelect() {
  const { core, image } = useModal()
  const text = useText(sentences)
  const { paymentCurrencies, pair } = useSlice(onramp)
  const locale = core.locale.value
  return (
    <CurrencyList
      kind="payment"
      of={paymentCurrencies.value.map((currency) => {
        const { id } = currency
        const name = nameOf(id, locale)
        const reach = limitsOf(currency)
        return {
          id,
          name,
          ...(reach && {
            second: text("limits", { min: inCurrency(reach.min, id, locale), max: inCurrency(reach.max, id, locale) }),
          }),
          words: `${id} ${name}`,
          logo: <Coin src={image("currency", id)} name={id} />,
        }
      })}
      chosen={pair.value.paymentCurrency?.id}
      search={text("searchCurrencies")}
      none={text("noCurrency")}
    />
  )
}

/** Name of a currency, or its code if the browser has no name. */
const nameOf = (id: string, locale: string) => {
  try {
    return new Intl.DisplayNames(locale, { type: "currency" }).of(id) ?? id
  } catch {
    return id
  }
}
