/** Wallet lists: numbers of wallets to request from the directory, and limits of the search and of the rows. */
export const walletLists = {
  recommended: 4,
  page: 40,
  /** Number of images that are preloaded per page. */
  imagesPerPage: 20,
  search: 100,
  /** Minimum number of characters to search. */
  searchFrom: 2,
  /** Maximum number of recommended rows on Connect. Each installed or recent wallet reduces it by one. */
  recommendedRows: 2,
  /** Number of wallets offered to visitors who have none. */
  toGet: 4,
  /** The count on the all-wallets row is rounded down to a multiple of this. */
  countStep: 10,
} as const

/** Maximum number of recently used wallets persisted between visits. */
export const recentWallets = 2
