import { toFunctionSelector } from "viem/utils"
import type { ContractCall } from "../../../../services/Chains.ts"
import { namespaceTable } from "../../../../src/namespaces/model/namespaceTable.ts"
import type { CaipNetworkId } from "../../../../src/options/networks.ts"

/** A router contract, and the positions of a swap's details in the arguments of its functions. */
export interface Router {
  readonly networks: readonly CaipNetworkId[]
  readonly address: string
  /** Argument positions, keyed by function signature without parameter names. */
  readonly functions: Readonly<Record<string, Places>>
}

/** Positions of a swap's details, counted in 32-byte argument words. Details that the arguments do not contain are omitted. */
export interface Places {
  readonly recipient: number | "sender"
  readonly given?: number | "coin"
  readonly wanted?: number
  readonly units: number | "value"
  readonly minimum: number
  /** Position of the option flags, and the values that do not change what the swap does. Calls with other values are unreadable. */
  readonly options?: { readonly at: number; readonly harmless: readonly bigint[] }
}

/** A swap decoded from a call to a router. Addresses are in lower case. The native currency has its placeholder address. */
export interface Trade {
  readonly recipient: string
  readonly given: string | undefined
  /** Output token. `undefined` if the pools determine it; the router then does not check that the minimum is in the expected token. */
  readonly wanted: string | undefined
  readonly units: bigint
  readonly minimum: bigint
  /** Returns the call with its minimum replaced. */
  readonly withMinimum: (units: bigint) => ContractCall
}

/**
 * Decodes a call to one of the routers. Returns `undefined` for other contracts and functions, and "unreadable" if arguments of a known
 * function are missing, invalid or have unsupported option flags.
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
/** Index of the arguments in the call's hex data, after 0x and the selector. */
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

/** Replaces the zero address, which routers also use for the native currency, with its usual placeholder. */
const asCoin = (address: string) => (address === noAddress ? coin : address)
const noAddress = `0x${"0".repeat(40)}`
