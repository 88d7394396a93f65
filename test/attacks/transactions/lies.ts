import { getAddress, maxUint256, toHex } from "viem"
import type { Chain } from "./chain.ts"
import { calldata } from "./chain.ts"
import {
  aavePool,
  at,
  comet,
  decimalsOf,
  emptyPool,
  front,
  gives,
  hostile,
  person,
  positions,
  type Symbol,
  shares,
  thief,
  v5,
  v6,
  visitor,
  worseWays,
} from "./contracts.ts"
import { type Answers, type Built, honestCall, isBinding, type Order, type Way } from "./service.ts"

/** Circumstances of a swap. */
export interface Scenario {
  readonly order: Order
  /** Whether the exchange may already take the token. */
  readonly approved: boolean
  readonly bundles: boolean
  readonly simulates: boolean
}

/** A false value in one field of an external response. */
export interface Lie {
  readonly field: string
  readonly says: string
  readonly tell?: (answers: Answers, chain: Chain) => Answers
  /** Changes the node's response to a method. */
  readonly report?: readonly [method: string, change: (answer: unknown) => unknown]
}

/** Every lie that contradicts what the visitor was shown, or makes a value unreadable. */
export const liesOf = ({ order, approved, simulates }: Scenario): readonly Lie[] => {
  const { from, to, units, way } = order
  const { to: router, data } = honestCall(order)
  const gained = gives(at[from], at[to], units)
  const paysToken = from !== "ETH"
  const ids = { given: `eip155:1:${at[from]}`, wanted: `eip155:1:${at[to]}` }
  const places = placesOf[way]

  return [
    ...within("swapTokens", ["tokens"], ["junk", null, [], {}]),
    ...tokenLies(from),
    ...tokenLies(to),

    ...within("gasPrice", ["standard"], [...broken, "9".repeat(78)]),
    ...within("swapQuotes", ["quotes"], ["junk", null, [], {}]),
    ...within("swapQuotes", ["quotes", 0, "fromAmount"], broken),
    ...within(
      "swapQuotes",
      ["quotes", 0, "toAmount"],
      [...broken, "0", ...[(gained * 105n) / 100n, gained * 2n, gained * 10n ** 12n, 10n ** 76n].map(String)],
    ),

    ...(paysToken ? within("allowance", ["allowance"], broken) : []),
    ...(paysToken && !approved ? within("allowance", ["allowance"], [String(units), String(maxUint256)]) : []),
    ...(paysToken && !approved
      ? [
          ...within("buildApprove", ["tx", "to"], [...addresses, ids.wanted, `eip155:1:${router}`]),
          ...within(
            "buildApprove",
            ["tx", "data"],
            [
              ...brokenData,
              ...[thief, hostile, person, visitor, at[from], router === v5 ? v6 : v5].map((spender) =>
                approveCall(spender, maxUint256),
              ),
              ...[0n, 1n, units - 1n].map((less) => approveCall(router, less)),
              `${approveCall(router, maxUint256)}00`,
              calldata("increaseAllowance(address,uint256)", getAddress(router), maxUint256),
              calldata("transfer(address,uint256)", getAddress(thief), units),
            ],
          ),
        ]
      : []),

    ...within("buildTransaction", ["tx"], [null, "junk", [], {}]),
    ...within("buildTransaction", ["tx", "from"], addresses),
    ...within(
      "buildTransaction",
      ["tx", "to"],
      [
        ...addresses,
        ids.given,
        ids.wanted,
        `eip155:1:${router === v5 ? v6 : v5}`,
        `eip155:1:${emptyPool}`,
        `eip155:137:${router}`,
        `eip155:1:${visitor}`,
      ],
    ),
    ...within("buildTransaction", ["tx", "data"], brokenData),
    ...within(
      "buildTransaction",
      ["tx", "amount"],
      [...broken, ...(paysToken ? [] : ["0", String(units - 1n), String(units + 1n), String(maxUint256)])],
    ),
    ...within("buildTransaction", ["tx", "eip155", "gasPrice"], ["9".repeat(78)]),
    ...Object.entries(otherCalls(order)).map(([name, call]) => instead(name, call)),

    ...Object.entries(places).flatMap(([name, place]) =>
      wordLies[name as keyof typeof wordLies]({ units, minimum: (gained * 99n) / 100n, from, to, way }).map((value) =>
        word(`the call's ${name}`, place, value, data),
      ),
    ),

    ...["0x", null, "junk", 7, `0xef0100${"7e1f".padStart(40, "0")}`].map((value) =>
      reported("eth_getCode", String(value), () => value),
    ),
    ...(simulates && !isBinding(way) ? simulationLies : []),
  ]
}

const broken: readonly unknown[] = [undefined, null, "", " ", "junk", -1, 1.5, [], {}, "-1", "1e9", "0x10"]
const brokenData: readonly unknown[] = [
  undefined,
  null,
  "",
  "junk",
  7,
  "0x",
  "0x0",
  "0x00",
  "0x12345678",
  "0x1234567800",
  "0xgg",
]
const addresses: readonly unknown[] = [
  undefined,
  null,
  "",
  "junk",
  visitor,
  "eip155:1:",
  "eip155:1:0x12",
  `solana:1:${thief}`,
  ...[thief, person, hostile, `0x${"0".repeat(40)}`].map((address) => `eip155:1:${address}`),
]

const approveCall = (spender: string, units: bigint) => calldata("approve(address,uint256)", getAddress(spender), units)

type Path = readonly (string | number)[]

/** The value at a path of a response, replaced by each of these. */
const within = (row: string, path: Path, values: readonly unknown[]): readonly Lie[] =>
  values.map((value) => ({
    field: `${row} ${path.join(".")}`,
    says: shown(value),
    tell: (answers) => changed(answers, row, (answer) => put(answer, path, value)),
  }))

export const changed = (answers: Answers, row: string, change: (answer: unknown) => unknown): Answers => ({
  ...answers,
  [row]: (input) => change(structuredClone(answers[row]?.(input))),
})

export const put = (answer: unknown, [name = "", ...rest]: Path, value: unknown): unknown => {
  const inside = answer as Record<string | number, unknown>
  if (inside === null || typeof inside !== "object") return answer
  inside[name] = rest.length > 0 ? put(inside[name], rest, value) : value
  return inside
}

const shown = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value).slice(0, 90))

/** A token of the list that differs from the one on chain. */
const tokenLies = (symbol: Symbol): readonly Lie[] => {
  const decimals = decimalsOf(symbol)
  const tell = (name: string, value: unknown): Lie => ({
    field: `the ${name} of ${symbol}`,
    says: shown(value),
    tell: (answers) =>
      changed(answers, "swapTokens", (answer) => {
        const { tokens } = answer as { tokens?: unknown }
        const list: readonly unknown[] = Array.isArray(tokens) ? tokens : []
        return {
          tokens: list.map((one) =>
            (one as { symbol?: string } | null)?.symbol === symbol ? put(one, [name], value) : one,
          ),
        }
      }),
  })
  return [
    ...[undefined, null, "junk", -1, 1.5, 0, decimals - 1, decimals + 1, 36, 255].map((value) =>
      tell("decimals", value),
    ),
    ...[...addresses, `eip155:137:${at[symbol]}`, `eip155:1:${at.GEM}`].map((value) => tell("address", value)),
  ]
}

/** Another call than the swap, with a matching approval. */
export const instead = (name: string, { to, data }: Built): Lie => ({
  field: "the whole call",
  says: name,
  tell: (answers) =>
    changed(
      changed(answers, "buildTransaction", (answer) =>
        put(put(answer, ["tx", "to"], `eip155:1:${to}`), ["tx", "data"], data),
      ),
      "buildApprove",
      (answer) => put(answer, ["tx", "data"], approveCall(to, maxUint256)),
    ),
})

/** A word of the call's arguments. */
const word = (field: string, place: number, value: bigint, data: string): Lie => {
  const start = 10 + place * 64
  return {
    field,
    says: toHex(value),
    tell: (answers) =>
      changed(answers, "buildTransaction", (answer) => {
        const told = (answer as { tx?: { data?: unknown } } | null)?.tx?.data
        // Only in the call that has this word.
        if (typeof told !== "string" || told.length !== data.length) return answer
        return put(
          answer,
          ["tx", "data"],
          `${told.slice(0, start)}${value.toString(16).padStart(64, "0")}${told.slice(start + 64)}`,
        )
      }),
  }
}

interface Shown {
  readonly units: bigint
  readonly minimum: bigint
  readonly from: Symbol
  readonly to: Symbol
  readonly way: Way
}

const accounts = [thief, person, hostile, `0x${"0".repeat(40)}`].map(BigInt)
const dirty = (address: string) => BigInt(address) + (1n << 200n)

const wordLies = {
  recipient: () => [...accounts, dirty(visitor), BigInt(v6)],
  given: ({ from, to }: Shown) => [at[to], at.GEM, thief].map(BigInt).concat(dirty(at[from])),
  wanted: ({ from, to }: Shown) => [at[from], at.GEM, thief].map(BigInt).concat(dirty(at[to])),
  units: ({ units }: Shown) => [0n, 1n, units - 1n, units + 1n, units * 2n, maxUint256],
  minimum: ({ minimum }: Shown) => [0n, 1n, minimum / 2n, (minimum * 98n) / 100n],
  gained: ({ minimum }: Shown) => [0n, 1n, minimum / 2n, minimum - 1n],
  flags: ({ way }: Shown) => [1n, 2n, 3n, 5n, 1n << 255n, ...(way === "1inch 6 swap" ? [4n] : [])],
  pool: () => [emptyPool, person, `0x${"0".repeat(40)}`].map(BigInt),
} satisfies Readonly<Record<string, (shown: Shown) => readonly bigint[]>>

const described = { given: 1, wanted: 2, recipient: 4, units: 5, minimum: 6, flags: 7 }

/** The meaning of each argument word, by call. */
const placesOf: Readonly<Record<Way, Readonly<Partial<Record<keyof typeof wordLies, number>>>>> = {
  "1inch 5 swap": described,
  "1inch 6 swap": described,
  "1inch 5 unoswap": { given: 0, units: 1, minimum: 2, pool: 5 },
  "1inch 5 unoswapTo": { recipient: 0, given: 1, units: 2, minimum: 3, pool: 6 },
  "1inch 5 uniswapV3Swap": { units: 0, minimum: 1, pool: 4 },
  "1inch 5 uniswapV3SwapTo": { recipient: 0, units: 1, minimum: 2, pool: 5 },
  "1inch 6 unoswap": { given: 0, units: 1, minimum: 2, pool: 3 },
  "1inch 6 unoswapTo": { recipient: 0, given: 1, units: 2, minimum: 3, pool: 4 },
  "1inch 6 ethUnoswap": { minimum: 0, pool: 1 },
  "1inch 6 ethUnoswapTo": { recipient: 0, minimum: 1, pool: 2 },
  "an unknown exchange": { given: 0, units: 1, wanted: 2, gained: 3 },
}

/** Calls of other contracts, or of worse ones, instead of the swap. */
export const otherCalls = ({ from, to, units }: Order): Readonly<Record<string, Built>> => {
  const [me, them] = [getAddress(visitor), getAddress(thief)]
  const [given, wanted] = [getAddress(at[from]), getAddress(at[to])]
  const gained = gives(at[from], at[to], units)
  const collect = calldata("collect(address,uint256)", them, 5n)
  return {
    "junk to a plain address": { to: person, data: "0x1234567800" },
    "junk to the thief": { to: thief, data: "0x1234567800" },
    "a vault's redeem (ERC-4626)": { to: shares, data: calldata("redeem(uint256,address,address)", 700n, them, me) },
    "a vault's redeem to the visitor": { to: shares, data: calldata("redeem(uint256,address,address)", 700n, me, me) },
    "Aave's withdraw": {
      to: aavePool,
      data: calldata("withdraw(address,uint256,address)", getAddress(at.USDC), 300n, them),
    },
    "Compound's allow": { to: comet, data: calldata("allow(address,bool)", them, true) },
    "a multicall": { to: positions, data: calldata("multicall(bytes[])", [collect]) },
    ...Object.fromEntries(
      (["LINK", "GEM", "USDC", "HRB"] as const).flatMap((token) =>
        [
          calldata("transfer(address,uint256)", them, 5n),
          calldata("transferFrom(address,address,uint256)", me, them, 5n),
          calldata("transferAndCall(address,uint256,bytes)", them, 5n, "0x"),
          calldata("approve(address,uint256)", them, maxUint256),
          calldata("increaseAllowance(address,uint256)", them, maxUint256),
          calldata("increaseApproval(address,uint256)", them, maxUint256),
          calldata("push(address,uint256)", them, 5n),
        ].map((data) => [`${data.slice(0, 10)} of ${token}`, { to: at[token], data }]),
      ),
    ),
    ...(from !== "ETH" && {
      "an exchange that takes by an older allowance": {
        to: front,
        data: calldata("exchange(address,uint256,address,uint256)", given, units, wanted, gained),
      },
    }),
    ...Object.fromEntries(
      Array.from({ length: worseWays }, (_, way) => [
        `an exchange that is worse in way ${way}`,
        {
          to: hostile,
          data: calldata("worse(uint8,address,uint256,address,uint256)", way, given, units, wanted, gained),
        },
      ]),
    ),
  }
}

const reported = (method: string, says: string, change: (answer: unknown) => unknown): Lie => ({
  field: `the node's ${method}`,
  says,
  report: [method, change],
})

interface Block {
  readonly calls: readonly { readonly status: string; readonly returnData: string; readonly logs: unknown }[]
}
const blocks = (change: (calls: Block["calls"]) => unknown) => (answer: unknown) =>
  (answer as readonly Block[]).map(({ calls }) => ({ calls: change(calls) }))

const simulationLies: readonly Lie[] = [
  ...[null, "junk", [], {}, [{}], [{ calls: [] }], [{ calls: null }]].map((value) =>
    reported("eth_simulateV1", shown(value), () => value),
  ),
  reported(
    "eth_simulateV1",
    "a call less",
    blocks((calls) => calls.slice(1)),
  ),
  reported(
    "eth_simulateV1",
    "calls that revert",
    blocks((calls) => calls.map((one) => ({ ...one, status: "0x0" }))),
  ),
  reported(
    "eth_simulateV1",
    "no events",
    blocks((calls) => calls.map(({ logs: _, ...one }) => one)),
  ),
  reported(
    "eth_simulateV1",
    "junk returned",
    blocks((calls) => calls.map((one) => ({ ...one, returnData: "0x" }))),
  ),
  reported(
    "eth_simulateV1",
    "junk events",
    blocks((calls) => calls.map((one) => ({ ...one, logs: [7] }))),
  ),
]
