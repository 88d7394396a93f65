import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  type Hex,
  keccak256,
  maxUint256,
  numberToHex,
  pad,
  parseAbi,
  toHex,
  zeroAddress,
} from "viem"
import type { Anvil } from "./anvil.ts"
import { assemble } from "./assemble.ts"
import type { Provider } from "./provider.ts"

/** A token of the exchange; without an address, the native currency. */
export interface Listed {
  readonly symbol: string
  readonly decimals: number
  readonly address?: Address
}

/** An exchange on an anvil chain, and the provider's convert services that build its calls. */
export interface Exchange {
  readonly address: Address
  /** CAIP-10 ID of a listed token. */
  idOf(symbol: string): string
  /** Balance of an account, in smallest units. */
  held(symbol: string, account: Address): Promise<bigint>
  allowance(symbol: string, account: Address): Promise<bigint>
  /** Sets the units of `to` per unit of `from`, as a fraction. At first all tokens have the same value. */
  price(from: string, to: string, rate: readonly [bigint, bigint]): void
  /** Makes the service build its calls and approvals for the contract at this address. */
  sendTo(address: Address): void
}

/**
 * Malicious contracts with the exchange's interface: one keeps what it takes, the other also takes from its caller's
 * earlier allowance.
 */
export const keeper: Address = "0x0000000000000000000000000000000000005a7a"
export const drainer: Address = "0x0000000000000000000000000000000000005a7b"

/** Deploys the exchange on a chain and adds its routes to the provider. Tests have to fund what it pays with. */
export const open = async (chain: Anvil, provider: Provider, tokens: readonly Listed[]): Promise<Exchange> => {
  const network = `eip155:${chain.chainId}`
  await chain.control.setCode({ address: router, bytecode: exchanging(payCaller) })
  await chain.control.setCode({ address: keeper, bytecode: exchanging("pay: STOP") })
  await chain.control.setCode({ address: drainer, bytecode: exchanging(takeMore) })
  let called: Address = router
  const idOf = ({ address }: Listed) => `${network}:${(address ?? coin).toLowerCase()}`
  const listed = (name: string | undefined, nameOf: (token: Listed) => string) => {
    const found = tokens.find((token) => nameOf(token) === name)
    if (found === undefined) throw new Error(`The exchange has no ${name}`)
    return found
  }
  const byId = (id: string | undefined) => listed(id?.toLowerCase(), idOf)
  const bySymbol = (symbol: string) => listed(symbol, (token) => token.symbol)
  const rates = new Map<string, readonly [bigint, bigint]>()
  const gives = (from: Listed, to: Listed, units: bigint) => {
    const [up, down] = rates.get(`${from.symbol} ${to.symbol}`) ?? [1n, 1n]
    return (units * 10n ** BigInt(to.decimals) * up) / (10n ** BigInt(from.decimals) * down)
  }
  const held = (token: Listed, account: Address) =>
    token.address === undefined
      ? chain.client.getBalance({ address: account })
      : chain.client.readContract({ address: token.address, abi: erc20Abi, functionName: "balanceOf", args: [account] })
  const allowance = ({ address }: Listed, account: Address) =>
    address === undefined
      ? Promise.resolve(maxUint256)
      : chain.client.readContract({ address, abi: erc20Abi, functionName: "allowance", args: [account, router] })
  const accountIn = (id: string | undefined) => id?.slice(id.lastIndexOf(":") + 1) as Address

  provider.set("GET /v1/convert/tokens", () => ({
    tokens: tokens.map((token) => ({
      name: token.symbol,
      symbol: token.symbol,
      address: idOf(token),
      decimals: token.decimals,
      logoUri: null,
      eip2612: false,
    })),
  }))
  provider.set("GET /v1/convert/gas-price", async () => {
    const price = String(await chain.client.getGasPrice())
    return { standard: price, fast: price, instant: price }
  })
  provider.set("GET /v1/convert/allowance", async ({ query }) => ({
    allowance: String(await allowance(byId(query.tokenAddress), accountIn(query.userAddress))),
  }))
  provider.set("GET /v1/convert/quotes", ({ query }) => {
    const { amount = "0", from, to } = query
    const toAmount = String(gives(byId(from), byId(to), BigInt(amount)))
    return { quotes: [{ id: null, fromAmount: amount, fromAccount: from, toAmount, toAccount: to }] }
  })
  // As the real service does: unlimited.
  provider.set("GET /v1/convert/build-approve", ({ query }) => ({
    tx: {
      from: query.userAddress,
      to: query.from,
      data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [called, maxUint256] }),
      value: "0",
      eip155: { gasPrice: "1000000000" },
    },
  }))
  provider.set("POST /v1/convert/build-transaction", ({ body }) => {
    const { amount, from, to, userAddress } = body as Readonly<Record<"amount" | "from" | "to" | "userAddress", string>>
    const [given, wanted] = [byId(from), byId(to)]
    const args = [
      given.address ?? zeroAddress,
      BigInt(amount),
      wanted.address ?? zeroAddress,
      gives(given, wanted, BigInt(amount)),
    ] as const
    return {
      tx: {
        from: userAddress,
        to: `${network}:${called}`,
        data: encodeFunctionData({ abi: routerAbi, functionName: "exchange", args }),
        amount,
        eip155: { gas: "300000", gasPrice: "1000000000" },
      },
    }
  })
  provider.set("GET /v1/account/*/balance", async ({ path }) => {
    const account = path.split("/")[3] as Address
    const balances = await Promise.all(
      tokens.map(async (token) => ({
        name: token.symbol,
        symbol: token.symbol,
        chainId: network,
        ...(token.address && { address: idOf(token) }),
        value: 1,
        price: 1,
        quantity: {
          decimals: String(token.decimals),
          numeric: formatUnits(await held(token, account), token.decimals),
        },
        iconUrl: "",
      })),
    )
    return { balances }
  })

  return {
    address: router,
    idOf: (symbol) => idOf(bySymbol(symbol)),
    held: (symbol, account) => held(bySymbol(symbol), account),
    allowance: (symbol, account) => allowance(bySymbol(symbol), account),
    price: (from, to, rate) => void rates.set(`${from} ${to}`, rate),
    sendTo: (address) => {
      called = address
    },
  }
}

/** Deploys a USDT-like token with 6 decimals and gives an account this many units. */
export const strictToken = async (chain: Anvil, symbol: string, owner: Address, units: bigint): Promise<Listed> => {
  await chain.control.setCode({ address: strict, bytecode: strictCode(symbol) })
  await chain.control.setStorageAt({ address: strict, index: pad(owner), value: numberToHex(units, { size: 32 }) })
  return { symbol, decimals: 6, address: strict }
}

/** Sets an allowance of the USDT-like token. */
export const letTake = (chain: Anvil, owner: Address, spender: Address, units: bigint): Promise<void> =>
  chain.control.setStorageAt({
    address: strict,
    index: keccak256(`${pad(owner)}${pad(spender).slice(2)}` as Hex),
    value: numberToHex(units, { size: 32 }),
  })

const coin = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
export const router = "0x0000000000000000000000000000000000e8c4a6"
const strict = "0x000000000000000000000000000000000057a1c7"

const routerAbi = parseAbi(["function exchange(address given, uint256 units, address wanted, uint256 gained) payable"])

/** Takes `units` of `given` from its caller and continues at `pay`. Address 0 is the native currency. */
const exchanging = (pay: string) =>
  assemble(`
  0x04 CALLDATALOAD DUP1 @token JUMPI
  POP CALLVALUE 0x24 CALLDATALOAD EQ @pay JUMPI
  fail: 0x00 DUP1 REVERT

  token:                                                        // given.transferFrom(caller, this, units)
  0x${"23b872dd".padEnd(64, "0")} 0x00 MSTORE
  CALLER 0x04 MSTORE
  ADDRESS 0x24 MSTORE
  0x24 CALLDATALOAD 0x44 MSTORE
  0x00 0x00 0x64 0x00 0x00 DUP6 GAS CALL ISZERO @fail JUMPI
  POP

  ${pay}
`)

/** Pays the caller `gained` of `wanted`. */
const payCaller = `
  pay:
  0x44 CALLDATALOAD DUP1 @wanted JUMPI
  POP 0x00 0x00 0x00 0x00 0x64 CALLDATALOAD CALLER GAS CALL ISZERO @fail JUMPI
  STOP

  wanted:                                                       // wanted.transfer(caller, gained)
  0x${"a9059cbb".padEnd(64, "0")} 0x00 MSTORE
  CALLER 0x04 MSTORE
  0x64 CALLDATALOAD 0x24 MSTORE
  0x00 0x00 0x44 0x00 0x00 DUP6 GAS CALL ISZERO @fail JUMPI
  STOP
`

/** Pays the caller like the exchange, but also takes a unit of the USDT-like token. */
const takeMore = payCaller.replace(
  "pay:",
  `pay:
  0x${"23b872dd".padEnd(64, "0")} 0x00 MSTORE
  CALLER 0x04 MSTORE
  ADDRESS 0x24 MSTORE
  0x01 0x44 MSTORE
  0x00 0x00 0x64 0x00 0x00 ${strict} GAS CALL ISZERO @fail JUMPI`,
)

/**
 * A token with 6 decimals whose transfers return nothing, and which rejects changing a nonzero allowance except to
 * zero. Balances are stored at the account's address, allowances at the hash of both addresses.
 */
const strictCode = (symbol: string) =>
  assemble(`
  0x00 CALLDATALOAD 0xe0 SHR
  DUP1 0x313ce567 EQ @decimals JUMPI
  DUP1 0x95d89b41 EQ @symbol JUMPI
  DUP1 0x70a08231 EQ @balanceOf JUMPI
  DUP1 0xdd62ed3e EQ @allowance JUMPI
  DUP1 0x095ea7b3 EQ @approve JUMPI
  DUP1 0xa9059cbb EQ @transfer JUMPI
  DUP1 0x23b872dd EQ @transferFrom JUMPI
  fail: 0x00 DUP1 REVERT

  answer: 0x00 MSTORE 0x20 0x00 RETURN                          // [word]
  decimals: 0x06 @answer JUMP
  symbol: 0x${toHex(symbol, { size: 32 }).slice(2)} @answer JUMP
  balanceOf: 0x04 CALLDATALOAD SLOAD @answer JUMP
  allowance: 0x04 CALLDATALOAD 0x00 MSTORE 0x24 CALLDATALOAD 0x20 MSTORE 0x40 0x00 SHA3 SLOAD @answer JUMP

  approve:
  CALLER 0x00 MSTORE 0x04 CALLDATALOAD 0x20 MSTORE 0x40 0x00 SHA3
  DUP1 SLOAD ISZERO ISZERO 0x24 CALLDATALOAD ISZERO ISZERO AND @fail JUMPI
  0x24 CALLDATALOAD SWAP1 SSTORE STOP

  transferFrom:
  0x04 CALLDATALOAD 0x00 MSTORE CALLER 0x20 MSTORE 0x40 0x00 SHA3
  DUP1 SLOAD DUP1 0x44 CALLDATALOAD SWAP1 LT @fail JUMPI        // [key, allowed]
  0x44 CALLDATALOAD SWAP1 SUB SWAP1 SSTORE
  0x44 CALLDATALOAD 0x24 CALLDATALOAD 0x04 CALLDATALOAD @move JUMP

  transfer:
  0x24 CALLDATALOAD 0x04 CALLDATALOAD CALLER
  move:                                                         // [units, to, from]
  DUP1 SLOAD DUP4 DUP2 LT @fail JUMPI                           // [units, to, from, has]
  DUP4 SWAP1 SUB SWAP1 SSTORE                                   // [units, to]
  DUP1 SLOAD DUP3 ADD SWAP1 SSTORE STOP
`)
