import * as Schema from "effect/Schema"
import { endpoint } from "./endpoint.ts"
import { UnknownFailure } from "./errors.ts"
import { foreignText } from "./limits.ts"
import { safeImageUrl, safeLink, safeText, webUrl } from "./safe.ts"
import { lenient, shownName, tolerantArray } from "./schema.ts"

/** What the wallet directory is asked for. */
export interface WalletsQuery {
  readonly page: number
  readonly entries: number
  readonly search?: string
  readonly badge?: string
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** CAIP-2 ids. */
  readonly chains?: readonly string[]
}

const text = lenient(Schema.String, (value) => safeText(value, foreignText.sentence) || undefined)
const plain = lenient(Schema.String)
const link = lenient(Schema.String, (value) => (isScheme.test(value) ? value : safeLink(value)))
const page = lenient(Schema.String, webUrl)

/** A scheme by itself, such as `wallet`, which some wallets give in place of a link. */
const isScheme = /^[a-z][a-z0-9+.-]*$/i

/** A wallet as the directory sends it. It needs an id and a name; any other field that is not as it should be counts as missing. */
export const walletSchema = Schema.Struct({
  id: Schema.NonEmptyString,
  name: shownName,
  rdns: plain,
  display_index: lenient(Schema.Finite),
  image_url: lenient(Schema.String, safeImageUrl),
  image_id: plain,
  badge_type: lenient(Schema.Literals(["none", "certified"])),
  description: text,
  homepage: page,
  chains: lenient(tolerantArray(Schema.String)),
  order: lenient(Schema.Finite),
  link_mode: link,
  mobile_link: link,
  desktop_link: link,
  webapp_link: page,
  app_store: page,
  play_store: page,
  chrome_store: page,
  injected: lenient(tolerantArray(Schema.Struct({ namespace: plain, injected_id: plain }))),
})

/** The wallet directory. Bad wallets are left out one by one; names and links are fit to be shown. */
export const walletsRow = endpoint({
  name: "wallets",
  host: "api",
  path: () => "/getWallets",
  query: ({ badge, ...query }: WalletsQuery) => ({ ...query, badge_type: badge }),
  answer: Schema.Struct({ data: tolerantArray(walletSchema), count: Schema.Finite }),
  failure: (cause) => new UnknownFailure({ cause }),
})
