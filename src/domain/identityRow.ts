import * as Schema from "effect/Schema"
import { endpoint, segment } from "./endpoint.ts"
import { UnknownFailure } from "./errors.ts"
import { fresh } from "./limits.ts"
import { safeImageUrl, safeText } from "./safe.ts"
import { lenient } from "./schema.ts"

/** Whose name and picture are asked for; `sender` is the account in use. */
export interface IdentityQuery {
  readonly address: string
  readonly sender?: string
}

/** The name and the picture of an address; without them the fields are missing. */
export const identityRow = endpoint({
  name: "identity",
  host: "blockchain",
  path: ({ address }: IdentityQuery) => `/v1/identity/${segment(address)}`,
  query: ({ sender }) => ({ sender }),
  answer: Schema.Struct({
    name: lenient(Schema.String, (name) => safeText(name) || undefined),
    avatar: lenient(Schema.String, safeImageUrl),
  }),
  fresh: fresh.identity,
  failure: (cause) => new UnknownFailure({ cause }),
})
