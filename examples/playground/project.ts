import type { Layers } from "./packageImports.ts"

/** Features of the demo project without a script, with their labels in the page's controls. */
export const projectFeatures = {
  email: "Email login",
  socials: "Social logins",
  swap: "Swaps",
  onramp: "Buying",
  activity: "Activity",
  multi_wallet: "Several wallets",
  fund_from_exchange: "Exchange deposits",
  payments: "Payments",
} as const

export type ProjectFeature = keyof typeof projectFeatures

/** Creates the project with these features, or with all. */
export const projectWith = (on: readonly string[] | null): NonNullable<Layers.Script["project"]> => {
  const has = (feature: ProjectFeature) => on === null || on.includes(feature)
  const logins = [...(has("email") ? ["email"] : []), ...(has("socials") ? socials : [])]
  return {
    features: [
      { id: "social_login", isEnabled: logins.length > 0, config: logins },
      { id: "swap", isEnabled: has("swap"), config: ["1inch"] },
      { id: "onramp", isEnabled: has("onramp"), config: ["meld"] },
      { id: "activity", isEnabled: has("activity"), config: null },
      { id: "reown_branding", isEnabled: true, config: null },
      { id: "multi_wallet", isEnabled: has("multi_wallet"), config: null },
      { id: "fund_from_exchange", isEnabled: has("fund_from_exchange"), config: null },
      { id: "payments", isEnabled: has("payments"), config: null },
    ],
  }
}

const socials = ["google", "x", "discord", "farcaster", "github", "apple", "facebook"]
