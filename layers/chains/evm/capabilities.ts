import * as Effect from "effect/Effect"
import type { Capabilities, WalletCapabilities } from "../../../services/Chains.ts"
import { type AssetsQuery, hexChainId, readNfts, readTokens } from "../../../src/balances/schema.ts"
import { readCallsStatus } from "../../../src/capabilities/schema.ts"
import { plainCopy } from "../../../src/core/plainCopy.ts"
import { isMethodMissing } from "../../../src/core/readRpcError.ts"
import { AnswerInvalid, type InvalidInput, type RpcError, SendUnclear } from "../../../src/errors/index.ts"
import { ChainDisconnectedError } from "../../../src/errors/rpc.ts"
import { isRecord, typeMismatch } from "../../../src/options/guards.ts"
import { readGranted } from "../../../src/smartSessions/schema.ts"
import { decodeResponse } from "../../shared/decodeResponse.ts"
import { chainOf, readChainId, requestWallet } from "./eip1193.ts"
import type { Eip1193 } from "./first-paint/eip6963.ts"

/** Returns the optional capabilities of an EIP-1193 wallet: call bundles, assets and permissions. */
export const capabilitiesOf = (provider: Eip1193): WalletCapabilities => ({
  capabilities: Effect.fn("evm.capabilities")(function* (address) {
    const value = yield* Effect.catch(requestPlain(provider, "wallet_getCapabilities", [address]), (error) =>
      isMethodMissing(error) ? Effect.succeed({}) : Effect.fail(error),
    )
    if (isRecord(value)) return readCapabilities(value)
    return yield* Effect.fail(new AnswerInvalid(typeMismatch("object", value)))
  }),
  assets: (query) => assetsOf(provider, query, {}, readTokens),
  nfts: (query) => assetsOf(provider, query, { assetTypeFilter: ["ERC721", "ERC1155"] }, readNfts),
  sendCalls: Effect.fn("evm.sendCalls")(function* ({ network, from, calls, capabilities }) {
    // If the wallet has switched since, its prompt would be for a network the visitor did not choose.
    if ((yield* chainOf(provider)) !== Number(network.id)) return yield* Effect.fail(new ChainDisconnectedError())
    const bundle = {
      version: "2.0.0",
      chainId: hexChainId(network.caipNetworkId),
      from,
      atomicRequired: calls.length > 1,
      calls: calls.map(({ to, data, value, capabilities: own }) => ({
        to,
        ...(data && { data }),
        value: `0x${value.toString(16)}`,
        ...(own && { capabilities: own }),
      })),
      ...(capabilities && { capabilities }),
    }
    const response = yield* requestPlain(provider, "wallet_sendCalls", [bundle])
    const id = isRecord(response) ? response.id : response
    if (typeof id === "string" && id !== "") return id
    return yield* Effect.fail(new SendUnclear({ cause: new AnswerInvalid(typeMismatch("id of a bundle", id)) }))
  }),
  callsStatus: Effect.fn("evm.callsStatus")(function* (id) {
    const value = yield* requestPlain(provider, "wallet_getCallsStatus", [id])
    return readCallsStatus(value) ?? (yield* Effect.fail(new AnswerInvalid(typeMismatch("status of calls", value))))
  }),
  grantPermissions: Effect.fn("evm.grantPermissions")(function* (request) {
    const granted = requestPlain(provider, "wallet_grantPermissions", [request])
    return yield* decodeResponse(granted, (value) => readGranted(value, request))
  }),
  revokePermissions: Effect.fn("evm.revokePermissions")(function* (session) {
    const signature = yield* requestPlain(provider, "wallet_revokePermissions", [session])
    if (typeof signature === "string" && /^0x([0-9a-f]{2})+$/i.test(signature)) return signature
    return yield* Effect.fail(new AnswerInvalid(typeMismatch("signature", signature)))
  }),
})

/** Sends a request to a wallet. Returns a plain copy of the result, which is safe to read. */
const requestPlain = (...request: Parameters<typeof requestWallet>) => Effect.map(requestWallet(...request), plainCopy)

/** Requests an account's assets on a chain, with further filters. */
const assetsOf = <A>(
  provider: Eip1193,
  { address, chainId }: AssetsQuery,
  filter: object,
  read: (value: unknown, chainId: string) => A | InvalidInput,
): Effect.Effect<A, RpcError> =>
  decodeResponse(
    requestPlain(provider, "wallet_getAssets", [{ account: address, chainFilter: [hexChainId(chainId)], ...filter }]),
    (value) => read(value, chainId),
  )

/** Reads capabilities, keyed by CAIP-2 ID. Unreadable entries are omitted. Capabilities of chain 0 apply to every chain. */
const readCapabilities = (value: Readonly<Record<string, unknown>>): Capabilities =>
  Object.fromEntries(
    Object.entries(value).flatMap(([chain, capabilities]) => {
      const id = chain === everyChain ? 0 : readChainId(chain)
      return id !== undefined && isRecord(capabilities) ? [[`eip155:${id}`, capabilities]] : []
    }),
  )

const everyChain = "0x0"
