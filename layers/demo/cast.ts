import { bitcoinChainOf, bitcoinChains } from "../../src/domain/bitcoin.ts"
import type { NetworkNamespace } from "../../src/domain/namespaces.ts"
import { testAccounts } from "../../src/domain/testAccounts.ts"
import { drawn, drawnFrom, pictureId } from "./drawings.ts"
import type { Manner } from "./script.ts"

/** Somebody with an account. */
export interface Person {
  /** On EVM chains in EIP-55 spelling; of a Bitcoin account the one that takes payments. */
  readonly address: string
  /** Of a Bitcoin account: where ordinals are kept, and both addresses on the test chains. */
  readonly bitcoin?: { readonly ordinals: string; readonly test: readonly [payment: string, ordinals: string] }
  readonly name?: string
  /** The name has an address on Ethereum only. */
  readonly onEthereumOnly?: true
  readonly avatar?: string
}

/** What is known of the people, by their account's place among the test accounts. */
const about: Readonly<Record<number, Omit<Person, "address" | "bitcoin">>> = {
  0: { name: "marguerite.eth" },
  2: { name: "ansel.eth", avatar: drawn("peaks", "#417d4b") },
  4: { name: "ottoline.eth", onEthereumOnly: true },
  6: { name: "isolde.sol" },
  9: { name: "marguerite.sol" },
  // The embedded wallet's smart account. The key behind it and its account on Solana follow.
  12: { name: "linden.eth" },
}

/** Invented people. Of a Bitcoin account the addresses are those for payments and ordinals, on the main chain and on the test chains. */
export const people: readonly Person[] = testAccounts.map(
  ([address, ordinals, payment, other], place): Person => ({
    address,
    ...(ordinals && payment && other && { bitcoin: { ordinals, test: [payment, other] } }),
    ...about[place],
  }),
)

/** An account's addresses on a network; of Bitcoin payments first. `address` is the one that the account is known by. */
export const addressesOn = (address: string, network: string): readonly string[] => {
  const { bitcoin } = people.find((one) => one.address === address) ?? {}
  if (!bitcoin || !bitcoinChainOf(network)) return [address]
  return network === bitcoinChains.mainnet ? [address, bitcoin.ordinals] : bitcoin.test
}

/** The address that the account of any of its addresses is known by. */
export const accountOf = (address: string): string =>
  people.find(({ bitcoin }) => bitcoin && [bitcoin.ordinals, ...bitcoin.test].includes(address))?.address ?? address

/** A wallet, the chains it knows by number (the first is where it stands; without them, all) and whose accounts it holds. */
export interface CastWallet {
  readonly namespace: NetworkNamespace
  readonly id: string
  readonly name: string
  readonly icon: string
  /** It is not in the browser: the page brings a connector of type EXTERNAL for it. Only where the script names it. */
  readonly external?: true
  readonly chains?: readonly number[]
  readonly holds: readonly number[]
  /** Whose accounts it holds in other namespaces. */
  readonly also?: { readonly [N in NetworkNamespace]?: readonly number[] }
  readonly manner: Manner
}

/** The wallets of the browser. */
export const installed: readonly CastWallet[] = [
  {
    namespace: "eip155",
    id: "example.halyard",
    name: "Halyard",
    icon: drawnFrom(pictureId("sail", 0)),
    chains: [8453, 1, 137],
    holds: [0, 1],
    manner: {},
  },
  {
    namespace: "eip155",
    id: "example.cinderbox",
    name: "Cinderbox",
    icon: drawnFrom(pictureId("cube", 1)),
    // Does not know Polygon, so that it has to be offered.
    chains: [1, 8453],
    holds: [2],
    manner: { able: ["assets", "sessions", "calls", "paymaster"] },
  },
  {
    namespace: "eip155",
    id: "example.tessera",
    name: "Tessera",
    icon: drawnFrom(pictureId("tiles", 5)),
    chains: [1],
    holds: [3],
    manner: { locked: true },
  },
  {
    // The first of them on Solana: a site of both sees one wallet.
    namespace: "solana",
    id: "example.halyard.solana",
    name: "Halyard",
    icon: drawnFrom(pictureId("sail", 0)),
    holds: [9],
    manner: {},
  },
  {
    namespace: "solana",
    id: "example.plover",
    name: "Plover",
    icon: drawnFrom(pictureId("ring", 3)),
    holds: [6, 7],
    manner: {},
  },
  {
    namespace: "bip122",
    id: "example.sheepshank",
    name: "Sheepshank",
    icon: drawnFrom(pictureId("knot", 12)),
    chains: [1, 2, 3],
    holds: [10, 11],
    manner: {},
  },
]

/** A wallet that the page reaches by a program of its own. Its accounts are Halyard's: who has both has linked them already. */
export const outside: CastWallet = {
  namespace: "eip155",
  id: "example.latchkey",
  name: "Latchkey",
  icon: drawnFrom(pictureId("key", 8)),
  external: true,
  chains: [1, 8453],
  holds: [1, 0],
  manner: {},
}

/** The wallet at the other end of the relay. */
export const onPhone: CastWallet = {
  namespace: "eip155",
  id: "example.fathom",
  name: "Fathom",
  icon: drawnFrom(pictureId("shore", 2)),
  holds: [4, 5],
  also: { solana: [8], bip122: [11] },
  manner: {},
}

/** The wallet in the secure frame. Of its EVM accounts the first is a smart account; both have one login. */
export const inFrame: CastWallet = {
  namespace: "eip155",
  id: "ID_AUTH",
  name: "Secure site",
  icon: drawnFrom(pictureId("shore", 16)),
  holds: [12, 13],
  also: { solana: [14] },
  manner: {},
}
