import { demo } from "../layers/index.ts"
import * as elements from "../src/elements.ts"
import * as portico from "../src/index.ts"

export * from "../src/index.ts"

/** `createModal` as the documentation's samples have it, on the demo's layers, so that they run without a network. */
export const createModal = (options: portico.ModalOptions): portico.Modal => {
  const modal = portico.createModal({
    ...options,
    id: `sample-${++made}`,
    layers: async () => ({
      ...demo(),
      ...(typeof options.layers === "function" ? await options.layers() : options.layers),
    }),
  })
  modals.push(modal)
  return modal
}

/** `defineElements`, taken back with the sample. */
export const defineElements = (modal: portico.Modal): (() => void) => {
  const undo = elements.defineElements(modal)
  undone.push(undo)
  return undo
}

/** The modal that a sample made last. */
export const lastModal = (): portico.Modal => {
  const modal = modals.at(-1)
  if (!modal) throw new Error("No sample has made a modal")
  return modal
}

let made = 0
const undone: (() => void)[] = []
const modals: portico.Modal[] = []

/** Ends every modal that a sample has made: test files of one process share what a page keeps of them. */
export const endSamples = async () => {
  for (const undo of undone.splice(0)) undo()
  for (const modal of modals.splice(0)) await modal.destroy()
}
