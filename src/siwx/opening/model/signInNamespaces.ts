import type { Namespace, NetworkNamespace } from "../../../options/namespaces.ts"

/** Names of the namespaces' chains in sign-in messages. */
const chainNames: Readonly<Record<NetworkNamespace, string>> = {
  eip155: "Ethereum",
  solana: "Solana",
  bip122: "Bitcoin",
}

/** Whether sign-in is supported in a namespace, which means that its signatures can be verified. */
export const supportsSignIn = (namespace: Namespace): namespace is NetworkNamespace =>
  Object.hasOwn(chainNames, namespace)

/** Returns the name of a namespace's chain in sign-in messages. Other namespaces keep their name. */
export const chainNameOf = (namespace: string): string =>
  supportsSignIn(namespace as Namespace) ? chainNames[namespace as NetworkNamespace] : namespace
