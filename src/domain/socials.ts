import type { SocialProvider } from "./route.ts"

/** Telegram's in-app browser, by the system it runs on. */
export type TelegramPlatform = "ios" | "mac" | "android"

/** The social logins to show, in the site's order; what its order leaves out comes last. In Telegram some do not work and are left out (section 5). */
export const socialsShown = (
  on: readonly SocialProvider[] | false,
  order: readonly SocialProvider[],
  telegram?: TelegramPlatform,
): readonly SocialProvider[] => {
  if (on === false) return []
  const off = telegram ? notInTelegram[telegram] : []
  return [...new Set([...order.filter((provider) => on.includes(provider)), ...on])].filter(
    (provider) => !off.includes(provider),
  )
}

const notInTelegram: Readonly<Record<TelegramPlatform, readonly SocialProvider[]>> = {
  ios: ["google"],
  mac: ["x"],
  android: ["facebook", "x"],
}
