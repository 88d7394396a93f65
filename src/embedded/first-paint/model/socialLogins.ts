import type { SocialProvider } from "../../../options/remoteFeatures.ts"

/** Display names of the social providers. */
export const socialNames: Readonly<Record<SocialProvider, string>> = {
  google: "Google",
  x: "X",
  discord: "Discord",
  farcaster: "Farcaster",
  github: "GitHub",
  apple: "Apple",
  facebook: "Facebook",
}

export const isSocial = (value: unknown): value is SocialProvider =>
  typeof value === "string" && Object.hasOwn(socialNames, value)

/**
 * Arranges the social logins on Connect. `wide`: the login with a labeled button, if there is one. `marks`: the logins with only an icon.
 * `more`: whether a button opens a view with all of them. Two logins become two icons.
 */
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

/** Returns the platform of Telegram's in-app browser. `undefined` outside of it, and on systems where all social logins work. */
export const telegramOn = ({
  telegram,
  os,
}: {
  readonly telegram: boolean
  readonly os: TelegramPlatform | "other"
}): TelegramPlatform | undefined => (telegram && os !== "other" ? os : undefined)

/** Platform of Telegram's in-app browser. */
export type TelegramPlatform = "ios" | "mac" | "android"

/**
 * Returns the social logins to show: those in `on`, sorted by `order`, with those missing from `order` at the end. Leaves out the logins
 * that do not work in Telegram (specification section 5).
 */
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
