/** How many cases each attack tries. `PORTICO_ATTACKS` chooses another count, `PORTICO_SEED` other cases. */
export const attacks = Number(process.env.PORTICO_ATTACKS ?? 300)

/** Seed of the cases. */
export const seed = Number(process.env.PORTICO_SEED ?? 1)
