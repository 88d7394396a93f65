import type { CheckedOptions } from "./options.ts"

/** Whether an embedded wallet is on the page: e-mail or socials are on, or may be once the project's configuration is there. */
export const hasEmbedded = ({ projectId, basic, features }: Pick<CheckedOptions, "projectId" | "basic" | "features">) =>
  projectId !== "" && !basic && !features.pay
