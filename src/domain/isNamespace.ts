import { defaultAccountTypes, type Namespace } from "./namespaces.ts"

/** Whether a text names a namespace we know. */
export const isNamespace = (text: unknown): text is Namespace =>
  typeof text === "string" && Object.hasOwn(defaultAccountTypes, text)
