import { formatCurrency } from "../../src/core/formatCurrency.ts"
import { limitsOf } from "../../src/onramp/model.ts"
import { onramp } from "../../src/onramp/state.ts"
import onrampMessages from "../locales/en/onramp.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { TokenIcon } from "../ui/TokenIcon.tsx"
import { CurrencyList } from "./CurrencyList.tsx"

/** List to choose the currency to pay with. */
export function OnRampFiatSelect() {
  const { core, image } = useModal()
  const text = useText({ onramp: onrampMessages })
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
            second: text("limits", {
              min: formatCurrency(reach.min, id, locale),
              max: formatCurrency(reach.max, id, locale),
            }),
          }),
          words: `${id} ${name}`,
          logo: <TokenIcon src={image("currency", id)} name={id} />,
        }
      })}
      chosen={pair.value.paymentCurrency?.id}
      search={text("searchCurrencies")}
      none={text("noCurrency")}
    />
  )
}

/** Returns the name of a currency, or its code if the browser has no name for it. */
const nameOf = (id: string, locale: string) => {
  try {
    return new Intl.DisplayNames(locale, { type: "currency" }).of(id) ?? id
  } catch {
    return id
  }
}
