import * as Effect from "effect/Effect"
import type { Account } from "../../../../src/connections/opening/model.ts"
import { UnauthorizedProviderError } from "../../../../src/errors/rpc.ts"
import { isTaproot, type SigningProtocol } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import { callWallet } from "../../shared/callWallet.ts"
import { accountOf, decodeResponse, ignoreFailure, readField, readList } from "./decode.ts"
import { type BitcoinFailure, lacks, type PsbtToSign } from "./wallet.ts"

// For wallets whose API has one function per method.

type CallMethod = (method: string, ...input: readonly unknown[]) => Effect.Effect<unknown, BitcoinFailure>

/**
 * Returns a function that calls a method of the wallet's object. Its effect fails with UnsupportedProviderMethodError if the object lacks
 * the method, or with the wallet's error.
 */
export const methodCaller =
  (provider: object): CallMethod =>
  (method, ...input) =>
    Effect.suspend(() => {
      const call = ignoreFailure(() => readField(provider, method))
      if (typeof call !== "function") return lacks(method)
      return callWallet(method, () => call.apply(provider, input))
    })

/**
 * Reads accounts from a list of addresses, without invalid ones. The first account, which is the active one, gets its public key if the
 * wallet returns it. Fails with AnswerInvalid if the value is not a list, and with UnauthorizedProviderError if the list is empty.
 */
export const accountsOf = (callMethod: CallMethod, value: unknown) =>
  Effect.gen(function* () {
    const addresses = yield* decodeResponse("Bitcoin accounts", value, (all) => (Array.isArray(all) ? all : undefined))
    if (addresses.length === 0) return yield* Effect.fail(new UnauthorizedProviderError("No account is granted"))
    const publicKey = yield* Effect.orElseSucceed(callMethod("getPublicKey"), () => undefined)
    return addresses.flatMap((address, place) => accountOf({ address, ...(place === 0 && { publicKey }) }) ?? [])
  })

/**
 * Reads accounts from a list of addresses, which may be empty. Drops entries that are not addresses. Returns `undefined` if `value` is not
 * a list, or none of its entries is an address.
 */
export const addressesIn = (value: unknown): readonly Account[] | undefined => {
  const accounts = readList(value, (address) => accountOf({ address }))
  return accounts?.length === 0 && value !== undefined && (value as readonly unknown[]).length > 0
    ? undefined
    : accounts
}

/** Returns the second argument of the wallet's `signMessage`. Defaults to BIP-322 for Taproot addresses and ECDSA for others. */
export const messageType = (address: string, protocol: SigningProtocol | undefined) =>
  (protocol ?? (isTaproot(address) ? "bip322" : "ecdsa")) === "bip322" ? "bip322-simple" : "ecdsa"

/** Requests a PSBT's signature, and broadcasts it in a second call if requested. Broadcasting requires finalized inputs. */
export const signPsbt = (callMethod: CallMethod, { psbt, signInputs, broadcast }: PsbtToSign) =>
  Effect.gen(function* () {
    const signed = yield* callMethod("signPsbt", psbt.hex, {
      autoFinalized: broadcast,
      toSignInputs: signInputs.map(({ index, address, sighashTypes }) => ({
        index,
        address,
        ...(sighashTypes && { sighashTypes: [...sighashTypes] }),
      })),
    })
    return { psbt: signed, ...(broadcast && { txid: yield* callMethod("pushPsbt", signed) }) }
  })

/** Listens to a wallet's events. Returns a function that stops all calls of the handlers, even if the wallet cannot remove listeners. */
export const listener = (
  provider: object,
  handlers: Readonly<Record<string, (value: unknown) => void>>,
): (() => void) => {
  let open = true
  const listeners = Object.entries(handlers).map(([event, handler]) => {
    const listen = (value: unknown) => void (open && ignoreFailure(() => handler(value)))
    call(provider, ["on"], event, listen)
    return [event, listen] as const
  })
  return () => {
    open = false
    for (const [event, listen] of listeners) call(provider, ["removeListener", "off"], event, listen)
  }
}

const call = (provider: object, names: readonly string[], ...input: readonly unknown[]) =>
  ignoreFailure(() => {
    const method = names.map((name) => readField(provider, name)).find((found) => typeof found === "function")
    if (typeof method === "function") method.apply(provider, input)
  })
