import type { Platform } from "../../../services/Browser.ts"

/** Detects the device and browser from the user agent, the pointer and the window. The time zone is read lazily. */
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
    // Read lazily, because the first read makes the browser load calendar data, which takes longer than rendering the first view.
    get timezone() {
      return Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""
    },
  }
}
