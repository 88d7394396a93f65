import * as Schema from "effect/Schema"
import { isEvmAddress } from "../core/addresses.ts"
import { byType, decodeUnknown, integerFrom, optionalOr, record, textThat } from "../core/opening/schema.ts"
import { plainCopy } from "../core/plainCopy.ts"
import { InvalidInput } from "../errors/index.ts"
import { invalidInput, isRecord } from "../options/guards.ts"

/** Key that may sign within a session. */
export interface SessionKey {
  readonly type: "secp256r1" | "secp256k1"
  /** Public key, as 0x hex. */
  readonly publicKey: string
}

/** Permissions that a site requests (EIP-7715, in the provider's format): what the site's keys may do without prompts, and until when. */
export interface PermissionsRequest {
  /** Chain ID as 0x hex. */
  readonly chainId: string
  /** Address of the account. Defaults to the active account. */
  readonly address?: string | undefined
  /** Expiry, in seconds since the Unix epoch. Must be in the future. */
  readonly expiry: number
  readonly signer: { readonly type: "keys"; readonly data: { readonly keys: readonly SessionKey[] } }
  readonly permissions: readonly Permission[]
  readonly policies?: readonly { readonly type: string; readonly data: unknown }[]
}

/** Shorthand for a recurring payment in the native currency. */
export interface Subscription {
  /** Chain ID as 0x hex. */
  readonly chainId: string
  /** Address of the account. Defaults to the active account. */
  readonly address?: string
  /** Public key of the site (secp256k1), as 0x hex. */
  readonly signerPublicKey: string
  /** Time between payments: a number and a unit, such as `1s`, `1d`, `1w` or `1m`. A month (`m`) has 30 days. */
  readonly interval: string
  readonly asset: "native"
  /** Wei per interval, as 0x hex. */
  readonly amount: string
  /** Expiry, in seconds since the Unix epoch. Must be in the future. */
  readonly expiry: number
}

/** Permissions that a wallet granted. */
export interface GrantedPermissions {
  readonly chainId: string
  readonly address?: string
  /** Expiry, in seconds since the Unix epoch. */
  readonly expiry: number
  readonly permissions: readonly unknown[]
  /** Identifier of the grant at the wallet. */
  readonly context: string
}

/**
 * Decodes a request for permissions. Returns an error for the first invalid field: 'Required' or 'Expected X, received Y', with its path.
 * `now` is in ms since the Unix epoch.
 */
export const readPermissionsRequest = (given: unknown, now: number): PermissionsRequest | InvalidInput => {
  const input = isRecord(given) && given.interval !== undefined ? ofSubscription(given, now) : given
  const request = input instanceof InvalidInput ? input : decodeUnknown(requestSchema)(input)
  if (request instanceof InvalidInput) return request
  return isAhead(request.expiry, now) ? request : invalidInput("time in the future", request.expiry, "expiry")
}

/** Decodes the permissions that a wallet granted. Returns an error if they are malformed or for another network. */
export const readGranted = (value: unknown, { chainId }: PermissionsRequest): GrantedPermissions | InvalidInput => {
  const granted = decodeUnknown(grantedSchema)(plainCopy(value))
  if (granted instanceof InvalidInput) return granted
  return Number(granted.chainId) === Number(chainId)
    ? granted
    : invalidInput(`'${chainId}'`, granted.chainId, "chainId")
}

const matching = (pattern: RegExp, what: string) => textThat((text) => pattern.test(text), what)

const chainId = matching(/^0x[1-9a-f][0-9a-f]{0,12}$/i, "chain id as 0x hex")
const hex = matching(/^0x([0-9a-f]{2})+$/i, "0x hex")
const quantity = matching(/^0x[0-9a-f]{1,64}$/i, "0x hex quantity")
const address = textThat((text) => text.startsWith("0x") && isEvmAddress(text), "EVM address")
const seconds = integerFrom(0)
const period = integerFrom(1)

const keys = Schema.Struct({
  type: Schema.Literals(["keys"]),
  data: Schema.Struct({
    keys: Schema.NonEmptyArray(Schema.Struct({ type: Schema.Literals(["secp256r1", "secp256k1"]), publicKey: hex })),
  }),
})

const allowance = { allowance: quantity, start: seconds, period }

const permission = byType([
  Schema.Struct({
    type: Schema.Literal("contract-call"),
    data: Schema.Struct({
      address,
      abi: Schema.Array(record(Schema.Unknown)),
      functions: Schema.NonEmptyArray(
        Schema.Struct({
          functionName: Schema.NonEmptyString,
          args: Schema.optionalKey(
            Schema.Array(
              Schema.Struct({
                operator: Schema.Literals(["EQUAL", "GREATER_THAN", "LESS_THAN"]),
                value: Schema.Unknown,
              }),
            ),
          ),
          operation: Schema.optionalKey(Schema.Literals(["Call", "DelegateCall"])),
        }),
      ),
    }),
  }),
  Schema.Struct({ type: Schema.Literal("native-token-recurring-allowance"), data: Schema.Struct(allowance) }),
  Schema.Struct({
    type: Schema.Literal("erc20-recurring-allowance"),
    data: Schema.Struct({ ...allowance, address }),
  }),
])

/** Permission of a key: to call functions of a contract, or to spend an allowance per period. */
export type Permission = typeof permission.Type

const requestSchema = Schema.Struct({
  chainId,
  address: Schema.optional(address),
  expiry: seconds,
  signer: keys,
  permissions: Schema.NonEmptyArray(permission),
  policies: Schema.optionalKey(Schema.Array(Schema.Struct({ type: Schema.NonEmptyString, data: Schema.Unknown }))),
})

const grantedSchema = Schema.Struct({
  chainId,
  address: optionalOr(address),
  expiry: seconds,
  signer: record(Schema.Unknown),
  permissions: Schema.NonEmptyArray(Schema.Unknown),
  context: Schema.NonEmptyString,
})

const subscription = Schema.Struct({
  chainId,
  address: Schema.optional(address),
  signerPublicKey: hex,
  interval: matching(/^[1-9]\d{0,5}[sdwm]$/, "interval"),
  asset: Schema.Literals(["native"]),
  amount: quantity,
  expiry: seconds,
})

const ofSubscription = (given: object, now: number): PermissionsRequest | InvalidInput => {
  const request = decodeUnknown(subscription)(given)
  if (request instanceof InvalidInput) return request
  const { signerPublicKey, interval, amount, expiry } = request
  return {
    chainId: request.chainId,
    address: request.address,
    expiry,
    signer: { type: "keys", data: { keys: [{ type: "secp256k1", publicKey: signerPublicKey }] } },
    permissions: [
      {
        type: "native-token-recurring-allowance",
        data: {
          allowance: amount,
          start: Math.floor(now / 1_000),
          period: Number(interval.slice(0, -1)) * (lengths[interval.slice(-1)] ?? 0),
        },
      },
    ],
    policies: [],
  }
}

const isAhead = (time: number, now: number) => time * 1_000 > now

const day = 86_400
/** Length of each unit of an interval, in seconds. */
const lengths: Readonly<Record<string, number>> = { s: 1, d: day, w: 7 * day, m: 30 * day }
