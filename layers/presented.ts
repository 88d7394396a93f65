import type { Page } from "../services/Browser.ts"
import type { Metadata } from "../src/domain/options.ts"

/** How the site presents itself to a wallet. The address is where the page is: wallets compare the two, so it is not the site's to choose. */
export const presented = (site: Partial<Metadata> = {}, page: Page) => ({
  name: site.name ?? page.title,
  description: site.description ?? page.description,
  url: page.origin,
  icons: [...(site.icons ?? (page.icon === undefined ? [] : [page.icon]))],
})
