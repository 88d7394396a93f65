import { deliveredOn } from "../../src/onramp/model.ts"
import { onramp } from "../../src/onramp/state.ts"
import onrampMessages from "../locales/en/onramp.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { TokenIcon } from "../ui/TokenIcon.tsx"
import { CurrencyList } from "./CurrencyList.tsx"

/**
 * List to choose the token to buy. Has the tokens that can be delivered to the active account, on the active network or
 * another one of its namespace.
 */
export function OnRampTokenSelect() {
  const { core, image } = useModal()
  const text = useText({ onramp: onrampMessages })
  const { purchaseCurrencies, pair, isContract } = useSlice(onramp)
  const network = core.network.value
  return (
    <CurrencyList
      kind="purchase"
      of={purchaseCurrencies.value.flatMap((currency) => {
        const delivered = network && deliveredOn(currency, network, isContract.value)
        const { id, name, symbol } = currency
        if (!delivered) return []
        return [
          {
            id,
            name,
            second: `${symbol} · ${delivered.display_name}`,
            words: `${name} ${symbol}`,
            logo: <TokenIcon src={image("token", symbol)} name={symbol} />,
          },
        ]
      })}
      chosen={pair.value.purchaseCurrency?.id}
      search={text("searchTokens")}
      none={text("noTokensFound")}
    />
  )
}
