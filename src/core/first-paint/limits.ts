// Limits that the first view reads. The other files of this name load with the code that reads them. In all of them, times are in ms and
// lengths on screen in px, unless a docstring says otherwise. Values are the specification's (sections 2, 5 and 9) unless marked "not in
// the specification".

export const second = 1_000
export const minute = 60 * second

/** Layout and motion that layers share with the views. The views' own are in `views/styles/tokens.ts` (specification section 2). */
export const modal = {
  /** Viewports up to this width get a bottom sheet. */
  sheetWidth: 430,
  /** Duration of the shake, in ms. */
  shake: 500,
} as const

/** How long deferrable work waits for the first paint (not in the specification). */
export const paintWait = 1_000

/** Images: time limit of a preload. */
export const images = { preload: 2_000 } as const

/** Email login: number of characters from which the send arrow is shown. */
export const emailFrom = 4

/** Sizes of the pop-ups for exchanges and the on-ramp. */
export const windows = { exchange: { width: 480, height: 720 }, onramp: { width: 600, height: 800 } } as const
