import { formatUnits } from "../../../src/core/amounts.ts"
import type { CaipNetworkId } from "../../../src/options/networks.ts"
import { swapNetworks } from "../../../src/swap/model/networks.ts"
import type { Router } from "../../chains/evm/swap/routers.ts"
import { fraction } from "../random.ts"
import type { Script } from "../script.ts"
import type { Holding } from "./history.ts"
import { generatedToken, knownTokens, type Token } from "./tokens.ts"

/** Prices, and balances of accounts on each chain. Balances change by transactions. Prices change over time or on demand. */
export interface Market {
  /** Moves all prices except those of 1 US dollar by one step, and resets the prices that were set. */
  tick(): void
  /** Sets a token's price in US dollars. `tick` resets it. */
  setPrice(symbol: string, price: number): void
  /** Returns the price of one token in US dollars, or 0 for an unknown symbol. */
  price(symbol: string, now: number): number
  /** Returns a text that changes with every change of prices or balances, for cache keys. */
  stand(now: number): string
  /** Returns an account's tokens on a chain, in the format of the provider's balance service. Leaves out tokens without a balance. */
  tokens(caipNetworkId: string, address: string, now: number): readonly object[]
  /** Returns an account's initial balances on a chain, native currency first. Leaves out tokens without a balance. */
  began(caipNetworkId: string, address: string): readonly Holding[]
  /** Returns an account's balance in smallest units: of a contract's token, or of native currency if `contract` is omitted. */
  units(caipNetworkId: string, address: string, contract?: string): bigint
  /** Returns a chain's token with this contract, or its native currency if `contract` is `undefined`. */
  token(caipNetworkId: string, contract: string | undefined): Token | undefined
  /** Returns the tokens on a chain with their contracts. Native currency has no contract. */
  listed(caipNetworkId: string): readonly (Token & { readonly contract: string | undefined })[]
  /** Returns the amount of a token that a spender may transfer from an account, in smallest units. */
  allowance(caipNetworkId: string, address: string, spender: string, contract: string): bigint
  allow(caipNetworkId: string, address: string, spender: string, contract: string, units: bigint): void
  /** Adds an amount in smallest units to an account's balance. A negative amount reduces the balance. Ignores unknown tokens. */
  move(caipNetworkId: string, address: string, contract: string | undefined, units: bigint): void
}

/**
 * Creates the market of a script for these accounts, whose addresses are in lower case. Calls `changed` when a balance changes or a price
 * changes on demand.
 */
export const createMarket = (script: Script, accounts: readonly string[], changed: () => void): Market => {
  const { seed = 1, tick = defaultTick, tokens: more = 0 } = script
  const coins = [...knownTokens(), ...Array.from({ length: more }, (_, index) => generatedToken(index))]
  const set = new Map<string, number>()
  let born: number | undefined
  let nudges = 0
  let settings = 0

  const step = (now: number) => {
    born ??= now
    return nudges + (tick > 0 ? Math.floor((now - born) / tick) : 0)
  }
  const priceOf = ({ symbol, price }: Token, at: number) => {
    const stated = set.get(symbol)
    if (stated !== undefined) return stated
    if (price === 1) return 1
    const phase = fraction(`${seed} ${symbol} phase`) * Math.PI * 2
    const drift = at === 0 ? 0 : Math.sin(at / 6 + phase) * 0.012 + (fraction(`${seed} ${symbol} ${at}`) - 0.5) * 0.006
    return Number((price * (1 + drift)).toPrecision(6))
  }
  const moved = new Map<string, bigint>()
  const allowances = new Map<string, bigint>()
  const placeOf = (coin: Token, caipNetworkId: string, address: string) =>
    `${caipNetworkId} ${address.toLowerCase()} ${coin.symbol}`
  const coinAt = (caipNetworkId: string, contract: string | undefined) =>
    coins.find(({ on }) => {
      const here = on[caipNetworkId as CaipNetworkId]
      return here !== undefined && here[1]?.toLowerCase() === contract?.toLowerCase()
    })
  const held = (coin: Token, caipNetworkId: string, address: string): bigint =>
    began(coin, caipNetworkId, address) + (moved.get(placeOf(coin, caipNetworkId, address)) ?? 0n)
  const began = (coin: Token, caipNetworkId: string, address: string): bigint => {
    const [amount] = coin.on[caipNetworkId as CaipNetworkId] ?? []
    const owner = accounts.indexOf(address.toLowerCase())
    if (amount === undefined || owner < 0) return 0n
    const share =
      owner === 0 && seed === 1 ? 1 : 0.1 + fraction(`${seed} ${owner} ${coin.symbol} ${caipNetworkId}`) * 1.4
    return coin.decimals < millionths
      ? BigInt(amount)
      : BigInt(Math.floor(amount * share)) * 10n ** BigInt(coin.decimals - millionths)
  }

  return {
    tick: () => {
      nudges += 1
      set.clear()
      changed()
    },
    setPrice: (symbol, price) => {
      set.set(symbol, price)
      settings += 1
      changed()
    },
    price: (symbol, now) => {
      const coin = coins.find((one) => one.symbol === symbol)
      return coin ? priceOf(coin, step(now)) : 0
    },
    stand: (now) => `${step(now)}.${settings}`,
    tokens: (caipNetworkId, address, now) => {
      const at = step(now)
      return coins.flatMap((coin) => {
        const on = coin.on[caipNetworkId as CaipNetworkId]
        const units = held(coin, caipNetworkId, address)
        if (!on || units === 0n) return []
        const numeric = formatUnits(units, coin.decimals)
        const price = priceOf(coin, at)
        return [
          {
            name: coin.name,
            symbol: coin.symbol,
            chainId: caipNetworkId,
            ...(on[1] && { address: `${caipNetworkId}:${on[1]}` }),
            value: Number((Number(numeric) * price).toFixed(4)),
            price,
            quantity: { decimals: String(coin.decimals), numeric },
            iconUrl: coin.icon,
          },
        ]
      })
    },
    began: (caipNetworkId, address) =>
      coins.flatMap((coin) => {
        const units = began(coin, caipNetworkId, address)
        return units > 0n ? [{ coin, units }] : []
      }),
    units: (caipNetworkId, address, contract) => {
      const coin = coinAt(caipNetworkId, contract)
      return coin ? held(coin, caipNetworkId, address) : 0n
    },
    token: (caipNetworkId, contract) => coinAt(caipNetworkId, contract),
    listed: (caipNetworkId) =>
      coins.flatMap((coin) => {
        const on = coin.on[caipNetworkId as CaipNetworkId]
        return on ? [{ ...coin, contract: on[1] }] : []
      }),
    allowance: (...place) => allowances.get(place.join(" ").toLowerCase()) ?? 0n,
    allow: (caipNetworkId, address, spender, contract, units) => {
      allowances.set([caipNetworkId, address, spender, contract].join(" ").toLowerCase(), units)
    },
    move: (caipNetworkId, address, contract, units) => {
      const coin = coinAt(caipNetworkId, contract)
      if (!coin) return
      const place = placeOf(coin, caipNetworkId, address)
      moved.set(place, (moved.get(place) ?? 0n) + units)
      settings += 1
      changed()
    },
  }
}

const defaultTick = 10_000
const millionths = 6

/** Address of the world's exchange. */
export const exchange = "0x5e1f00d5e1f00d5e1f00d5e1f00d5e1f00d5e1f0"

/** Format of the exchange's calls. The exchange does not exist on live networks. */
export const exchangeRouter: Router = {
  networks: swapNetworks,
  address: exchange,
  functions: {
    "swap(address,uint256,address,uint256,address)": { given: 0, units: 1, wanted: 2, minimum: 3, recipient: 4 },
  },
}

/** A swap on the world's exchange: `units` of one token for an exact amount of another. A token without a contract is native currency. */
export interface Exchanged {
  readonly contract: string | undefined
  readonly units: bigint
  readonly back: { readonly contract: string | undefined; readonly units: bigint; readonly to: string }
}

/** Returns the calldata of a swap. The zero address stands for native currency. */
export const swapCall = ({ contract, units, back }: Exchanged): string => {
  const words = [contract ?? 0, units, back.contract ?? 0, back.units, back.to]
  return `${swapSelector}${words.map((word) => BigInt(word).toString(16).padStart(64, "0")).join("")}`
}

/** Decodes the calldata of a swap. Returns `undefined` for other functions, or if an argument is missing. */
export const readSwap = (data: string): Exchanged | undefined => {
  if (!data.startsWith(swapSelector) || data.length < 10 + 5 * 64) return undefined
  const [from = 0n, units = 0n, to = 0n, gained = 0n, recipient = 0n] = [0, 1, 2, 3, 4].map((at) =>
    BigInt(`0x${data.slice(10 + at * 64, 74 + at * 64)}`),
  )
  const address = (word: bigint) => `0x${word.toString(16).padStart(40, "0")}`
  const contract = (word: bigint) => (word === 0n ? undefined : address(word))
  return { contract: contract(from), units, back: { contract: contract(to), units: gained, to: address(recipient) } }
}
const swapSelector = "0x6548aff0"
