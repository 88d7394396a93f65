import { type CheckedOptions, replacesLeaves } from "./domain/options.ts"

/**
 * Opens the window of a social login on the secure site's loading page. Call it first thing in the click: a browser blocks what comes
 * after a slow import or request. Leaves of the site's own may stand for another site: then it is blank until they say.
 */
export const openLoginWindow = (options: CheckedOptions): Window | null =>
  window.open(
    replacesLeaves(options) ? "" : `${options.hosts.secureSite}/loading`,
    "_blank",
    "width=600,height=800", // section 9
  )
