import type { NetworkNamespace } from "../../../src/options/namespaces.ts"
import { pictureFrom, pictureId } from "../pictures.ts"
import type { Manner } from "../script.ts"

/**
 * Setup of a demo wallet. `chains`: IDs of the chains it supports, the current one first; defaults to Ethereum, Polygon and Base. `holds`:
 * indexes of its accounts in the demo accounts.
 */
export interface CastWallet {
  readonly namespace: NetworkNamespace
  readonly id: string
  readonly name: string
  readonly icon: string
  /** Whether the page adds the wallet itself, as a connector of type EXTERNAL. Such a wallet exists only if the script lists it. */
  readonly external?: true
  readonly chains?: readonly number[]
  readonly holds: readonly number[]
  /** Indexes of the wallet's accounts in other namespaces. */
  readonly also?: { readonly [N in NetworkNamespace]?: readonly number[] }
  readonly manner: Manner
}

/** Wallets in the browser by namespace, at least one in each. */
const inBrowser: Readonly<Record<NetworkNamespace, readonly [Described, ...Described[]]>> = {
  eip155: [
    {
      id: "example.halyard",
      name: "Halyard",
      icon: pictureFrom(pictureId("sail", 0)),
      chains: [8453, 1, 137],
      holds: [0, 1],
      manner: {},
    },
    {
      id: "example.cinderbox",
      name: "Cinderbox",
      icon: pictureFrom(pictureId("cube", 1)),
      // Does not support Polygon until it is added.
      chains: [1, 8453],
      holds: [2],
      manner: { able: ["assets", "sessions", "calls", "paymaster"] },
    },
    {
      id: "example.tessera",
      name: "Tessera",
      icon: pictureFrom(pictureId("tiles", 5)),
      chains: [1],
      holds: [3],
      manner: { locked: true },
    },
  ],
  solana: [
    {
      // Halyard on Solana. A site with both namespaces lists the wallet once.
      id: "example.halyard.solana",
      name: "Halyard",
      icon: pictureFrom(pictureId("sail", 0)),
      holds: [9],
      manner: {},
    },
    {
      id: "example.plover",
      name: "Plover",
      icon: pictureFrom(pictureId("ring", 3)),
      holds: [6, 7],
      manner: {},
    },
  ],
  bip122: [
    {
      id: "example.sheepshank",
      name: "Sheepshank",
      icon: pictureFrom(pictureId("knot", 12)),
      chains: [1, 2, 3],
      holds: [10, 11],
      manner: {},
    },
  ],
}

type Described = Omit<CastWallet, "namespace">

/** All wallets in the browser. */
export const installed: readonly CastWallet[] = Object.entries(inBrowser).flatMap(([namespace, wallets]) =>
  wallets.map((wallet) => ({ ...wallet, namespace: namespace as NetworkNamespace })),
)

/** A wallet that the page connects to with its own code. It has the same accounts as Halyard, as if the visitor had imported them. */
export const outside: CastWallet = {
  namespace: "eip155",
  id: "example.latchkey",
  name: "Latchkey",
  icon: pictureFrom(pictureId("key", 8)),
  external: true,
  chains: [1, 8453],
  holds: [1, 0],
  manner: {},
}

/** The phone's wallet, which connects over WalletConnect. It has accounts in every namespace. */
export const onPhone: CastWallet & {
  readonly also: Readonly<Record<Exclude<NetworkNamespace, "eip155">, readonly number[]>>
} = {
  namespace: "eip155",
  id: "example.fathom",
  name: "Fathom",
  icon: pictureFrom(pictureId("shore", 2)),
  holds: [4, 5],
  also: { solana: [8], bip122: [11] },
  manner: {},
}

/** The embedded wallet. The first of its EVM accounts is the smart account, the second its owner (EOA). */
export const inFrame: CastWallet = {
  namespace: "eip155",
  id: "ID_AUTH",
  name: "Secure site",
  icon: pictureFrom(pictureId("shore", 16)),
  holds: [12, 13],
  also: { solana: [14] },
  manner: {},
}
