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

/** Invented people, whose addresses nobody has a key of. */
export const people: readonly Person[] = [
  { address: "0x7a3f6B0e2C915D84f7a0E6C35B1d28F04e9c41D2", name: "marguerite.eth" },
  { address: "0x2D94c8a17bE06F53d1A9427C80E5B36f91D7A80B" },
  { address: "0xb51e07D3f8426Ac9035E71b98D4fa2C60788E3F5", name: "ansel.eth", avatar: drawn("peaks", "#417d4b") },
  { address: "0x4C0aF19B6D72E58310bc94d7f6A1835e2E60d97C" },
  { address: "0xe83d5b2740c6fA91872eb03c1d56F4A90713c2BE", name: "ottoline.eth", onEthereumOnly: true },
  { address: "0x96B0D4E17F3C582a6d09E71CB48350FA2DE1675b" },
  { address: "BCgS5Fd2LZiBvU7cKFxrzEAWzfbhbamYgE4Sx1F5oXbg", name: "isolde.sol" },
  { address: "HCSSDUDVkZqXcstRjunbx643EbUJNmLRX2NHSKp6vWQj" },
  { address: "DV1hqTHBXincUsM2qrjDKJm3frXxYz6f1tj56AuaiTiX" },
  { address: "EbKnRaysHvtwgx2AHovhAMktm2KLJarPVkm3FqfpPAJ5", name: "marguerite.sol" },
  {
    address: "bc1qyt5kjs86p6c7avke2ceaahmu3a8ecvkuw8r76e",
    bitcoin: {
      ordinals: "bc1p6ugezmfuj5mw6peqvtl4wd8zrpy52auw3y4ek5l40jdj40qpepvshune59",
      test: [
        "tb1qyt5kjs86p6c7avke2ceaahmu3a8ecvkuypcdp2",
        "tb1p6ugezmfuj5mw6peqvtl4wd8zrpy52auw3y4ek5l40jdj40qpepvsq59kw2",
      ],
    },
  },
  {
    address: "bc1qcs6g6pt0ct2fe0zxsez5tqgm87k8004usdxgcv",
    bitcoin: {
      ordinals: "bc1p625cdl3sr2akf026t8803gfh0jfxm4auqs40k7ltr5s9u75xrygqhejekd",
      test: [
        "tb1qcs6g6pt0ct2fe0zxsez5tqgm87k8004u6tamrl",
        "tb1p625cdl3sr2akf026t8803gfh0jfxm4auqs40k7ltr5s9u75xrygqq3ykvz",
      ],
    },
  },
  // The embedded wallet's: a smart account, the key behind it, and what that has on Solana.
  { address: "0x3E9FA17c52D04b86E1A7C95d20f8b36cA4d17e6B", name: "linden.eth" },
  { address: "0xa85c02D6B9f14e37508Cd3aE96b7214fd0e8C39a" },
  { address: "6zZtGBMKEYTXsYLVBWPi8QVcJgWkKvuHzRPQQsmcjMqE" },
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
