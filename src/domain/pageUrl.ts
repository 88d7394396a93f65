import { webUrl } from "./safe.ts"
import { textThat } from "./schema.ts"

/** The address of a page where money is paid: it comes as its owner sent it, that is encrypted, or from this machine. */
export const pageUrl = textThat((url) => isSafe(webUrl(url)), "safe web address")

const isSafe = (url: string | undefined): boolean => {
  if (url === undefined) return false
  const { protocol, hostname } = new URL(url)
  return protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
