import * as Effect from "effect/Effect"
import { type BitcoinChain, bitcoinChains } from "../../../src/domain/bitcoin.ts"
import { isBitcoinAddress } from "../../../src/domain/caip.ts"
import type { Account } from "../../../src/domain/connection.ts"
import { AnswerInvalid } from "../../../src/domain/errors.ts"
import { mismatch } from "../../../src/domain/input.ts"
import type { CaipNetworkId } from "../../../src/domain/networks.ts"

/** Reads what a wallet said. What `decode` makes nothing of, or what throws when it is read, is no answer. */
export const understood = <A>(
  what: string,
  said: unknown,
  decode: (said: unknown) => A | undefined,
): Effect.Effect<A, AnswerInvalid> =>
  Effect.suspend(() => {
    const read = quietly(() => decode(said))
    return read === undefined ? Effect.fail(new AnswerInvalid(mismatch(what, said))) : Effect.succeed(read)
  })

/** Nothing in place of what throws. */
export const quietly = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** A field of anything at all. */
export const field = (of: unknown, name: string): unknown =>
  (typeof of === "object" || typeof of === "function") && of !== null ? Reflect.get(of, name) : undefined

/** A list, each entry read by itself; entries of which nothing can be made are left out. Nothing for what is no list. */
export const list = <A>(said: unknown, decode: (entry: unknown) => A | undefined): readonly A[] | undefined =>
  Array.isArray(said) ? said.flatMap((entry: unknown) => quietly(() => decode(entry)) ?? []) : undefined

/** An account from what a wallet says of it; nothing without an address of Bitcoin's. What else cannot be read is left out. */
export const accountOf = (said: {
  readonly address: unknown
  readonly type?: Account["type"] | undefined
  readonly publicKey?: unknown
  readonly path?: unknown
}): Account | undefined => {
  const { address, type, path } = said
  if (typeof address !== "string" || !isBitcoinAddress(address)) return undefined
  const publicKey = said.publicKey instanceof Uint8Array ? hexOf(said.publicKey) : said.publicKey
  return {
    address,
    ...(type && { type }),
    ...(typeof publicKey === "string" &&
      /^([0-9a-f]{2}){32,65}$/i.test(publicKey) && { publicKey: publicKey.toLowerCase() }),
    ...(typeof path === "string" && /^m(\/\d{1,10}['hH]?){1,10}$/.test(path) && { path }),
  }
}

/** Bytes as lower-case hex. */
export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")

/** What wallets call the two purposes of an address. */
export const purposeOf = (said: unknown): Account["type"] | undefined => {
  if (said === "payment") return "payment"
  return said === "ordinals" || said === "ordinal" ? "ordinal" : undefined
}

/** Chains by the names that one API gives them. */
export type ChainNames = { readonly [Chain in BitcoinChain]?: string }

/** The chain of a name; nothing for a name that is not in the table. */
export const chainNamed = (names: ChainNames, said: unknown): CaipNetworkId | undefined => {
  const chain = (Object.keys(names) as BitcoinChain[]).find((one) => names[one] === said)
  return said === undefined || chain === undefined ? undefined : bitcoinChains[chain]
}
