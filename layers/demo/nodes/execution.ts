import { exchange, type Market } from "../provider/market.ts"
import type { Script } from "../script.ts"
import type { Execute } from "./ledger.ts"

/** Creates the function that executes transactions on the accounts of a market, by the rules of ERC-20 and of native currency. */
export const createExecution =
  (market: Market, transferFees: Script["transferFees"] = {}): Execute =>
  (moved) => {
    const { chain, from, to, units, contract, owner, back, allows, fee, reverts = false, unlimited } = moved
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
    move(from, undefined, -fee)
    if (reverts) return { succeeded: false, undo }
    if (allows && contract !== undefined) {
      allow(from, allows.spender, contract, allows.units)
      return { succeeded: true, undo }
    }
    const spender = back ? exchange : from
    const holder = owner ?? from
    const needsAllowance = contract !== undefined && (owner ?? back) !== undefined
    const allowed = needsAllowance ? market.allowance(chain, holder, spender, contract) : units
    if (allowed < units || (!unlimited && market.units(chain, holder, contract) < units))
      return { succeeded: false, undo }
    if (needsAllowance && allowed !== unlimitedAllowance) allow(holder, spender, contract, allowed - units)
    if (back) move(back.to, back.contract, back.units)
    move(holder, contract, -units)
    move(to, contract, units - transferFee(market.token(chain, contract)?.symbol, units, contract, transferFees))
    return { succeeded: true, undo }
  }

/** Returns what a token keeps of a transfer. */
export const transferFee = (
  symbol: string | undefined,
  units: bigint,
  contract: string | undefined,
  fees: Script["transferFees"] = {},
): bigint => (contract === undefined || symbol === undefined ? 0n : (units * BigInt(fees[symbol] ?? 0)) / 10_000n)

/** An allowance that transfers do not use up (EIP-20 as OpenZeppelin implements it). */
const unlimitedAllowance = 2n ** 256n - 1n
