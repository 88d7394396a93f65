import * as Schema from "effect/Schema"
import { safeText } from "../core/first-paint/safeText.ts"
import { safeImageUrl } from "../core/first-paint/safeUrl.ts"
import { endpoint, pathSegment } from "../core/opening/endpoint.ts"
import { optionalOr } from "../core/opening/schema.ts"
import { UnknownFailure } from "../errors/index.ts"
import { cacheLifetimes } from "../persistence/limits.ts"

/** Query for the name and avatar of an address. `sender`: address of the active account, which may be another one. */
export interface IdentityQuery {
  readonly address: string
  readonly sender?: string | undefined
}

/** Returns the name and avatar of an address. A field without a valid value is missing. */
export const identityEndpoint = endpoint({
  name: "identity",
  host: "blockchain",
  path: ({ address }: IdentityQuery) => `/v1/identity/${pathSegment(address)}`,
  query: ({ sender }) => ({ sender }),
  response: Schema.Struct({
    name: optionalOr(Schema.String, (name) => safeText(name) || undefined),
    avatar: optionalOr(Schema.String, safeImageUrl),
  }),
  fresh: cacheLifetimes.identity,
  failure: (cause) => new UnknownFailure({ cause }),
})
