import type { CheckedOptions } from "./options.ts"

/** Whether the embedded wallet is available: email or social logins are on, or may be once the project configuration has loaded. */
export const hasEmbedded = ({ projectId, basic, features }: Pick<CheckedOptions, "projectId" | "basic" | "features">) =>
  projectId !== "" && !basic && !features.pay
