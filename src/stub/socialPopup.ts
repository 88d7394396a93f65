import { type CheckedOptions, replacesLayers } from "../options/options.ts"

/**
 * Opens the pop-up of a social login on the secure site's loading page. Call it first in the click handler: browsers block pop-ups opened
 * after an import or a request. If the site replaces layers, the pop-up stays blank until those layers navigate it, because they may use
 * another secure site.
 */
export const openLoginWindow = (options: CheckedOptions): Window | null =>
  window.open(
    replacesLayers(options) ? "" : `${options.hosts.secureSite}/loading`,
    "_blank",
    "width=600,height=800", // specification section 9
  )
