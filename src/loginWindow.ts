import { type CheckedOptions, replacesLeaves } from "./domain/options.ts"

/** How large it is, in pixels (section 9). It stands here since the stub holds no limits. */
const size = { width: 600, height: 800 } as const

/**
 * Opens the window of a social login on the secure site's loading page. Call it first thing in the click: a browser blocks what comes
 * after a slow import or request. Leaves of the site's own may stand for another site: then it is blank until they say.
 */
export const openLoginWindow = (options: CheckedOptions): Window | null =>
  window.open(
    replacesLeaves(options) ? "" : `${options.hosts.secureSite}/loading`,
    "_blank",
    `width=${size.width},height=${size.height}`,
  )
