import { demo } from "../layers/index.ts"
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

let made = 0
const modals: portico.Modal[] = []

/** Ends every modal that a sample has made. */
export const endSamples = async () => {
  for (const modal of modals.splice(0)) await modal.destroy()
}
