import type { Namespace } from "../../options/namespaces.ts"

/** Names of the namespaces' chains in sign-in messages. */
export const chainNames: Readonly<Record<string, string>> = { eip155: "Ethereum", solana: "Solana", bip122: "Bitcoin" }

/** Whether sign-in is supported in a namespace, which means that its signatures can be verified. */
export const supportsSignIn = (namespace: Namespace): boolean => Object.hasOwn(chainNames, namespace)
