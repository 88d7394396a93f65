/** Runs a function in idle time, or soon if the browser does not support `requestIdleCallback`. */
export const whenIdle = (run: () => void): void => void (globalThis.requestIdleCallback ?? setTimeout)(run)
