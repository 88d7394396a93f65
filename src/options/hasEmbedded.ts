import type { CheckedOptions } from "./options.ts"

/** Whether the options allow the embedded wallet. It is available if email or social logins are also on. */
export const hasEmbedded = ({ projectId, basic, features }: Pick<CheckedOptions, "projectId" | "basic" | "features">) =>
  projectId !== "" && !basic && !features.pay
