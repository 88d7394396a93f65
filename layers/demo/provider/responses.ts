import * as identity from "../../../src/account/endpoints.ts"
import * as history from "../../../src/activity/endpoints.ts"
import * as balances from "../../../src/balances/endpoints/balances.ts"
import * as utxo from "../../../src/balances/endpoints/utxos.ts"
import * as bundler from "../../../src/capabilities/endpoints.ts"
import { HttpStatus } from "../../../src/errors/index.ts"
import * as names from "../../../src/names/endpoints.ts"
import { suffix, typedName } from "../../../src/names/model.ts"
import * as onramp from "../../../src/onramp/endpoints.ts"
import { isRecord } from "../../../src/options/guards.ts"
import * as pay from "../../../src/pay/endpoints.ts"
import * as config from "../../../src/project/opening/endpoints.ts"
import * as authentication from "../../../src/siwx/endpoints.ts"
import * as sessions from "../../../src/smartSessions/endpoints.ts"
import * as swap from "../../../src/swap/endpoints.ts"
import { approval } from "../../../src/swap/model/approval.ts"
import * as wallets from "../../../src/wallets/opening/endpoints.ts"
import { coinsOf } from "../nodes/bitcoin.ts"
import type { World } from "../world.ts"
import * as signIn from "./authentication.ts"
import { pageOf } from "./directory.ts"
import { exchange, swapCall } from "./market.ts"
import { dollars, onrampFee, onSale } from "./onramp.ts"
import { nativeToken, splitCaip10, swapOutput, tokenAt } from "./swaps.ts"

export { decodeUnknown } from "../../../src/core/opening/schema.ts"

/**
 * Returns the provider's undecoded response for an endpoint, or an HttpStatus if the request fails. `undefined` for an unknown endpoint.
 */
export const respond = (world: World, row: object, input: unknown, now: number): unknown => {
  const [name] = Object.entries(rows).find(([, known]) => known === row) ?? []
  const responder = responders[name as keyof Responders] as
    | ((world: World, input: unknown, now: number) => unknown)
    | undefined
  return responder?.(world, input, now)
}

const rows = {
  ...authentication,
  ...balances,
  ...bundler,
  ...config,
  ...history,
  ...identity,
  ...names,
  ...onramp,
  ...pay,
  ...sessions,
  ...swap,
  ...utxo,
  ...wallets,
}

/** Functions that create the response of each endpoint. If one is missing, this does not compile. */
type Responders = {
  readonly [Name in keyof typeof rows as (typeof rows)[Name] extends Row<never> ? Name : never]: (
    world: World,
    input: (typeof rows)[Name] extends Row<infer Input> ? Input : never,
    now: number,
  ) => object | null
}

interface Row<Input> {
  readonly path: (input: Input) => string
  readonly failure: unknown
}

const held: Responders["balanceEndpoint"] = (world, { chainId, address }, now) => ({
  balances: world.market.tokens(chainId, address, now),
})

const responders: Responders = {
  nonceEndpoint: (world, _, now) => signIn.nonce(world, now),
  authenticateEndpoint: signIn.authenticate,
  meEndpoint: signIn.me,
  accountMetadataEndpoint: signIn.note,
  otpEndpoint: signIn.otp,
  confirmOtpEndpoint: signIn.confirm,
  walletsEndpoint: (world, request) => pageOf(world.directory, request),
  balanceEndpoint: held,
  movedBalanceEndpoint: held,
  historyEndpoint: (world, { address, chainId, cursor = "0" }, now) => {
    const all = world.history(chainId, address, now)
    const from = Number.parseInt(cursor, 36)
    const next = from + historyPage
    return { data: all.slice(from, next), next: next < all.length ? next.toString(36) : null }
  },
  utxoEndpoint: (world, { network, address }, now) =>
    coinsOf(world, network.caipNetworkId, address, now).map(({ txid, vout, value, confirmed }) => ({
      ...{ txid, vout, value: Number(value), status: { confirmed } },
    })),
  identityEndpoint: (world, { address }) => world.identity(address),
  onrampOptionsEndpoint: () => onSale,
  onrampQuoteEndpoint: ({ market }, { purchaseCurrency, paymentCurrency, amount }, now) => {
    const paid = Number(amount) * (dollars[paymentCurrency.id] ?? 1)
    const fee = Math.max(0.5, paid * onrampFee)
    const bought = (paid - fee) / (market.price(purchaseCurrency.symbol, now) || 1)
    const money = (value: number) => ({ amount: value.toFixed(2), currency: paymentCurrency.id })
    return {
      quoteId: `quote-${purchaseCurrency.symbol}-${amount}`,
      purchaseAmount: { amount: bought.toFixed(6), currency: purchaseCurrency.symbol },
      paymentTotal: money(Number(amount)),
      paymentSubtotal: money((paid - fee) / (dollars[paymentCurrency.id] ?? 1)),
      networkFee: money(0.2),
    }
  },
  onrampUrlEndpoint: (_, { purchaseCurrency, amount, address }) => ({
    // There is no seller, so the link leads to the site's own page.
    url: `${ownPage()}?${new URLSearchParams({ seller: "", token: purchaseCurrency.symbol, amount, address })}`,
  }),
  exchangesEndpoint: ({ exchanges }, { page, includeOnly, exclude = [] }) => {
    const found = exchanges.list.filter(({ id }) => (includeOnly?.includes(id) ?? true) && !exclude.includes(id))
    return { jsonrpc: "2.0", id: 1, result: { exchanges: page === 0 ? found : [], total: found.length } }
  },
  payUrlEndpoint: ({ exchanges }, request, now) => {
    const exchange = exchanges.list.find(({ id }) => id === request.exchangeId)
    if (!exchange) return { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "There is no such exchange" } }
    const query = new URLSearchParams({ exchange: exchange.name, amount: request.amount, recipient: request.recipient })
    return {
      jsonrpc: "2.0",
      id: 1,
      // The exchange has no page, so the link leads to the site's own.
      result: { url: `${ownPage()}?${query}`, sessionId: exchanges.begin(request, now) },
    }
  },
  buyStatusEndpoint: ({ exchanges }, { sessionId }, now) => ({
    jsonrpc: "2.0",
    id: 1,
    result: exchanges.status(sessionId, now),
  }),
  lookUpNameEndpoint: ({ names }, { name }) => names.get(name.toLowerCase()) ?? refused("Name is not registered", 404),
  namesOfEndpoint: ({ names }, { address }) =>
    [...names.values()].filter(({ addresses }) =>
      Object.values(addresses).some((one) => one.address.toLowerCase() === address.toLowerCase()),
    ),
  suggestionsEndpoint: ({ names }, { name }) => ({
    suggestions: ["", "-one", "1", "es"].map((end) => {
      const one = `${typedName(name)}${end}${suffix}`
      return { name: one, registered: names.has(one) }
    }),
  }),
  registerNameEndpoint: ({ names }, { coinType, address, message }, now) => {
    const value: unknown = JSON.parse(message)
    const name = isRecord(value) && typeof value.name === "string" ? value.name : ""
    if (!name.endsWith(suffix)) return refused("Invalid name", 400)
    if (names.has(name)) return refused("Name is already registered", 400)
    const at = new Date(now).toISOString()
    const record = {
      name,
      registered_at: at,
      updated_at: at,
      addresses: { [coinType]: { address, created: at } },
      attributes: [],
    }
    names.set(name, record)
    return record
  },
  swapTokensEndpoint: ({ market }, { chainId }) => ({
    tokens: market.listed(chainId).map(({ name, symbol, decimals, icon, contract }) => ({
      name,
      symbol,
      address: `${chainId}:${contract ?? nativeToken}`,
      decimals,
      logoUri: icon,
    })),
  }),
  gasPriceEndpoint: () => ({ standard: "1200000000", fast: "1400000000", instant: "1600000000" }),
  allowanceEndpoint: ({ market }, { tokenAddress, userAddress }) => {
    const { chain, address } = splitCaip10(tokenAddress)
    return { allowance: String(market.allowance(chain, splitCaip10(userAddress).address, exchange, address)) }
  },
  pricesEndpoint: ({ market }, { addresses }, now) => ({
    fungibles: addresses.flatMap((one) => {
      const coin = tokenAt(market, one)
      return coin ? [{ address: one, symbol: coin.symbol, price: market.price(coin.symbol, now) }] : []
    }),
  }),
  swapQuotesEndpoint: ({ market }, { from, to, amount }, now) => ({
    quotes: [
      {
        id: null,
        fromAmount: amount,
        fromAccount: from,
        toAmount: swapOutput(market, from, to, amount, now),
        toAccount: to,
      },
    ],
  }),
  buildApproveEndpoint: (_, { from }) => ({
    tx: { from, to: from, data: approval(exchange, 2n ** 256n - 1n), value: "0", eip155: { gasPrice: "1200000000" } },
  }),
  buildTransactionEndpoint: ({ market }, { from, to, amount, userAddress }, now) => {
    const contract = (one: string) => (splitCaip10(one).address === nativeToken ? undefined : splitCaip10(one).address)
    const gained = BigInt(swapOutput(market, from, to, amount, now))
    return {
      tx: {
        from: userAddress,
        to: `${splitCaip10(from).chain}:${exchange}`,
        data: swapCall({
          contract: contract(from),
          units: BigInt(amount),
          back: { contract: contract(to), units: gained, to: splitCaip10(userAddress).address },
        }),
        amount,
        eip155: { gas: "140000", gasPrice: "1200000000" },
      },
    }
  },
  // The world's wallets use no bundler.
  userOperationEndpoint: () => ({ result: null }),
  sessionsEndpoint: (world, { account }, now) => ({ pcis: world.sessions.list(splitCaip10(account).address, now) }),
  addSessionEndpoint: (world, { account, request }, now) =>
    world.sessions.add(splitCaip10(account).address, request, now),
  activateSessionEndpoint: (world, { account, pci }, now) =>
    world.sessions.activate(splitCaip10(account).address, pci, now) ? {} : refused("No such session", 404),
  revokeSessionEndpoint: (world, { address, pci }, now) =>
    world.sessions.revoke(address, pci, now) ? {} : refused("No such session", 404),
  configEndpoint: ({ project }) => ({ features: project.features === undefined ? features : project.features }),
  originsEndpoint: ({ project }) => ({ allowedOrigins: project.origins ?? [] }),
  analyticsEndpoint: ({ project }) => ({ isAnalyticsEnabled: project.analytics ?? true }),
  supportedChainsEndpoint: ({ project }) => ({ http: project.networks ?? networks, ws: ["eip155:1", "eip155:137"] }),
}

/** Returns an error response in the format of the name service. */
const refused = (description: string, status: number) =>
  new HttpStatus(status, {
    cause: { status, text: JSON.stringify({ status: "FAILED", reasons: [{ field: "name", description }] }) },
  })

const ownPage = () => `${globalThis.location?.origin ?? "http://localhost"}/`

const historyPage = 25

const features = [
  { id: "social_login", isEnabled: false, config: [] },
  { id: "swap", isEnabled: true, config: ["1inch"] },
  { id: "onramp", isEnabled: true, config: ["meld"] },
  { id: "activity", isEnabled: true, config: null },
  { id: "reown_branding", isEnabled: true, config: null },
  { id: "multi_wallet", isEnabled: true, config: null },
  { id: "email_capture", isEnabled: false, config: [] },
  { id: "fund_from_exchange", isEnabled: true, config: null },
  { id: "payments", isEnabled: true, config: null },
]

const networks = [
  "eip155:1",
  "eip155:137",
  "eip155:8453",
  "eip155:10",
  "eip155:42161",
  "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
]
