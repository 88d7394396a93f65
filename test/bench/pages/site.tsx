import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { install } from "./stopwatch.ts"

/** The baseline's page with Portico behind its button. */
export const site = (button: ReactNode, view: string): void => {
  createRoot(document.querySelector("#root") as HTMLElement).render(<StrictMode>{button}</StrictMode>)
  install({
    root: () => document.querySelector("portico-modal")?.shadowRoot,
    rows: `[data-view="${view}"] :is([data-wallet], [data-token], [data-transaction])`,
    button: () => document.querySelector("button"),
    close: () => window.modal.close(),
  })
}
