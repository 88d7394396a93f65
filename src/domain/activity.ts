import { display } from "./display.ts"
import { formatAmount } from "./numbers.ts"

/** Something that an account did, or that was done to it (section 3). */
export interface Transaction {
  readonly id: string
  readonly metadata: {
    /** When it was mined, ISO 8601. */
    readonly minedAt: string
    /** CAIP-2 id. */
    readonly chain: string
    /** Such as `send`, `receive`, `trade`; a word of the service's. */
    readonly operationType: string
    readonly status: "confirmed" | "failed" | "pending"
    readonly hash?: string
    readonly sentFrom?: string
    readonly sentTo?: string
  }
  readonly transfers: readonly Transfer[]
}

/** What moved: so much of a token, or a collectible. */
export interface Transfer {
  readonly fungible_info?: { readonly name?: string; readonly symbol: string; readonly icon?: { readonly url: string } }
  readonly nft_info?: {
    readonly name?: string
    readonly content?: { readonly preview?: { readonly url: string } }
    readonly flags?: { readonly is_spam: boolean }
  }
  /** As the account sees it. */
  readonly direction?: "in" | "out" | "self"
  /** A decimal text. */
  readonly quantity: { readonly numeric: string }
  /** US dollars, at the time. */
  readonly value?: number
}

/** A page of an account's history, the newest first, and the cursor of the one after it. */
export interface ActivityPage {
  readonly transactions: readonly Transaction[]
  readonly next: string | undefined
}

/** What is listed: transactions on this chain, without those whose transfers are all collectibles that are flagged as spam. */
export const shownTransactions = (transactions: readonly Transaction[], chain: string): readonly Transaction[] =>
  transactions.filter(({ metadata, transfers }) => metadata.chain === chain && !isSpam(transfers))

const isSpam = (transfers: readonly Transfer[]) =>
  transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags?.is_spam)

/** The transactions of a month. `month` counts from 0, by the reader's own calendar. */
export interface Month {
  readonly year: number
  readonly month: number
  readonly transactions: readonly Transaction[]
}

/** Grouped by year, then month, the newest first, whether pending or not. */
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

/** What a transaction was, as a visitor reads it. */
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
 * Sign before an amount: + for receive, deposit, borrow and claim, - for withdraw, repay and burn, none for other types.
 *
 * A send has - too. Section 9 lists withdraw, repay and burn only, and its list is read as incomplete: a sent transfer
 * without a sign, beside a received one with +, could be mistaken for money that came in.
 */
export const signOf = (operationType: string): "+" | "-" | "" => {
  if (plus.has(operationType)) return "+"
  return minus.has(operationType) ? "-" : ""
}

/** What a row of the list says of a transaction. Amounts have 3 decimals. */
export interface Summary {
  readonly verb: Verb
  /** The token or collectible that the row is about, and its picture; a collectible that is flagged as spam has none. */
  readonly name: string
  readonly picture: string | undefined
  readonly collectible: boolean
  /** With its sign; of a collectible how many there are; "" where nothing moved. */
  readonly amount: string
  /** What was given for it. */
  readonly cost: string | undefined
  /** From one token to another, where they were exchanged. */
  readonly between: readonly [from: string, to: string] | undefined
  /** US dollars, at the time. */
  readonly value: number | undefined
  /** Who is at the other end. */
  readonly other: { readonly is: "from" | "to"; readonly address: string } | undefined
}

/** What is read of a transaction at a glance: what came in first, then what was given for it. */
export const summaryOf = ({ metadata, transfers }: Transaction, locale?: string): Summary => {
  const came = transfers.find(({ direction }) => direction === "in")
  const went = transfers.find(({ direction }) => direction === "out")
  const type = Object.hasOwn(verbs, metadata.operationType) ? metadata.operationType : likelyType(came, went)
  const main = (givesFirst.has(type) ? went : came) ?? came ?? went ?? transfers[0]
  const cost = main && main === came ? went : undefined
  const exchanged = exchanges.has(type) && cost !== undefined
  const { nft_info: collectible, fungible_info: token } = main ?? {}
  const { sentFrom, sentTo } = metadata
  return {
    verb: verbs[type as keyof typeof verbs],
    name: (collectible ?? token)?.name ?? token?.symbol ?? "",
    picture: collectible ? pictureOf(collectible) : token?.icon?.url,
    collectible: collectible !== undefined,
    amount: main ? amountOf(main, exchanged ? "+" : signOf(type), locale) : "",
    cost: cost && amountOf(cost, "-", locale),
    between: exchanged && token && cost.fungible_info ? [cost.fungible_info.symbol, token.symbol] : undefined,
    value: main?.value,
    ...otherEnd(type, sentFrom, sentTo),
  }
}

/** What a type of the service's own words is taken for: by what came and went. */
const likelyType = (came: Transfer | undefined, went: Transfer | undefined): keyof typeof verbs => {
  if (came && went) return "trade"
  if (came) return "receive"
  return went ? "send" : "execute"
}

const otherEnd = (type: string, from: string | undefined, to: string | undefined): Pick<Summary, "other"> => {
  if (type === "receive" && from) return { other: { is: "from", address: from } }
  return { other: type === "send" && to ? { is: "to", address: to } : undefined }
}

const pictureOf = ({ content, flags }: NonNullable<Transfer["nft_info"]>) =>
  flags?.is_spam ? undefined : content?.preview?.url

/** Collectibles are counted; how many there are needs no sign. */
const amountOf = ({ quantity, fungible_info: token, nft_info }: Transfer, sign: string, locale: string | undefined) =>
  nft_info
    ? formatAmount(quantity.numeric, 0, locale)
    : `${sign}${formatAmount(quantity.numeric, display.transactionDecimals, locale)} ${token?.symbol ?? ""}`.trim()

/** Of these the visitor looks for what was given. */
const givesFirst: ReadonlySet<string> = new Set(["send", "burn", "sell", "repay", "approve"])
const exchanges: ReadonlySet<string> = new Set(["trade", "buy", "sell"])
