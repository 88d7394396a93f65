// Imports the package's bundle, because Vite would include the list twice from the package's modules: 113 kB instead of 47 kB.
import { getDomain } from "tldts/dist/index.esm.min.js"

/**
 * Whether a domain and a host under it, with or without a port, have the same owner. The owners of `com`, `co.uk` or `pages.dev` do not own
 * the sites under them: such domains are on the Public Suffix List.
 */
export const haveOneOwner = (domain: string, host: string): boolean => {
  const owned = ownedDomain(host)
  return owned !== null && ownedDomain(domain) === owned && !unlisted.has(hostnameOf(domain))
}

/** Returns the domain that the owner of a host registered, or `null` for an IP address or a public suffix. */
const ownedDomain = (host: string) => getDomain(hostnameOf(host), { allowPrivateDomains: true })

const hostnameOf = (host: string) => host.replace(/\.?(:\d+)?$/, "")

/** Domains that host sites of many owners but are missing from the list. */
const unlisted: ReadonlySet<string> = new Set([
  ...["fleek.co", "on.fleek.co", "glitch.me", "hashnode.dev", "neocities.org", "stackblitz.io", "tumblr.com"],
  ...["webcontainer.io", "weebly.com", "wordpress.com"],
])
