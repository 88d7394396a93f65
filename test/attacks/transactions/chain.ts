import {
  type Abi,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  parseAbi,
  toHex,
} from "viem"

/** A call as a wallet sends it. */
export interface Sent {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly value: bigint
  readonly chainId?: string | undefined
}

/** Code at an address: returns data, or throws to revert. */
export type Code = (call: Sent, chain: Hands) => string

/** Actions on the chain that are available to running code. */
export interface Hands {
  has(token: string, account: string): bigint
  /** Moves a token or the native currency. Reverts if the balance is too low. Tokens emit `Transfer`, except silent ones. */
  move(token: string, from: string, to: string, units: bigint): void
  /** Moves a token whose owner has allowed it. */
  spend(token: string, owner: string, spender: string, to: string, units: bigint): void
  allow(token: string, owner: string, spender: string, units: bigint): void
  /** Grants a right that no token records. */
  permit(what: string): void
  log(address: string, topics: readonly string[], data?: string): void
  /** Calls another contract. */
  call(call: Sent): string
}

/** An ERC-20 token. A silent one emits no transfers. */
export interface Token {
  readonly symbol: string
  readonly decimals: number
  readonly silent?: true
}

export const coin = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"

const tokenAbi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function decimals() view returns (uint8)",
  "function symbol() view returns (string)",
  "function approve(address spender, uint256 units) returns (bool)",
  "function transfer(address to, uint256 units) returns (bool)",
  "function transferFrom(address from, address to, uint256 units) returns (bool)",
  "function increaseAllowance(address spender, uint256 units) returns (bool)",
  "function increaseApproval(address spender, uint256 units) returns (bool)",
  "function push(address to, uint256 units)",
  "function transferAndCall(address to, uint256 units, bytes data) returns (bool)",
  "event Transfer(address indexed from, address indexed to, uint256 units)",
  "event Approval(address indexed owner, address indexed spender, uint256 units)",
])

/** The state of a chain, all in lower case. */
interface State {
  readonly balances: Map<string, bigint>
  readonly allowances: Map<string, bigint>
  readonly permissions: Set<string>
}

const copyOf = ({ balances, allowances, permissions }: State): State => ({
  balances: new Map(balances),
  allowances: new Map(allowances),
  permissions: new Set(permissions),
})

interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** A chain in memory. Its contracts are functions; its node executes calls, or simulates them as real nodes do. */
export const createChain = (tokens: Readonly<Record<string, Token>>, contracts: Readonly<Record<string, Code>>) => {
  let state: State = { balances: new Map(), allowances: new Map(), permissions: new Set() }
  let logs: Log[] = []
  const mined: { readonly hash: string; readonly sent: Sent }[] = []

  const has = (token: string, account: string) => state.balances.get(`${token} ${account}`) ?? 0n
  const set = (token: string, account: string, units: bigint) => state.balances.set(`${token} ${account}`, units)
  const allowed = (token: string, owner: string, spender: string) =>
    state.allowances.get(`${token} ${owner} ${spender}`) ?? 0n

  const hands: Hands = {
    has,
    move: (token, from, to, units) => {
      if (units < 0n || has(token, from) < units) throw new Error("too little")
      set(token, from, has(token, from) - units)
      set(token, to, has(token, to) + units)
      if (token === coin || tokens[token]?.silent) return
      hands.log(token, encodeTopics("Transfer", from, to), toHex(units, { size: 32 }))
    },
    spend: (token, owner, spender, to, units) => {
      const left = allowed(token, owner, spender)
      if (left < units) throw new Error("not allowed")
      if (left !== maxUint256) state.allowances.set(`${token} ${owner} ${spender}`, left - units)
      hands.move(token, owner, to, units)
    },
    allow: (token, owner, spender, units) => {
      state.allowances.set(`${token} ${owner} ${spender}`, units)
      hands.log(token, encodeTopics("Approval", owner, spender), toHex(units, { size: 32 }))
    },
    permit: (what) => void state.permissions.add(what),
    log: (address, topics, data = "0x") => void logs.push({ address, topics, data }),
    call: (call) => run(call),
  }

  const run = (call: Sent): string => {
    hands.move(coin, call.from, call.to, call.value)
    const token = tokens[call.to]
    if (token) return runToken(call, token, hands, allowed)
    return contracts[call.to]?.(call, hands) ?? "0x"
  }

  /** Executes a call. A revert undoes its changes. */
  const carryOut = (call: Sent) => {
    const before = copyOf(state)
    logs = []
    try {
      const returnData = run(call)
      return { status: "0x1", returnData, logs }
    } catch {
      state = before
      return { status: "0x0", returnData: "0x", logs: [] as Log[] }
    }
  }

  /** Runs something and undoes all its changes. */
  const dry = <A>(act: () => A): A => {
    const before = copyOf(state)
    try {
      return act()
    } finally {
      state = before
    }
  }

  return {
    has,
    allowed,
    /** Every balance, allowance and permission as text. */
    written: () =>
      JSON.stringify([
        [...state.balances].filter(([, units]) => units > 0n).map(([of, units]) => `${of} ${units}`),
        [...state.allowances].filter(([, units]) => units > 0n).map(([of, units]) => `${of} ${units}`),
        [...state.permissions],
      ]),
    /** Resets the chain, then applies these changes. */
    begin: (
      deal: (hands: Pick<Hands, "allow"> & { give: (token: string, account: string, units: bigint) => void }) => void,
    ) => {
      state = { balances: new Map(), allowances: new Map(), permissions: new Set() }
      mined.length = 0
      deal({ allow: hands.allow, give: set })
    },
    /** Mines a transaction and returns its hash. */
    send: (sent: Sent): string => {
      const hash = toHex(mined.length + 1, { size: 32 })
      mined.push({ hash, sent })
      carryOut(sent)
      return hash
    },
    /** Responds as a node does. `undefined` for unknown methods. */
    answer: (method: string, params: readonly unknown[]): unknown => {
      const [first] = params
      switch (method) {
        case "eth_getCode":
          return tokens[String(first).toLowerCase()] || contracts[String(first).toLowerCase()] ? "0x6080" : "0x"
        case "eth_getBalance":
          return toHex(has(coin, String(first).toLowerCase()))
        case "eth_blockNumber":
          return toHex(100)
        case "eth_getTransactionCount":
          return toHex(mined.length)
        case "eth_call": {
          const { status, returnData } = dry(() => carryOut(readSent(first)))
          if (status === "0x0") throw new Error("execution reverted")
          return returnData
        }
        case "eth_simulateV1":
          return dry(() => simulated(first, carryOut, has))
        case "eth_getTransactionByHash": {
          const known = mined.find(({ hash }) => hash === first)
          if (!known) return null
          const { data = "0x", ...sent } = known.sent
          return { ...sent, input: data, value: toHex(sent.value), hash: first, nonce: "0x0" }
        }
        case "eth_getTransactionReceipt":
          return mined.some(({ hash }) => hash === first) ? { status: "0x1", blockNumber: "0x1" } : null
      }
      return undefined
    },
  }
}

export type Chain = ReturnType<typeof createChain>

const runToken = (
  { from, to: token, data }: Sent,
  { symbol, decimals }: Token,
  hands: Hands,
  allowed: Chain["allowed"],
): string => {
  const yes = toHex(1n, { size: 32 })
  const call = readCall(tokenAbi, data)
  const lower = (address: string) => address.toLowerCase()
  switch (call.functionName) {
    case "balanceOf":
      return toHex(hands.has(token, lower(call.args[0])), { size: 32 })
    case "allowance":
      return toHex(allowed(token, lower(call.args[0]), lower(call.args[1])), { size: 32 })
    case "decimals":
      return toHex(decimals, { size: 32 })
    case "symbol":
      return encodeAbiParameters([{ type: "string" }], [symbol])
    case "approve":
      hands.allow(token, from, lower(call.args[0]), call.args[1])
      return yes
    case "increaseAllowance":
    case "increaseApproval": {
      const spender = lower(call.args[0])
      hands.allow(token, from, spender, allowed(token, from, spender) + call.args[1])
      return yes
    }
    case "transfer":
    case "push":
    case "transferAndCall":
      hands.move(token, from, lower(call.args[0]), call.args[1])
      return yes
    case "transferFrom":
      hands.spend(token, lower(call.args[0]), from, lower(call.args[1]), call.args[2])
      return yes
  }
}

const encodeTopics = (eventName: "Transfer" | "Approval", one: string, other: string) => {
  const [who, whom] = [getAddress(one), getAddress(other)]
  return encodeEventTopics({
    abi: tokenAbi,
    eventName,
    args: eventName === "Transfer" ? { from: who, to: whom } : { owner: who, spender: whom },
  }).map(String)
}

/** A transaction in its JSON-RPC form. */
export const readSent = (said: unknown): Sent => {
  const {
    from = noAddress,
    to,
    data = "0x",
    value = "0x0",
    chainId,
  } = said as Readonly<Record<string, string | undefined>>
  return { from: from.toLowerCase(), to: String(to).toLowerCase(), data, value: BigInt(value), chainId }
}
const noAddress = `0x${"0".repeat(40)}`

/** The blocks of `eth_simulateV1`. The only code that replaces an address's own is the one that returns an account's native balance. */
const simulated = (
  said: unknown,
  carryOut: (call: Sent) => { status: string; returnData: string; logs: readonly Log[] },
  has: Chain["has"],
): unknown => {
  const { blockStateCalls } = said as {
    blockStateCalls: readonly {
      readonly stateOverrides?: Readonly<Record<string, { readonly code: string }>>
      readonly calls: readonly unknown[]
    }[]
  }
  return blockStateCalls.map(({ stateOverrides = {}, calls }) => ({
    calls: calls.map((one) => {
      const call = readSent(one)
      const code = stateOverrides[call.to]?.code
      if (code === undefined) return carryOut(call)
      const [, account = ""] = /^0x73([0-9a-f]{40})3160005260206000f3$/.exec(code) ?? []
      return { status: "0x1", returnData: toHex(has(coin, `0x${account}`), { size: 32 }), logs: [] }
    }),
  }))
}

/** Decodes a call as contracts do: reverts if the arguments are not in canonical encoding. Data after them is ignored. */
export const readCall = <const A extends Abi>(abi: A, data: string) => {
  const call = decodeFunctionData({ abi, data: data as Hex })
  const written = encodeFunctionData({ abi, ...call } as never)
  if (!data.toLowerCase().startsWith(written)) throw new Error("not as it is written")
  return call
}

/** Encodes a call of the function with this signature, such as `name(types)`. */
export const calldata = (signature: string, ...args: readonly unknown[]): Hex => {
  const abi: Abi = parseAbi([`function ${signature}`] as readonly string[])
  return encodeFunctionData({ abi, args })
}
