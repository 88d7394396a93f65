/** Error reports: at most `count` within `window` ms. */
export const errorReports = { count: 5, window: 60_000 } as const
