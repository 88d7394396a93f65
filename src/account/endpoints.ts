import * as v from "valibot"
import { safeImageUrl, safeText } from "../core/first-paint/sanitize.ts"
import { fresh } from "../core/limits.ts"
import { endpoint, segment } from "../core/opening/endpoint.ts"
import { lenient, object } from "../core/opening/schema.ts"
import { UnknownFailure } from "../errors/index.ts"

/** Address to look up. `sender`: the active account. */
export interface IdentityQuery {
  readonly address: string
  readonly sender?: string
}

/** Returns the name and avatar of an address. Missing fields: it has none. */
export const identityRow = endpoint({
  name: "identity",
  host: "blockchain",
  path: ({ address }: IdentityQuery) => `/v1/identity/${segment(address)}`,
  query: ({ sender }) => ({ sender }),
  answer: object({
    name: lenient(v.string(), (name) => safeText(name) || undefined),
    avatar: lenient(v.string(), safeImageUrl),
  }),
  fresh: fresh.identity,
  failure: (cause) => new UnknownFailure({ cause }),
})
