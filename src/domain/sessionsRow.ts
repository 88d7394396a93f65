import * as v from "valibot"
import { endpoint, segment } from "./endpoint.ts"
import { SmartSessionNotCreated, SmartSessionNotRevoked, SmartSessionsFailed } from "./errors.ts"
import { lastMoment } from "./moments.ts"
import type { GrantedPermissions, PermissionsRequest } from "./permissions.ts"
import { safeImageUrl, safeText, webUrl } from "./safe.ts"
import { filled, finiteFrom, lenient, list, object, read, textThat, tolerantArray } from "./schema.ts"
import type { SmartSession } from "./sessions.ts"

/** An account, by its CAIP-10 id. */
interface OfAccount {
  readonly account: string
}

/** A session that a wallet has granted, as it was asked for. */
interface Begun extends OfAccount {
  readonly pci: string
  readonly request: PermissionsRequest
  readonly granted: GrantedPermissions
}

/** Seconds, as the service has them, or milliseconds: no second of our time has so many digits. */
const moment = finiteFrom(0)
/** No later than a `Date` can be: a site may ask for a session without an end by the largest number. */
const inMilliseconds = (time: number) => Math.min(time < lastSecond ? time * 1_000 : time, lastMoment)
const lastSecond = 1e11

const session = read(
  object({
    pci: filled,
    project: lenient(
      object({
        name: lenient(v.string(), (name) => safeText(name) || undefined),
        url: lenient(v.string(), webUrl),
        iconUrl: lenient(v.string(), safeImageUrl),
      }),
    ),
    createdAt: moment,
    expiry: moment,
    revokedAt: lenient(moment),
    permissions: lenient(list(v.unknown())),
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

/** The smart sessions of an account. Bad ones are left out one by one. */
export const sessionsRow = endpoint({
  name: "sessions",
  host: "blockchain",
  path: ({ account }: OfAccount) => `/v1/sessions/${segment(account)}`,
  answer: object({ pcis: tolerantArray(session) }),
  failure: (cause) => new SmartSessionsFailed({ cause }),
})

/** Has the service stand beside a session that an account is asked for: gives its id, and the service's own key. */
export const addSessionRow = endpoint({
  name: "addSession",
  method: "POST",
  host: "blockchain",
  path: ({ account }: OfAccount & { readonly request: PermissionsRequest }) => `/v1/sessions/${segment(account)}`,
  query: () => ({ v: "2" }),
  body: ({ request }) => request,
  answer: object({
    pci: filled,
    key: object({
      type: v.picklist(["secp256r1", "secp256k1"]),
      publicKey: textThat((text) => /^0x([0-9a-f]{2})+$/i.test(text), "0x hex"),
    }),
  }),
  failure: (cause) => new SmartSessionNotCreated({ cause }),
})

/** Lets a session begin, once the wallet has granted it. */
export const activateSessionRow = endpoint({
  name: "activateSession",
  method: "POST",
  host: "blockchain",
  path: ({ account }: Begun) => `/v1/sessions/${segment(account)}/activate`,
  body: ({ pci, request, granted }) => ({ ...request, ...granted, pci }),
  answer: v.unknown(),
  failure: (cause) => new SmartSessionNotCreated({ cause }),
})

/** Ends a session; `signature` is the account's. */
export const revokeSessionRow = endpoint({
  name: "revokeSession",
  method: "POST",
  host: "blockchain",
  path: ({ address }: { readonly address: string; readonly pci: string; readonly signature: string }) =>
    `/v1/sessions/${segment(address)}/revoke`,
  body: ({ pci, signature }) => ({ pci, signature }),
  answer: v.unknown(),
  failure: (cause) => new SmartSessionNotRevoked({ cause }),
})
