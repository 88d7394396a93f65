import * as Schema from "effect/Schema"
import { endpoint } from "../../core/opening/endpoint.ts"
import { arrayWithValid } from "../../core/opening/schema.ts"
import { UnknownFailure } from "../../errors/index.ts"
import { walletSchema } from "./schema.ts"

/** Query of the wallet directory. */
export interface WalletsQuery {
  readonly page: number
  readonly entries: number
  readonly search?: string
  readonly badge?: string
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** CAIP-2 IDs of networks to filter by. */
  readonly chains?: readonly string[]
}

/** Returns wallets of the directory. Drops malformed ones, and sanitizes names and links. */
export const walletsEndpoint = endpoint({
  name: "wallets",
  host: "api",
  path: () => "/getWallets",
  query: ({ badge, ...query }: WalletsQuery) => ({ ...query, badge_type: badge }),
  response: Schema.Struct({ data: arrayWithValid(walletSchema, "id"), count: Schema.Finite }),
  failure: (cause) => new UnknownFailure({ cause }),
})
