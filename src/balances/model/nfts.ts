/** Collectible of an account. Its texts are sanitized. */
export interface Nft {
  readonly key: string
  /** CAIP-2 ID of the chain. */
  readonly chainId: string
  /** Address of the contract. */
  readonly address: string
  readonly tokenId: string
  readonly name: string
  /** Name of the collection. Empty if unknown. */
  readonly collection: string
  /** Image URL for lists. Empty if there is none. Also empty for spam, so that images from strangers are not loaded. */
  readonly picture: string
  /** Image URL for the NFT's own view. Empty in the same cases as `picture`. */
  readonly largePicture: string
  /** Description from the metadata. Empty if unknown. */
  readonly description: string
  /** Attributes from the NFT's metadata. */
  readonly traits: readonly Trait[]
  /** Number of units that the account holds, as a decimal string. Set only for ERC-1155, and only if the wallet reports it. */
  readonly quantity?: string
  /** Whether the wallet reports the NFT as spam. */
  readonly spam: boolean
}

/** Named attribute of an NFT, such as its background. */
export interface Trait {
  readonly name: string
  readonly value: string
}
