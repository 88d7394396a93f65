/** Snack: how long it stays, and waits for the previous one to leave (specification section 4). */
export const snackTimes = { stays: 2_500, follows: 150 } as const
