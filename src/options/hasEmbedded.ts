import type { CheckedOptions } from "./options.ts"

/** Whether the embedded wallet can be available. It is if the project configuration, once loaded, turns on email or social logins. */
export const hasEmbedded = ({ projectId, basic, features }: Pick<CheckedOptions, "projectId" | "basic" | "features">) =>
  projectId !== "" && !basic && !features.pay
