import { parseUnits } from "../core/amounts.ts"
import { safeText } from "../core/first-paint/safeText.ts"
import {
  AssetNotSupported,
  InvalidAmount,
  InvalidAsset,
  InvalidChainNamespace,
  InvalidPaymentConfig,
  InvalidRecipient,
} from "../errors/index.ts"
import {
  completeAddress,
  isAddress,
  isSameAddress,
  namespaceTable,
  supports,
} from "../namespaces/model/namespaceTable.ts"
import { isRecord } from "../options/guards.ts"
import { isNamespace } from "../options/isNamespace.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { CaipNetworkId, Network } from "../options/networks.ts"

/** Asset to pay with or to be paid in. */
export interface PaymentAsset {
  /** CAIP-2 ID of the network. */
  readonly network: CaipNetworkId
  /** Address of the token contract or mint, or "native" for the native currency. */
  readonly asset: string
  readonly metadata: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/** Payment requested by a site. */
export interface PaymentInput {
  readonly paymentAsset: PaymentAsset
  /** Address on the asset's network. */
  readonly recipient: string
  /** Amount in whole tokens: a decimal string or a number. */
  readonly amount: string | number
}

/** Validated payment. `amount` is a decimal string in whole tokens. */
export interface Payment extends PaymentInput {
  readonly amount: string
  /** Whether the token's symbol comes only from the site, not from its contract. */
  readonly siteNamed?: true
}

/** Exchange at which the visitor may have an account to pay from. */
export interface Exchange {
  readonly id: string
  readonly name: string
  /** URL of the exchange's logo. Empty if it has none. */
  readonly imageUrl: string
}

/** Page of exchanges, and their total number. */
export interface ExchangePage {
  readonly exchanges: readonly Exchange[]
  readonly total: number
}

/** Payment status reported by an exchange. */
export type BuyStatus = "UNKNOWN" | "IN_PROGRESS" | "SUCCESS" | "FAILED"

/** Deposit to the visitor's own account, or payment to a recipient: its channel and its status. */
export interface PaymentState {
  readonly paymentId: string
  readonly source: "fund-from-exchange" | "pay"
  readonly type: "exchange" | "wallet"
  readonly of: Payment
  /** Time at which the payment was started, in ms since the Unix epoch. */
  readonly at: number
  /**
   * `opening`: the exchange or the wallet is being opened. `waiting`: the payment is in progress. `late`: the payment was not confirmed in
   * time, but may still succeed.
   */
  readonly status: "opening" | "waiting" | "success" | "failed" | "late"
  readonly exchange?: Exchange
  readonly sessionId?: string
  /** URL of the exchange's page. `blocked`: whether the browser blocked its pop-up. */
  readonly url?: string
  readonly blocked?: boolean
  /** Transaction ID on the chain, once known. */
  readonly result?: string
}

/** Whether the payment's status can be checked, at the exchange or by its transaction on the chain. */
export const canCheck = ({ type, result }: PaymentState): boolean => type === "exchange" || result !== undefined

export const namespaceOf = ({ network }: Pick<PaymentAsset, "network">): Namespace | undefined => {
  const [namespace] = network.split(":")
  return isNamespace(namespace) ? namespace : undefined
}

/** Returns the CAIP-19 ID of an asset, as exchanges expect it. */
export const assetName = ({ network, asset }: PaymentAsset): string => {
  const namespace = namespaceOf({ network }) ?? "eip155"
  const { coin, tokens } = namespaceTable[namespace]
  return `${network}/${asset === "native" ? `slip44:${coin}` : `${tokens}:${asset}`}`
}

export const isSameAsset = (one: PaymentAsset, other: PaymentAsset): boolean =>
  one.network === other.network && isSameAddress(namespaceOf(one) ?? "eip155", one.asset, other.asset)

export const isSamePayment = (one: Payment, other: Payment): boolean =>
  isSameAsset(one.paymentAsset, other.paymentAsset) &&
  isSameAddress(namespaceOf(one.paymentAsset) ?? "eip155", one.recipient, other.recipient) &&
  units(one) === units(other)

/** Returns the amount in the asset's smallest units, or 0 if it is invalid. */
export const units = ({ amount, paymentAsset }: Payment): bigint =>
  parseUnits(amount, paymentAsset.metadata.decimals) ?? 0n

/** Errors of an invalid payment. */
export type PaymentProblem =
  | InvalidPaymentConfig
  | InvalidAsset
  | InvalidChainNamespace
  | AssetNotSupported
  | InvalidRecipient
  | InvalidAmount

/**
 * Validates a payment, which must be on one of the modal's networks. Returns the normalized payment, or the error instead of throwing it.
 * Works without Schema, because each field has its own error.
 */
export const checkPayment = (given: unknown, networks: readonly Network[]): Payment | PaymentProblem => {
  if (!isRecord(given)) return new InvalidPaymentConfig()
  const paymentAsset = checkAsset(given.paymentAsset, networks)
  if (paymentAsset instanceof Error) return paymentAsset
  const { recipient } = given
  const namespace = namespaceOf(paymentAsset) ?? "eip155"
  if (typeof recipient !== "string" || !isAddress(namespace, recipient)) return new InvalidRecipient()
  const to = completeAddress(namespace, recipient)
  // Tokens sent to their own contract are lost.
  if (isSameAddress(namespace, to, paymentAsset.asset)) return new InvalidRecipient()
  const amount = checkAmount(given.amount, paymentAsset)
  return amount instanceof Error ? amount : { paymentAsset, recipient: to, amount }
}

/**
 * Validates an asset, which must be on one of the modal's networks. Returns the normalized asset, or the error instead of throwing it.
 */
export const checkAsset = (given: unknown, networks: readonly Network[]): PaymentAsset | PaymentProblem => {
  if (!isRecord(given) || typeof given.network !== "string" || typeof given.asset !== "string")
    return new InvalidAsset()
  const { network, asset, metadata } = given
  if (!isRecord(metadata)) return new InvalidAsset()
  const { name, symbol, decimals } = metadata
  const namespace = namespaceOf({ network: network as CaipNetworkId })
  if (namespace === undefined || !supports(namespace, "exchange")) return new InvalidChainNamespace()
  if (!safeText(symbol)) return new InvalidAsset()
  if (typeof decimals !== "number" || !Number.isInteger(decimals) || decimals < 0 || decimals > mostDecimals)
    return new InvalidAsset()
  if (asset !== "native" && !isAddress(namespace, asset)) return new InvalidAsset()
  const known = networks.find(({ caipNetworkId }) => caipNetworkId === network)
  if (!known) return new AssetNotSupported()
  const read: PaymentAsset = {
    network: known.caipNetworkId,
    asset: asset === "native" ? asset : completeAddress(namespace, asset),
    metadata: { name: safeText(name) || safeText(symbol), symbol: safeText(symbol), decimals },
  }
  // Known tokens get their built-in name, whatever the site calls them, so the name shown is true.
  const { metadata: own } = wellKnown(read, known) ?? read
  return own.decimals === decimals ? { ...read, metadata: own } : new InvalidAsset()
}

/**
 * Returns an asset with the metadata of the network's native currency, or of the bundled token. Returns `undefined` for any other token.
 */
export const wellKnown = (asset: PaymentAsset, network: Network): PaymentAsset | undefined =>
  asset.asset === "native"
    ? { ...asset, metadata: network.nativeCurrency }
    : assetsOn(network).find((one) => isSameAsset(one, asset))

/** Validates an amount: greater than 0, with no more decimals than the asset has. Returns it as text, or the error instead of throwing. */
export const checkAmount = (given: unknown, { metadata }: PaymentAsset): string | InvalidAmount => {
  if (typeof given !== "string" && typeof given !== "number") return new InvalidAmount()
  const text = String(given)
  return (parseUnits(text, metadata.decimals) ?? 0n) > 0n ? text : new InvalidAmount()
}

/** Returns the built-in assets that exchanges pay out on a network. Empty for other networks. */
export const assetsOn = (network: Network | undefined): readonly PaymentAsset[] =>
  network
    ? (assets[network.caipNetworkId] ?? []).map(([symbol, name, asset = "native"]) => ({
        network: network.caipNetworkId,
        asset,
        metadata: {
          name,
          symbol,
          decimals: asset === "native" ? network.nativeCurrency.decimals : stablecoinDecimals,
        },
      }))
    : []

type Row = readonly [symbol: string, name: string, address?: string]
const eth: Row = ["ETH", "Ether"]
const usdc = (address: string): Row => ["USDC", "USD Coin", address]
const usdt = (address: string): Row => ["USDT", "Tether USD", address]

const assets: Readonly<Record<string, readonly Row[]>> = {
  "eip155:1": [
    eth,
    usdc("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"),
    usdt("0xdAC17F958D2ee523a2206206994597C13D831ec7"),
  ],
  "eip155:8453": [eth, usdc("0x833589fcd6edb6e08f4c7c32d4f71b54bda02913")],
  "eip155:84532": [eth],
  "eip155:42161": [
    usdc("0xaf88d065e77c8cC2239327C5EDb3A432268e5831"),
    usdt("0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9"),
  ],
  "eip155:137": [
    usdc("0x2791bca1f2de4661ed88a30c99a7a9449aa84174"),
    usdt("0xc2132d05d31c914a87c6611c10748aeb04b58e8f"),
  ],
  "eip155:10": [usdt("0x94b008aA00579c1307B0EF2c499aD98a8ce58e58")],
  "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp": [
    ["SOL", "Solana"],
    usdc("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"),
    usdt("Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB"),
  ],
}

const stablecoinDecimals = 6
/** Maximum decimals of an asset. ERC-20 contracts can return up to 255, but more than this are not practical. */
const mostDecimals = 36
