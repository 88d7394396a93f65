import type { Platform } from "../../../services/Browser.ts"

/** Returns properties of the device, by its user agent and pointer. */
export const platformOf = (): Platform => {
  const agent = navigator.userAgent
  const ios = /iphone|ipad|ipod/i.test(agent) || (/macintosh/i.test(agent) && navigator.maxTouchPoints > 1)
  const android = /android/i.test(agent)
  return {
    mobile: ios || android || matchMedia("(any-pointer: coarse) and (not (any-hover: hover))").matches,
    os: ios ? "ios" : android ? "android" : /macintosh/i.test(agent) ? "mac" : "other",
    telegram: "TelegramWebviewProxy" in window || "Telegram" in window,
    framed: window.self !== window.top,
    online: navigator.onLine,
    // Lazy, because the first read makes the browser load its calendars, which takes longer than a first view.
    get timezone() {
      return Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""
    },
  }
}
