import { defaultAccountTypes, type Namespace } from "./namespaces.ts"

export const isNamespace = (text: unknown): text is Namespace =>
  typeof text === "string" && Object.hasOwn(defaultAccountTypes, text)
