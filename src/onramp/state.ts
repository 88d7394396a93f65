import { computed, signal } from "@preact/signals-core"
import { idle, type Loadable, latest } from "../core/first-paint/loadable.ts"
import { slice } from "../core/first-paint/slice.ts"
import { defaultPair, type OnrampOptions, type OnrampProvider, type OnrampQuote, providersFor } from "./model.ts"

/** Current purchase (specification section 3, "On-ramp"). */
export const onramp = slice((instance) => {
  const { core } = instance
  const options = signal<Loadable<OnrampOptions>>(idle)
  /** IDs of the currencies that the visitor selected. `undefined`: those of the default pair. */
  const purchaseId = signal<string | undefined>(undefined)
  const paymentId = signal<string | undefined>(undefined)
  /** Whether the active account is a contract, as far as known. */
  const isContract = signal(false)
  /** Decimal amount in the payment currency. Empty until the view is prepared. */
  const paymentAmount = signal("")
  const quote = signal<Loadable<OnrampQuote>>(idle)
  const selectedProvider = signal<OnrampProvider | undefined>(undefined)
  /** URL of the seller's page, and whether the browser blocked its window. */
  const opened = signal<Loadable<{ readonly url: string; readonly blocked: boolean }>>(idle)

  const known = computed(() => latest(options.value))
  const purchaseCurrencies = computed(() => known.value?.purchaseCurrencies ?? [])
  const paymentCurrencies = computed(() => known.value?.paymentCurrencies ?? [])
  const pair = computed(() => {
    const standard = known.value && defaultPair(known.value)
    return {
      purchaseCurrency:
        purchaseCurrencies.value.find(({ id }) => id === purchaseId.value) ?? standard?.purchaseCurrency,
      paymentCurrency: paymentCurrencies.value.find(({ id }) => id === paymentId.value) ?? standard?.paymentCurrency,
    }
  })
  const providers = computed(() => providersFor(core.remoteFeatures.value.onramp, core.namespace.value))
  const error = computed(() => {
    const failed = [quote.value, opened.value].find(({ status }) => status === "failed")
    return failed?.status === "failed" ? failed.error : undefined
  })

  instance.snapshotParts.set("onramp", () => ({
    onramp: {
      providers: providers.value,
      selectedProvider: selectedProvider.value ?? null,
      purchaseCurrency: pair.value.purchaseCurrency,
      paymentCurrency: pair.value.paymentCurrency,
      purchaseCurrencies: purchaseCurrencies.value,
      paymentCurrencies: paymentCurrencies.value,
      purchaseAmount: latest(quote.value)?.purchaseAmount.amount,
      paymentAmount: paymentAmount.value || undefined,
      quotesLoading: quote.value.status === "loading",
      error: error.value?.message ?? null,
    },
  }))
  return {
    options,
    purchaseId,
    paymentId,
    isContract,
    paymentAmount,
    quote,
    selectedProvider,
    opened,
    purchaseCurrencies,
    paymentCurrencies,
    pair,
    providers,
  }
})
