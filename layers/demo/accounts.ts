import { testAccounts } from "../../src/account/model/testAccounts.ts"
import { bitcoinChainOf, bitcoinChains } from "../../src/namespaces/model/bitcoin.ts"
import type { NetworkNamespace } from "../../src/options/namespaces.ts"
import { picture, pictureFrom, pictureId } from "./pictures.ts"
import type { Manner } from "./script.ts"

/** The account of an invented person. */
export interface Account {
  /** Checksummed on EVM chains (EIP-55). On Bitcoin, the payment address. */
  readonly address: string
  /** On Bitcoin: the ordinals address, and both addresses on the test chains. */
  readonly bitcoin?: { readonly ordinals: string; readonly test: readonly [payment: string, ordinals: string] }
  readonly name?: string
  /** Whether the name has an address on Ethereum only. */
  readonly onEthereumOnly?: true
  readonly avatar?: string
}

/** Names and avatars, by the account's place among the test accounts. */
const about: Readonly<Record<number, Omit<Account, "address" | "bitcoin">>> = {
  0: { name: "marguerite.eth" },
  2: { name: "ansel.eth", avatar: picture("peaks", "#417d4b") },
  4: { name: "ottoline.eth", onEthereumOnly: true },
  6: { name: "isolde.sol" },
  9: { name: "marguerite.sol" },
  // The embedded wallet's smart account. Its key's own account and its Solana account follow.
  12: { name: "linden.eth" },
}

/** Invented people. Bitcoin accounts have addresses for payments and ordinals, on mainnet and on the test chains. */
export const demoAccounts: readonly Account[] = testAccounts.map(
  ([address, ordinals, payment, other], place): Account => ({
    address,
    ...(ordinals && payment && other && { bitcoin: { ordinals, test: [payment, other] } }),
    ...about[place],
  }),
)

/** Returns an account's addresses on a network, on Bitcoin the payment address first. `address` is the account's main one. */
export const addressesOn = (address: string, network: string): readonly string[] => {
  const { bitcoin } = demoAccounts.find((one) => one.address === address) ?? {}
  if (!bitcoin || !bitcoinChainOf(network)) return [address]
  return network === bitcoinChains.mainnet ? [address, bitcoin.ordinals] : bitcoin.test
}

/** Returns the main address of the account with this address. */
export const accountOf = (address: string): string =>
  demoAccounts.find(({ bitcoin }) => bitcoin && [bitcoin.ordinals, ...bitcoin.test].includes(address))?.address ??
  address

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

/** Wallets in the browser. */
export const installed: readonly CastWallet[] = [
  {
    namespace: "eip155",
    id: "example.halyard",
    name: "Halyard",
    icon: pictureFrom(pictureId("sail", 0)),
    chains: [8453, 1, 137],
    holds: [0, 1],
    manner: {},
  },
  {
    namespace: "eip155",
    id: "example.cinderbox",
    name: "Cinderbox",
    icon: pictureFrom(pictureId("cube", 1)),
    // Does not know Polygon, which therefore has to be added.
    chains: [1, 8453],
    holds: [2],
    manner: { able: ["assets", "sessions", "calls", "paymaster"] },
  },
  {
    namespace: "eip155",
    id: "example.tessera",
    name: "Tessera",
    icon: pictureFrom(pictureId("tiles", 5)),
    chains: [1],
    holds: [3],
    manner: { locked: true },
  },
  {
    // The same wallet on Solana: a site with both namespaces lists it once.
    namespace: "solana",
    id: "example.halyard.solana",
    name: "Halyard",
    icon: pictureFrom(pictureId("sail", 0)),
    holds: [9],
    manner: {},
  },
  {
    namespace: "solana",
    id: "example.plover",
    name: "Plover",
    icon: pictureFrom(pictureId("ring", 3)),
    holds: [6, 7],
    manner: {},
  },
  {
    namespace: "bip122",
    id: "example.sheepshank",
    name: "Sheepshank",
    icon: pictureFrom(pictureId("knot", 12)),
    chains: [1, 2, 3],
    holds: [10, 11],
    manner: {},
  },
]

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
