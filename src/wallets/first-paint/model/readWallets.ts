import { isRecord } from "../../../options/guards.ts"
import type { Wallet } from "./wallet.ts"

/** Decodes a list of wallets. Drops malformed entries, and fields that rows and links do not use. Empty if `value` is not a list. */
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
