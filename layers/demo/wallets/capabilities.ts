import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import {
  DuplicateIdError,
  InvalidParamsRpcError,
  type RpcFailure,
  UnauthorizedProviderError,
  UnknownBundleIdError,
  UnsupportedChainIdError,
  UnsupportedNonOptionalCapabilityError,
} from "../../../src/errors/rpc.ts"
import { namespaceTable } from "../../../src/namespaces/model/namespaceTable.ts"
import { isRecord } from "../../../src/options/guards.ts"
import type { CaipNetworkId } from "../../../src/options/networks.ts"
import { toHex } from "../../chains/evm/quantity.ts"
import type { Market } from "../provider/market.ts"
import { grantOf } from "../provider/smartSessions.ts"
import { hexOf } from "../random.ts"
import type { Ability, Manner } from "../script.ts"
import { type Signing, send, sendSponsored, signed } from "./signing.ts"

/** A request for a method of an optional capability, and the wallet state needed to respond to it. */
export interface CapabilityCall extends Signing {
  readonly manner: Manner
  readonly chains: readonly number[]
  /** Accounts that the page may see. */
  readonly accounts: readonly string[]
  readonly market: Market
  /** Transaction hashes of the call bundles that the wallet has sent, by bundle ID. */
  readonly bundles: Map<string, readonly unknown[]>
}

/**
 * Returns the response of a wallet to a method of an optional capability. Returns `undefined` for other methods, and for methods that the
 * wallet does not support.
 */
export const respondToCapability = (call: CapabilityCall): Effect.Effect<unknown, RpcFailure> | undefined => {
  const { method, params, manner, chains, accounts } = call
  const can = (ability: Ability) => manner.able?.includes(ability) ?? false
  const [first, second] = params
  if (method === "wallet_getCapabilities" && manner.able) {
    if (!isOne(accounts, first)) return Effect.fail(new UnauthorizedProviderError("No such account"))
    const own = {
      ...(can("assets") && { assetDiscovery: { supported: true } }),
      ...(can("calls") && { atomic: { status: "supported" } }),
      ...(can("paymaster") && { paymasterService: { supported: true } }),
      ...(can("sessions") && { sessionKeys: { supported: true } }),
    }
    const requested = chains
      .map((chain) => toHex(chain))
      .filter((chain) => !Array.isArray(second) || second.includes(chain))
    return Effect.succeed(Object.fromEntries(requested.map((chain) => [chain, own])))
  }
  if (method === "wallet_getAssets" && can("assets")) return assets(call)
  if (method === "wallet_sendCalls" && can("calls")) return sendCalls(call)
  if (method === "wallet_getCallsStatus" && can("calls")) return callsStatus(call)
  // The demo wallet has no window for the status.
  if (method === "wallet_showCallsStatus" && can("calls")) return Effect.as(callsStatus(call), null)
  if (!can("sessions") || !isRecord(first)) return undefined
  const agreed = call.signer(String(first.address))
  if (method === "wallet_grantPermissions") return Effect.as(agreed, grantOf(first))
  if (method === "wallet_revokePermissions" && "pci" in first)
    return Effect.flatMap(agreed, (key) => signed(({ signMessage }) => signMessage(key, JSON.stringify(first))))
  return undefined
}

/** Sends a call bundle (EIP-5792). Prompts once, then sends one call after the other. There is no fee if a paymaster pays (ERC-7677). */
const sendCalls = ({
  params: [bundle],
  manner,
  chain,
  signer,
  node,
  inTurn,
  bundles,
}: CapabilityCall): Effect.Effect<unknown, RpcFailure> =>
  Effect.gen(function* (): Effect.fn.Return<unknown, RpcFailure> {
    if (!isRecord(bundle) || !Array.isArray(bundle.calls) || !bundle.calls.every(isRecord))
      return yield* Effect.fail(new InvalidParamsRpcError("Expected calls"))
    const { from, chainId, calls } = bundle
    if (Number(chainId) !== chain) return yield* Effect.fail(new UnsupportedChainIdError("Not on this chain"))
    const capabilities = isRecord(bundle.capabilities) ? bundle.capabilities : {}
    const wanted = Object.keys(capabilities)
    const free = wanted.includes("paymasterService") && manner.able?.includes("paymaster")
    const isNeeded = (name: string) => !(isRecord(capabilities[name]) && capabilities[name].optional === true)
    if (wanted.some((name) => isNeeded(name) && !(free && name === "paymasterService")))
      return yield* Effect.fail(new UnsupportedNonOptionalCapabilityError("Not a capability of this wallet"))
    const known = typeof bundle.id === "string" ? bundle.id : undefined
    if (known !== undefined && bundles.has(known)) return yield* Effect.fail(new DuplicateIdError("The id was used"))
    const key = yield* signer(String(from), "send")
    // The gas of a single call cannot be estimated, because the call may depend on those before it.
    const sent = (one: object) => ({ ...one, from, gas: free ? "0x0" : bundledGas })
    const sending = { chain, node, inTurn, ...(free && { submission: sendSponsored }) }
    const hashes = yield* Effect.forEach(calls, (one) => send(key, sent(one), sending))
    const id = known ?? `0x${hexOf(hashes.join(" "), 64)}`
    bundles.set(id, hashes)
    return { id }
  })

const callsStatus = ({ params: [id], node, bundles }: CapabilityCall): Effect.Effect<unknown, RpcFailure> =>
  Effect.gen(function* (): Effect.fn.Return<unknown, RpcFailure> {
    const hashes = bundles.get(String(id))
    if (!hashes) return yield* Effect.fail(new UnknownBundleIdError("No such bundle"))
    const receipts = yield* Effect.forEach(hashes, (hash) => node("eth_getTransactionReceipt", [hash]))
    if (!receipts.every(isRecord)) return { version: "2.0.0", id, status: 100 }
    const good = receipts.filter(({ status }) => status === "0x1").length
    const status = good === receipts.length ? 200 : good > 0 ? 600 : 500
    return { version: "2.0.0", id, status, atomic: true, receipts }
  })

/** Lists assets (EIP-7811): NFTs if the filter includes ERC-721, or else tokens. */
const assets = ({
  params: [query],
  accounts,
  chains,
  market,
  manner,
}: CapabilityCall): Effect.Effect<unknown, RpcFailure> =>
  Effect.gen(function* (): Effect.fn.Return<unknown, RpcFailure> {
    if (!isRecord(query) || typeof query.account !== "string")
      return yield* Effect.fail(new InvalidParamsRpcError("Expected an account"))
    const { account, chainFilter, assetTypeFilter } = query
    if (!isOne(accounts, account)) return yield* Effect.fail(new UnauthorizedProviderError("No such account"))
    const now = yield* Clock.currentTimeMillis
    const wanted = chains.filter((chain) => !Array.isArray(chainFilter) || chainFilter.includes(toHex(chain)))
    const ofOne = Array.isArray(assetTypeFilter) && assetTypeFilter.includes("ERC721")
    const loaded = ofOne ? yield* Effect.promise(() => import("./collectibles.ts")) : undefined
    const list = (chain: CaipNetworkId) =>
      loaded ? (manner.collectibles ?? loaded.collectibles(chain, account)) : tokens(market, chain, account, now)
    return Object.fromEntries(wanted.map((chain) => [toHex(chain), list(`eip155:${chain}`)]))
  })

const tokens = (market: Market, chain: CaipNetworkId, account: string, now: number) =>
  market.listed(chain).flatMap(({ contract, name, symbol, decimals, icon }) => {
    const units = market.units(chain, account, contract)
    if (units === 0n) return []
    return [
      {
        address: contract ?? namespaceTable.eip155.nativeToken,
        balance: toHex(units),
        type: contract ? "ERC20" : "NATIVE",
        metadata: { name, symbol, decimals, price: market.price(symbol, now), iconUrl: icon },
      },
    ]
  })

/** Gas limit of each call of a bundle. */
const bundledGas = "0x186a0"

const isOne = (accounts: readonly string[], address: unknown): boolean =>
  typeof address === "string" && accounts.some((one) => one.toLowerCase() === address.toLowerCase())
