import { bitcoinChainOf, bitcoinChains } from "../../src/domain/bitcoin.ts"
import type { NetworkNamespace } from "../../src/domain/namespaces.ts"
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

/** Invented people. Their addresses are those of test keys (`keys.ts`), which are public: nothing real may be sent there. */
export const people: readonly Person[] = [
  { address: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9", name: "marguerite.eth" },
  { address: "0xf5DA480810628F1D16c01DC30CE7A0C9bEEcCbA0" },
  { address: "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3", name: "ansel.eth", avatar: drawn("peaks", "#417d4b") },
  { address: "0x2fE05b822db16CcD3991ACfc8046023d30ACB03e" },
  { address: "0xc998F5ddAeF5c0B4491f56E433b9a6252c166367", name: "ottoline.eth", onEthereumOnly: true },
  { address: "0xC385FC45A6e9D2587C63E39fca31B0eF76a7889D" },
  { address: "BjSMME56N22XUGKZBaLH1RYm42iW1ro9eYm68kZo4Zwi", name: "isolde.sol" },
  { address: "3gMxyLH993Pm69agfhDmyiMb1caxN1u7xGnx91dj1Qpc" },
  { address: "F9BiLrmZDES5tNxgkm5xoLrDgTo27cDPFqU1rEgSWCCV" },
  { address: "Fhrv1rk6j4wFL1WPydwt3YpGwptAAB5NefvM318DPnCs", name: "marguerite.sol" },
  {
    address: "bc1qy3pqjdna4y9v7vegztgvkwtf5r23yqy9shj5dn",
    bitcoin: {
      ordinals: "bc1pkf2agdwk39hgjqd84nact52jf9je48k292pnczywvw6eparur55svs3fjf",
      test: [
        "tb1qy3pqjdna4y9v7vegztgvkwtf5r23yqy963f8kq",
        "tb1pkf2agdwk39hgjqd84nact52jf9je48k292pnczywvw6eparur55smc8xgx",
      ],
    },
  },
  {
    address: "bc1q9pxmt8rjca0axk6pxnt6qmcufnvm97ua657kwj",
    bitcoin: {
      ordinals: "bc1p7qshf4p560ctc2g4jh0nnju96l25efjvejsf094tv4ejx4k4n72qp90wgy",
      test: [
        "tb1q9pxmt8rjca0axk6pxnt6qmcufnvm97uasj994p",
        "tb1p7qshf4p560ctc2g4jh0nnju96l25efjvejsf094tv4ejx4k4n72qkdepjt",
      ],
    },
  },
  // The embedded wallet's: a smart account, the key behind it, and what that has on Solana.
  { address: "0x06f20532fFb686FC0e0c6d8fD79394d34aA5e1ed", name: "linden.eth" },
  { address: "0xf17dAC94d770aA53532A8e8766b5522fE1bC3560" },
  { address: "2tMNQr6wF7e8FsW9YDkzpcsQTJ1E6fRydjiYecucLKWZ" },
]

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
