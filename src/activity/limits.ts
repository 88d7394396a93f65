/** Number of consecutive activity pages without visible transactions after which the list ends (not in the specification). */
export const activity = { emptyPages: 10 } as const
