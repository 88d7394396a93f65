import * as v from "valibot"
import { foreignText } from "./display.ts"
import { endpoint } from "./endpoint.ts"
import { UnknownFailure } from "./errors.ts"
import { safeImageUrl, safeLink, safeText, webUrl } from "./safe.ts"
import { filled, finite, lenient, object, shownName, tolerantArray } from "./schema.ts"

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

const text = lenient(v.string(), (value) => safeText(value, foreignText.sentence) || undefined)
const plain = lenient(v.string())
const link = lenient(v.string(), (value) => (isScheme.test(value) ? value : safeLink(value)))
const page = lenient(v.string(), webUrl)

/** A scheme by itself, such as `wallet`, which some wallets give in place of a link. */
const isScheme = /^[a-z][a-z0-9+.-]*$/i

/** A wallet as the directory sends it. It needs an id and a name; any other field that is not as it should be counts as missing. */
export const walletSchema = object({
  id: filled,
  name: shownName,
  rdns: plain,
  display_index: lenient(finite),
  image_url: lenient(v.string(), safeImageUrl),
  image_id: plain,
  badge_type: lenient(v.picklist(["none", "certified"])),
  description: text,
  homepage: page,
  chains: lenient(tolerantArray(v.string())),
  order: lenient(finite),
  link_mode: link,
  mobile_link: link,
  desktop_link: link,
  webapp_link: page,
  app_store: page,
  play_store: page,
  chrome_store: page,
  injected: lenient(tolerantArray(object({ namespace: plain, injected_id: plain }))),
})

/** The wallet directory. Bad wallets are left out one by one; names and links are fit to be shown. */
export const walletsRow = endpoint({
  name: "wallets",
  host: "api",
  path: () => "/getWallets",
  query: ({ badge, ...query }: WalletsQuery) => ({ ...query, badge_type: badge }),
  answer: object({ data: tolerantArray(walletSchema), count: finite }),
  failure: (cause) => new UnknownFailure({ cause }),
})
