import { getAddress, maxUint256 } from "viem"
import { type Chain, calldata } from "./chain.ts"
import {
  at,
  decimalsOf,
  execution,
  executor,
  gives,
  pools,
  type Symbol,
  unknown,
  v5,
  v6,
  visitor,
} from "./contracts.ts"

/** Ways in which an honest service executes a swap. */
export const ways = [
  "1inch 5 swap",
  "1inch 6 swap",
  "1inch 5 unoswap",
  "1inch 5 unoswapTo",
  "1inch 5 uniswapV3Swap",
  "1inch 5 uniswapV3SwapTo",
  "1inch 6 unoswap",
  "1inch 6 unoswapTo",
  "1inch 6 ethUnoswap",
  "1inch 6 ethUnoswapTo",
  "an unknown exchange",
] as const
export type Way = (typeof ways)[number]

/** Whether the router alone enforces what the call states. Other calls need a node that can simulate. */
export const isBinding = (way: Way) => way.endsWith(" swap")

/** A swap order. */
export interface Order {
  readonly way: Way
  readonly from: Symbol
  readonly to: Symbol
  readonly units: bigint
}

/** A call as the service builds it. */
export interface Built {
  readonly to: string
  readonly data: string
}

/** The minimum gained from an amount at 1% slippage. */
const least = (units: bigint) => (units * 99n) / 100n

export const routerOf = (way: Way) => (way.startsWith("1inch 5") ? v5 : way.startsWith("1inch 6") ? v6 : unknown)

/** The call of an honest service. `minimum` and `recipient` are the parts a lie may change in every way of swapping. */
export const honestCall = ({ way, from, to, units }: Order): Built => {
  const [given, wanted] = [at[from], at[to]]
  const gained = gives(given, wanted, units)
  const minimum = least(gained)
  const [src, dst] = [getAddress(given), getAddress(wanted)]
  const pool = BigInt(pools[wanted] ?? 0)
  const desc = [src, dst, getAddress(executor), getAddress(visitor), units, minimum, 0n]
  const description = "(address,address,address,address,uint256,uint256,uint256)"
  const me = BigInt(visitor)
  const zeroOr = given === at.ETH ? `0x${"0".repeat(40)}` : src
  const data = {
    "1inch 5 swap": () =>
      // 1inch appends a four-byte marker.
      `${calldata(`swap(address,${description},bytes,bytes)`, getAddress(executor), desc, "0x", execution(wanted, gained))}8b1ccac8`,
    "1inch 6 swap": () =>
      `${calldata(`swap(address,${description},bytes)`, getAddress(executor), desc, execution(wanted, gained))}8b1ccac8`,
    "1inch 5 unoswap": () => calldata("unoswap(address,uint256,uint256,uint256[])", zeroOr, units, minimum, [pool]),
    "1inch 5 unoswapTo": () =>
      calldata("unoswapTo(address,address,uint256,uint256,uint256[])", getAddress(visitor), zeroOr, units, minimum, [
        pool,
      ]),
    "1inch 5 uniswapV3Swap": () => calldata("uniswapV3Swap(uint256,uint256,uint256[])", units, minimum, [pool]),
    "1inch 5 uniswapV3SwapTo": () =>
      calldata("uniswapV3SwapTo(address,uint256,uint256,uint256[])", getAddress(visitor), units, minimum, [pool]),
    "1inch 6 unoswap": () => calldata("unoswap(uint256,uint256,uint256,uint256)", BigInt(given), units, minimum, pool),
    "1inch 6 unoswapTo": () =>
      calldata("unoswapTo(uint256,uint256,uint256,uint256,uint256)", me, BigInt(given), units, minimum, pool),
    "1inch 6 ethUnoswap": () => calldata("ethUnoswap(uint256,uint256)", minimum, pool),
    "1inch 6 ethUnoswapTo": () => calldata("ethUnoswapTo(uint256,uint256,uint256)", me, minimum, pool),
    "an unknown exchange": () => calldata("exchange(address,uint256,address,uint256)", src, units, dst, gained),
  }[way]()
  return { to: routerOf(way), data }
}

/** Responses of the convert services as JSON, by endpoint. */
export type Answers = Readonly<Record<string, (input: Readonly<Record<string, string>>) => unknown>>

export const honest = (order: Order, chain: Chain): Answers => {
  const idOf = (symbol: Symbol) => `eip155:1:${at[symbol]}`
  const listed: readonly Symbol[] = ["ETH", "USDC", "HRB"]
  const call = honestCall(order)
  const gained = String(gives(at[order.from], at[order.to], order.units))
  return {
    swapTokens: () => ({
      tokens: listed.map((symbol) => ({
        name: symbol,
        symbol,
        address: idOf(symbol),
        decimals: decimalsOf(symbol),
        logoUri: null,
      })),
    }),
    gasPrice: () => ({ standard: "1000000000", fast: "1200000000", instant: "1500000000" }),
    prices: () => ({ fungibles: [] }),
    allowance: () => ({ allowance: String(chain.allowed(at[order.from], visitor, call.to)) }),
    swapQuotes: ({ amount, from, to }) => ({
      quotes: [{ id: null, fromAmount: amount, fromAccount: from, toAmount: gained, toAccount: to }],
    }),
    buildApprove: ({ userAddress, from }) => ({
      tx: {
        from: userAddress,
        to: from,
        data: calldata("approve(address,uint256)", getAddress(call.to), maxUint256),
        value: "0",
        eip155: { gas: 60_000, gasPrice: "1000000000" },
      },
    }),
    buildTransaction: ({ amount, userAddress }) => ({
      tx: {
        from: userAddress,
        to: `eip155:1:${call.to}`,
        data: call.data,
        amount,
        eip155: { gas: "300000", gasPrice: "1000000000" },
      },
    }),
  }
}
