import * as Effect from "effect/Effect"
import { fromRpcError, isMethodMissing, isPending, isUserRejection } from "../../../src/core/readRpcError.ts"
import { AnswerInvalid, type ConnectError, ConnectFailed } from "../../../src/errors/index.ts"
import type { RpcFailure } from "../../../src/errors/rpc.ts"
import { isRecord, typeMismatch } from "../../../src/options/guards.ts"
import type { Network } from "../../../src/options/networks.ts"
import { misstates } from "../../../src/siwx/model/grammar.ts"
import type { SiwxMessageData, SiwxRequest, SiwxSession } from "../../../src/siwx/model/message.ts"
import { toConnectError } from "../shared/connectError.ts"
import { readAccounts, requestWallet, revokeGrant } from "./eip1193.ts"
import type { Eip1193 } from "./first-paint/eip6963.ts"

/** Accounts that a wallet granted, and the message if it signed one in the same prompt. */
export interface SignedGrant {
  readonly addresses: readonly string[]
  readonly signed?: SiwxSession
}

/**
 * Wallets to connect and sign in with two prompts. Their last combined request is still pending, or failed for a reason other than a
 * rejection.
 */
const inTwoSteps = new WeakSet<Eip1193>()

/**
 * Requests the accounts and a signed message in one prompt: `wallet_connect` with `signInWithEthereum` (ERC-7846). Support is not checked
 * in advance, because only connected wallets report capabilities (EIP-5792). Returns `undefined` if the wallet cannot do this now. Fails
 * with ConnectionRejected or ConnectFailed, and disconnects the wallet if its response is invalid or it signed a different message. Does
 * not verify the signature.
 */
export const connectSigned = (
  provider: Eip1193,
  network: Network,
  signIn: SiwxRequest,
): Effect.Effect<SignedGrant | undefined, ConnectError> =>
  Effect.suspend(() => {
    if (inTwoSteps.has(provider)) return Effect.succeed(undefined)
    inTwoSteps.add(provider)
    return Effect.matchEffect(requestWallet(provider, "wallet_connect", [requestOf(network, signIn)]), {
      onSuccess: (response) => {
        inTwoSteps.delete(provider)
        return isNothing(response) ? Effect.succeed(undefined) : refusing(provider, read(response, network, signIn))
      },
      onFailure: (error) => {
        // A wallet with an open prompt opens no other. The usual request waits for that prompt.
        if (isUnsupported(error) || isPending(error)) return Effect.succeed(undefined)
        if (isUserRejection(error)) inTwoSteps.delete(provider)
        return Effect.fail(toConnectError(error))
      },
    })
  })

const refusing = (provider: Eip1193, reading: Effect.Effect<SignedGrant, ConnectFailed>) =>
  Effect.tapError(reading, () => revokeGrant(provider))

const requestOf = ({ id }: Network, { statement, ...fields }: SiwxRequest) => ({
  version: "1",
  capabilities: {
    signInWithEthereum: {
      ...fields,
      chainId: `0x${Number(id).toString(16)}`,
      // ERC-4361 allows no line breaks in the statement.
      ...(statement?.trim() && { statement: statement.replace(/\s+/g, " ").trim() }),
    },
  },
})

/** Whether a response is `undefined` or `null`, with which some wallets respond to unknown methods. */
const isNothing = (response: unknown) => response === undefined || response === null

/** Whether an error means that the wallet does not support the method or its parameters. */
const isUnsupported = (error: RpcFailure): boolean =>
  isMethodMissing(error) || refusals.has(error._tag) || (vague.has(error._tag) && wording.test(error.message))

const refusals: ReadonlySet<RpcFailure["_tag"]> = new Set([
  "InvalidRequestRpcError",
  "InvalidParamsRpcError",
  "InvalidInputRpcError",
  // Wallets may use this code for unknown methods, as if those needed an account.
  "UnauthorizedProviderError",
  "UnsupportedNonOptionalCapabilityError",
  "UnsupportedChainIdError",
])
const vague: ReadonlySet<RpcFailure["_tag"]> = new Set(["InternalRpcError", "UnknownRpcError"])
const wording =
  /not (be )?(supported|implemented|found|available)|does(n't| not) exist|(unsupported|unknown|invalid|unrecognized) (rpc )?method/i

const read = (response: unknown, network: Network, signIn: SiwxRequest): Effect.Effect<SignedGrant, ConnectFailed> => {
  try {
    const accounts: unknown = isRecord(response) ? response.accounts : undefined
    const [first] = Array.isArray(accounts) ? accounts : []
    const addresses = readAccounts(Array.isArray(accounts) ? accounts.map((one) => one?.address) : undefined)
    const [address] = readAccounts([first?.address]) ?? []
    if (!addresses || address === undefined)
      return Effect.fail(invalid(typeMismatch("accounts of wallet_connect", accounts)))
    const capability: unknown = isRecord(first.capabilities) ? first.capabilities.signInWithEthereum : undefined
    // Without a signature, or with an error instead, the message is signed in a second step.
    if (!isRecord(capability) || !("signature" in capability)) return Effect.succeed({ addresses })
    const { message, signature } = capability
    const data: SiwxMessageData = { ...signIn, accountAddress: address, chainId: network.caipNetworkId }
    if (typeof message !== "string" || misstates(message, data) || !isSignature(signature))
      return Effect.fail(invalid("The wallet signed a different message than requested"))
    return Effect.succeed({ addresses, signed: { data, message, signature } })
  } catch (cause) {
    return Effect.fail(new ConnectFailed({ cause: fromRpcError(cause) }))
  }
}

// Signatures of contracts can have any length (ERC-1271, ERC-6492).
const isSignature = (value: unknown): value is string => typeof value === "string" && /^0x([0-9a-f]{2})+$/i.test(value)

const invalid = (message: string) => new ConnectFailed({ cause: new AnswerInvalid(message) })
