/** Lowest chain ID that has no coin type (specification section 5). */
export const coinTypeLimit = 2_147_483_648
