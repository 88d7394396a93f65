/** A collectible that an account holds. Its words are fit to be shown. */
export interface Nft {
  readonly key: string
  /** CAIP-2 id. */
  readonly chainId: string
  /** The contract. */
  readonly address: string
  readonly tokenId: string
  readonly name: string
  /** "" where nobody names it. */
  readonly collection: string
  /** "" where there is none, and of spam: nobody's picture is loaded that was pushed upon the account. */
  readonly picture: string
}
