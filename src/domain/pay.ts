import { parseUnits } from "./amounts.ts"
import { isAddress } from "./caip.ts"
import { can, namespaces } from "./capabilities.ts"
import {
  AssetNotSupported,
  InvalidAmount,
  InvalidAsset,
  InvalidChainNamespace,
  InvalidPaymentConfig,
  InvalidRecipient,
} from "./errors.ts"
import { isRecord } from "./input.ts"
import { isNamespace } from "./isNamespace.ts"
import type { Namespace } from "./namespaces.ts"
import type { CaipNetworkId, Network } from "./networks.ts"
import { safeText } from "./safe.ts"
import { isSameAddress } from "./switching.ts"

/** A token that is paid with, or paid in. */
export interface PaymentAsset {
  /** CAIP-2 id. */
  readonly network: CaipNetworkId
  /** The contract or mint; "native" is the chain's own coin. */
  readonly asset: string
  readonly metadata: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/** What a site wants to be paid. */
export interface PaymentInput {
  readonly paymentAsset: PaymentAsset
  /** An address on the asset's network. */
  readonly recipient: string
  /** In whole tokens: a decimal text, or a number. */
  readonly amount: string | number
}

/** A payment that can be made; `amount` is a decimal text in whole tokens. */
export interface Payment extends PaymentInput {
  readonly amount: string
  /** Nobody but the site calls the token as it is called here. */
  readonly siteNamed?: true
}

/** Who pays out of what a visitor has with them. */
export interface Exchange {
  readonly id: string
  readonly name: string
  /** "" for one without a picture. */
  readonly imageUrl: string
}

/** Some of the exchanges, and how many there are. */
export interface ExchangePage {
  readonly exchanges: readonly Exchange[]
  readonly total: number
}

/** What an exchange says of a payment. */
export type BuyStatus = "UNKNOWN" | "IN_PROGRESS" | "SUCCESS" | "FAILED"

/** A deposit to the visitor's own account, or a payment to somebody else: where it goes on, and what has become of it. */
export interface PaymentState {
  readonly paymentId: string
  readonly source: "fund-from-exchange" | "pay"
  readonly type: "exchange" | "wallet"
  readonly of: Payment
  /** Milliseconds since 1970. */
  readonly at: number
  /** `opening`: the exchange or the wallet is asked. `waiting`: it has been paid there, or will be. `late`: nobody has told, and it may still be. */
  readonly status: "opening" | "waiting" | "success" | "failed" | "late"
  readonly exchange?: Exchange
  readonly sessionId?: string
  /** The exchange's page, and whether the browser opened no window for it. */
  readonly url?: string
  readonly blocked?: boolean
  /** The transaction's id on its chain, once known. */
  readonly result?: string
}

/** Whether anybody can be asked what has become of a payment: the exchange, or the chain for a transaction that the wallet has named. */
export const canCheck = ({ type, result }: PaymentState): boolean => type === "exchange" || result !== undefined

/** The chain of an asset. */
export const namespaceOf = ({ network }: Pick<PaymentAsset, "network">): Namespace | undefined => {
  const [namespace] = network.split(":")
  return isNamespace(namespace) ? namespace : undefined
}

/** An asset as exchanges know it (CAIP-19). */
export const assetName = ({ network, asset }: PaymentAsset): string => {
  const namespace = namespaceOf({ network }) ?? "eip155"
  const token = namespace === "solana" ? "token" : "erc20"
  return `${network}/${asset === "native" ? `slip44:${namespaces[namespace].coin}` : `${token}:${asset}`}`
}

/** Whether two are one token. */
export const isSameAsset = (one: PaymentAsset, other: PaymentAsset): boolean =>
  one.network === other.network &&
  (one.asset === other.asset || isSameAddress(namespaceOf(one) ?? "eip155", one.asset, other.asset))

/** Whether two payments are one. */
export const isSamePayment = (one: Payment, other: Payment): boolean =>
  isSameAsset(one.paymentAsset, other.paymentAsset) &&
  isSameAddress(namespaceOf(one.paymentAsset) ?? "eip155", one.recipient, other.recipient) &&
  units(one) === units(other)

/** The amount in the asset's smallest units. */
export const units = ({ amount, paymentAsset }: Payment): bigint =>
  parseUnits(amount, paymentAsset.metadata.decimals) ?? 0n

/** Why something is no payment. */
export type PaymentProblem =
  | InvalidPaymentConfig
  | InvalidAsset
  | InvalidChainNamespace
  | AssetNotSupported
  | InvalidRecipient
  | InvalidAmount

/** Reads what a site wants to be paid, on one of the modal's networks. The failure is the answer, nothing is thrown. */
export const checkPayment = (given: unknown, networks: readonly Network[]): Payment | PaymentProblem => {
  if (!isRecord(given)) return new InvalidPaymentConfig()
  const paymentAsset = checkAsset(given.paymentAsset, networks)
  if (paymentAsset instanceof Error) return paymentAsset
  const { recipient } = given
  const namespace = namespaceOf(paymentAsset) ?? "eip155"
  if (typeof recipient !== "string" || !isAddress(namespace, recipient)) return new InvalidRecipient()
  const to = namespace === "eip155" && !recipient.startsWith("0x") ? `0x${recipient}` : recipient
  // Whoever pays a token to its own contract pays nobody.
  if (isSameAddress(namespace, to, paymentAsset.asset)) return new InvalidRecipient()
  const amount = checkAmount(given.amount, paymentAsset)
  return amount instanceof Error ? amount : { paymentAsset, recipient: to, amount }
}

/** Reads an asset on one of the modal's networks. */
export const checkAsset = (given: unknown, networks: readonly Network[]): PaymentAsset | PaymentProblem => {
  if (!isRecord(given) || typeof given.network !== "string" || typeof given.asset !== "string")
    return new InvalidAsset()
  const { network, asset, metadata } = given
  if (!isRecord(metadata)) return new InvalidAsset()
  const { name, symbol, decimals } = metadata
  const namespace = namespaceOf({ network: network as CaipNetworkId })
  if (namespace === undefined || !can(namespace, "exchange")) return new InvalidChainNamespace()
  if (typeof symbol !== "string" || !safeText(symbol)) return new InvalidAsset()
  if (typeof decimals !== "number" || !Number.isInteger(decimals) || decimals < 0 || decimals > mostDecimals)
    return new InvalidAsset()
  if (asset !== "native" && !isAddress(namespace, asset)) return new InvalidAsset()
  const known = networks.find(({ caipNetworkId }) => caipNetworkId === network)
  if (!known) return new AssetNotSupported()
  const read: PaymentAsset = {
    network: known.caipNetworkId,
    asset: asset === "native" || namespace !== "eip155" || asset.startsWith("0x") ? asset : `0x${asset}`,
    metadata: { name: safeText(name) || safeText(symbol), symbol: safeText(symbol), decimals },
  }
  // What is known here is called by its own name, whatever the site calls it: what is shown is what is paid.
  const { metadata: own } = wellKnown(read, known) ?? read
  return own.decimals === decimals ? { ...read, metadata: own } : new InvalidAsset()
}

/** The asset as it is known here: a coin of the network, or one of the tokens built in. */
export const wellKnown = (asset: PaymentAsset, network: Network): PaymentAsset | undefined =>
  asset.asset === "native"
    ? { ...asset, metadata: network.nativeCurrency }
    : assetsOn(network).find((one) => isSameAsset(one, asset))

/** Reads an amount of an asset: more than nothing, and no finer than it. */
export const checkAmount = (given: unknown, { metadata }: PaymentAsset): string | InvalidAmount => {
  if (typeof given !== "string" && typeof given !== "number") return new InvalidAmount()
  const text = String(given)
  return (parseUnits(text, metadata.decimals) ?? 0n) > 0n ? text : new InvalidAmount()
}

/** What exchanges pay out on a network (facts, "Payment assets built in"), where the network is one of theirs. */
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
/** Contracts count their decimals in a byte; more than this is no amount that anybody could write. */
const mostDecimals = 36
