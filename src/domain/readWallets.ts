import { isRecord } from "./input.ts"
import type { Wallet } from "./wallets.ts"

/** Wallets from storage, or as a directory sends them. Only what a row is drawn from and a link is made of is read. */
export const readWallets = (value: unknown): readonly Wallet[] =>
  (Array.isArray(value) ? value : []).flatMap((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.id !== "string" || typeof entry.name !== "string") return []
    const { id, name, badge_type, chains } = entry
    return [
      {
        id,
        name,
        ...Object.fromEntries(texts.flatMap((key) => (typeof entry[key] === "string" ? [[key, entry[key]]] : []))),
        ...(badge_type === "certified" && { badge_type }),
        ...(Array.isArray(chains) && { chains: chains.filter((one: unknown) => typeof one === "string") }),
      } as Wallet,
    ]
  })

const texts = [
  "rdns",
  "image_url",
  "image_id",
  "homepage",
  "mobile_link",
  "link_mode",
  "desktop_link",
  "webapp_link",
  "app_store",
  "play_store",
  "chrome_store",
] as const satisfies readonly (keyof Wallet)[]
