/**
 * Smallest viewport, in px, with room for help beside the card: the card in the middle, the panel on one side, and as much space on the
 * other (not in the specification).
 */
export const helpPanel = { minWidth: 1_000, minHeight: 560 } as const
