import type { NetworkNamespace } from "../../../src/options/namespaces.ts"
import { pictureFrom, pictureId } from "../pictures.ts"
import type { Manner } from "../script.ts"

/** A wallet, the chain IDs it knows (the first is the current one; all if omitted), and the owners of its accounts. */
export interface CastWallet {
  readonly namespace: NetworkNamespace
  readonly id: string
  readonly name: string
  readonly icon: string
  /** Whether it is outside the browser, so the page adds a connector of type EXTERNAL. Only if the script names it. */
  readonly external?: true
  readonly chains?: readonly number[]
  readonly holds: readonly number[]
  /** Owners of its accounts in other namespaces. */
  readonly also?: { readonly [N in NetworkNamespace]?: readonly number[] }
  readonly manner: Manner
}

/** Wallets in the browser, at least one in each namespace. */
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
      // Does not know Polygon, which therefore has to be added.
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
      // The same wallet on Solana: a site with both namespaces lists it once.
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

/** Wallets in the browser. */
export const installed: readonly CastWallet[] = Object.entries(inBrowser).flatMap(([namespace, wallets]) =>
  wallets.map((wallet) => ({ ...wallet, namespace: namespace as NetworkNamespace })),
)

/** A wallet that the page connects by its own code. Its accounts are Halyard's, so a visitor with both has linked them already. */
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

/** The phone's wallet, connected over WalletConnect. */
export const onPhone: CastWallet = {
  namespace: "eip155",
  id: "example.fathom",
  name: "Fathom",
  icon: pictureFrom(pictureId("shore", 2)),
  holds: [4, 5],
  also: { solana: [8], bip122: [11] },
  manner: {},
}

/** The embedded wallet. The first of its EVM accounts is a smart account; both have the same login. */
export const inFrame: CastWallet = {
  namespace: "eip155",
  id: "ID_AUTH",
  name: "Secure site",
  icon: pictureFrom(pictureId("shore", 16)),
  holds: [12, 13],
  also: { solana: [14] },
  manner: {},
}
