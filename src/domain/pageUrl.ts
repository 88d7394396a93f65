import { textThat } from "./schema.ts"
import { secureUrl } from "./secureUrl.ts"

/** The address of a page where money is paid: it comes as its owner sent it, that is encrypted, or from this machine. */
export const pageUrl = textThat((url) => secureUrl(url) !== undefined, "safe web address")
