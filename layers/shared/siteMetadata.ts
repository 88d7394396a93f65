import type { Page } from "../../services/Browser.ts"
import type { Metadata } from "../../src/options/options.ts"

/**
 * Returns the site's metadata to show in wallets, completed from the page. The URL is always the page's origin, because wallets compare it
 * with that origin.
 */
export const siteMetadata = (site: Partial<Metadata> = {}, page: Page) => ({
  name: site.name ?? page.title,
  description: site.description ?? page.description,
  url: page.origin,
  icons: [...(site.icons ?? (page.icon === undefined ? [] : [page.icon]))],
})
