import type { CaipNetworkId } from "../../../src/options/networks.ts"
import { toHex } from "../../chains/evm/quantity.ts"
import { type Landscape, landscape } from "../landscapes.ts"
import { fraction, hexOf } from "../random.ts"

/**
 * Returns an account's invented NFTs on a chain, in the format of EIP-7811. Their token IDs are derived from the address. The last one is
 * spam.
 */
export const collectibles = (chain: CaipNetworkId, account: string) =>
  works.map(({ name, collection, description, view, traits, units, spam }, index) => ({
    address: `0x${hexOf(`collection ${collection} ${chain}`, 40)}`,
    balance: toHex(units ?? 1),
    type: units === undefined ? "ERC721" : "ERC1155",
    metadata: {
      name,
      symbol: collection,
      tokenId: toHex(Math.floor(fraction(`${account} ${chain} ${index}`) * 9_000) + 1),
      iconUrl: landscape(view),
      description,
      attributes: Object.entries(traits ?? {}).map(([trait_type, value]) => ({ trait_type, value })),
      ...(spam && { flags: { is_spam: true } }),
    },
  }))

interface Work {
  readonly name: string
  readonly collection: string
  readonly description: string
  readonly view: Landscape
  readonly traits?: Readonly<Record<string, string | number>>
  /** Number of units that the account holds of an edition (ERC-1155). */
  readonly units?: number
  readonly spam?: true
}

/** The NFTs that every account holds. */
export const works: readonly Work[] = [
  {
    name: "Kittiwake at Dusk",
    collection: "Shorebirds",
    description: "Three kittiwakes going home over the marsh, the last week of August. One of ninety.",
    view: {
      sky: ["#31406e", "#f0a27a"],
      light: [84, 62, 12, "#ffd9a0"],
      layers: ["#7c5a72", "#544363", "#2c2a45"],
      on: "birds",
    },
    traits: { Season: "August", Light: "Dusk", Birds: 3, Print: "14 of 90" },
  },
  {
    name: "Long Pier, Low Tide",
    collection: "Shorebirds",
    description: "The pier at six in the morning, before the ferry.",
    view: {
      sky: ["#8fc7cf", "#f4ead2"],
      light: [92, 34, 10, "#fff6d8"],
      layers: ["#8db7b0", "#4f8f92", "#24656e"],
      on: "pier",
    },
    traits: { Season: "May", Light: "Morning", Tide: "Low", Print: "3 of 90" },
  },
  {
    name: "Orchard in March",
    collection: "Almanac",
    description: "A page for every month. This one blooms early.",
    view: {
      sky: ["#bcd9ea", "#fdf3e3"],
      light: [60, 30, 9, "#fff2b8"],
      layers: ["#a9c58d", "#7ba565", "#4f7d4b"],
      on: "trees",
    },
    traits: { Month: "March", Bloom: "Early" },
  },
  {
    name: "Keeper's Night",
    collection: "Almanac",
    description: "December's page. The lamp is lit by hand.",
    view: {
      sky: ["#0d1531", "#3b4a7d"],
      light: [30, 28, 8, "#f6f1d5"],
      layers: ["#2a3560", "#1c2547", "#111831"],
      on: "lighthouse",
    },
    traits: { Month: "December", Lamp: "Lit" },
    units: 2,
  },
  {
    name: "Out Past the Sound",
    collection: "Small Boats",
    description: "",
    view: {
      sky: ["#f7c08a", "#fbe7c8"],
      light: [88, 40, 13, "#fff3d0"],
      layers: ["#d98f6c", "#3f7f8f", "#225a6b"],
      on: "boat",
    },
    traits: { Sail: "Ochre" },
  },
  {
    name: "Clear Sky over Anvil Peak",
    collection: "Almanac",
    description: "November's page.",
    view: {
      sky: ["#10182f", "#54407a"],
      light: [90, 28, 7, "#fdf6dc"],
      layers: ["#463767", "#2f294f", "#191a33"],
      on: "stars",
    },
    traits: { Month: "November" },
  },
  {
    name: "Claim 5000 now",
    collection: "Free drop",
    description: "Visit claim-5000.example to receive your reward",
    view: { sky: ["#b06a3a", "#e0b060"], light: [60, 60, 20, "#ffffff"], layers: ["#a05a2a", "#8a4a1a", "#6a3a10"] },
    spam: true,
  },
]
