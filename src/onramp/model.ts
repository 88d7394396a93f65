import { parseUnits, toUnits } from "../core/amounts.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { Network } from "../options/networks.ts"
import { onramp as limits } from "./limits.ts"

/** Token that can be bought (specification section 3), and its networks. The native currency has an empty contract address. */
export interface PurchaseCurrency {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly networks: readonly PurchaseNetwork[]
}

export interface PurchaseNetwork {
  readonly name: string
  readonly display_name: string
  readonly chain_id: string
  readonly contract_address: string
}

/** Currency to pay with, and the limits of each payment method. `min` and `max` are decimal strings. */
export interface PaymentCurrency {
  readonly id: string
  readonly payment_method_limits: readonly { readonly id: string; readonly min: string; readonly max: string }[]
}

/** Currencies that can be bought and paid with. */
export interface OnrampOptions {
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  readonly paymentCurrencies: readonly PaymentCurrency[]
}

/** Amount as a decimal string, with the symbol or ID of its currency. */
export interface OnrampAmount {
  readonly amount: string
  readonly currency: string
}

/**
 * Price of a purchase. `estimate`: whether it is a built-in estimate, made because the service returned no quote. An estimate cannot be
 * used to buy.
 */
export interface OnrampQuote {
  readonly quoteId: string
  readonly purchaseAmount: OnrampAmount
  readonly paymentTotal?: OnrampAmount
  readonly paymentSubtotal?: OnrampAmount
  readonly networkFee?: OnrampAmount
  readonly estimate: boolean
  /** Purchase that was quoted. */
  readonly of: Purchase
}

/** Purchase: what is bought, how much is paid, and the network of the delivery. */
export interface Purchase {
  readonly purchaseCurrency: PurchaseCurrency
  readonly paymentCurrency: PaymentCurrency
  /** Decimal string, in the payment currency. */
  readonly amount: string
  /** Network name at the service. */
  readonly network: string
}

/** Seller of crypto (specification section 9). */
export interface OnrampProvider {
  readonly name: OnrampProviderName
  readonly label: string
  readonly feeRange: string
  readonly supportedChains: readonly Namespace[]
}
export type OnrampProviderName = "meld"

/** All providers that a project can enable. */
export const onrampProviders: { readonly [Name in OnrampProviderName]: OnrampProvider } = {
  meld: {
    name: "meld",
    label: "Meld",
    feeRange: `${limits.feePercent.from}-${limits.feePercent.to}%`,
    supportedChains: ["eip155", "solana"],
  },
}

/** Returns the enabled providers that support a namespace. */
export const providersFor = (named: readonly string[] | false, namespace: Namespace): readonly OnrampProvider[] =>
  Object.values(onrampProviders).filter(
    ({ name, supportedChains }) => named !== false && named.includes(name) && supportedChains.includes(namespace),
  )

const usdc: PurchaseCurrency = {
  id: "2b92315d-eab7-5bef-84fa-089a131333f5",
  name: "USD Coin",
  symbol: "USDC",
  networks: [
    {
      name: "ethereum",
      display_name: "Ethereum",
      chain_id: "1",
      contract_address: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
    },
    {
      name: "polygon",
      display_name: "Polygon",
      chain_id: "137",
      contract_address: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
    },
  ],
}

const eth: PurchaseCurrency = {
  id: "d85dce9b-5b73-5c3c-8978-522ce1d1c1b4",
  name: "Ether",
  symbol: "ETH",
  networks: [
    { name: "ethereum", display_name: "Ethereum", chain_id: "1", contract_address: "" },
    {
      name: "polygon",
      display_name: "Polygon",
      chain_id: "137",
      contract_address: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
    },
  ],
}

const paidIn = (id: string): PaymentCurrency => ({ id, payment_method_limits: limits.limits })

/** Options if the service does not respond (specification section 8): USDC and ETH, paid in US dollars or euros. */
export const fallbackOptions: OnrampOptions = {
  purchaseCurrencies: [usdc, eth],
  paymentCurrencies: [paidIn("USD"), paidIn("EUR")],
}

/** Returns the quote to use if the service does not respond. It is marked as an estimate, and each of its amounts is the amount to pay. */
export const fallbackQuote = (of: Purchase): OnrampQuote => {
  const same = { amount: of.amount, currency: of.paymentCurrency.id }
  return {
    quoteId: "mocked-quote-id",
    purchaseAmount: same,
    paymentTotal: same,
    paymentSubtotal: same,
    networkFee: same,
    estimate: true,
    of,
  }
}

/** Returns the initial currencies: USDC paid in US dollars, or else the first ones in the lists. */
export const defaultPair = ({ purchaseCurrencies, paymentCurrencies }: OnrampOptions) => ({
  purchaseCurrency: purchaseCurrencies.find(({ symbol }) => symbol === usdc.symbol) ?? purchaseCurrencies[0],
  paymentCurrency: paymentCurrencies.find(({ id }) => id === "USD") ?? paymentCurrencies[0],
})

/**
 * Returns the network on which a token is delivered: the active one if possible, or else another of its namespace. An account that is a
 * contract exists only on the network on which it was deployed, so only the active one counts. Returns `undefined` if there is no such
 * network.
 */
export const deliveredOn = (
  { networks }: PurchaseCurrency,
  { id, chainNamespace }: Pick<Network, "id" | "chainNamespace">,
  isContract: boolean,
): PurchaseNetwork | undefined => {
  const ofNamespace = networks.filter((network) => namespaceOf(network) === chainNamespace)
  return ofNamespace.find(({ chain_id }) => chain_id === String(id)) ?? (isContract ? undefined : ofNamespace[0])
}

/** Returns the namespace of a network. Its name decides, because the service sends no namespace, and no numeric chain ID for Solana. */
const namespaceOf = ({ name }: PurchaseNetwork): Namespace => (/^solana/i.test(name) ? "solana" : "eip155")

/** Returns the lowest minimum and the highest maximum of all payment methods, or `undefined` if there are none. */
export const limitsOf = ({
  payment_method_limits,
}: PaymentCurrency): { readonly min: string; readonly max: string } | undefined => {
  const [first, ...rest] = payment_method_limits
  if (!first) return undefined
  return rest.reduce(
    ({ min, max }, limit) => ({
      min: cents(limit.min) < cents(min) ? limit.min : min,
      max: cents(limit.max) > cents(max) ? limit.max : max,
    }),
    { min: first.min, max: first.max },
  )
}

/**
 * Whether any payment method accepts an amount, which may have two decimals. If no methods are listed, any amount from 0.01 on is accepted.
 */
export const isPayable = (amount: string, { payment_method_limits }: PaymentCurrency): boolean => {
  const paid = parseUnits(amount, places)
  if (paid === undefined || paid === 0n) return false
  return (
    payment_method_limits.length === 0 ||
    payment_method_limits.some(({ min, max }) => paid >= cents(min) && paid <= cents(max))
  )
}

/** Whether an amount has more decimals than can be paid. */
export const isTooFine = (amount: string): boolean => /^\d*\.\d{2}\d*[1-9]\d*$/.test(amount)

const places = 2
const cents = (amount: string) => toUnits(amount, places) ?? 0n
