import { TransactionRejectedRpcError } from "../../../src/errors/rpc.ts"
import { hexOf } from "../random.ts"
import type { BitcoinTransaction, Coin, Outpoint, Output } from "./bitcoinTransaction.ts"
import type { GivenTransfer } from "./ledger.ts"
import type { Known } from "./nodeCall.ts"

/** Returns the unspent outputs of an address, including unconfirmed ones. */
export const coinsOf = (
  { market, ledger }: Pick<Known, "market" | "ledger">,
  chain: string,
  address: string,
  now: number,
): readonly Coin[] => {
  ledger.settle(now)
  const known = ledger.moved.flatMap((one) => {
    const stage = one.chain === chain && one.coins ? ledger.stage(one, now) : "gone"
    return one.coins && stage !== "gone" ? [{ ...one.coins, txid: one.id, confirmed: stage === "confirmed" }] : []
  })
  const spent = known.flatMap(({ spends }) => spends)
  const isSpent = ({ txid, vout }: Outpoint) => spent.some((one) => one.txid === txid && one.vout === vout)
  const created = known.flatMap(({ creates, txid, confirmed }) =>
    creates.map((output, vout) => ({ ...output, txid, vout, confirmed })),
  )
  const [{ units: first } = { units: 0n }] = market.began(chain, address)
  const beginning = [first / 3n, first - first / 3n].map((value, vout) => ({
    ...{ txid: hexOf(`coin of ${address}`, 64), vout, address, value, confirmed: true },
  }))
  // Each amount that a test has added to the market directly is a further output.
  const sum = (outputs: readonly Output[]) =>
    outputs.reduce((total, one) => (one.address === address ? total + one.value : total), 0n)
  const mined = known.filter(({ confirmed }) => confirmed)
  const moved = sum(mined.flatMap(({ creates }) => creates)) - sum(mined.flatMap(({ spends }) => spends))
  const added = listAdditions(market, `${chain} ${address}`, market.units(chain, address) - first - moved)
  const given = added.map((value, vout) => ({
    ...{ txid: hexOf(`added to ${address}`, 64), vout, address, value },
    confirmed: true,
  }))
  return [...beginning, ...created, ...given].filter(
    (coin) => coin.address === address && coin.value > 0n && !isSpent(coin),
  )
}

/**
 * Returns the amounts added to an account without a transaction. If `sum` exceeds the known amounts, first records the difference as a new
 * amount.
 */
const listAdditions = (market: Known["market"], account: string, sum: bigint): readonly bigint[] => {
  const known = additions.get(market) ?? new Map<string, bigint[]>()
  additions.set(market, known)
  const amounts = known.get(account) ?? []
  known.set(account, amounts)
  const rest = amounts.reduce((left, amount) => left - amount, sum)
  if (rest > 0n) amounts.push(rest)
  return amounts
}
const additions = new WeakMap<Known["market"], Map<string, bigint[]>>()

/**
 * Validates a signed transaction. Returns its transfer for the ledger, or an error with Bitcoin Core's text. Each output that the
 * transaction spends must be unspent in the world.
 */
export const acceptBitcoin = (
  known: Pick<Known, "market" | "ledger">,
  chain: string,
  transaction: BitcoinTransaction,
  now: number,
): GivenTransfer | TransactionRejectedRpcError => {
  const { txid, spends, creates, size } = transaction
  const total = (outputs: readonly Output[]) => outputs.reduce((sum, { value }) => sum + value, 0n)
  const isThere = ({ txid, vout, address, value }: Outpoint & Output) =>
    coinsOf(known, chain, address, now).some((one) => one.txid === txid && one.vout === vout && one.value === value)
  if (!spends.every(isThere)) return new TransactionRejectedRpcError("bad-txns-inputs-missingorspent")
  if (creates.some(({ address, value }) => address !== "" && value < dust))
    return new TransactionRejectedRpcError("dust")
  const fee = total(spends) - total(creates)
  if (fee < 0n) return new TransactionRejectedRpcError("bad-txns-in-belowout")
  if (fee < BigInt(size) * leastRate) return new TransactionRejectedRpcError("min relay fee not met")
  const from = spends[0]?.address ?? ""
  const paid = creates.find(({ address }) => address !== from) ?? creates[0]
  const units = total(creates.filter(({ address }) => address === paid?.address))
  return {
    ...{ id: txid, chain, from, to: paid?.address ?? "", units, contract: undefined, fee, sent: txid, at: now },
    coins: { spends, creates },
  }
}

/** Minimum amount of an output in satoshis: the limit for P2WPKH, applied to all outputs. Nodes do not relay smaller outputs. */
const dust = 294n
/** Minimum fee rate in satoshis per virtual byte. Nodes do not relay transactions with a lower one. */
const leastRate = 1n
