import { textThat } from "./opening/schema.ts"
import { secureUrl } from "./secureUrl.ts"

/** URL of a payment page. Must be secure (`secureUrl`), so the page cannot be altered in transit. */
export const pageUrl = textThat((url) => secureUrl(url) !== undefined, "safe web address")
