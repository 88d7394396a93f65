import * as sentry from "@sentry/browser"
import { demo } from "../../layers/index.ts"
import * as portico from "../../src/index.ts"

export * from "../../src/index.ts"

/** `createModal` for the documentation's samples, on the demo layers, so they run without a network. */
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

/** `defineElements` as on a server: definitions of elements cannot be taken back, and test files of one process share the page. */
export const defineElements = (_: portico.Modal) => (): void => {}

/** Sentry's `init`, without its changes to the page, which other tests share. What it would send is kept in `reports`. */
export const init = (options: sentry.BrowserOptions): void => {
  reports.splice(0)
  sentry.init({
    ...options,
    defaultIntegrations: false,
    transport: (transport) =>
      sentry.createTransport(transport, async ({ body }) => {
        reports.push(typeof body === "string" ? body : new TextDecoder().decode(body))
        return {}
      }),
  })
}

export const reports: string[] = []

/** The last modal created by a sample. */
export const lastModal = (): portico.Modal => {
  const modal = modals.at(-1)
  if (!modal) throw new Error("No sample has made a modal")
  return modal
}

let made = 0
const modals: portico.Modal[] = []

/** Destroys every modal that a sample has created, since test files of one process share global state. */
export const endSamples = async () => {
  for (const modal of modals.splice(0)) await modal.destroy()
  await sentry.close()
}
