import type { SocialProvider } from "./route.ts"

/** How the providers call themselves. */
export const socialNames: Readonly<Record<SocialProvider, string>> = {
  google: "Google",
  x: "X",
  discord: "Discord",
  farcaster: "Farcaster",
  github: "GitHub",
  apple: "Apple",
  facebook: "Facebook",
}

/** Whether something names a social provider. */
export const isSocial = (value: unknown): value is SocialProvider =>
  typeof value === "string" && Object.hasOwn(socialNames, value)

/** How the social logins stand on Connect: one wide, marks of others, and whether a view of all of them follows. Two are two marks. */
export const socialLayout = (
  shown: readonly SocialProvider[],
): { readonly wide?: SocialProvider; readonly marks: readonly SocialProvider[]; readonly more: boolean } => {
  if (shown.length === 2) return { marks: shown, more: false }
  const [wide, ...others] = shown
  const more = shown.length > most
  return { ...(wide && { wide }), marks: more ? others.slice(0, marksBeforeMore) : others, more }
}

const most = 6
const marksBeforeMore = 4

/** Where in Telegram a page runs; nothing outside it, and on systems where all socials work. */
export const telegramOn = ({
  telegram,
  os,
}: {
  readonly telegram: boolean
  readonly os: TelegramPlatform | "other"
}): TelegramPlatform | undefined => (telegram && os !== "other" ? os : undefined)

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
