import { getAddress, parseAbi, toEventSelector, toHex } from "viem"
import { type Code, calldata, coin, type Hands, readCall, type Token } from "./chain.ts"

/** Addresses of the participants, in lower case. */
export const visitor = "0x00000000000000000000000000000000000a11ce"
export const thief = "0x0000000000000000000000000000000000007e1f"
/** A user's account, without code. */
export const person = "0x00000000000000000000000000000000000b0b0b"

const usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
const hrb = "0x0000000000000000000000000000000000004a4b"
const gem = "0x000000000000000000000000000000000006e700"
const mute = "0x000000000000000000000000000000000000b1a0"
const link = "0x514910771af9ca656af840dff83e8264ecf986ca"
export const shares = "0x0000000000000000000000000000000004626000"
const aToken = "0x00000000000000000000000000000000000a70c0"

export const at = { ETH: coin, USDC: usdc, HRB: hrb, GEM: gem, MUTE: mute, LINK: link, SHARES: shares, ATOKEN: aToken }
export type Symbol = keyof typeof at

export const tokens: Readonly<Record<string, Token>> = {
  [usdc]: { symbol: "USDC", decimals: 6 },
  [hrb]: { symbol: "HRB", decimals: 18 },
  [gem]: { symbol: "GEM", decimals: 18 },
  [mute]: { symbol: "MUTE", decimals: 18, silent: true },
  [link]: { symbol: "LINK", decimals: 18 },
  [aToken]: { symbol: "ATOKEN", decimals: 6 },
}
export const decimalsOf = (symbol: Symbol) => tokens[at[symbol]]?.decimals ?? 18

/** Exchange rates: 1 ETH is worth 2,500 USDC, 1 HRB 5 USDC. */
export const gives = (given: string, wanted: string, units: bigint): bigint =>
  (units * (worth[given] ?? 0n) * 10n ** decimals(wanted)) / ((worth[wanted] ?? 1n) * 10n ** decimals(given))
const worth: Readonly<Record<string, bigint>> = { [coin]: 2_500n, [usdc]: 1n, [hrb]: 5n }
const decimals = (token: string) => BigInt(tokens[token]?.decimals ?? 18)

/** Addresses of the contracts: those of 1inch are real, the others arbitrary. */
export const v5 = "0x1111111254eeb25477b68fb85ed929f73a960582"
export const v6 = "0x111111125421ca6dc452d289314280a0f8842a65"
export const executor = "0x00000000000000000000000000000000000e8ec0"
/** Pools by the token they pay with. */
export const pools: Readonly<Record<string, string>> = {
  [coin]: "0x0000000000000000000000000000000000000c01",
  [usdc]: "0x0000000000000000000000000000000000000c02",
  [hrb]: "0x0000000000000000000000000000000000000c03",
}
/** A pool that pays nothing, whatever it reports. */
export const emptyPool = "0x0000000000000000000000000000000000000bad"
/** An honest exchange that is in no table, and a contract that does whatever its caller wants, and worse. */
export const unknown = "0x00000000000000000000000000000000000e8c4a"
export const hostile = "0x0000000000000000000000000000000000005a7a"
/** A contract that makes the hostile one take tokens under an old allowance, and leaves its own allowance for later. */
export const front = "0x0000000000000000000000000000000000005a7b"
export const aavePool = "0x00000000000000000000000000000000000aa7e0"
export const comet = "0x0000000000000000000000000000000000c0e700"
export const positions = "0x0000000000000000000000000000000000905170"

const lower = (address: string) => address.toLowerCase()
/** Routers use either placeholder for the native currency. */
const asCoin = (address: string) => (/^0x0{40}$/.test(address) ? coin : lower(address))
const revert = (why: string): never => {
  throw new Error(why)
}

const description =
  "(address src, address dst, address from, address to, uint256 amount, uint256 minimum, uint256 flags) desc"
const routerAbi = {
  5: parseAbi([
    `function swap(address executor, ${description}, bytes permit, bytes data) payable`,
    "function unoswap(address token, uint256 amount, uint256 minimum, uint256[] pools) payable",
    "function unoswapTo(address to, address token, uint256 amount, uint256 minimum, uint256[] pools) payable",
    "function uniswapV3Swap(uint256 amount, uint256 minimum, uint256[] pools) payable",
    "function uniswapV3SwapTo(address to, uint256 amount, uint256 minimum, uint256[] pools) payable",
  ]),
  6: parseAbi([
    `function swap(address executor, ${description}, bytes data) payable`,
    "function unoswap(uint256 token, uint256 amount, uint256 minimum, uint256 dex)",
    "function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minimum, uint256 dex)",
    "function ethUnoswap(uint256 minimum, uint256 dex) payable",
    "function ethUnoswapTo(uint256 to, uint256 minimum, uint256 dex) payable",
  ]),
} as const

/** Takes a token from the caller, or the native currency sent along. */
const take = (chain: Hands, token: string, from: string, router: string, to: string, units: bigint, value: bigint) => {
  if (value !== (token === coin ? units : 0n)) revert("wrong value")
  if (token === coin) chain.move(coin, router, to, units)
  else chain.spend(token, from, router, to, units)
}

/** Pays the input into a pool, which then pays out. Returns what the pool reports. */
const throughPool = (chain: Hands, pool: string, given: string, units: bigint, to: string): bigint => {
  const wanted = Object.entries(pools).find(([, place]) => place === pool)?.[0]
  if (wanted === undefined) return pool === emptyPool ? 2n ** 200n : revert("no pool")
  const paid = gives(given, wanted, units)
  chain.move(wanted, pool, to, paid)
  return paid
}

const addressIn = (word: bigint) => toHex(word % 2n ** 160n, { size: 20 })

/** 1inch's generic router, which itself checks the minimum and the recipient. */
const generic = (
  chain: Hands,
  router: string,
  caller: string,
  value: bigint,
  operator: string,
  desc: Readonly<Record<"src" | "dst" | "from" | "to", string>> &
    Readonly<Record<"amount" | "minimum" | "flags", bigint>>,
  data: string,
) => {
  const [src, dst] = [asCoin(desc.src), asCoin(desc.dst)]
  if (desc.minimum === 0n) revert("no minimum")
  const extra = (desc.flags & 2n) !== 0n
  if (extra ? value <= (src === coin ? desc.amount : 0n) : value !== (src === coin ? desc.amount : 0n)) revert("value")
  if (src === coin) chain.move(coin, router, lower(operator), value)
  else chain.spend(src, caller, router, lower(desc.from), desc.amount)
  const before = chain.has(dst, router)
  chain.call({ from: router, to: lower(operator), data, value: 0n })
  const got = chain.has(dst, router) - before
  if (got < desc.minimum) revert("too little")
  chain.move(dst, router, /^0x0{40}$/.test(desc.to) ? caller : lower(desc.to), got)
}

const router5: Code = ({ from, to, data, value }, chain) => {
  const call = readCall(routerAbi[5], data)
  if (call.functionName === "swap") {
    const [operator, desc, , rest] = call.args
    generic(chain, to, from, value, operator, desc, rest)
    return "0x"
  }
  const [pool = 0n] = call.args.at(-1) as readonly bigint[]
  const recipient = call.functionName.endsWith("To") ? lower(String(call.args[0])) : from
  const [amount = 0n, minimum = 0n] = (call.args.slice(-3, -1) as readonly bigint[]) ?? []
  const token =
    call.functionName === "unoswap"
      ? asCoin(call.args[0])
      : call.functionName === "unoswapTo"
        ? asCoin(call.args[1])
        : value > 0n
          ? coin
          : at.USDC
  take(chain, token, from, to, addressIn(pool), amount, value)
  if (throughPool(chain, addressIn(pool), token, amount, recipient) < minimum) revert("too little")
  return "0x"
}

const router6: Code = ({ from, to, data, value }, chain) => {
  const call = readCall(routerAbi[6], data)
  if (call.functionName === "swap") {
    const [operator, desc, rest] = call.args
    generic(chain, to, from, value, operator, desc, rest)
    return "0x"
  }
  const words = [...call.args]
  const recipient = call.functionName.endsWith("To") ? addressIn(words.shift() ?? 0n) : from
  const isCoin = call.functionName.startsWith("eth")
  const token = isCoin ? coin : addressIn(words.shift() ?? 0n)
  const amount = isCoin ? value : (words.shift() ?? 0n)
  const [minimum = 0n, dex = 0n] = words
  take(chain, token, from, to, addressIn(dex), amount, value)
  if (throughPool(chain, addressIn(dex), token, amount, recipient) < minimum) revert("too little")
  return "0x"
}

/** Pays its caller an amount of a token from its own stock. */
const executorCode: Code = ({ from, to, data }, chain) => {
  chain.move(asCoin(`0x${data.slice(-104, -64)}`), to, from, BigInt(`0x${data.slice(-64)}`))
  return "0x"
}
export const execution = (token: string, units: bigint) =>
  calldata("execute(address,uint256)", getAddress(token), units)

const swapEvent = toEventSelector("Swap(address,uint256,uint256,uint256,uint256,address)")
const word = (address: string) => `0x${address.slice(2).padStart(64, "0")}`

const exchangeAbi = parseAbi([
  "function exchange(address given, uint256 units, address wanted, uint256 gained) payable",
  "function worse(uint8 way, address given, uint256 units, address wanted, uint256 gained) payable",
])

/** Takes the given amount from its caller and pays the given amount, with the events of a pool. */
const exchangeCode: Code = ({ from, to, data, value }, chain) => {
  const { args, functionName } = readCall(exchangeAbi, data)
  if (functionName !== "exchange") return revert("no such function")
  const [given, units, wanted, gained] = args
  take(chain, asCoin(given), from, to, to, units, value)
  chain.move(asCoin(wanted), to, from, gained)
  chain.log(to, [swapEvent, word(to), word(from)])
  return "0x"
}

/** Ways in which the hostile contract is worse than the exchange it imitates. */
const worse: readonly ((
  chain: Hands,
  deal: {
    readonly from: string
    readonly given: string
    readonly units: bigint
    readonly wanted: string
    readonly gained: bigint
    readonly value: bigint
  },
) => void)[] = [
  // Pays a third party.
  (chain, { from, given, units, wanted, gained, value }) => {
    take(chain, given, from, hostile, hostile, units, value)
    chain.move(wanted, hostile, thief, gained)
  },
  // Pays nothing.
  (chain, { from, given, units, value }) => take(chain, given, from, hostile, hostile, units, value),
  // Pays half.
  (chain, { from, given, units, wanted, gained, value }) => {
    take(chain, given, from, hostile, hostile, units, value)
    chain.move(wanted, hostile, from, gained / 2n)
  },
  // Pays the promised amount, and takes a token it was once allowed to take.
  (chain, { from, given, units, wanted, gained, value }) => {
    take(chain, given, from, hostile, hostile, units, value)
    chain.move(wanted, hostile, from, gained)
    chain.spend(at.GEM, from, hostile, thief, 5n)
  },
  // The same with a token that emits nothing.
  (chain, { from, given, units, wanted, gained, value }) => {
    take(chain, given, from, hostile, hostile, units, value)
    chain.move(wanted, hostile, from, gained)
    chain.spend(at.MUTE, from, hostile, thief, 5n)
  },
  // Pays the promised amount, and makes itself an operator of its caller.
  (chain, { from, given, units, wanted, gained, value }) => {
    take(chain, given, from, hostile, hostile, units, value)
    chain.move(wanted, hostile, from, gained)
    chain.permit(`${from} lets ${thief} act`)
    chain.log(
      hostile,
      [toEventSelector("ApprovalForAll(address,address,bool)"), word(from), word(thief)],
      toHex(1, { size: 32 }),
    )
  },
  // Takes less than the given amount, and keeps the rest of the allowance, or of the native currency, for later.
  (chain, { from, given, units, wanted, gained, value }) => {
    if (given === coin) chain.move(coin, hostile, from, units / 2n)
    else take(chain, given, from, hostile, hostile, units / 2n, value)
    chain.move(wanted, hostile, from, gained)
  },
  // Takes more of the paid token from its caller's balance.
  (chain, { from, given, units, wanted, gained, value }) => {
    take(chain, given, from, hostile, hostile, units, value)
    chain.move(wanted, hostile, from, gained)
    if (given !== coin) chain.spend(given, from, hostile, thief, 1n)
    else chain.spend(at.USDC, from, hostile, thief, 1n)
  },
  // Reverts every call.
  () => revert("no"),
]
export const worseWays = worse.length

const hostileCode: Code = ({ from, data, value }, chain) => {
  const { args, functionName } = readCall(exchangeAbi, data)
  if (functionName !== "worse") return revert("no such function")
  const [way, given, units, wanted, gained] = args
  worse[way]?.(chain, { from, given: asCoin(given), units, wanted: asCoin(wanted), gained, value })
  return "0x"
}

const frontCode: Code = ({ from, data }, chain) => {
  const call = readCall(exchangeAbi, data)
  if (call.functionName !== "exchange") return revert("no such function")
  const [given, units, wanted, gained] = call.args
  chain.spend(lower(given), from, hostile, hostile, units)
  chain.move(asCoin(wanted), hostile, from, gained)
  return "0x"
}

/** Holds shares of USDC (ERC-4626) for their owners. */
const vaultCode: Code = ({ from, to, data }, chain) => {
  const abi = parseAbi(["function redeem(uint256 shares, address receiver, address owner)"])
  const [units, receiver, owner] = readCall(abi, data).args
  if (lower(owner) !== from) revert("not the owner")
  chain.move(at.SHARES, from, to, units)
  chain.move(usdc, to, lower(receiver), units)
  return "0x"
}

const aaveCode: Code = ({ from, to, data }, chain) => {
  const abi = parseAbi(["function withdraw(address asset, uint256 amount, address to)"])
  const [asset, units, receiver] = readCall(abi, data).args
  chain.move(at.ATOKEN, from, to, units)
  chain.move(lower(asset), to, lower(receiver), units)
  return "0x"
}

const cometCode: Code = ({ from, data }, chain) => {
  const abi = parseAbi(["function allow(address manager, bool isAllowed)"])
  const [manager] = readCall(abi, data).args
  chain.permit(`${from} lets ${lower(manager)} manage`)
  return "0x"
}

/** Holds its owners' native currency, and does several things in their name at once. */
const positionsCode: Code = ({ from, to, data }, chain) => {
  const abi = parseAbi(["function multicall(bytes[] data) payable", "function collect(address to, uint256 units)"])
  const call = readCall(abi, data)
  if (call.functionName === "collect") chain.move(at.SHARES, from, lower(call.args[0]), call.args[1])
  else for (const one of call.args[0]) positionsCode({ from, to, data: one, value: 0n }, chain)
  return "0x"
}

export const contracts: Readonly<Record<string, Code>> = {
  [v5]: router5,
  [v6]: router6,
  [executor]: executorCode,
  [emptyPool]: () => "0x",
  [unknown]: exchangeCode,
  [hostile]: hostileCode,
  [front]: frontCode,
  [shares]: vaultCode,
  [aavePool]: aaveCode,
  [comet]: cometCode,
  [positions]: positionsCode,
}

/** Contracts from whose stock exchanges pay. */
export const stocks: readonly string[] = [...Object.values(pools), executor, unknown, hostile, shares, aavePool]
