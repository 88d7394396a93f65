import type { Namespace } from "./namespaces.ts"

/** What a sign-in message calls the chains of a namespace. */
export const chainNames: Readonly<Record<string, string>> = { eip155: "Ethereum", solana: "Solana", bip122: "Bitcoin" }

/** The namespaces whose signatures are known well enough to sign in with. */
export const signsIn = (namespace: Namespace): boolean => Object.hasOwn(chainNames, namespace)
