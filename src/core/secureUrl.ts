import { webUrl } from "./first-paint/safeUrl.ts"

/**
 * Returns the URL if `webUrl` accepts it and it uses https, or http on this device (localhost, 127.x.x.x or ::1). Otherwise `undefined`.
 */
export const secureUrl = (text: unknown): string | undefined => {
  const url = webUrl(text)
  if (url === undefined) return undefined
  const { protocol, hostname } = new URL(url)
  return protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? url : undefined
}
