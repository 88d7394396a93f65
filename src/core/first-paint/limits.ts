// Limits that the first view reads. The other files of this name load with the code that reads them. In all of them, times are in ms and
// lengths on screen in px, unless a docstring says otherwise. Values are the specification's (sections 2, 5 and 9) unless marked "not in
// the specification".

export const second = 1_000
export const minute = 60 * second

/** Width of the modal, the viewport sizes at which its layout changes, and the durations of its transitions (specification section 2). */
export const modal = {
  width: 370,
  /** Viewports up to this width get a bottom sheet. */
  sheetWidth: 430,
  /** Wider viewports up to this height get the modal at the top. */
  shortHeight: 700,
  /** Viewports up to this height, such as one zoomed to 400%, get a full-height modal (not in the specification). */
  lowHeight: 400,
  /** Content higher than this scrolls under a mask. */
  scrollHeight: 470,
  headerText: 120,
  height: 150,
  view: 150,
  shake: 500,
  backFade: 200,
} as const

/** How long deferrable work waits for the first paint (not in the specification). */
export const paintWait = 1_000

/** Images: time limit of a preload, and how many are preloaded per directory page. */
export const images = { preload: 2_000, perPage: 20 } as const

/** Email login: number of characters from which the send arrow is shown. */
export const emailFrom = 4

/** Sizes of the pop-ups for exchanges and the on-ramp. */
export const windows = { exchange: { width: 480, height: 720 }, onramp: { width: 600, height: 800 } } as const
