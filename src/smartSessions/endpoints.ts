import * as Schema from "effect/Schema"
import { lastMoment } from "../core/dates.ts"
import { safeText } from "../core/first-paint/safeText.ts"
import { safeImageUrl, webUrl } from "../core/first-paint/safeUrl.ts"
import { endpoint, pathSegment } from "../core/opening/endpoint.ts"
import { arrayWithValid, finiteFrom, optionalOr, read, textThat } from "../core/opening/schema.ts"
import { SmartSessionNotCreated, SmartSessionNotRevoked, SmartSessionsFailed } from "../errors/index.ts"
import type { SmartSession } from "./model.ts"
import type { GrantedPermissions, PermissionsRequest } from "./schema.ts"

/** Account, as a CAIP-10 ID. */
interface OfAccount {
  readonly account: string
}

/** Session that a wallet granted, with its request. */
interface Begun extends OfAccount {
  readonly pci: string
  readonly request: PermissionsRequest
  readonly granted: GrantedPermissions
}

/** Time in seconds or ms. Values from 1e11 on are ms, because as seconds they would be after the year 5000. */
const moment = finiteFrom(0)
/**
 * Converts a time to ms. Limits it to what a `Date` can represent, because a site may request an endless session with a very large number.
 */
const inMilliseconds = (time: number) => Math.min(time < lastSecond ? time * 1_000 : time, lastMoment)
const lastSecond = 1e11

const session = read(
  Schema.Struct({
    pci: Schema.NonEmptyString,
    project: optionalOr(
      Schema.Struct({
        name: optionalOr(Schema.String, (name) => safeText(name) || undefined),
        url: optionalOr(Schema.String, webUrl),
        iconUrl: optionalOr(Schema.String, safeImageUrl),
      }),
    ),
    createdAt: moment,
    expiry: moment,
    revokedAt: optionalOr(moment),
    permissions: optionalOr(Schema.Array(Schema.Unknown)),
  }),
  ({ pci, project, createdAt, expiry, revokedAt, permissions = [] }): SmartSession => ({
    pci,
    name: project?.name ?? "",
    url: project?.url ?? "",
    iconUrl: project?.iconUrl ?? "",
    createdAt: inMilliseconds(createdAt),
    expiry: inMilliseconds(expiry),
    revokedAt: revokedAt === undefined ? undefined : inMilliseconds(revokedAt),
    permissions,
  }),
)

/** Returns the smart sessions of an account, without malformed ones. */
export const sessionsEndpoint = endpoint({
  name: "sessions",
  host: "blockchain",
  path: ({ account }: OfAccount) => `/v1/sessions/${pathSegment(account)}`,
  response: Schema.Struct({ pcis: arrayWithValid(session, "pci") }),
  failure: (cause) => new SmartSessionsFailed({ cause }),
})

/** Registers a requested session with the service, which co-signs it. Returns its ID and the service's own key. */
export const addSessionEndpoint = endpoint({
  name: "addSession",
  method: "POST",
  host: "blockchain",
  path: ({ account }: OfAccount & { readonly request: PermissionsRequest }) => `/v1/sessions/${pathSegment(account)}`,
  query: () => ({ v: "2" }),
  body: ({ request }) => request,
  response: Schema.Struct({
    pci: Schema.NonEmptyString,
    key: Schema.Struct({
      type: Schema.Literals(["secp256r1", "secp256k1"]),
      publicKey: textThat((text) => /^0x([0-9a-f]{2})+$/i.test(text), "0x hex"),
    }),
  }),
  failure: (cause) => new SmartSessionNotCreated({ cause }),
})

/** Activates a session once the wallet has granted it. */
export const activateSessionEndpoint = endpoint({
  name: "activateSession",
  method: "POST",
  host: "blockchain",
  path: ({ account }: Begun) => `/v1/sessions/${pathSegment(account)}/activate`,
  body: ({ pci, request, granted }) => ({ ...request, ...granted, pci }),
  response: Schema.Unknown,
  failure: (cause) => new SmartSessionNotCreated({ cause }),
})

/** Revokes a session. `signature` is the account's. */
export const revokeSessionEndpoint = endpoint({
  name: "revokeSession",
  method: "POST",
  host: "blockchain",
  path: ({ address }: { readonly address: string; readonly pci: string; readonly signature: string }) =>
    `/v1/sessions/${pathSegment(address)}/revoke`,
  body: ({ pci, signature }) => ({ pci, signature }),
  response: Schema.Unknown,
  failure: (cause) => new SmartSessionNotRevoked({ cause }),
})
