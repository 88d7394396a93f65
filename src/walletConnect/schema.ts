import * as Schema from "effect/Schema"
import { safeText } from "../core/first-paint/safeText.ts"
import { safeImageUrl, webUrl } from "../core/first-paint/safeUrl.ts"
import { arrayOfValid, decodeUnknown, optionalOr, read, record, textThat } from "../core/opening/schema.ts"
import { secureUrl } from "../core/secureUrl.ts"
import { InvalidInput } from "../errors/index.ts"

// Formats of WalletConnect 2, as its library stores and reports them. The library does not validate what wallets sent, or what other
// scripts wrote into the storage.

const texts = optionalOr(arrayOfValid(Schema.String))

const metadata = optionalOr(
  Schema.Struct({
    name: optionalOr(Schema.String),
    url: optionalOr(Schema.String),
    icons: optionalOr(Schema.Array(Schema.Unknown)),
  }),
)

/** Metadata of a wallet, made safe to show. */
const peer = read(Schema.Struct({ peer: optionalOr(Schema.Struct({ metadata })) }), ({ peer }) => {
  const { name, url, icons } = peer?.metadata ?? {}
  const [icon, page] = [safeImageUrl(icons?.[0]), webUrl(url)]
  return { name: safeText(name), ...(icon && { icon }), ...(page && { url: page }) }
})

const namespace = decodeUnknown(Schema.Struct({ accounts: texts, chains: texts, methods: texts }))

/** Decodes the metadata of a session's wallet. */
export const decodePeer = decodeUnknown(peer)

/**
 * Decodes a session (CAIP-25). Drops malformed namespaces and list entries. Returns an error if the topic, the expiry or the namespaces are
 * missing.
 */
export const decodeSession = decodeUnknown(
  Schema.Struct({
    topic: Schema.NonEmptyString,
    /** Expiry, in seconds since the Unix epoch. */
    expiry: Schema.Finite,
    namespaces: read(record(Schema.Unknown), (all) =>
      Object.entries(all).flatMap(([key, value]) => {
        const decoded = namespace(value)
        return decoded instanceof InvalidInput ? [] : [{ key, ...decoded }]
      }),
    ),
    sessionProperties: optionalOr(
      Schema.Struct({
        bundler_name: optionalOr(textThat((name) => /^[\w.-]{1,64}$/.test(name), "bundler name")),
        bundler_url: optionalOr(Schema.String, secureUrl),
      }),
    ),
  }),
)

/** Decodes the library's message about a session. The format of `params` depends on the message. */
export const decodeSessionMessage = decodeUnknown(
  Schema.Struct({ topic: Schema.String, params: Schema.optionalKey(Schema.Unknown) }),
)

/** Decodes a wallet's event (`session_event`). The format of `data` depends on the event. */
export const decodeSessionEvent = decodeUnknown(
  Schema.Struct({
    chainId: Schema.Unknown,
    event: Schema.Struct({ name: Schema.String, data: Schema.optionalKey(Schema.Unknown) }),
  }),
)

/** Decodes the persisted current chains, which are CAIP-2 IDs by namespace. */
export const decodeCurrentChains = decodeUnknown(record(Schema.String))

/** Decodes a wallet's response to a sign-in request (CAIP-222). The signed messages are decoded one by one. */
export const decodeSignIn = decodeUnknown(
  Schema.Struct({
    responder: Schema.Struct({
      publicKey: textThat((key) => /^[0-9a-f]{64}$/.test(key), "public key"),
      metadata: Schema.optionalKey(Schema.Unknown),
    }),
    cacaos: Schema.Array(Schema.Unknown),
  }),
)

/** Field that is compared with the request's, so its type does not matter. */
const compared = Schema.optionalKey(Schema.Unknown)

/** Decodes a signed message (CAIP-74). */
export const decodeCacao = decodeUnknown(
  Schema.Struct({
    p: Schema.Struct({
      iss: Schema.String,
      resources: Schema.Array(Schema.Unknown),
      ...{ aud: compared, domain: compared, version: compared, nonce: compared, statement: compared },
      ...{ iat: compared, exp: compared, nbf: compared },
    }),
    s: optionalOr(Schema.Struct({ s: Schema.String })),
  }),
)

const limits = decodeUnknown(arrayOfValid(Schema.Struct({ chains: texts })))

/** Limits of an ability. Empty if they are malformed. */
const limitsOfAbility = read(Schema.Unknown, (value) => {
  const decoded = limits(value)
  return decoded instanceof InvalidInput ? [] : decoded
})

/** Decodes the permissions of a signed message (ERC-5573): limits by ability, by target. */
export const decodeRecap = decodeUnknown(Schema.Struct({ att: record(record(limitsOfAbility)) }))

/** Decodes the response of the verify host's iframe. `null` if the host does not attest the page, or else a JWT. */
export const decodeAttestation = decodeUnknown(
  Schema.Struct({ type: Schema.Literal("verify_attestation"), attestation: Schema.NullOr(Schema.String) }),
)

/** Decodes the payload of the verify host's JWT. `id` is the hash of the attested message. */
export const decodeAttested = decodeUnknown(Schema.Struct({ id: Schema.String }))

/** Decodes the list of the names of the library's persisted items. */
export const decodeItemNames = decodeUnknown(arrayOfValid(Schema.String))

/** Decodes the expiry of a persisted session, in seconds since the Unix epoch. */
export const decodeExpiry = decodeUnknown(Schema.Struct({ expiry: Schema.Finite }))

const object = Schema.Record(Schema.String, Schema.Unknown)

/**
 * Checks of the entries of the library's persisted lists, by the name of the list. They cover only the fields that the library reads
 * without checks.
 */
const entries: { readonly [list: string]: (entry: unknown) => boolean } = {
  session: Schema.is(Schema.Struct({ topic: Schema.String, expiry: Schema.Number, namespaces: object, self: object })),
  proposal: Schema.is(
    Schema.Struct({
      id: Schema.Number,
      expiryTimestamp: Schema.Number,
      pairingTopic: Schema.String,
      proposer: object,
    }),
  ),
  pairing: Schema.is(Schema.Struct({ topic: Schema.String, expiry: Schema.Number })),
  subscription: Schema.is(
    Schema.Struct({
      topic: Schema.String,
      id: Schema.String,
      relay: Schema.Struct({ protocol: Schema.String }),
    }),
  ),
  expirer: Schema.is(Schema.Struct({ target: Schema.String, expiry: Schema.Number })),
  history: Schema.is(Schema.Struct({ id: Schema.Number, topic: Schema.String, request: object })),
}

const maps: ReadonlySet<string> = new Set(["keychain", "messages", "messages_withoutClientAck"])

/**
 * Returns the library's persisted item of a name, without malformed list entries. Returns `undefined` if it does not have the library's
 * format. Items with other names are not checked.
 */
export const readItem = (name: string, value: unknown): unknown => {
  const isEntry = entries[name]
  if (isEntry) return Array.isArray(value) ? value.filter(isEntry) : undefined
  return !maps.has(name) || Schema.is(object)(value) ? value : undefined
}
