import * as Schema from "effect/Schema"
import { textLimits } from "../../core/first-paint/display.ts"
import { safeText } from "../../core/first-paint/safeText.ts"
import { safeImageUrl, safeLink, webUrl } from "../../core/first-paint/safeUrl.ts"
import { arrayOfValid, optionalOr, shownName } from "../../core/opening/schema.ts"

const text = optionalOr(Schema.String, (value) => safeText(value, textLimits.sentence) || undefined)
const plain = optionalOr(Schema.String)
const link = optionalOr(Schema.String, (value) => (isScheme.test(value) ? value : safeLink(value)))
const page = optionalOr(Schema.String, webUrl)

/** Pattern of a bare scheme, such as `wallet`, which some wallets list instead of a link. */
const isScheme = /^[a-z][a-z0-9+.-]*$/i

/** Wallet as the directory sends it. Requires an ID and a name; any other invalid field counts as missing. */
export const walletSchema = Schema.Struct({
  id: Schema.NonEmptyString,
  name: shownName,
  rdns: plain,
  display_index: optionalOr(Schema.Finite),
  image_url: optionalOr(Schema.String, safeImageUrl),
  image_id: plain,
  badge_type: optionalOr(Schema.Literals(["none", "certified"])),
  description: text,
  homepage: page,
  chains: optionalOr(arrayOfValid(Schema.String)),
  order: optionalOr(Schema.Finite),
  link_mode: link,
  mobile_link: link,
  desktop_link: link,
  webapp_link: page,
  app_store: page,
  play_store: page,
  chrome_store: page,
  injected: optionalOr(arrayOfValid(Schema.Struct({ namespace: plain, injected_id: plain }))),
})
