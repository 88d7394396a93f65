import { decimalsShown } from "../core/first-paint/display.ts"
import { formatAmount } from "../core/formatAmount.ts"

/** Transaction of an account, incoming or outgoing (specification section 3). */
export interface Transaction {
  readonly id: string
  readonly metadata: {
    /** Time of inclusion in a block, ISO 8601. */
    readonly minedAt: string
    /** CAIP-2 ID of the chain. */
    readonly chain: string
    /** Type as named by the service, such as `send`, `receive` or `trade`. */
    readonly operationType: string
    readonly status: "confirmed" | "failed" | "pending"
    readonly hash?: string
    readonly sentFrom?: string
    readonly sentTo?: string
  }
  readonly transfers: readonly Transfer[]
}

/** Transfer of an amount of a token, or of a collectible. */
export interface Transfer {
  readonly fungible_info?: { readonly name?: string; readonly symbol: string; readonly icon?: { readonly url: string } }
  readonly nft_info?: {
    readonly name?: string
    readonly content?: { readonly preview?: { readonly url: string } }
    readonly flags?: { readonly is_spam: boolean }
  }
  /** Direction from the account's point of view. */
  readonly direction?: "in" | "out" | "self"
  /** Amount, as a decimal string. */
  readonly quantity: { readonly numeric: string }
  /** Value in US dollars at the time of the transaction. */
  readonly value?: number
}

/** Page of an account's history, newest first. `next`: cursor of the next page, `undefined` on the last. */
export interface ActivityPage {
  readonly transactions: readonly Transaction[]
  readonly next: string | undefined
}

/**
 * Filters a history to the transactions on `chain`, without those that only moved collectibles flagged as spam (specification section 5).
 */
export const shownTransactions = (transactions: readonly Transaction[], chain: string): readonly Transaction[] =>
  transactions.filter(({ metadata, transfers }) => metadata.chain === chain && !isSpam(transfers))

const isSpam = (transfers: readonly Transfer[]) =>
  transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags?.is_spam)

/** Transactions of one month in the visitor's local time. `month` counts from 0. */
export interface Month {
  readonly year: number
  readonly month: number
  readonly transactions: readonly Transaction[]
}

/** Groups transactions, including pending ones, by year and month, newest first. */
export const byMonth = (transactions: readonly Transaction[]): readonly Month[] => {
  const months = new Map<string, { year: number; month: number; transactions: Transaction[] }>()
  for (const { transaction, time } of transactions.map(dated).sort((one, other) => other.time - one.time)) {
    const at = new Date(time)
    const [year, month] = [at.getFullYear(), at.getMonth()]
    const known = months.get(`${year} ${month}`)
    if (known) known.transactions.push(transaction)
    else months.set(`${year} ${month}`, { year, month, transactions: [transaction] })
  }
  return [...months.values()]
}

const dated = (transaction: Transaction) => ({ transaction, time: Date.parse(transaction.metadata.minedAt) })

/** Type of a transaction as a past participle, which is also the key of its message. */
export type Verb = (typeof verbs)[keyof typeof verbs]

const verbs = {
  approve: "approved",
  borrow: "borrowed",
  burn: "burnt",
  buy: "bought",
  cancel: "canceled",
  claim: "claimed",
  deploy: "deployed",
  deposit: "deposited",
  execute: "executed",
  mint: "minted",
  receive: "received",
  repay: "repaid",
  sell: "sold",
  send: "sent",
  stake: "staked",
  trade: "swapped",
  unstake: "unstaked",
  withdraw: "withdrawn",
} as const

const plus: ReadonlySet<string> = new Set(["receive", "deposit", "borrow", "claim"])
const minus: ReadonlySet<string> = new Set(["withdraw", "repay", "burn", "send"])

/**
 * Returns the sign before an amount: + for receive, deposit, borrow and claim; - for withdraw, repay, burn and send; none for other types.
 *
 * Specification section 9 lists only withdraw, repay and burn for -. Its list is interpreted as incomplete, because a sent transfer without
 * a sign could be mistaken for incoming money.
 */
export const signOf = (operationType: string): "+" | "-" | "" => {
  if (plus.has(operationType)) return "+"
  return minus.has(operationType) ? "-" : ""
}

/** Row of the activity list. Token amounts have 3 decimals. */
export interface Summary {
  readonly verb: Verb
  /** Name and image of the main token or collectible. A collectible flagged as spam has no image. */
  readonly name: string
  readonly picture: string | undefined
  readonly collectible: boolean
  /** Amount with its sign, or the number of collectibles. Empty if nothing moved. */
  readonly amount: string
  /**
   * Amount paid for the main token or collectible, or received for it in a sale, with its sign. `undefined` if there is none, and for types
   * other than `sell` whose main amount is the outgoing one.
   */
  readonly counterpart: string | undefined
  /** Symbols of the two tokens of an exchange. `undefined` for any other transaction. */
  readonly between: readonly [from: string, to: string] | undefined
  /** Value of the main amount in US dollars at the time of the transaction. `undefined` if unknown. */
  readonly value: number | undefined
  /** Sender of a received transaction, or recipient of a sent one. `undefined` if unknown, and for other types. */
  readonly other: { readonly direction: "from" | "to"; readonly address: string } | undefined
}

/** Summarizes a transaction for its row. The main amount is the incoming one, except for types such as `send` and `sell`. */
export const summaryOf = ({ metadata, transfers }: Transaction, locale?: string): Summary => {
  const came = transfers.find(({ direction }) => direction === "in")
  const went = transfers.find(({ direction }) => direction === "out")
  const type = Object.hasOwn(verbs, metadata.operationType) ? metadata.operationType : likelyType(came, went)
  const main = (givesFirst.has(type) ? went : came) ?? came ?? went ?? transfers[0]
  const isSale = type === "sell" && went !== undefined
  const counterpart = isSale ? came : main === came ? went : undefined
  const exchanged = exchanges.has(type) && counterpart !== undefined
  const { nft_info: collectible, fungible_info: token } = main ?? {}
  const { sentFrom, sentTo } = metadata
  return {
    verb: verbs[type as keyof typeof verbs],
    name: (collectible ?? token)?.name ?? token?.symbol ?? "",
    picture: collectible ? pictureOf(collectible) : token?.icon?.url,
    collectible: collectible !== undefined,
    amount: main ? amountOf(main, exchanged ? (isSale ? "-" : "+") : signOf(type), locale) : "",
    counterpart: counterpart && amountOf(counterpart, isSale ? "+" : "-", locale),
    between:
      exchanged && went?.fungible_info && came?.fungible_info
        ? [went.fungible_info.symbol, came.fungible_info.symbol]
        : undefined,
    value: main?.value,
    ...otherEnd(type, sentFrom, sentTo),
  }
}

/** Guesses the type of a transaction with an unknown type from its incoming and outgoing transfers. */
const likelyType = (came: Transfer | undefined, went: Transfer | undefined): keyof typeof verbs => {
  if (came && went) return "trade"
  if (came) return "receive"
  return went ? "send" : "execute"
}

const otherEnd = (type: string, from: string | undefined, to: string | undefined): Pick<Summary, "other"> => {
  if (type === "receive" && from) return { other: { direction: "from", address: from } }
  return { other: type === "send" && to ? { direction: "to", address: to } : undefined }
}

const pictureOf = ({ content, flags }: NonNullable<Transfer["nft_info"]>) =>
  flags?.is_spam ? undefined : content?.preview?.url

/** Formats the amount of a transfer. Collectibles are shown as a count without a sign. */
const amountOf = ({ quantity, fungible_info: token, nft_info }: Transfer, sign: string, locale: string | undefined) =>
  nft_info
    ? formatAmount(quantity.numeric, 0, locale)
    : `${sign}${formatAmount(quantity.numeric, decimalsShown.transactionDecimals, locale)} ${token?.symbol ?? ""}`.trim()

/** Types whose main amount is the outgoing one. */
const givesFirst: ReadonlySet<string> = new Set(["send", "burn", "sell", "repay", "approve"])
const exchanges: ReadonlySet<string> = new Set(["trade", "buy", "sell"])
