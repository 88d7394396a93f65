import { textThat } from "./opening/schema.ts"
import { secureUrl } from "./secureUrl.ts"

/** URL of a payment page. Must be https or local, so it cannot be altered on the way. */
export const pageUrl = textThat((url) => secureUrl(url) !== undefined, "safe web address")
