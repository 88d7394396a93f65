import { toFunctionSelector } from "viem/utils"
import type { ContractCall } from "../../../../services/Chains.ts"
import { namespaceTable } from "../../../../src/namespaces/model/namespaces.ts"
import type { CaipNetworkId } from "../../../../src/options/networks.ts"

/** An exchange's contract, and how its functions describe a swap. */
export interface Router {
  readonly networks: readonly CaipNetworkId[]
  readonly address: string
  /** Keyed by the function's signature, without parameter names. */
  readonly functions: Readonly<Record<string, Places>>
}

/** Positions of the argument words that describe a swap. Anything the arguments do not name is left out. */
export interface Places {
  readonly recipient: number | "sender"
  readonly given?: number | "coin"
  readonly wanted?: number
  readonly units: number | "value"
  readonly minimum: number
  /** Position of the options, and the values that change nothing else. Calls with other options cannot be read. */
  readonly options?: { readonly at: number; readonly harmless: readonly bigint[] }
}

/** A swap as a call to a router describes it. Tokens and accounts are in lower case. The native currency has its placeholder. */
export interface Trade {
  readonly recipient: string
  readonly given: string | undefined
  /** Undefined if it follows from the pools. The router then does not check that the minimum is of this token. */
  readonly wanted: string | undefined
  readonly units: bigint
  readonly minimum: bigint
  /** Returns the same call with another minimum. */
  readonly withMinimum: (units: bigint) => ContractCall
}

/**
 * Reads a call to one of the routers. Returns `undefined` for other contracts and functions, and "unreadable" if the arguments of a known
 * function are not in the usual form.
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

const coin = namespaceTable.eip155.nativeToken
/** After 0x and the selector. */
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

/** Routers use either placeholder for the native currency. */
const asCoin = (address: string) => (address === noAddress ? coin : address)
const noAddress = `0x${"0".repeat(40)}`
