import * as Effect from "effect/Effect"
import type { Account } from "../../../../src/connections/opening/model.ts"
import { isBitcoinAddress } from "../../../../src/core/addresses.ts"
import { AnswerInvalid } from "../../../../src/errors/index.ts"
import { type BitcoinChain, bitcoinChains } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import { typeMismatch } from "../../../../src/options/guards.ts"
import type { CaipNetworkId } from "../../../../src/options/networks.ts"

/** Decodes a wallet's response. Fails with AnswerInvalid if `decode` returns `undefined` or throws. */
export const decodeResponse = <A>(
  what: string,
  value: unknown,
  decode: (value: unknown) => A | undefined,
): Effect.Effect<A, AnswerInvalid> =>
  Effect.suspend(() => {
    const read = ignoreFailure(() => decode(value))
    return read === undefined ? Effect.fail(new AnswerInvalid(typeMismatch(what, value))) : Effect.succeed(read)
  })

/** Returns the result of `read`, or `undefined` if it throws. */
export const ignoreFailure = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Returns a field of an object or function, or `undefined` for any other value. Throws if the field's getter does. */
export const readField = (of: unknown, name: string): unknown =>
  (typeof of === "object" || typeof of === "function") && of !== null ? Reflect.get(of, name) : undefined

/** Decodes a list entry by entry, and drops entries that cannot be decoded. Returns `undefined` if the value is not a list. */
export const readList = <A>(value: unknown, decode: (entry: unknown) => A | undefined): readonly A[] | undefined =>
  Array.isArray(value) ? value.flatMap((entry: unknown) => ignoreFailure(() => decode(entry)) ?? []) : undefined

/**
 * Decodes an account from a wallet, and drops optional fields that are invalid. Returns `undefined` if the address is not a Bitcoin
 * address.
 */
export const accountOf = (value: {
  readonly address: unknown
  readonly type?: Account["type"] | undefined
  readonly publicKey?: unknown
  readonly path?: unknown
}): Account | undefined => {
  const { address, type, path } = value
  if (typeof address !== "string" || !isBitcoinAddress(address)) return undefined
  const publicKey = value.publicKey instanceof Uint8Array ? hexOf(value.publicKey) : value.publicKey
  return {
    address,
    ...(type && { type }),
    ...(typeof publicKey === "string" &&
      /^([0-9a-f]{2}){32,65}$/i.test(publicKey) && { publicKey: publicKey.toLowerCase() }),
    ...(typeof path === "string" && /^m(\/\d{1,10}['hH]?){1,10}$/.test(path) && { path }),
  }
}

/** Returns bytes as lowercase hex. */
export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")

/** Reads the purpose of an address in any of the wallets' spellings. Returns `undefined` for anything else. */
export const purposeOf = (value: unknown): Account["type"] | undefined => {
  if (value === "payment") return "payment"
  return value === "ordinals" || value === "ordinal" ? "ordinal" : undefined
}

/** Chain names in one wallet API. A chain without a name is not supported. */
export type ChainNames = { readonly [Chain in BitcoinChain]?: string }

/** Returns the ID of the chain with this name, or `undefined` if no chain has it. */
export const chainNamed = (names: ChainNames, value: unknown): CaipNetworkId | undefined => {
  const chain = (Object.keys(names) as BitcoinChain[]).find((one) => names[one] === value)
  return value === undefined || chain === undefined ? undefined : bitcoinChains[chain]
}
