/** Collectible of an account. Its texts are sanitized. */
export interface Nft {
  readonly key: string
  /** CAIP-2 ID. */
  readonly chainId: string
  /** Address of the contract. */
  readonly address: string
  readonly tokenId: string
  readonly name: string
  /** Name of the collection. Empty if unknown. */
  readonly collection: string
  /** Image URL. Empty if there is none, and for spam, so images that strangers sent to the account are not loaded. */
  readonly picture: string
}
