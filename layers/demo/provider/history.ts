import { formatUnits } from "../../../src/core/amounts.ts"
import type { TransferRecord as Payment } from "../nodes/ledger.ts"
import { pictureFrom, pictureId } from "../pictures.ts"
import { fraction, hexOf, oneOf } from "../random.ts"
import type { Token } from "./tokens.ts"

/** Balance of a token that an account holds on a chain, in smallest units. */
export interface Holding {
  readonly coin: Token
  readonly units: bigint
}

/** An entry of an account's history, in the format of the provider's history service. */
export interface HistoryEntry {
  readonly id: string
  readonly metadata: Readonly<Record<string, unknown>> & { readonly minedAt: string; readonly chain: string }
  readonly transfers: readonly object[]
}

/** Account and parameters from which a history is generated. */
export interface HistoryOwner {
  readonly seed: number
  /** CAIP-2 ID of the chain. */
  readonly chain: string
  readonly address: string
  /** Name of the account. The history is derived from it instead of the address, so a change of address does not change the history. */
  readonly person: string
  readonly holdings: readonly Holding[]
  /** Addresses of the other accounts in the world, for counterparties. */
  readonly others: readonly string[]
  /** Time at which the history ends, in ms since the Unix epoch. */
  readonly until: number
  /** Number of payments in addition to those that every account has. */
  readonly more: number
}

/**
 * Returns an account's history on a chain, newest first. It is generated backwards from the account's balances, so the transfers add up to
 * them. Fees are not included. Empty if the account holds nothing.
 */
export const historyOf = (owner: HistoryOwner): readonly HistoryEntry[] => {
  const { seed, chain, address, person, holdings, others, until, more } = owner
  if (holdings.length === 0) return []
  const left = new Map(holdings.map(({ coin, units }) => [coin.symbol, units]))
  const entries: HistoryEntry[] = []
  const [native] = holdings
  const tokens = holdings.filter(({ coin }) => coin.decimals > 0)
  let at = until

  const add = (operationType: string, transfers: readonly (Moved | object)[], other?: string, extra: object = {}) => {
    const name = `${seed} ${chain} ${person} ${entries.length}`
    at -= Math.floor((entries.length < early ? 0.4 : 1) * day * (0.2 + fraction(`${name} gap`) * 8))
    const outwards = operationType !== "receive"
    entries.push({
      id: hexOf(`${name} id`, 32),
      metadata: {
        operationType,
        hash: `0x${hexOf(`${name} hash`, 64)}`,
        minedAt: new Date(at).toISOString(),
        sentFrom: outwards ? address : other,
        sentTo: outwards ? (other ?? contractOf(operationType)) : address,
        status: "confirmed",
        nonce: 1,
        application: null,
        chain,
        ...extra,
      },
      transfers: transfers.map((one) => ("coin" in one ? sent(one as Moved) : one)),
    })
  }
  /** Returns the transfer of a share of the balance, and sets the balance to what it was before the transfer. */
  const move = (coin: Token, share: number, direction: "in" | "out"): Moved => {
    const here = left.get(coin.symbol) ?? 0n
    const step = 10n ** BigInt(coin.decimals - 3)
    const units = ((here * BigInt(Math.round(share * 1_000))) / 1_000n / step) * step || here / 2n
    left.set(coin.symbol, direction === "in" ? here - units : here + units)
    return { coin, units, direction }
  }
  const counterparty = (what: string) => oneOf(others, `${seed} ${person} ${what}`)

  const first = native?.coin as Token
  const second = (tokens[1] ?? tokens[0])?.coin as Token
  const third = (tokens[2] ?? tokens[0])?.coin as Token
  add("send", [move(first, 0.166, "out")], counterparty("a"))
  add("receive", [move(second, 0.4, "in")], counterparty("b"))
  if (third !== second) add("trade", [move(second, 0.128, "out"), move(third, 0.44, "in")])
  // This transaction failed, so it leaves the balance unchanged.
  add("send", [{ coin: second, units: (left.get(second.symbol) ?? 0n) / 4n, direction: "out" }], counterparty("c"), {
    status: "failed",
  })
  add("send", [move(first, 0.052, "out")], counterparty("a"))
  add("receive", [collectible("Free airdrop, claim at gift.example", "leaf", true)], counterparty("d"))
  add("mint", [collectible("Masks of Ulm #218", "orbit", false), move(first, 0.008, "out")])
  add("approve", [{ coin: second, units: 500n * 10n ** BigInt(second.decimals), direction: "out" }])
  add("receive", [move(second, 0.03, "in")], counterparty("e"))
  add("deposit", [move(second, 0.06, "out")])
  add("claim", [move(third, 0.02, "in")])
  add("stake", [move(first, 0.1, "out")])
  add("execute", [])
  for (const index of Array.from({ length: payments + more }, (_, place) => place)) {
    const { coin } = oneOf(tokens, `${seed} ${chain} ${person} coin ${index}`)
    const out = fraction(`${seed} ${person} way ${index}`) < 0.5
    add(
      out ? "send" : "receive",
      [move(coin, 0.02 + fraction(`${person} ${index}`) * 0.06, out ? "out" : "in")],
      counterparty(`${index}`),
    )
  }
  // The remaining balances were received before all other transfers.
  for (const { coin } of holdings) {
    const units = left.get(coin.symbol) ?? 0n
    if (units > 0n) add("receive", [{ coin, units, direction: "in" as const }], counterparty(coin.symbol))
  }
  return entries
}

/** Returns a transaction's history entry from the view of its sender or recipient. `got`: the token received in a swap. */
export const paymentOf = (
  { id, chain, from: sender, owner: from = sender, to, units, at, back, nonce }: Payment,
  coin: Token,
  { address, failed, got }: { readonly address: string; readonly failed: boolean; readonly got?: Token | undefined },
): HistoryEntry => {
  const isOf = (one: string) => one.toLowerCase() === address.toLowerCase()
  const outwards = isOf(from)
  const swap = outwards && back && got && isOf(back.to) && sent({ coin: got, units: back.units, direction: "in" })
  const given = sent({ coin, units, direction: outwards ? "out" : "in" })
  return {
    id,
    metadata: {
      operationType: swap ? "trade" : outwards ? "send" : "receive",
      hash: `0x${id}`,
      minedAt: new Date(at).toISOString(),
      sentFrom: from,
      sentTo: to,
      status: failed ? "failed" : "confirmed",
      nonce,
      application: null,
      chain,
    },
    transfers: swap ? [given, swap] : [given],
  }
}

interface Moved {
  readonly coin: Token
  readonly units: bigint
  readonly direction: "in" | "out"
}

const sent = ({ coin, units, direction }: Moved) => ({
  fungible_info: { name: coin.name, symbol: coin.symbol, icon: { url: coin.icon } },
  nft_info: null,
  direction,
  quantity: { numeric: formatUnits(units, coin.decimals) },
  value: Number((Number(formatUnits(units, coin.decimals)) * coin.price).toFixed(2)),
  price: coin.price,
})

const collectible = (name: string, glyph: Parameters<typeof pictureId>[0], spam: boolean) => ({
  fungible_info: null,
  nft_info: {
    name,
    content: { preview: { url: pictureFrom(pictureId(glyph, 13)), content_type: null }, detail: null },
    flags: { is_spam: spam },
  },
  direction: "in",
  quantity: { numeric: "1" },
  value: null,
  price: null,
})

const contractOf = (name: string) => `0x${hexOf(`contract ${name}`, 40)}`

const day = 24 * 60 * 60 * 1_000
/** Number of recent entries that follow one another at shorter intervals. */
const early = 9
/** Number of payments that every account has. */
const payments = 40
