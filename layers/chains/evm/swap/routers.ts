import { toFunctionSelector } from "viem/utils"
import type { ContractCall } from "../../../../services/Chains.ts"
import { namespaces } from "../../../../src/domain/capabilities.ts"
import type { CaipNetworkId } from "../../../../src/domain/networks.ts"

/** An exchange's contract, and what its functions say of a swap. */
export interface Router {
  readonly networks: readonly CaipNetworkId[]
  readonly address: string
  /** By the signature of the function, without names. */
  readonly functions: Readonly<Record<string, Places>>
}

/** The words of a function's arguments that say what is swapped. What no word says is left out. */
export interface Places {
  readonly recipient: number | "sender"
  readonly given?: number | "coin"
  readonly wanted?: number
  readonly units: number | "value"
  readonly minimum: number
  /** The word of options, and the ones that change nothing of the rest. Calls with other options cannot be read. */
  readonly options?: { readonly at: number; readonly harmless: readonly bigint[] }
}

/** A swap as a call to a router says it. Tokens and accounts are in lower case, the chain's own coin goes by its placeholder. */
export interface Trade {
  readonly recipient: string
  readonly given: string | undefined
  /** Undefined where it follows from the pools: then the router does not hold the minimum against the token either. */
  readonly wanted: string | undefined
  readonly units: bigint
  readonly minimum: bigint
  /** The same call with another minimum. */
  readonly withMinimum: (units: bigint) => ContractCall
}

/**
 * Reads a call to one of the routers. Returns undefined for calls to other contracts and functions, and "unreadable" if the words of a known
 * function are not as its callers write them.
 */
export const readTrade = (
  routers: readonly Router[],
  network: CaipNetworkId,
  from: string,
  call: ContractCall,
): Trade | "unreadable" | undefined => {
  const router = routers.find(
    ({ networks, address }) => networks.includes(network) && address.toLowerCase() === call.to.toLowerCase(),
  )
  const selector = call.data.slice(0, argumentsAt).toLowerCase()
  const [, places] =
    Object.entries(router?.functions ?? {}).find(([name]) => toFunctionSelector(`function ${name}`) === selector) ?? []
  if (!places) return undefined

  const number = (at: number) => wordOf(call.data, at)
  const address = (at: number) => addressOf(number(at))
  const token = (at: number | "coin" | undefined) => {
    if (at === undefined) return undefined
    return at === "coin" ? coin : asCoin(address(at) ?? "")
  }
  const recipient = places.recipient === "sender" ? from.toLowerCase() : address(places.recipient)
  const [given, wanted] = [token(places.given), token(places.wanted)]
  const units = places.units === "value" ? call.value : number(places.units)
  const minimum = number(places.minimum)
  const { at, harmless } = places.options ?? { at: 0, harmless: undefined }
  const options = number(at)
  const isRead = given !== "" && wanted !== "" && (!harmless || harmless.some((one) => one === options))
  if (!isRead || recipient === undefined || units === undefined || minimum === undefined) return "unreadable"
  return {
    recipient,
    given,
    wanted,
    units,
    minimum,
    withMinimum: (units) => ({ ...call, data: withWord(call.data, places.minimum, units) }),
  }
}

const coin = namespaces.eip155.nativeToken
/** Behind 0x and the selector. */
const argumentsAt = 10
const wordLength = 64

const startOf = (at: number) => argumentsAt + at * wordLength

const wordOf = (data: string, at: number): bigint | undefined => {
  const word = data.slice(startOf(at), startOf(at + 1))
  return word.length === wordLength ? BigInt(`0x${word}`) : undefined
}

const withWord = (data: string, at: number, value: bigint) =>
  `${data.slice(0, startOf(at))}${value.toString(16).padStart(wordLength, "0")}${data.slice(startOf(at + 1))}`

const addressOf = (word: bigint | undefined): string | undefined =>
  word === undefined || word >> 160n ? undefined : `0x${word.toString(16).padStart(40, "0")}`

/** Routers write the chain's own coin as either placeholder. */
const asCoin = (address: string) => (address === noAddress ? coin : address)
const noAddress = `0x${"0".repeat(40)}`
