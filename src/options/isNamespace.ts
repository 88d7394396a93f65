import { defaultAccountTypes } from "./accountTypes.ts"
import type { Namespace } from "./namespaces.ts"

/** All namespaces. */
export const allNamespaces = Object.keys(defaultAccountTypes) as readonly Namespace[]

export const isNamespace = (text: unknown): text is Namespace =>
  typeof text === "string" && Object.hasOwn(defaultAccountTypes, text)
