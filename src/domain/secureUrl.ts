import { webUrl } from "./safe.ts"

/** A web address that is reached encrypted, or on this machine. `undefined` for any other. */
export const secureUrl = (text: unknown): string | undefined => {
  const url = webUrl(text)
  if (url === undefined) return undefined
  const { protocol, hostname } = new URL(url)
  return protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? url : undefined
}
