import * as Effect from "effect/Effect"
import { InvalidParamsRpcError, type RpcFailure } from "../../../src/errors/rpc.ts"
import { isRecord } from "../../../src/options/guards.ts"
import type * as Keys from "../keys/solana.ts"
import type { TestKey } from "../keys/testKeys.ts"

/**
 * Returns the response to a Solana signing method, as used over the relay and in the secure frame. Returns `undefined` for other methods.
 */
export const respondToSolanaMethod = (
  method: string,
  params: unknown,
  address: string,
  signer: (address: string) => Effect.Effect<TestKey, RpcFailure>,
): Effect.Effect<unknown, RpcFailure> | undefined => {
  const by = methods[method]
  return (
    by &&
    Effect.flatMap(signer(address), (key) =>
      signedSolana((keys) => by(keys, key, address, isRecord(params) ? params : {})),
    )
  )
}

/** Runs signing code, which loads on first use. Fails with InvalidParamsRpcError if `by` rejects. */
export const signedSolana = <A>(by: (keys: typeof Keys) => Promise<A>): Effect.Effect<A, RpcFailure> =>
  Effect.tryPromise({
    try: async () => by(await import("../keys/solana.ts")),
    catch: (cause) => new InvalidParamsRpcError(cause instanceof Error ? cause.message : "", { cause }),
  })

type SolanaMethod = (
  keys: typeof Keys,
  key: TestKey,
  address: string,
  params: Readonly<Record<string, unknown>>,
) => Promise<object>

const methods: Readonly<Record<string, SolanaMethod>> = {
  solana_signMessage: async (keys, key, _, { message }) => {
    const bytes = keys.fromBase58(message)
    if (!bytes) throw new InvalidParamsRpcError("Expected a message in base58")
    return { signature: keys.toBase58(await keys.signMessage(key, bytes)) }
  },
  solana_signTransaction: async (keys, key, address, { transaction }) => {
    const { wire, signature, spelled } = await signedIn(keys, key, address, transaction)
    return { signature: keys.toBase58(signature), transaction: spelled(wire) }
  },
  solana_signAllTransactions: async (keys, key, address, { transactions }) => {
    const all = Array.isArray(transactions) ? transactions : []
    const signed = await Promise.all(all.map((one) => signedIn(keys, key, address, one)))
    return { transactions: signed.map(({ wire, spelled }) => spelled(wire)) }
  },
  solana_signAndSendTransaction: async (keys, key, address, { transaction }) => {
    const { signature } = await signedIn(keys, key, address, transaction)
    return { signature: keys.toBase58(signature) }
  },
}

/** Signs a transaction given in base58 (secure frame) or base64 (relay). `spelled` of the result encodes bytes in the same way. */
const signedIn = async (keys: typeof Keys, key: TestKey, address: string, given: unknown) => {
  const inBase58 = keys.fromBase58(given)
  const bytes = inBase58 && keys.isTransaction(inBase58) ? inBase58 : keys.fromBase64(given)
  if (!bytes) throw new InvalidParamsRpcError("Expected a transaction in base58 or base64")
  const signed = await keys.signTransaction(key, address, bytes)
  return { ...signed, spelled: bytes === inBase58 ? keys.toBase58 : keys.toBase64 }
}
