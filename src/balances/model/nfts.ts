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
  /** Image URL for lists. Empty if there is none, and for spam, so images that strangers sent to the account are not loaded. */
  readonly picture: string
  /** Image URL for its own view, by the same rules. */
  readonly largePicture: string
  /** Empty if unknown. */
  readonly description: string
  /** Attributes of its metadata. */
  readonly traits: readonly Trait[]
  /** Units that the account holds, if the contract allows several (ERC-1155). */
  readonly quantity?: string
  /** Whether the wallet reports it as spam. */
  readonly spam: boolean
}

/** Named attribute of an NFT, such as its background. */
export interface Trait {
  readonly name: string
  readonly value: string
}
