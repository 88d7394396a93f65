import { exchange, type Market } from "../provider/market.ts"
import type { Script } from "../script.ts"
import type { Execute, TransferRecord } from "./ledger.ts"

/** Effect of a transaction or a call: a payment, a token transfer, an approval or a swap. */
export type TransferEffect = Pick<
  TransferRecord,
  "chain" | "from" | "to" | "units" | "contract" | "owner" | "back" | "allows" | "reverts"
>

/** Creates the function that applies transactions to the balances and allowances of a market. */
export const createExecution =
  (market: Market, transferFees: Script["transferFees"]): Execute =>
  (moved) => {
    const { chain, from, to, units, contract, back, allows, coins, fee, unlimited = false } = moved
    const undos: (() => void)[] = []
    const move = (address: string, of: string | undefined, amount: bigint) => {
      market.move(chain, address, of, amount)
      undos.push(() => market.move(chain, address, of, -amount))
    }
    const allow = (holder: string, spender: string, token: string, amount: bigint) => {
      const before = market.allowance(chain, holder, spender, token)
      market.allow(chain, holder, spender, token, amount)
      undos.push(() => market.allow(chain, holder, spender, token, before))
    }
    const undo = () => {
      for (const one of undos.toReversed()) one()
    }
    if (coins) {
      for (const { address, value } of coins.spends) move(address, undefined, -value)
      for (const { address, value } of coins.creates) move(address, undefined, value)
      return { succeeded: true, undo }
    }
    move(from, undefined, -fee)
    const { holder, spender } = partiesOf(moved)
    const isShort = contract === undefined && market.units(chain, holder) < units
    if (!unlimited && (isShort || revertReason(market, moved) !== undefined)) return { succeeded: false, undo }
    if (contract !== undefined && allows) allow(from, allows.spender, contract, allows.units)
    if (contract !== undefined && spender !== undefined) {
      const allowed = market.allowance(chain, holder, spender, contract)
      if (allowed !== unlimitedAllowance) allow(holder, spender, contract, allowed - units)
    }
    if (back) move(back.to, back.contract, back.units)
    move(holder, contract, -units)
    move(to, contract, units - transferFee(market, moved, transferFees))
    return { succeeded: true, undo }
  }

/** Returns the error with which the chain would now revert a transaction, in OpenZeppelin's wording. `undefined` if it would not. */
export const revertReason = (market: Market, effect: TransferEffect): string | undefined => {
  const { chain, contract, units, reverts } = effect
  if (reverts) return "execution reverted"
  if (contract === undefined) return undefined
  const { holder, spender } = partiesOf(effect)
  if (spender !== undefined && market.allowance(chain, holder, spender, contract) < units)
    return "execution reverted: ERC20: insufficient allowance"
  return market.units(chain, holder, contract) < units
    ? "execution reverted: ERC20: transfer amount exceeds balance"
    : undefined
}

/** Returns the account whose tokens move, and the one that needs an allowance for that, if any. */
const partiesOf = ({ from, owner, back }: TransferEffect) => ({
  holder: owner ?? from,
  spender: back ? exchange : owner === undefined ? undefined : from,
})

/** Returns the amount that a token withholds from a transfer, in smallest units. */
export const transferFee = (
  market: Market,
  { chain, contract, units }: Pick<TransferEffect, "chain" | "contract" | "units">,
  fees: Script["transferFees"] = {},
): bigint => {
  const symbol = contract === undefined ? undefined : market.token(chain, contract)?.symbol
  return symbol === undefined ? 0n : (units * BigInt(fees[symbol] ?? 0)) / 10_000n
}

/** Allowance that transfers do not reduce, as in OpenZeppelin's ERC-20. */
const unlimitedAllowance = 2n ** 256n - 1n
